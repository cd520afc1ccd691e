#include "edge/sources/sources_watcher.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/log/log.h"
#include "crew/threads/named_thread.h"

namespace collie::edge {
namespace {

constexpr int kCheckEveryMs = 3000;
constexpr int kCheckGoneMs = 1000;  // at a file that is gone
constexpr uint32_t kEvents = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE |
                             IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

}  // namespace

SourcesWatcher::SourcesWatcher(std::filesystem::path file, std::vector<config::SourceEntry> running,
                               OnGood on_good)
    : file_(std::move(file)), on_good_(std::move(on_good)), running_(std::move(running)) {}

SourcesWatcher::~SourcesWatcher() { Stop(); }

absl::Status SourcesWatcher::Start() {
  stop_ = eventfd(0, EFD_CLOEXEC);
  inotify_ = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (stop_ < 0) {
    return absl::UnavailableError(
        "sources.json cannot be watched: the system has no file descriptors left.");
  }
  // Without inotify the checks every few seconds are enough.
  thread_ = threads::StartNamed("sources", [this] { Run(); });
  return absl::OkStatus();
}

void SourcesWatcher::Stop() {
  if (thread_.joinable()) {
    const uint64_t one = 1;
    while (write(stop_, &one, sizeof one) < 0 && errno == EINTR) {
    }
    thread_.join();
  }
  if (inotify_ >= 0) close(std::exchange(inotify_, -1));
  if (stop_ >= 0) close(std::exchange(stop_, -1));
}

void SourcesWatcher::Run() {
  WatchFolder();
  // It may have changed between the first load and the watch.
  CheckFile();
  while (WaitForChange()) CheckFile();
}

// False: the watcher is to stop.
bool SourcesWatcher::WaitForChange() {
  pollfd waited[] = {{stop_, POLLIN, 0}, {inotify_, POLLIN, 0}};
  const int wait_ms = gone_once_ ? kCheckGoneMs : kCheckEveryMs;
  if (poll(waited, 2, wait_ms) < 0) return errno == EINTR;
  if (waited[0].revents != 0) return false;
  if (waited[1].revents != 0) DrainEvents();
  if (folder_ < 0) WatchFolder();
  return true;
}

void SourcesWatcher::WatchFolder() {
  folder_ = inotify_add_watch(inotify_, file_.parent_path().c_str(), kEvents);
}

void SourcesWatcher::DrainEvents() {
  alignas(inotify_event) char events[4096];
  while (true) {
    const ssize_t size = read(inotify_, events, sizeof events);
    if (size <= 0) return;
    for (ssize_t at = 0; at < size;) {
      const auto* event = reinterpret_cast<const inotify_event*>(events + at);
      if ((event->mask & IN_MOVE_SELF) != 0) inotify_rm_watch(inotify_, event->wd);
      if ((event->mask & (IN_IGNORED | IN_MOVE_SELF)) != 0) folder_ = -1;
      at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
    }
  }
}

SourcesWatcher::Signature SourcesWatcher::Sign() const {
  struct stat found;
  if (stat(file_.c_str(), &found) != 0) return std::nullopt;
  return std::make_tuple(found.st_ino, static_cast<int64_t>(found.st_mtim.tv_sec),
                         static_cast<int64_t>(found.st_mtim.tv_nsec), found.st_size);
}

void SourcesWatcher::CheckFile() {
  const Signature now = Sign();
  if (!now && seen_ && !gone_once_) {
    gone_once_ = true;
    return;
  }
  gone_once_ = false;
  if (now == seen_) return;
  seen_ = now;
  Reload().IgnoreError();  // it was logged
}

absl::Status SourcesWatcher::Reload() {
  bool tightened = false;
  const auto entries = config::LoadSources(file_, &tightened);
  if (tightened) {
    log::Info("sources", absl::StrCat(file_.string(), " was open to others and is 0600 now."));
  }
  if (!entries.ok()) {
    const std::string error(entries.status().message());
    if (error != last_error_) {
      log::Error("sources", absl::StrCat(error, " The sources before the change go on."));
    }
    last_error_ = error;
    return entries.status();
  }
  last_error_.clear();
  if (*entries == running_) return absl::OkStatus();
  running_ = *entries;
  log::Info("sources", absl::StrCat("sources.json names ", running_.size(), " sources now."));
  on_good_(running_);
  return absl::OkStatus();
}

}  // namespace collie::edge
