#ifndef COLLIE_CREW_CLI_FOLLOWER_H_
#define COLLIE_CREW_CLI_FOLLOWER_H_

#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/dashboard.grpc.pb.h"
#include "crew/cli/connection.h"
#include "crew/cli/inbox.h"
#include "crew/clock/backoff.h"
#include "crew/threads/named_thread.h"

namespace collie::cli {

// A watch of the crew, or of a part; it resumes where it was. A delta that comes in parts is taken
// whole, so that nobody sees half a step.
struct CrewStream {
  using Event = v1::WatchEvent;
  static constexpr bool kTellsOfLink = true;

  v1::WatchRequest request;
  v1::CrewDelta parts;   // of the delta that is being told
  bool goes_on = false;  // it resumed, and has not begun again

  std::unique_ptr<grpc::ClientReaderInterface<Event>> Open(v1::Dashboard::StubInterface& dashboard,
                                                           grpc::ClientContext& context);
  // The event that is complete with this message; nullopt: more of it follows, or it says only that
  // nothing changed.
  std::optional<Event> Join(Event message);
  std::optional<Event> JoinDelta(Event message);
  void Saw(const Event& event);
};

// A watch of one conversation; it resumes where it was. An event in parts is taken whole.
struct ConversationStream {
  using Event = v1::ConversationEvent;
  static constexpr bool kTellsOfLink = false;  // the crew's stream beside it does

  v1::WatchConversationRequest request;
  v1::ConversationEvent parts;  // of the event that is being told

  std::unique_ptr<grpc::ClientReaderInterface<Event>> Open(v1::Dashboard::StubInterface& dashboard,
                                                           grpc::ClientContext& context);
  // As CrewStream's.
  std::optional<Event> Join(Event message);
  void Saw(const Event& event);
};

// Follows one stream into an inbox, in a thread of its own. When the link breaks it redials, with
// back-off since the last message. It ends when the inbox is closed, or with StreamEnded when the
// relay refuses, or was never reached.
template <typename Stream>
class Follower {
 public:
  // All must outlive it.
  Follower(Stream stream, const Endpoint& endpoint, Inbox& inbox, ids::RandomSource& random)
      : endpoint_(endpoint), inbox_(inbox), stream_(std::move(stream)), backoff_(kWaits, random) {
    thread_ = threads::StartNamed("follow", [this] { Run(); });
  }

  // Closes the inbox and waits for the thread.
  ~Follower() {
    inbox_.Close();
    Cancel();
    thread_.join();
  }

 private:
  // A person waits: never for long.
  static constexpr clock::Backoff::Options kWaits = {absl::Milliseconds(250), absl::Seconds(5)};

  void Run();
  // One stream, from its opening to its end. OK only once it was cancelled.
  absl::Status FollowOnce();
  // What an error means: true to redial.
  bool MayRedial(const absl::Status& why);

  bool Adopt(grpc::ClientContext* context) ABSL_LOCKS_EXCLUDED(mu_);
  void Cancel() ABSL_LOCKS_EXCLUDED(mu_);

  // Constant after construction.
  const Endpoint& endpoint_;
  Inbox& inbox_;  // synchronizes itself

  // Of the thread alone.
  Stream stream_;
  clock::Backoff backoff_;
  bool ever_ = false;  // the relay was reached at least once
  bool lost_ = false;  // and the link broke since

  absl::Mutex mu_;
  grpc::ClientContext* context_ ABSL_GUARDED_BY(mu_) = nullptr;
  bool cancelled_ ABSL_GUARDED_BY(mu_) = false;

  std::thread thread_;
};

extern template class Follower<CrewStream>;
extern template class Follower<ConversationStream>;

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_FOLLOWER_H_
