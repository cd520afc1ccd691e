#ifndef COLLIE_TESTS_SUPPORT_GOLDEN_H_
#define COLLIE_TESTS_SUPPORT_GOLDEN_H_

#include <string>

namespace collie::tests {

// Expects `text` to be what the file holds; `path` is from the root of the tree. With
// COLLIE_UPDATE_GOLDEN in the environment it writes the file instead, for a person to read.
void ExpectGolden(const std::string& path, const std::string& text);

}  // namespace collie::tests

#endif  // COLLIE_TESTS_SUPPORT_GOLDEN_H_
