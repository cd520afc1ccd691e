#include "crew/cli/doctor_command.h"

#include <CLI/App.hpp>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "collie/v1/dashboard.grpc.pb.h"
#include "crew/cli/connection.h"
#include "crew/cli/crew_reading.h"
#include "crew/cli/edge_control.h"
#include "crew/cli/health.h"
#include "crew/cli/print_json.h"
#include "crew/cli/verb.h"
#include "crew/cli/view/findings.h"
#include "crew/cli/write_readiness.h"
#include "crew/config/private_file.h"
#include "crew/config/sources_file.h"
#include "crew/status/status_macros.h"
#include "crew/version/version.h"

namespace collie::cli {
namespace {

constexpr absl::Duration kMost = absl::Seconds(3);
constexpr size_t kMostSourcesBytes = 1024 * 1024;

struct DoctorFlags {
  CommonFlags common;
  std::string http = "127.0.0.1:8787";
};

using Findings = std::vector<Finding>;

// The names that sources.json attaches. It is only read: doctor changes nothing.
absl::StatusOr<std::vector<std::string>> Attached(const config::Paths& paths) {
  const auto text = config::ReadBoundedFile(paths.sources_file(), kMostSourcesBytes);
  if (absl::IsNotFound(text.status())) return std::vector<std::string>();
  if (!text.ok()) return text.status();
  COLLIE_ASSIGN_OR_RETURN(const auto sources, config::ParseSources(*text));
  std::vector<std::string> names;
  for (const config::SourceEntry& source : sources) names.push_back(source.name);
  return names;
}

std::vector<std::string> LookAtFiles(const config::Paths& paths, Findings& findings) {
  const auto attached = Attached(paths);
  if (!attached.ok()) {
    findings.push_back({Mark::kBad, "sources.json", std::string(attached.status().message()),
                        absl::StrCat("edit ", paths.sources_file().string())});
    return {};
  }
  const bool none = attached->empty();
  findings.push_back({none ? Mark::kWarn : Mark::kOk, "sources.json",
                      absl::StrCat("agents attached: ", attached->size()),
                      none ? "collie durable attach NAME --socket PATH" : ""});
  return *attached;
}

void LookAtEdge(const config::Paths& paths, const std::vector<std::string>& attached,
                Findings& findings) {
  const auto edge = ListSources(EdgeEndpoint(paths), kMost);
  findings.push_back(ProgramFinding("edge", edge.status(), "collie up"));
  if (!edge.ok()) return;
  findings.push_back(LinkFinding(*edge));
  for (Finding& finding : AgentFindings(*edge, attached)) findings.push_back(std::move(finding));
}

// Reads of the store answer, and so do writes, as the relay itself says.
Finding LookAtStore(const Endpoint& relay, v1::Dashboard::StubInterface& dashboard,
                    const std::string& http) {
  v1::ListReceiptsRequest request;
  request.set_limit(1);
  grpc::ClientContext context;
  const auto bound = Bound(context, kMost);
  v1::ListReceiptsReply reply;
  const grpc::Status status = dashboard.ListReceipts(&context, request, &reply);
  if (!status.ok()) {
    return {Mark::kBad, "store", std::string(Explain(status, relay).message()),
            "see the log of the relay"};
  }
  return WriteReadiness(http, kMost);
}

void LookAtRelay(Program& program, const DoctorFlags& flags, const Endpoint& relay,
                 Findings& findings) {
  const absl::Status serves = CheckHealth(relay, kMost);
  findings.push_back(ProgramFinding("relay", serves, "collie up"));
  if (!serves.ok()) return;
  const auto channel = relay.dial();
  if (!channel.ok()) return;
  const auto dashboard = v1::Dashboard::NewStub(*channel);
  findings.push_back(LookAtStore(relay, *dashboard, flags.http));
  v1::WatchRequest request;
  request.set_passive(true);
  const auto crew = ReadCrew(*dashboard, relay, request, program.clock);
  if (!crew.ok()) {
    findings.push_back({Mark::kBad, "crew", std::string(crew.status().message()), "collie up"});
    return;
  }
  for (Finding& finding : MemberFindings(crew->crew(), std::string(version::kVersion))) {
    findings.push_back(std::move(finding));
  }
}

void Report(Program& program, const DoctorFlags& flags, const Findings& findings, bool well) {
  if (!flags.common.json) {
    for (const Finding& finding : findings) {
      program.out << FindingLine(finding, program.paint) << '\n';
    }
    return;
  }
  const auto row = [](const Finding& finding) {
    return Json{{"mark", MarkWord(finding.mark)},
                {"subject", finding.subject},
                {"detail", finding.detail},
                {"fix", finding.fix}};
  };
  PrintJson(program, {{"ok", well}, {"findings", json::ListJson(findings, row)}});
}

int RunDoctor(Program& program, const DoctorFlags& flags) {
  const auto paths = PathsOf(flags.common, program);
  if (!paths.ok()) return Fail(program, paths.status());
  const std::string own(version::kVersion);
  Findings findings = {{Mark::kOk, "collie", "version " + own, ""}};
  const std::vector<std::string> attached = LookAtFiles(*paths, findings);
  LookAtEdge(*paths, attached, findings);
  LookAtRelay(program, flags, LocalRelayEndpoint(*paths), findings);
  const bool well = std::none_of(findings.begin(), findings.end(),
                                 [](const Finding& one) { return one.mark == Mark::kBad; });
  Report(program, flags, findings, well);
  return well ? kDone : kFailed;
}

}  // namespace

void AddDoctorVerb(CLI::App& app, Action& chosen) {
  auto [verb, flags] = AddVerb<DoctorFlags>(
      app, "doctor", "Say what is wrong on this machine, and what fixes it", chosen, RunDoctor);
  verb->add_option("--http", flags->http, "Where the relay's HTTP API listens")
      ->type_name("HOST:PORT")
      ->capture_default_str();
  AddPathFlags(*verb, flags->common);
  AddJsonFlag(*verb, flags->common);
}

}  // namespace collie::cli
