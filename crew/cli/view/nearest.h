#ifndef COLLIE_CREW_CLI_VIEW_NEAREST_H_
#define COLLIE_CREW_CLI_VIEW_NEAREST_H_

#include <string>
#include <vector>

namespace collie::cli {

// The word of `known` that `word` was probably meant to be: fewest letters changed, added, dropped
// or swapped with their neighbour. "": none is near enough. Pure.
std::string Nearest(const std::string& word, const std::vector<std::string>& known);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_NEAREST_H_
