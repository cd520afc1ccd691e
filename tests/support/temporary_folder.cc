#include "tests/support/temporary_folder.h"

#include <stdlib.h>

#include <cstdlib>
#include <string>
#include <system_error>

namespace collie::tests {

TemporaryFolder::TemporaryFolder() {
  std::string name = "/tmp/collie-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) std::abort();
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace collie::tests
