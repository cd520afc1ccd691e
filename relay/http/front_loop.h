#ifndef COLLIE_RELAY_HTTP_FRONT_LOOP_H_
#define COLLIE_RELAY_HTTP_FRONT_LOOP_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "crew/clock/clock.h"
#include "relay/http/door_listener.h"
#include "relay/http/http_connection.h"

namespace collie::relay {

// The one thread that owns every socket of the HTTP API: accepts, reads whole requests, writes
// replies, and ends whoever is too slow. A connection that waits costs no thread. Results from
// other threads come back through Deliver, also replies that are written in chunks.
class FrontLoop {
 public:
  struct Options {
    HttpLimits limits;
    size_t connections = 512;       // in all
    size_t per_address = 128;       // from one address; on loopback that is everybody
    size_t reply_bytes = 64 << 20;  // of large replies that wait to be written, in all
  };
  // Accepts a whole request and delivers its reply later. False: the queue is full.
  using Submit = std::function<bool(uint64_t connection, HttpRequest request)>;

  FrontLoop(DoorListener listener, Options options, Submit submit, const clock::Clock& clock);
  ~FrontLoop();
  FrontLoop(const FrontLoop&) = delete;
  FrontLoop& operator=(const FrontLoop&) = delete;

  // Before Run. UNAVAILABLE: the machine has no descriptors left.
  absl::Status Prepare();
  // Serves until Stop; for one thread.
  void Run();

  // The reply to a request that was submitted; dropped when its connection is gone. Any thread.
  void Deliver(uint64_t connection, HttpReply reply) ABSL_LOCKS_EXCLUDED(mu_);
  // Closes the listener and every connection that waits; those whose request runs get its reply,
  // but no later than `within` from now. Run returns then. Any thread; the first call counts.
  void Stop(absl::Duration within) ABSL_LOCKS_EXCLUDED(mu_);

 private:
  struct Live {
    Live(OwnedFd socket, std::string peer, const HttpLimits& limits, clock::Steady now)
        : fd(std::move(socket)), address(std::move(peer)), connection(limits, now) {}
    OwnedFd fd;
    std::string address;
    HttpConnection connection;
    uint32_t interest = 0;
    bool is_gone = false;  // the peer hung up while its request ran
  };

  bool IsDone();
  int NextWait() const;
  void OnEvent(uint64_t id, uint32_t events);
  void Accept();
  bool HasRoomFor(const std::string& address) const;
  void Adopt(OwnedFd fd, std::string address);
  void TakeMail() ABSL_LOCKS_EXCLUDED(mu_);
  void BeginStop(clock::Steady until);
  void Answer(Live& live, HttpReply reply);
  void Read(Live& live);
  void Write(Live& live);
  // Advances a connection after an event. Ends it when it is closed.
  void Pump(uint64_t id, Live& live);
  void Watch(uint64_t id, Live& live);
  void End(uint64_t id);
  void ExpireDue();
  void WatchListener(bool on);

  const Options options_;
  const Submit submit_;
  const clock::Clock& clock_;

  // The loop's thread alone.
  DoorListener listener_;
  OwnedFd epoll_;
  std::map<uint64_t, std::unique_ptr<Live>> live_;
  std::map<std::string, size_t> per_address_;
  uint64_t next_id_ = 2;
  std::optional<clock::Steady> accept_retry_at_;  // the machine had no descriptor: pause until then
  std::optional<clock::Steady> stop_at_;

  OwnedFd wake_;  // written by any thread, constant after Prepare
  absl::Mutex mu_;
  std::vector<std::pair<uint64_t, HttpReply>> mail_ ABSL_GUARDED_BY(mu_);
  std::optional<clock::Steady> stop_asked_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_FRONT_LOOP_H_
