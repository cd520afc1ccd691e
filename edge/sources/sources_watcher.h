#ifndef COLLIE_EDGE_SOURCES_SOURCES_WATCHER_H_
#define COLLIE_EDGE_SOURCES_SOURCES_WATCHER_H_

#include <sys/stat.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "absl/status/status.h"
#include "crew/config/sources_file.h"

namespace collie::edge {

// Watches sources.json: a good change is handed on, a bad one is logged and the running set stays.
// Noticed by inotify at once where the folder can be watched, and by a check of the file every few
// seconds in any case. A file that is gone counts only when it is still gone a second later, since
// some editors write by removing first.
//
// Start, Stop and Reload are of the thread that owns it; no lock is needed or held.
class SourcesWatcher {
 public:
  using OnGood = std::function<void(const std::vector<config::SourceEntry>&)>;

  // `running` is what was loaded already. `on_good` is called with each other good content, on the
  // watcher's thread or in Reload, with no lock held; it may block.
  SourcesWatcher(std::filesystem::path file, std::vector<config::SourceEntry> running,
                 OnGood on_good);
  ~SourcesWatcher();
  SourcesWatcher(const SourcesWatcher&) = delete;
  SourcesWatcher& operator=(const SourcesWatcher&) = delete;

  // Errors: UNAVAILABLE (the system has no descriptors left).
  absl::Status Start();
  void Stop();

  // Loads the file now. The error of a bad one, whose running set stays. REQUIRES: not started, or
  // stopped; a started watcher loads by itself.
  absl::Status Reload();

 private:
  // What changes with the content of a file; nullopt: it is not there.
  using Signature = std::optional<std::tuple<ino_t, int64_t, int64_t, off_t>>;

  void Run();
  bool WaitForChange();
  void WatchFolder();
  void DrainEvents();
  void CheckFile();
  Signature Sign() const;

  const std::filesystem::path file_;
  const OnGood on_good_;

  // Of the watcher's thread while it runs, of the owner's before and after.
  std::vector<config::SourceEntry> running_;
  std::string last_error_;
  int inotify_ = -1;
  int folder_ = -1;  // the watch; -1: none
  bool gone_once_ = false;
  Signature seen_;

  int stop_ = -1;  // an eventfd
  std::thread thread_;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_SOURCES_SOURCES_WATCHER_H_
