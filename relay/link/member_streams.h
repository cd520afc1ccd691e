#ifndef COLLIE_RELAY_LINK_MEMBER_STREAMS_H_
#define COLLIE_RELAY_LINK_MEMBER_STREAMS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/edge_link.pb.h"
#include "relay/acts/ports.h"
#include "relay/merge/stream_id.h"
#include "relay/watch/interest.h"

namespace collie::relay {

// One live stream to an edge. Thread-safe.
class MemberStream {
 public:
  virtual ~MemberStream() = default;
  // Queues a frame. False: the stream has ended, the frame did not leave.
  virtual bool Send(v1::RelayFrame frame) = 0;
  // Ends it with this status. May be repeated.
  virtual void End(const absl::Status& status) = 0;
};

// The newest stream of each member: a new one replaces the old at once. Thread-safe; no lock is
// held while a stream is called.
class MemberStreams final : public CommandPort {
 public:
  // Reports what a member's edge is asked to follow on this stream, before it leaves: so whoever
  // listens knows of it before an answer can come.
  using OnPushed = std::function<void(const StreamId& stream, const v1::Interest& interest)>;

  MemberStreams(const Interest& interest, OnPushed on_pushed)
      : interest_(interest), on_pushed_(std::move(on_pushed)) {}

  // The stream becomes the member's newest; the one before is ended with ABORTED. Its number.
  // Nothing is sent on it before Open: its welcome leaves first.
  int64_t Attach(const std::string& member, std::shared_ptr<MemberStream> stream);
  // The edge has taken its welcome, or will before anything else: what is sent to the member leaves
  // on this stream from now on. Of a stream that was replaced it changes nothing.
  void Open(const std::string& member, int64_t number);
  // The stream has ended. Whether it was the newest: the member's link is lost then.
  bool Detach(const std::string& member, int64_t number);
  bool IsNewest(const std::string& member, int64_t number) const;

  bool SendCommand(const std::string& member, const v1::Command& command) override;
  void SendReconcile(const std::string& member, const v1::Settle& settle) override;
  void SendAck(const std::string& member, const v1::ResultAck& ack) override;
  bool SendHistoryRead(const std::string& member, const v1::HistoryRead& read);

  // Sends a member's edge what is watched, at its new stream. While another thread pushes, that one
  // takes this along, in order, and the call returns at once.
  void PushInterest(const std::string& member);
  // The same, if it changed. Empty: to each edge.
  void PushChangedInterest(const std::string& member);
  // Ends a member's stream, such as after its removal.
  void End(const std::string& member, const absl::Status& status);
  // The relay is shutting down: tells every edge so, and ends the streams.
  void EndAll();

 private:
  struct Entry {
    int64_t number = 0;
    std::shared_ptr<MemberStream> stream;  // null while the member has no link
    bool is_open = false;
    std::string interest;  // last told, serialized
  };

  struct Due {
    std::string member;
    bool always = false;  // also what it was sent before
  };

  // Pushes what is due, unless another thread does.
  void Push() ABSL_LOCKS_EXCLUDED(mu_);
  void AddDueLocked(const std::string& member, bool always) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  // The next member to push to; nullopt: none is left, and nobody pushes now.
  std::optional<Due> NextDue() ABSL_LOCKS_EXCLUDED(mu_);
  // One member's part of PushInterest. By the one thread that pushes.
  void PushTo(const Due& due) ABSL_LOCKS_EXCLUDED(mu_);
  // Null: it has none, or none that is open.
  std::shared_ptr<MemberStream> NewestOpen(const std::string& member) const;
  bool Send(const std::string& member, v1::RelayFrame frame);

  const Interest& interest_;
  const OnPushed on_pushed_;
  mutable absl::Mutex mu_;
  std::map<std::string, Entry> entries_ ABSL_GUARDED_BY(mu_);
  // One thread pushes at a time, so that edges get changes in order: what is due for it, by member.
  bool is_pushing_ ABSL_GUARDED_BY(mu_) = false;
  std::map<std::string, bool> due_ ABSL_GUARDED_BY(mu_);  // and whether always
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_LINK_MEMBER_STREAMS_H_
