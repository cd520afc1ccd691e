#ifndef COLLIE_TESTS_RELAY_ACTS_ACT_FLOW_FIXTURE_H_
#define COLLIE_TESTS_RELAY_ACTS_ACT_FLOW_FIXTURE_H_

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "relay/acts/act_flow.h"
#include "tests/relay/acts/fake_relay_store.h"
#include "tests/support/inline_executor.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {

// Links that keep what was sent.
class ScriptedLinks final : public CommandPort {
 public:
  bool is_up = true;
  std::vector<v1::Command> commands;
  std::vector<v1::Settle> settles;
  std::vector<v1::ResultAck> acks;
  std::function<void()> on_command;

  bool SendCommand(const std::string&, const v1::Command& command) override {
    if (!is_up) return false;
    commands.push_back(command);
    if (on_command) on_command();
    return true;
  }
  void SendReconcile(const std::string&, const v1::Settle& settle) override {
    settles.push_back(settle);
  }
  void SendAck(const std::string&, const v1::ResultAck& ack) override { acks.push_back(ack); }
};

// One conversation, deck/hello/deploy, and what the flow told about it.
class ScriptedCrew final : public CrewPort {
 public:
  ActTarget target;
  std::map<std::string, AskPlace> ended;  // one-use ids
  bool is_busy = false;
  int looks = 0;
  std::function<void()> on_look;
  std::vector<std::string> undecided;
  std::set<ids::ConversationKey> read_for_healing;
  int times_told_what_to_read = 0;
  std::vector<v1::Receipt> receipts;

  ScriptedCrew() {
    target.member.emplace().set_id("deck");
    target.member->set_state(v1::MEMBER_STATE_CONNECTED);
    v1::Source& source = target.source.emplace();
    source.set_name("hello");
    source.set_epoch("e-1");
    source.set_state(v1::SOURCE_STATE_LIVE);
    source.mutable_capabilities()->set_send(true);
    source.mutable_capabilities()->set_queue(true);
    source.mutable_capabilities()->set_asks(true);
    source.mutable_capabilities()->set_abort(true);
    v1::Pane& pane = target.pane.emplace();
    pane.set_id("deploy");
    pane.mutable_turn()->set_id("t-1");
    pane.mutable_turn()->set_state(v1::TURN_STATE_WORKING);
  }

  // Opens a permission with `allow` and `always`.
  v1::Ask& AddAsk() {
    target.pane->set_open_asks(1);
    v1::Ask& ask = *target.pane->add_asks();
    ask.set_ask_id("ask-1");
    ask.set_hash(std::string(64, 'a'));
    ask.set_kind(v1::ASK_KIND_PERMISSION);
    ask.set_one_use_id("tap-1");
    ask.add_options()->set_id("allow");
    ask.add_options()->set_id("always");
    ask.mutable_options(1)->set_always(true);
    return ask;
  }

  ActTarget FindTarget(const ids::ConversationKey&) override {
    ++looks;
    if (on_look) on_look();
    return target;
  }
  std::optional<AskPlace> FindOneUse(const std::string& one_use_id) override {
    for (const v1::Ask& ask : target.pane->asks()) {
      if (ask.one_use_id() != one_use_id) continue;
      return AskPlace{{"deck", "hello", "deploy"}, ask, OneUse::kOpen};
    }
    const auto was = ended.find(one_use_id);
    return was == ended.end() ? std::nullopt : std::optional<AskPlace>(was->second);
  }
  void SetBusy(const ids::ConversationKey&, bool busy) override { is_busy = busy; }
  void AnswerEndedUndecided(const ids::ConversationKey&, const ids::AskId& ask_id,
                            const ids::AskHash&) override {
    undecided.push_back(ask_id.value());
  }
  void ReadForHealing(const std::set<ids::ConversationKey>& conversations) override {
    read_for_healing = conversations;
    ++times_told_what_to_read;
  }
  void ReceiptChanged(const v1::Receipt& receipt) override { receipts.push_back(receipt); }
};

