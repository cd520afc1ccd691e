#include "tests/fault/write_path_world.h"

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "crew/receipt/transitions.h"
#include "edge/acts/attempt_result.h"
#include "edge/acts/carry_out.h"
#include "edge/acts/outbox.h"
#include "edge/acts/reconcile.h"

namespace collie::tests {
namespace {

using relay::ActPhase;

constexpr int kMoves = 150;
constexpr int kDeepest = 3;

// What stands between `"<key>":"` and the next quote of a POST's body.
std::string FieldOf(const std::string& body, const std::string& key) {
  const std::string before = absl::StrCat("\"", key, "\":\"");
  const size_t at = body.find(before);
  if (at == std::string::npos) return "";
  const size_t begin = at + before.size();
  return body.substr(begin, body.find('"', begin) - begin);
}

}  // namespace

WritePathWorld::WritePathWorld(unsigned seed) : random_(seed) {
  const std::vector<std::string> ids = {"r-1", "stop-1", "r-2"};
  ids_.assign(ids.begin(), ids.begin() + 1 + static_cast<ptrdiff_t>(random_() % ids.size()));
  checks_epoch_ = Chance(50);
  ids_outlive_epoch_ = Chance(25);
  is_remote_ = Chance(30);
  v1::Source& source = agents_.fresh.source;
  source.set_remote(is_remote_);
  source.mutable_capabilities()->set_checks_epoch(checks_epoch_);
  source.mutable_capabilities()->set_ids_outlive_epoch(ids_outlive_epoch_);
  crew_.target.source->set_remote(is_remote_);
  agents_.on_read = [this] { Interfere(); };
  agents_.on_hello = [this] {
    Interfere();
    hello_epoch_ = epoch_;
  };
  agents_.on_post = [this](const std::string&) {
    const std::string body = agents_.Bodies().back();
    const bool is_visit = agents_.VisitPosts() > visit_posts_;
    visit_posts_ = agents_.VisitPosts();
    return AcceptPost(FieldOf(body, "requestId"), FieldOf(body, "epoch"), is_visit);
  };
  relay_store_.is_held = true;
  OpenEdgeStore();
  StartRelay();
  NewStream();
}

WritePathWorld::~WritePathWorld() { relay_store_.Forget(); }

void WritePathWorld::OpenEdgeStore() {
  edge_store_ = std::make_unique<edge::FakeEdgeStore>();
  edge_store_->on_begun = [this] { Interfere(); };
}

void WritePathWorld::StartRelay() {
  flow_ = std::make_unique<relay::ActFlow>(
      relay::ActFlow::Parts{relay_store_, *this, crew_, clock_, executor_}, relay::ActOptions(),
      nullptr);
  crew_.is_busy = false;
  relay_store_.run = absl::StrCat("run-", ++lives_);
  runs_.insert(relay_store_.run);
  if (!flow_->Restore().ok()) broken.push_back("the relay cannot restore");
}

void WritePathWorld::Live() {
  for (int i = 0; i < kMoves; ++i) Step([this] { Move(); });
  Settle();
}

// What was going on at the edge ends with it, wherever it stood.
void WritePathWorld::Step(const std::function<void()>& move) {
  try {
    move();
  } catch (const EdgeDied& died) {
    EdgeDies(died.is_wiped);
  }
  CheckReceipts();
}

// Something else happens while an attempt is at one of its steps.
void WritePathWorld::Interfere() {
  if (!is_faulty_ || depth_ >= kDeepest) return;
  if (Chance(6)) AgentRestarts();
  ++depth_;
  const auto leave = absl::MakeCleanup([this] { --depth_; });
  for (unsigned moves = random_() % 3; moves > 0; --moves) Move();
}

void WritePathWorld::Move() {
  if (Chance(20)) Mend();
  const int move = static_cast<int>(random_() % 100);
  if (move < 15) return Submit();
  if (move < 45) {
    for (unsigned writes = 1 + random_() % 4; writes > 0; --writes) relay_store_.Step();
    return;
  }
  if (move < 65) return DeliverDown();
  if (move < 80) return DeliverUp();
  if (move < 85) return Pass(absl::Milliseconds(random_() % 6000));
  if (move < 87) return ShowConversation();
  if (move < 89) return NewStream();
  if (move < 90) return AgentRestarts();
  if (move < 92) return RunLate();
  if (move < 93) return RelayDies();
  if (move < 94) throw EdgeDied{.is_wiped = Chance(15)};
  if (move < 96) return edge_store_->FailWrites(Broken());
  if (move < 98) return void(relay_store_.failure = Broken());
  if (move < 99) return CutLink();
  if (Chance(20)) backup_ = StateOfRelay();
  if (Chance(80)) return;
  has_given_up_ = true;
  flow_->GiveUp(AnyId(), [](relay::ActReply) {});
}

// What broke works again, and news of the agent arrive.
void WritePathWorld::Mend() {
  relay_store_.failure = absl::OkStatus();
  edge_store_->FailWrites(absl::OkStatus());
  crew_.target.source->set_epoch(EpochName(epoch_));
  if (!is_linked_) NewStream();
}

void WritePathWorld::Submit() {
  v1::ActRequest request;
  request.set_request_id(AnyId());
  *request.mutable_conversation() = ids::ConversationKey{"deck", "hello", "deploy"}.ToProto();
  if (IsStop(request.request_id())) {
    request.mutable_stop();
  } else {
    request.mutable_send()->set_turn("t-1");
    request.mutable_send()->set_text("Ship it");
  }
  const auto known = relay_store_.records.find(request.request_id());
  const bool is_unknown =
      known != relay_store_.records.end() && known->second.receipt.outcome() == v1::OUTCOME_UNKNOWN;
  request.set_again(Chance(is_unknown ? 80 : 10));
  if (request.again()) asked_again_.insert(request.request_id());
  ++waiting_callers_;
  flow_->Submit({.device = "phone", .role = v1::ROLE_OPERATOR}, request,
                [this, of = relay_store_.term](relay::ActReply) {
                  if (of == relay_store_.term) --waiting_callers_;
                });
}

void WritePathWorld::Pass(absl::Duration time) {
  clock_.Advance(time);
  flow_->Tick();
}

// --- The link.

bool WritePathWorld::SendCommand(const std::string&, const v1::Command& command) {
  if (!is_linked_) return false;
  down_.push_back({stream_, command});
  return true;
}

void WritePathWorld::SendReconcile(const std::string&, const v1::Settle& settle) {
  if (is_linked_) down_.push_back({stream_, settle});
}

void WritePathWorld::SendAck(const std::string&, const v1::ResultAck& ack) {
  if (is_linked_) down_.push_back({stream_, ack});
}

void WritePathWorld::CutLink() {
  is_linked_ = false;
  is_open_ = false;
  is_welcome_ = false;
  ++stream_;  // what is on its way up is of an old stream from now on
  crew_.target.member->set_state(v1::MEMBER_STATE_DISCONNECTED);
  flow_->OnStreamLost("deck", stream_);
}

void WritePathWorld::NewStream() {
  CutLink();
  EndOldStreams();
  while (relay_store_.Step()) {  // a hello is written after what came before
  }
  if (!relay_store_.failure.ok()) return;
  is_linked_ = true;
  TakeHello();
}

// Frames of one stream come in order; those that an old stream had brought may be late.
void WritePathWorld::DeliverDown() {
  std::vector<size_t> firsts;
  std::set<int> streams;
  for (size_t i = 0; i < down_.size(); ++i) {
    if (streams.insert(down_[i].stream).second) firsts.push_back(i);
  }
  if (firsts.empty()) return;
  const size_t at = firsts[random_() % firsts.size()];
  const Down down = down_[at];
  down_.erase(down_.begin() + static_cast<ptrdiff_t>(at));
  if (down.stream != stream_ && !down.is_received && Chance(50)) return;  // it never arrived
  if (const auto* command = std::get_if<v1::Command>(&down.frame)) {
    if (!down.is_received) edge_store_->CommandCame(*command);
    return CarryOut(*command);
  }
  if (const auto* welcome = std::get_if<Welcome>(&down.frame)) {
    if (down.stream == stream_) TakeWelcome(*welcome);
    return;
  }
  if (const auto* settle = std::get_if<v1::Settle>(&down.frame)) return Answer(*settle);
  edge::Outbox(*edge_store_).Acknowledge(std::get<v1::ResultAck>(down.frame));
}

void WritePathWorld::DeliverUp() {
  if (up_.empty()) return;
  const Up up = std::move(up_.front());
  up_.pop_front();
  if (up.stream != stream_ || !is_linked_) return;
  if (const auto* told = std::get_if<Reported>(&up.frame)) return TakeTold(*told);
  if (is_open_) flow_->OnResult("deck", std::get<v1::ActResult>(up.frame));
}

// --- The edge: as ActRunner, in one thread.

void WritePathWorld::CarryOut(const v1::Command& command) {
  const std::pair<std::string, int> key = {command.request().request_id(), command.attempt()};
  if (!in_work_.insert(key).second) return ReportResult(edge::UnderWay(key.first, key.second));
  const clock::Steady deadline = clock_.Now() + absl::Milliseconds(command.time_left_ms());
  const int hello_epoch_before = hello_epoch_;
  const edge::AttemptEnd end = edge::CarryOut(*edge_store_, agents_, clock_, command, deadline);
  hello_epoch_ = hello_epoch_before;
  Write(end);
  in_work_.erase(key);
}

void WritePathWorld::Write(const edge::AttemptEnd& end) {
  const bool is_never = end.result.state() == v1::ATTEMPT_STATE_NEVER;
  absl::Status status;
  if (end.is_begun) {
    status = is_never ? edge_store_->Withdraw(end.result.request_id(), end.result.attempt())
                      : edge_store_->Finish(end.result);
  }
  if (absl::IsUnavailable(status)) unwritten_.push_back(end);
  if (!absl::IsUnavailable(status) || is_never) ReportResult(end.result);
}

void WritePathWorld::Answer(const v1::Settle& settle) {
  const bool is_on_disk = edge_store_->Find(settle.request_id(), settle.attempt()).ok();
  if (!is_on_disk && in_work_.contains({settle.request_id(), settle.attempt()})) {
    return ReportResult(edge::UnderWay(settle.request_id(), settle.attempt()));
  }
  for (const edge::AttemptEnd& end : std::exchange(unwritten_, {})) Write(end);
  const auto result = edge::AnswerReconcile(*edge_store_, settle);
  if (result.ok()) ReportResult(*result);
}

// --- Deaths.

void WritePathWorld::RelayDies() {
  // Some of what waits is still written, and nobody hears of it.
  is_linked_ = false;
  is_open_ = false;
  is_welcome_ = false;
  for (unsigned writes = random_() % 3; writes > 0; --writes) relay_store_.Step();
  relay_store_.Forget();
  flow_.reset();
  waiting_callers_ = 0;  // their relay has gone
  relay_store_.failure = absl::OkStatus();
  ++relay_store_.term;
  // With both stores gone nobody knows what ran.
  if (incarnation_ == 1 && Chance(30)) LoseRelayStore();
  ++stream_;
  StartRelay();
  crew_.target.member->set_state(v1::MEMBER_STATE_DISCONNECTED);
}

void WritePathWorld::EdgeDies(bool is_wiped) {
  depth_ = 0;
  sends_under_way_ = 0;
  in_work_.clear();
  unwritten_.clear();
  down_.clear();
  CutLink();
  edge_store_->FailWrites(absl::OkStatus());
  if (is_wiped && !has_lost_store_) {
    ++incarnation_;
    return OpenEdgeStore();
  }
  for (const std::string& id : ids_) {  // rule 20, of the real store
    const auto begun = *edge_store_->Begun(id);
    for (const edge::AttemptRecord& record : begun) {
      if (record.settled) continue;
      const bool is_second = record.command.attempt() != begun.front().command.attempt();
      v1::ActResult result =
          edge::SettledUnposted(id, record.command.attempt(),
                                is_second ? v1::OUTCOME_MAYBE_APPLIED : v1::OUTCOME_UNKNOWN);
      result.set_posts(is_second ? 2 : 1);
      if (!edge_store_->Finish(result).ok()) broken.push_back("rule 20 cannot be written");
    }
  }
}

}  // namespace collie::tests
