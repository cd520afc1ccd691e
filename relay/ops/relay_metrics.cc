#include "relay/ops/relay_metrics.h"

#include <map>
#include <utility>
#include <variant>

#include "crew/receipt/words.h"
#include "relay/merge/crew_row.h"

namespace collie::relay {
namespace {

struct Tally {
  std::map<std::string, double> members;                          // by state
  std::map<std::pair<std::string, std::string>, double> sources;  // by state and reason
  double open = 0;
  double waiting = 0;
  double questions = 0;

  void Count(const CrewRow& row, clock::Steady now) {
    if (row.kind() == CrewRow::Kind::kPane) return CountPane(row.pane().pane());
    const CrewRow::Content content = row.At(now);
    if (const auto* member = std::get_if<v1::Member>(&content)) {
      ++members[receipt::ApiWord(member->state())];
    } else if (const auto* entry = std::get_if<v1::SourceEntry>(&content)) {
      ++sources[{receipt::ApiWord(entry->source().state()), entry->source().reason()}];
    }
  }
  void CountPane(const v1::Pane& pane) {
    if (!pane.open()) return;
    ++open;
    waiting += pane.open_asks() > 0;
    questions += static_cast<double>(pane.open_asks());
  }
};

}  // namespace

void AddCrewMetrics(const CrewView& view, clock::Steady now, ops::MetricsPage& page) {
  Tally tally;
  view.Cut()->Visit({}, nullptr, 0, [&](const CrewEntry& entry) {
    tally.Count(*entry.row, now);
    return true;
  });
  for (const auto& [state, count] : tally.members) {
    page.Gauge("collie_members", "Members by the state of their link.", count, {{"state", state}});
  }
  for (const auto& [key, count] : tally.sources) {
    page.Gauge("collie_sources", "Sources by state and why.", count,
               {{"state", key.first}, {"reason", key.second}});
  }
  page.Gauge("collie_conversations_open", "Open conversations.", tally.open);
  page.Gauge("collie_conversations_waiting", "Open conversations that wait for an answer.",
             tally.waiting);
  page.Gauge("collie_questions_open", "Open questions.", tally.questions);
  page.Gauge("collie_crew_revision", "The newest revision of the crew.",
             static_cast<double>(view.revision()));
}

void AddCounts(const RelayCounts& counts, ops::MetricsPage& page) {
  const char connections[] = "collie_http_connections";
  const char connections_help[] = "Open connections of the HTTP API.";
  page.Gauge(connections, connections_help, static_cast<double>(counts.http.strangers),
             {{"kind", "stranger"}});
  page.Gauge(connections, connections_help, static_cast<double>(counts.http.friends),
             {{"kind", "friend"}});
  page.Gauge("collie_http_accepting", "Whether the HTTP API accepts connections now.",
             counts.http.is_accepting ? 1 : 0);
  page.Gauge("collie_event_streams", "Open event streams.",
             static_cast<double>(counts.event_streams));
  page.Gauge("collie_store_writable", "Whether receipts can be written.", counts.can_write ? 1 : 0);
  page.Counter("collie_http_accepted_total", "Connections that the HTTP API accepted.",
               static_cast<double>(counts.http.accepted));
  page.Counter("collie_http_evicted_total", "Connections closed so that another finds a place.",
               static_cast<double>(counts.http.evicted));
  page.Counter("collie_http_turned_away_total", "Connections closed at once.",
               static_cast<double>(counts.http.turned_away));
  page.Counter("collie_http_accept_failures_total",
               "Times that accepting failed, such as without descriptors.",
               static_cast<double>(counts.http.accept_failures));
}

}  // namespace collie::relay