class ActFlowFixture : public testing::Test {
 protected:
  ActFlowFixture() { Start(); }

  // A start of the relay on the same store.
  void Start() {
    flow = std::make_unique<ActFlow>(ActFlow::Parts{store, links, crew, clock, executor},
                                     ActOptions(), [this] { ++notified; });
    Open("");
  }
  // The member's stream is up, with this store of its edge.
  void Open(const std::string& edge_store, const std::string& member = "deck") {
    flow->OnStream(member, {.store = edge_store, .term = store.term, .stream = 0, .changed = {}});
  }
  // The deck's stream of this number is up.
  void OpenStream(const std::string& edge_store, int64_t stream) {
    flow->OnStream("deck",
                   {.store = edge_store, .term = store.term, .stream = stream, .changed = {}});
  }

  static v1::ActRequest Send(const std::string& id, const std::string& text = "Ship it") {
    v1::ActRequest request = At(id);
    request.mutable_send()->set_turn("t-1");
    request.mutable_send()->set_text(text);
    return request;
  }
  static v1::ActRequest Stop(const std::string& id) {
    v1::ActRequest request = At(id);
    request.mutable_stop();
    return request;
  }
  static v1::ActRequest Tap(const std::string& id, const std::string& option = "allow") {
    v1::ActRequest request;
    request.set_request_id(id);
    request.mutable_one_tap()->set_one_use_id("tap-1");
    request.mutable_one_tap()->set_hash(std::string(64, 'a'));
    request.mutable_one_tap()->set_option_id(option);
    return request;
  }
  static v1::ActRequest At(const std::string& id) {
    v1::ActRequest request;
    request.set_request_id(id);
    request.mutable_conversation()->set_member("deck");
    request.mutable_conversation()->set_source("hello");
    request.mutable_conversation()->set_pane("deploy");
    return request;
  }

  // The replies come in the order of the calls.
  void Submit(v1::ActRequest request, v1::Role role = v1::ROLE_OPERATOR) {
    flow->Submit({.device = "phone", .role = role}, std::move(request),
                 [this](ActReply reply) { replies.push_back(std::move(reply)); });
  }
  static v1::ActResult Result(const std::string& id, v1::Outcome outcome, int attempt = 1) {
    v1::ActResult result;
    result.set_request_id(id);
    result.set_attempt(attempt);
    result.set_state(v1::ATTEMPT_STATE_DONE);
    result.set_outcome(outcome);
    result.set_evidence(v1::EVIDENCE_REPLY);
    result.set_posts(1);
    return result;
  }
  static v1::ActResult Never(const std::string& id, v1::Reason reason) {
    v1::ActResult result = Result(id, v1::OUTCOME_UNSPECIFIED);
    result.set_state(v1::ATTEMPT_STATE_NEVER);
    result.set_reason(reason);
    result.set_posts(0);
    return result;
  }
  void Pass(absl::Duration time) {
    clock.Advance(time);
    flow->Tick();
  }

  v1::Reason LastReason() const {
    if (replies.empty()) return v1::REASON_UNSPECIFIED;
    const ActReply& reply = replies.back();
    return reply.receipt.has_value() ? reply.receipt->reason() : reply.refused;
  }
  v1::Outcome LastOutcome() const {
    const bool has_receipt = !replies.empty() && replies.back().receipt.has_value();
    return has_receipt ? replies.back().receipt->outcome() : v1::OUTCOME_UNSPECIFIED;
  }

  tests::SimulatedClock clock;
  tests::InlineExecutor executor;
  FakeRelayStore store;
  ScriptedLinks links;
  ScriptedCrew crew;
  int notified = 0;
  std::vector<ActReply> replies;
  std::unique_ptr<ActFlow> flow;
};

}  // namespace collie::relay

#endif  // COLLIE_TESTS_RELAY_ACTS_ACT_FLOW_FIXTURE_H_
