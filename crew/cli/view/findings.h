#ifndef COLLIE_CREW_CLI_VIEW_FINDINGS_H_
#define COLLIE_CREW_CLI_VIEW_FINDINGS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "collie/v1/edge_control.pb.h"
#include "crew/cli/view/crew_state.h"
#include "crew/cli/view/paint.h"

// What `collie doctor` finds. Pure.
namespace collie::cli {

enum class Mark { kOk, kWarn, kBad };

// One thing that was looked at.
struct Finding {
  Mark mark = Mark::kOk;
  std::string subject;  // `link`, `agent hello`
  std::string detail;   // what is so, or what is wrong
  std::string fix;      // the command that fixes it; empty: none is needed
};

// `ok`, `warn`, `bad`.
std::string_view MarkWord(Mark mark);
// `bad   link  it is down: …  (fix: collie up)`, cleaned for the terminal.
std::string FindingLine(const Finding& finding, const Paint& paint);

// A program that answers, or why it does not.
Finding ProgramFinding(const std::string& subject, const absl::Status& status,
                       const std::string& fix);
// The edge's link.
Finding LinkFinding(const v1::ListSourcesReply& edge);
// The agents: each that the edge reads, and each of `attached` that it does not know.
std::vector<Finding> AgentFindings(const v1::ListSourcesReply& edge,
                                   const std::vector<std::string>& attached);
// The hosts: their links, and versions that differ from `version`.
std::vector<Finding> MemberFindings(const Crew& crew, const std::string& version);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_FINDINGS_H_
