#include "crew/cli/view/findings.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "crew/cli/view/age.h"
#include "crew/cli/view/crew_list.h"
#include "crew/receipt/words.h"
#include "crew/text/clean.h"

namespace collie::cli {
namespace {

using receipt::ApiWord;

std::string Because(const v1::Source& source) {
  std::string why = ApiWord(source.state());
  if (!source.reason().empty()) absl::StrAppend(&why, ", ", source.reason());
  if (!source.detail().empty()) absl::StrAppend(&why, ": ", source.detail());
  return why;
}

std::string FixOf(const v1::Source& source) {
  switch (source.state()) {
    case v1::SOURCE_STATE_TOKEN_REFUSED:
      return absl::StrCat("collie durable attach ", source.name(), " --url URL --token-env VAR");
    case v1::SOURCE_STATE_DUPLICATE_SOURCE:
      return absl::StrCat("collie durable detach ", source.name());
    case v1::SOURCE_STATE_VERSION_MISMATCH:
      return "collie version, and update the older side";
    default:
      return absl::StrCat("start the agent, or collie durable detach ", source.name());
  }
}

Finding AgentFinding(const v1::Source& source) {
  const std::string subject = absl::StrCat("agent ", source.name());
  if (source.state() == v1::SOURCE_STATE_STARTING) {
    return {Mark::kWarn, subject, "it is starting", "collie doctor, in a moment"};
  }
  if (!IsRead(source)) return {Mark::kBad, subject, Because(source), FixOf(source)};
  if (source.left_out() == 0) return {Mark::kOk, subject, ApiWord(source.state()), ""};
  return {Mark::kWarn, subject,
          absl::StrCat("live, but ", source.left_out(),
                       " entries of its snapshot are left out: they are bad or over a limit"),
          "see the log of its edge"};
}

Finding MemberFinding(const v1::Member& member, const std::string& version) {
  const std::string subject = absl::StrCat("host ", member.id());
  if (member.state() == v1::MEMBER_STATE_LOCKED) {
    return {Mark::kBad, subject, absl::StrCat("locked: ", member.detail()),
            absl::StrCat("collie crew unlock ", member.id())};
  }
  if (member.state() != v1::MEMBER_STATE_CONNECTED) {
    return {Mark::kBad, subject,
            absl::StrCat(ApiWord(member.state()), ", last seen ", Span(member.last_seen_age_ms()),
                         " ago", member.detail().empty() ? "" : ": ", member.detail()),
            "collie doctor, on that host"};
  }
  if (member.version() != version && !member.version().empty()) {
    return {Mark::kWarn, subject,
            absl::StrCat("connected, with version ", member.version(), "; this is ", version),
            "update the older side"};
  }
  return {Mark::kOk, subject, "connected", ""};
}

}  // namespace

std::string_view MarkWord(Mark mark) {
  switch (mark) {
    case Mark::kOk:
      return "ok";
    case Mark::kWarn:
      return "warn";
    case Mark::kBad:
      break;
  }
  return "bad";
}

std::string FindingLine(const Finding& finding, const Paint& paint) {
  const std::string word = absl::StrFormat("%-4s", std::string(MarkWord(finding.mark)));
  const std::string mark = finding.mark == Mark::kOk     ? paint.Good(word)
                           : finding.mark == Mark::kWarn ? paint.NeedsYou(word)
                                                         : paint.Fault(word);
  std::string line = absl::StrCat(mark, "  ", text::TerminalSafe(finding.subject), "  ",
                                  text::TerminalSafe(finding.detail));
  if (!finding.fix.empty()) {
    absl::StrAppend(&line, "  (fix: ", text::TerminalSafe(finding.fix), ")");
  }
  return line;
}

Finding ProgramFinding(const std::string& subject, const absl::Status& status,
                       const std::string& fix) {
  if (status.ok()) return {Mark::kOk, subject, "it serves", ""};
  return {Mark::kBad, subject, std::string(status.message()), fix};
}

Finding LinkFinding(const v1::ListSourcesReply& edge) {
  if (edge.link_up()) return {Mark::kOk, "link", "the edge is linked with its relay", ""};
  return {Mark::kBad, "link", absl::StrCat("it is down: ", edge.link_detail()),
          "collie doctor, at the lead"};
}

std::vector<Finding> AgentFindings(const v1::ListSourcesReply& edge,
                                   const std::vector<std::string>& attached) {
  std::vector<Finding> findings;
  for (const v1::Source& source : edge.sources()) findings.push_back(AgentFinding(source));
  for (const std::string& name : attached) {
    const bool is_known =
        std::any_of(edge.sources().begin(), edge.sources().end(),
                    [&](const v1::Source& source) { return source.name() == name; });
    if (is_known) continue;
    findings.push_back({Mark::kBad, absl::StrCat("agent ", name),
                        "it is in sources.json, and the edge has not loaded it",
                        "see the log of the edge"});
  }
  return findings;
}

std::vector<Finding> MemberFindings(const Crew& crew, const std::string& version) {
  std::vector<Finding> findings;
  for (const auto& [id, member] : crew.members) {
    findings.push_back(MemberFinding(member.value, version));
  }
  return findings;
}

}  // namespace collie::cli
