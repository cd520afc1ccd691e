#ifndef COLLIE_TESTS_SUPPORT_TEMPORARY_FOLDER_H_
#define COLLIE_TESTS_SUPPORT_TEMPORARY_FOLDER_H_

#include <filesystem>

namespace collie::tests {

// A private folder of one test (0700, a short path so that sockets fit), gone at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace collie::tests

#endif  // COLLIE_TESTS_SUPPORT_TEMPORARY_FOLDER_H_
