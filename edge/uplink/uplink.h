#ifndef COLLIE_EDGE_UPLINK_UPLINK_H_
#define COLLIE_EDGE_UPLINK_UPLINK_H_

#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "crew/clock/clock.h"
#include "crew/ids/random.h"
#include "crew/rpc/lead_credentials.h"
#include "crew/threads/steady_condition.h"
#include "edge/uplink/link_stream.h"
#include "edge/uplink/uplink_session.h"
#include "edge/uplink/uplink_state.h"

namespace collie::edge {

// Keeps the edge linked to its relay: dials, says hello, sends state and results, heartbeats, and
// dials again. Thread-safe; it has one thread of its own.
class Uplink {
 public:
  struct Options {
    std::string address;  // host:port of the relay's gRPC listener
    rpc::LeadCredentials lead;
    clock::Backoff::Options backoff = UplinkState::kBackoff;
  };

  Uplink(Options options, UplinkTargets targets, const clock::Clock& clock,
         ids::RandomSource& random);
  ~Uplink();

  void Start();
  // Ends the stream and the thread. May be repeated.
  void Stop();

  // There may be state to send.
  void Notify();
  // Sends a result on the stream that is up; dropped without one.
  void ReportResult(const v1::ActResult& result);

  bool is_up() const;
  // One sentence about why there is no link; empty while it is up.
  std::string detail() const;

 private:
  void Work();
  // Each checks the state once.
  void DialIfDue();
  absl::Status WhyEnded(const absl::Status& why) const;
  void KeepAlive();
  std::shared_ptr<LinkStream> Stream() const;

  const Options options_;
  const UplinkTargets targets_;
  const clock::Clock& clock_;

  mutable absl::Mutex mu_;
  threads::SteadyCondition changed_;  // notified when check_due_ or stream_ changed
  UplinkState state_ ABSL_GUARDED_BY(mu_);
  std::shared_ptr<LinkStream> stream_ ABSL_GUARDED_BY(mu_);
  bool stopping_ ABSL_GUARDED_BY(mu_) = false;
  bool check_due_ ABSL_GUARDED_BY(mu_) = false;  // something happened that the thread must check
  std::thread thread_;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_UPLINK_UPLINK_H_
