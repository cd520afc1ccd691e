#include "edge/sources/agents.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "crew/text/limits.h"
#include "crew/wire/wire_error.h"
#include "edge/agent/act_post.h"
#include "edge/agent/fresh_reader.h"

namespace collie::edge {
namespace {

using Kind = ReadFailure::Kind;

constexpr int kDefaultLimit = static_cast<int>(text::kHistoryItemsByDefault);
constexpr int kMostLimit = static_cast<int>(text::kHistoryItems);

FreshState NoSuchSource(const ids::SourceName& source) {
  FreshState state;
  state.source.set_name(source.value());
  state.source.set_state(v1::SOURCE_STATE_UNREACHABLE);
  state.source.set_reason(ApiWord(SourceReason::kSourceUnreachable));
  state.source.set_detail(absl::StrCat("No source is attached as '", source.value(), "'."));
  return state;
}

v1::HistoryPage NoPage(v1::Reason reason, const std::string& detail) {
  v1::HistoryPage page;
  page.set_reason(reason);
  page.set_detail(detail);
  return page;
}

v1::Reason ReasonOf(const ReadFailure& failure) {
  switch (failure.kind) {
    case Kind::kStarting:
      return v1::REASON_STARTING;
    case Kind::kTokenRefused:
      return v1::REASON_TOKEN_REFUSED;
    case Kind::kIncompatible:
      return v1::REASON_VERSION_MISMATCH;
    case Kind::kCancelled:
      return v1::REASON_DRAINING;
    case Kind::kRefused:
      return wire::ReasonOfCode(failure.code);
    default:
      return v1::REASON_SOURCE_UNREACHABLE;
  }
}

}  // namespace

// Reads one agent, within reach of CancelReads.
class Agents::Reading {
 public:
  Reading(Agents& agents, const config::SourceEntry& entry) : agents_(agents), reader_(entry) {
    absl::MutexLock lock(&agents_.mu_);
    agents_.under_way_.insert(&reader_);
    if (agents_.cancelled_) reader_.Cancel();
  }
  ~Reading() {
    absl::MutexLock lock(&agents_.mu_);
    agents_.under_way_.erase(&reader_);
  }
  AgentReader& reader() { return reader_; }

 private:
  Agents& agents_;
  AgentReader reader_;
};

std::optional<ids::AgentAddress> Agents::Address(const ids::SourceName& source) {
  const auto poller = sources_.Find(source.value());
  if (poller == nullptr) return std::nullopt;
  return ids::AgentAddress(poller->entry().address());
}

FreshState Agents::Read(const ids::SourceName& source, const ids::PaneId& pane, bool with_asks,
                        absl::Duration most) {
  const auto poller = sources_.Find(source.value());
  if (poller == nullptr) return NoSuchSource(source);
  const std::optional<KnownAgent> known = poller->Known();
  Reading reading(*this, poller->entry());
  FreshState state = FreshReader(reading.reader(), poller->entry(), known, clock_)
                         .Read(pane.value(), with_asks, most);
  const bool is_news = state.source.state() != v1::SOURCE_STATE_LIVE || !known ||
                       known->hello.epoch != state.source.epoch();
  if (is_news) poller->PollNow();
  if (state.source.state() != v1::SOURCE_STATE_LIVE) return state;
  const ids::SourceName earlier = sources_.EarlierWith(source, ids::Epoch(state.source.epoch()));
  if (earlier.empty()) return state;
  state.source.set_state(v1::SOURCE_STATE_DUPLICATE_SOURCE);
  state.source.set_reason(ApiWord(SourceReason::kDuplicateSource));
  state.source.set_detail(absl::StrCat("It is the same agent as ", earlier.value(), "."));
  return state;
}

std::optional<v1::ClosedAsk> Agents::FindDecision(const ids::SourceName& source,
                                                  const ids::PaneId& pane, const ids::Epoch& epoch,
                                                  const ids::AskId& ask_id) {
  return view_.FindDecision({"", source.value(), pane.value()}, epoch, ask_id);
}

std::shared_ptr<Poller> Agents::FindAt(const ids::SourceName& source,
                                       const ids::AgentAddress& address) const {
  auto poller = sources_.Find(source.value());
  return poller != nullptr && poller->entry().address() == address.value() ? poller : nullptr;
}

PostReply Agents::Post(const ids::SourceName& source, const ids::AgentAddress& address,
                       const std::string& path, const std::string& body, absl::Duration most) {
  const auto poller = FindAt(source, address);
  if (poller == nullptr) {
    return {PostReply::Kind::kNeverLeft, 0, "", "", "The source has another address now."};
  }
  return PostAct(poller->entry(), path, body, most);
}

std::unique_ptr<AgentVisit> Agents::Visit(const ids::SourceName& source,
                                          const ids::AgentAddress& address) {
  const auto poller = FindAt(source, address);
  return poller == nullptr ? nullptr : std::make_unique<ReaderVisit>(poller->entry());
}

v1::Evidence Agents::FindWitness(const ids::SourceName& source, const ids::PaneId& pane,
                                 const ids::RequestId& request_id, absl::Duration most) {
  const auto poller = sources_.Find(source.value());
  if (poller == nullptr) return v1::EVIDENCE_UNSPECIFIED;
  Reading reading(*this, poller->entry());
  const auto result = reading.reader().Pane(pane.value(), /*cursor=*/"", most);
  const auto* read = std::get_if<wire::PaneRead>(&result);
  return read == nullptr ? v1::EVIDENCE_UNSPECIFIED : WitnessIn(*read, request_id.value());
}

v1::HistoryPage Agents::ReadHistory(const v1::HistoryRead& read) {
  const auto poller = sources_.Find(read.source());
  if (poller == nullptr) {
    return NoPage(v1::REASON_NO_SUCH_CONVERSATION,
                  absl::StrCat("No source is attached as '", read.source(), "'."));
  }
  const auto known = poller->Known();
  if (known && !known->hello.source.capabilities().history()) {
    return NoPage(v1::REASON_UNSUPPORTED, "This agent does not claim to keep a history.");
  }
  Reading reading(*this, poller->entry());
  const int limit = read.limit() == 0 ? kDefaultLimit : std::clamp(read.limit(), 1, kMostLimit);
  auto result = reading.reader().History(read.pane(), read.before(), limit);
  if (const auto* failure = std::get_if<ReadFailure>(&result)) {
    return NoPage(ReasonOf(*failure), failure->detail);
  }
  auto& history = std::get<wire::HistoryRead>(result);
  v1::HistoryPage page;
  for (v1::Item& item : history.items) *page.add_items() = std::move(item);
  page.set_before(history.before);
  page.set_truncated(history.truncated);
  return page;
}

void Agents::CancelReads() {
  absl::MutexLock lock(&mu_);
  cancelled_ = true;
  for (AgentReader* reader : under_way_) reader->Cancel();
}

}  // namespace collie::edge
