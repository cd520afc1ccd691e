#include "crew/cli/local_crew.h"

#include <algorithm>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "crew/cli/edge_control.h"
#include "crew/cli/edge_enrolment.h"
#include "crew/cli/health.h"
#include "crew/journal/private_folder.h"
#include "crew/status/status_macros.h"

namespace collie::cli {
namespace {

constexpr absl::Duration kMostForRelay = absl::Seconds(30);
constexpr absl::Duration kMostForLink = absl::Seconds(30);
constexpr absl::Duration kMostForFirstReads = absl::Seconds(3);
constexpr absl::Duration kMostToEnd = absl::Seconds(10);
constexpr absl::Duration kAnswers = absl::Seconds(1);
// A child that dies more often than this, in this time, is not restarted.
constexpr size_t kMostDeaths = 5;
constexpr absl::Duration kForgiven = absl::Minutes(10);

std::vector<std::string> With(std::vector<std::string> first,
                              const std::vector<std::string>& rest) {
  first.insert(first.end(), rest.begin(), rest.end());
  return first;
}

bool WasTried(const v1::Source& source) {
  return source.was_read() || (source.state() != v1::SOURCE_STATE_UNSPECIFIED &&
                               source.state() != v1::SOURCE_STATE_STARTING);
}

absl::Status Ended(const ChildProcess& child) {
  return absl::UnavailableError(
      absl::StrCat(child.name(), " ended (", child.HowItEnded(), "): its last lines say why"));
}

}  // namespace

absl::Status LocalCrew::MakeFolders() const {
  COLLIE_RETURN_IF_ERROR(journal::MakePrivateFolder(paths_.state_dir));
  COLLIE_RETURN_IF_ERROR(journal::MakePrivateFolder(paths_.relay_dir()));
  COLLIE_RETURN_IF_ERROR(journal::MakePrivateFolder(paths_.edge_dir()));
  std::error_code unreadable;
  // One that a person made keeps its mode: its files are private by themselves.
  if (std::filesystem::exists(paths_.config_dir, unreadable)) return absl::OkStatus();
  return journal::MakePrivateFolder(paths_.config_dir);
}

absl::Status LocalCrew::CheckChildren() {
  for (const Child* child : {&relay_, &edge_}) {
    if (child->process != nullptr && !child->process->Running()) return Ended(*child->process);
  }
  return absl::OkStatus();
}

absl::Status LocalCrew::Launch(Child& child) const {
  COLLIE_ASSIGN_OR_RETURN(
      child.process,
      ChildProcess::Start(child.name, program_.programs / child.name, child.arguments));
  return absl::OkStatus();
}

absl::Status LocalCrew::Await(const std::string& what, absl::Duration most,
                              const std::function<absl::Status()>& ready) {
  constexpr absl::Duration kBetween = absl::Milliseconds(50);
  constexpr absl::Duration kLong = absl::Seconds(2);
  const clock::Steady began = program_.clock.Now();
  bool told = false;
  while (true) {
    COLLIE_RETURN_IF_ERROR(CheckChildren());
    const absl::Status status = ready();
    // A child that ended meanwhile may have been replaced by another one that answered.
    if (status.ok()) return CheckChildren();
    const absl::Duration waited = program_.clock.Now() - began;
    if (waited >= most) {
      return absl::DeadlineExceededError(absl::StrCat(what, " took too long: ", status.message()));
    }
    if (waited >= kLong && !std::exchange(told, true)) PrintSentence(program_, "waiting: " + what);
    if (Signals::AsksToEnd(signals_.Wait(kBetween))) return absl::CancelledError("asked to end");
  }
}

absl::Status LocalCrew::StartRelay(const std::vector<std::string>& arguments) {
  const Endpoint endpoint = LocalRelayEndpoint(paths_);
  if (CheckHealth(endpoint, kAnswers).ok()) {
    return absl::FailedPreconditionError(
        absl::StrCat("a relay runs here already (", paths_.relay_dir().string(),
                     "): use it, end it, or name another --state-dir"));
  }
  relay_.arguments = With({"--state-dir", paths_.state_dir.string()}, arguments);
  COLLIE_RETURN_IF_ERROR(Launch(relay_));
  return Await("the relay's start", kMostForRelay, [&] { return CheckHealth(endpoint, kAnswers); });
}

absl::Status LocalCrew::StartEdge(const std::vector<std::string>& arguments,
                                  const std::string& rejoin_token) {
  const Endpoint relay = LocalRelayEndpoint(paths_);
  COLLIE_ASSIGN_OR_RETURN(member_, rejoin_token.empty() ? EnrolEdge(paths_, relay, HostLabel())
                                                        : RejoinEdge(paths_, relay, rejoin_token));
  edge_.arguments =
      With({"--state-dir", paths_.state_dir.string(), "--config-dir", paths_.config_dir.string()},
           arguments);
  COLLIE_RETURN_IF_ERROR(Launch(edge_));
  const Endpoint endpoint = EdgeEndpoint(paths_);
  const auto ask = [&]() -> absl::Status {
    COLLIE_ASSIGN_OR_RETURN(sources_, ListSources(endpoint, kAnswers));
    return absl::OkStatus();
  };
  COLLIE_RETURN_IF_ERROR(Await("the edge's link to the relay", kMostForLink, [&] {
    COLLIE_RETURN_IF_ERROR(ask());
    return sources_.link_up() ? absl::OkStatus() : absl::UnavailableError(sources_.link_detail());
  }));
  const absl::Status read = Await("the first read of the agents", kMostForFirstReads, [&] {
    COLLIE_RETURN_IF_ERROR(ask());
    const bool all = std::all_of(sources_.sources().begin(), sources_.sources().end(), WasTried);
    return all ? absl::OkStatus() : absl::UnavailableError("some agents are still starting");
  });
  return absl::IsDeadlineExceeded(read) ? absl::OkStatus() : read;  // their state says the rest
}

absl::Status LocalCrew::Start(const std::vector<std::string>& relay_arguments,
                              const std::vector<std::string>& edge_arguments,
                              const std::string& rejoin_token) {
  COLLIE_RETURN_IF_ERROR(MakeFolders());
  COLLIE_RETURN_IF_ERROR(StartRelay(relay_arguments));
  return StartEdge(edge_arguments, rejoin_token);
}

// What was under way is settled by receipts, so a child that died is restarted at once; one that
// cannot stay up needs a person.
absl::Status LocalCrew::KeepRunning(Child& child) {
  if (child.process->Running()) return absl::OkStatus();
  const clock::Steady now = program_.clock.Now();
  std::erase_if(child.died, [now](clock::Steady died) { return now - died > kForgiven; });
  if (child.process->EndedInOrder() || child.died.size() >= kMostDeaths) {
    return Ended(*child.process);
  }
  child.died.push_back(now);
  PrintSentence(program_, absl::StrCat(child.name, " ended (", child.process->HowItEnded(),
                                       "): restarting it"));
  return Launch(child);
}

absl::Status LocalCrew::WatchOver() {
  // A child's end comes as a signal; the wait is bounded in case another thread took that.
  constexpr absl::Duration kPollEvery = absl::Seconds(1);
  while (true) {
    COLLIE_RETURN_IF_ERROR(KeepRunning(relay_));
    COLLIE_RETURN_IF_ERROR(KeepRunning(edge_));
    if (Signals::AsksToEnd(signals_.Wait(kPollEvery))) return absl::OkStatus();
  }
}

void LocalCrew::Stop() {
  for (const Child* child : {&edge_, &relay_}) {
    if (child->process != nullptr) child->process->Stop(kMostToEnd, signals_);
  }
}

}  // namespace collie::cli
