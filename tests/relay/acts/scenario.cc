#include "tests/relay/acts/scenario.h"

#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "relay/acts/first_receipt.h"
#include "relay/acts/request_check.h"

namespace collie::relay {
namespace {

v1::Outcome OutcomeOf(const std::string& word) {
  if (word == "sent") return v1::OUTCOME_SENT;
  if (word == "refused") return v1::OUTCOME_REFUSED;
  if (word == "unknown") return v1::OUTCOME_UNKNOWN;
  if (word == "maybe-applied") return v1::OUTCOME_MAYBE_APPLIED;
  return v1::OUTCOME_UNSPECIFIED;
}

absl::Status EndOf(const std::string& word) {
  if (word == "unavailable") return absl::UnavailableError("The disk is full.");
  if (word == "aborted") return absl::AbortedError("A newer relay has started.");
  return absl::OkStatus();
}

v1::ActRequest RequestOf(const std::string& kind, const std::string& id) {
  v1::ActRequest request;
  request.set_request_id(id);
  request.mutable_conversation()->set_member("deck");
  request.mutable_conversation()->set_source("hello");
  request.mutable_conversation()->set_pane("deploy");
  if (kind == "stop") {
    request.mutable_stop();
  } else {
    request.mutable_send()->set_turn("t-1");
    request.mutable_send()->set_text("Ship it");
  }
  return request;
}

}  // namespace

Scenario::Scenario() {
  Start();
  RunWords({"stream", "store-1"});
  output_.clear();
}

ActCore::Moment Scenario::Now() const { return {clock_.Now(), clock_.Wall()}; }

std::string Scenario::Run(const std::string& command) {
  output_.clear();
  RunWords(absl::StrSplit(command, ' ', absl::SkipEmpty()));
  PrintStates();
  return output_.empty() ? "nothing\n" : std::exchange(output_, "");
}

void Scenario::RunWords(const Words& words) {
  ActEffects effects;
  const std::string& verb = words.at(0);
  const std::string first = words.size() > 1 ? words[1] : "";
  if (verb == "submit") return Submit(words, /*is_retry=*/false);
  if (verb == "retry") return Submit({"retry", "send", first}, /*is_retry=*/true);
  if (verb == "write") return Write(first);
  if (verb == "result") return Result(words);
  if (verb == "shows") return Show(first);
  if (verb == "start") return Start();
  if (verb == "kill") {
    core_.reset();
    writes_.clear();
    states_.clear();
    return;
  }
  if (verb == "link") {
    has_link_ = first == "up";
  } else if (verb == "turn") {
    turn_ = first;
  } else if (verb == "source") {
    is_source_live_ = first == "live";
  } else if (verb == "stream") {
    core_->OnStream("deck", {first, term_, 0, {}}, Now(), effects);
  } else if (verb == "stream-lost") {
    core_->OnStreamLost("deck", 0);
  } else if (verb == "give-up") {
    core_->GiveUp(
        first, [](const ActReply&) {}, Now(), effects);
  } else if (verb == "drain") {
    core_->Drain(Now(), effects);
  } else if (verb == "pass") {
    absl::Duration time;
    if (!absl::ParseDuration(first, &time)) return Print("no such duration");
    clock_.Advance(time);
    core_->Tick(Now(), effects);
  } else {
    return Print(absl::StrCat("no such command: ", verb));
  }
  Carry(std::move(effects));
}

void Scenario::Start() {
  ++term_;
  states_.clear();
  core_ = std::make_unique<ActCore>("run-" + std::to_string(term_), ActOptions());
  std::vector<ActRecord> unsettled;
  for (auto& [id, record] : disk_) {
    if (record.phase == ActPhase::kDispatched) unsettled.push_back(record);
  }
  ActEffects effects;
  core_->Restore(std::move(unsettled), {}, Now(), effects);
  Carry(std::move(effects));
}

void Scenario::Submit(const Words& words, bool is_retry) {
  ActCore::Intake intake;
  intake.request = RequestOf(words.at(1), words.at(2));
  intake.payload = PayloadOf(intake.request);
  intake.receipt = FirstReceipt({.device = "phone", .role = v1::ROLE_OPERATOR}, intake.request,
                                nullptr, clock_.Wall());
  intake.why_closed = v1::REASON_MEMBER_UNREACHABLE;
  intake.done = [](const ActReply&) {};
  ActEffects effects;
  if (is_retry) {
    core_->Retry(std::move(intake), Now(), effects);
  } else {
    core_->Submit(std::move(intake), Now(), effects);
  }
  Carry(std::move(effects));
}

// `write`: the oldest write ends, as `end` says; `write all`: every one that there is, in order.
void Scenario::Write(const std::string& end) {
  if (writes_.empty()) return Print("no write waits");
  do {
    const ActEffect effect = std::move(writes_.front());
    writes_.pop_front();
    WriteOne(effect, EndOf(end));
  } while (end == "all" && !writes_.empty());
}

void Scenario::WriteOne(const ActEffect& effect, const absl::Status& end) {
  ActEffects effects;
  if (const auto* accept = std::get_if<AcceptRecord>(&effect)) {
    const std::string id = accept->record.receipt.request_id();
    absl::StatusOr<Accepted> accepted = absl::UnknownError("");
    if (!end.ok()) accepted = end;
    if (end.ok()) {
      const auto [at, is_new] = disk_.try_emplace(id, accept->record);
      accepted = Accepted{is_new, at->second};
    }
    core_->OnAccepted(id, std::move(accepted), Now(), effects);
  } else {
    const auto& change = std::get<ChangeRecord>(effect);
    const auto found = disk_.find(change.request_id);
    absl::StatusOr<ActRecord> written = absl::NotFoundError("No such request id.");
    if (!end.ok()) written = end;
    bool has_changed = false;
    if (end.ok() && found != disk_.end()) {
      has_changed = Apply(change.change, found->second);
      written = found->second;
    }
    core_->OnChanged(change, has_changed, std::move(written), Now(), effects);
  }
  Carry(std::move(effects));
}

// `result ID ATTEMPT OUTCOME|never`.
void Scenario::Result(const Words& words) {
  v1::ActResult result;
  int attempt = 0;
  if (!absl::SimpleAtoi(words.at(2), &attempt)) return Print("no such attempt");
  result.set_request_id(words.at(1));
  result.set_attempt(attempt);
  result.set_posts(attempt);
  if (words.at(3) == "never") {
    result.set_state(v1::ATTEMPT_STATE_NEVER);
    result.set_reason(v1::REASON_FENCED);
  } else {
    result.set_state(v1::ATTEMPT_STATE_DONE);
    result.set_outcome(OutcomeOf(words.at(3)));
    result.set_evidence(v1::EVIDENCE_REPLY);
  }
  ActEffects effects;
  core_->OnResult("deck", result, nullptr, Now(), effects);
  Carry(std::move(effects));
}

// The conversation shows the user item of this request.
void Scenario::Show(const std::string& request_id) {
  v1::ConversationUpdate update;
  update.set_source("hello");
  update.set_pane("deploy");
  update.set_epoch("e-1");
  v1::Item& item = *update.add_items();
  item.set_id("i-1");
  item.set_kind(v1::ITEM_KIND_USER);
  item.set_request_id(request_id);
  ActEffects effects;
  core_->OnConversation("deck", update, Place(), Now(), effects);
  Carry(std::move(effects));
}

ActTarget Scenario::Place() const {
  ActTarget target;
  target.member.emplace().set_id("deck");
  target.member->set_state(v1::MEMBER_STATE_CONNECTED);
  v1::Source& source = target.source.emplace();
  source.set_name("hello");
  source.set_epoch("e-1");
  source.set_state(is_source_live_ ? v1::SOURCE_STATE_LIVE : v1::SOURCE_STATE_UNREACHABLE);
  for (auto set :
       {&v1::Capabilities::set_send, &v1::Capabilities::set_queue, &v1::Capabilities::set_abort}) {
    (source.mutable_capabilities()->*set)(true);
  }
  target.pane.emplace().set_id("deploy");
  target.pane->mutable_turn()->set_id(turn_);
  target.pane->mutable_turn()->set_state(v1::TURN_STATE_WORKING);
  return target;
}

void Scenario::Carry(ActEffects effects) {
  for (ActEffect& effect : effects) {
    if (!std::holds_alternative<DeadlineMoved>(effect)) Print(Describe(effect));
    if (const auto* look = std::get_if<LookUp>(&effect)) {
      ActEffects caused;
      core_->OnLookedUp(look->request_id, Place(), Now(), caused);
      Carry(std::move(caused));
    } else if (const auto* dispatch = std::get_if<Dispatch>(&effect)) {
      CarryDispatch(*dispatch);
    } else if (std::holds_alternative<AcceptRecord>(effect) ||
               std::holds_alternative<ChangeRecord>(effect)) {
      writes_.push_back(std::move(effect));
    }
  }
}

void Scenario::CarryDispatch(const Dispatch& dispatch) {
  ActEffects effects;
  const auto command = core_->CommandToSend(dispatch, Now(), effects);
  if (command.has_value() && has_link_) {
    Print(absl::StrCat("the command left: fence ", command->fence().term(), ".",
                       command->fence().number(), ", ", command->time_left_ms(), " ms left"));
  } else if (command.has_value()) {
    Print("no link");
    core_->OnNotSent(dispatch, v1::REASON_MEMBER_UNREACHABLE, Now(), effects);
  }
  Carry(std::move(effects));
}

// The states that are other ones than at the last command.
void Scenario::PrintStates() {
  if (core_ == nullptr) return;
  for (const auto& [id, record] : disk_) {
    const auto state = core_->StateOf(id);
    const auto known = states_.find(id);
    if (state.has_value() && (known == states_.end() || known->second != *state)) {
      Print(absl::StrCat("= ", id, " is ", Name(*state)));
      states_[id] = *state;
    } else if (!state.has_value() && known != states_.end()) {
      Print(absl::StrCat("= ", id, " is gone"));
      states_.erase(id);
    }
  }
}

}  // namespace collie::relay
