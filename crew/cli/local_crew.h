#ifndef COLLIE_CREW_CLI_LOCAL_CREW_H_
#define COLLIE_CREW_CLI_LOCAL_CREW_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collie/v1/edge_control.pb.h"
#include "crew/cli/child_process.h"
#include "crew/cli/connection.h"
#include "crew/cli/program.h"
#include "crew/cli/signals.h"
#include "crew/config/paths.h"

namespace collie::cli {

// A relay and an edge on this machine that this program started: it brings them up in order,
// supervises them, and ends them in reverse. For one thread.
//
//   nothing → relay starts → relay serves → edge is enrolled → edge starts → link is up → watched
//   over
//
// From every state: a signal that asks to end stops what runs, and so does a child that ends; but
// one that died while it was supervised is restarted, unless it keeps dying.
class LocalCrew {
 public:
  // All must outlive it.
  LocalCrew(Program& program, const config::Paths& paths, Signals& signals)
      : program_(program), paths_(paths), signals_(signals) {}
  // Ends what runs.
  ~LocalCrew() { Stop(); }

  // Starts both and waits until the edge is linked to the relay and has read its agents once, or
  // had its time. Errors: CANCELLED (a signal asked to end), FAILED_PRECONDITION (a relay runs here
  // already; the folders are not private), UNAVAILABLE (a child ended), DEADLINE_EXCEEDED.
  // `rejoin_token`: of `collie crew unlock`, with which the edge gets a new key; empty: none.
  absl::Status Start(const std::vector<std::string>& relay_arguments,
                     const std::vector<std::string>& edge_arguments,
                     const std::string& rejoin_token = "");
  // What Start found.
  const std::string& member() const { return member_; }
  const v1::ListSourcesReply& sources() const { return sources_; }

  // Waits until a signal asks to end (OK), or a child exited cleanly or died for the sixth time in
  // ten minutes (UNAVAILABLE).
  absl::Status WatchOver();

  // Ends the edge, then the relay.
  void Stop();

 private:
  struct Child {
    std::string name;
    std::vector<std::string> arguments;
    std::unique_ptr<ChildProcess> process;
    std::vector<clock::Steady> died;  // the latest times
  };

  absl::Status MakeFolders() const;
  absl::Status Launch(Child& child) const;
  // OK: it runs, or was restarted.
  absl::Status KeepRunning(Child& child);
  absl::Status StartRelay(const std::vector<std::string>& arguments);
  absl::Status StartEdge(const std::vector<std::string>& arguments,
                         const std::string& rejoin_token);
  // Polls `ready` until it is OK; prints what it waits for when that is long.
  absl::Status Await(const std::string& what, absl::Duration most,
                     const std::function<absl::Status()>& ready);
  // UNAVAILABLE when a child ended.
  absl::Status CheckChildren();

  Program& program_;
  const config::Paths& paths_;
  Signals& signals_;
  Child relay_{"collie-relay", {}, nullptr, {}};
  Child edge_{"collie-edge", {}, nullptr, {}};
  std::string member_;
  v1::ListSourcesReply sources_;
};

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_LOCAL_CREW_H_
