// The agent of the world, and what must hold whatever happens.
#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "tests/fault/write_path_world.h"

namespace collie::tests {

using edge::PostReply;
using relay::ActPhase;

PostReply WritePathWorld::AcceptPost(const std::string& id, const std::string& epoch,
                                     bool is_visit) {
  // The connection of a hello ends with the start that said it; behind a proxy it may not.
  if (is_visit && !is_remote_ && hello_epoch_ != epoch_) return Lost(/*may_have_left=*/Chance(50));
  if (is_faulty_ && Chance(8)) return Lost(/*may_have_left=*/false);
  CountPost(id);
  sends_under_way_ += IsStop(id) ? 0 : 1;
  const auto leave = absl::MakeCleanup([&] { sends_under_way_ -= IsStop(id) ? 0 : 1; });
  if (sends_under_way_ > 1 && !has_given_up_) broken.push_back("two sends at once at the agent");
  const int start = epoch_;
  late_.insert(id);  // it is in the agent's hands now, whatever becomes of the edge
  Interfere();
  if (epoch_ != start) return Lost(/*may_have_left=*/true);
  if (is_faulty_ && Chance(12)) return Lost(/*may_have_left=*/true);
  late_.erase(id);
  const bool is_replay = remembered_.contains(id);
  if (is_faulty_ && !is_replay && Chance(6)) return edge::Replied(409, R"({"code":"busy"})");
  if (!is_replay && checks_epoch_ && epoch != EpochName(epoch_)) {
    return edge::Replied(409, R"({"code":"stale"})");
  }
  Execute(id);
  Interfere();
  if (is_faulty_ && Chance(35)) return Lost(/*may_have_left=*/true);
  return edge::Replied(200, absl::StrCat(R"({"requestId":")", id, R"(","replayed":)",
                                         is_replay ? "true}" : "false}"));
}

PostReply WritePathWorld::Lost(bool may_have_left) {
  return {.kind = may_have_left ? PostReply::Kind::kNothing : PostReply::Kind::kNeverLeft};
}

void WritePathWorld::CountPost(const std::string& id) {
  if (++posts_[id] > 2) broken.push_back(absl::StrCat("a third POST of ", id));
  if (posts_[id] == 2 && !asked_again_.contains(id)) {
    broken.push_back(absl::StrCat("a second POST of ", id, " that nobody asked for"));
  }
}

void WritePathWorld::Execute(const std::string& id) {
  if (!remembered_.insert(id).second) return;
  if (++executed_[id] > 1) broken.push_back(absl::StrCat(id, " ran twice"));
}

// The agent comes to a POST whose caller has gone.
void WritePathWorld::RunLate() {
  if (late_.empty()) return;
  Execute(*late_.begin());
  late_.erase(late_.begin());
}

void WritePathWorld::AgentRestarts() {
  ++epoch_;
  if (!ids_outlive_epoch_) remembered_.clear();
  late_.clear();
  agents_.fresh.source.set_epoch(EpochName(epoch_));
}

void WritePathWorld::ShowConversation() {
  v1::ConversationUpdate update;
  update.set_source("hello");
  update.set_pane("deploy");
  update.set_epoch(EpochName(epoch_));
  for (const auto& [id, times] : executed_) {
    if (IsStop(id) || times == 0) continue;
    v1::Item& item = *update.add_items();
    item.set_kind(v1::ITEM_KIND_USER);
    item.set_request_id(id);
  }
  if (is_linked_) flow_->OnConversation("deck", update);
}

void WritePathWorld::CheckReceipts() {
  for (const auto& [id, record] : relay_store_.records) {
    const bool has_run = executed_[id] > 0;
    const v1::Outcome outcome = record.receipt.outcome();
    if (outcome == v1::OUTCOME_SENT && !has_run) broken.push_back(id + " is sent and did not run");
    // A copy that was put back says what was so then, until the edge has told.
    const bool is_reported = !has_lost_store_ || member_.opened_run == relay_store_.run;
    if (outcome == v1::OUTCOME_REFUSED && has_run && is_reported) {
      broken.push_back(id + " is refused and ran");
    }
  }
}

// No more faults: everything ends, locks are free, and what ran heals.
void WritePathWorld::Settle() {
  is_faulty_ = false;
  Mend();
  NewStream();
  late_.clear();
  for (int second = 0; second < 90; ++second) {
    if (second == 60) ShowConversation();
    Step([this] {
      for (int i = 0; i < 20; ++i) {
        while (relay_store_.Step()) {
        }
        DeliverDown();
        DeliverUp();
      }
      Pass(absl::Seconds(1));
    });
  }
  for (const auto& [id, record] : relay_store_.records) {
    if (record.phase != ActPhase::kSettled) broken.push_back(id + " is never settled");
    const bool is_open = record.receipt.outcome() == v1::OUTCOME_UNKNOWN ||
                         record.receipt.outcome() == v1::OUTCOME_MAYBE_APPLIED;
    if (!IsStop(id) && executed_[id] > 0 && is_open) broken.push_back(id + " ran and never heals");
    if (record.receipt.outcome() == v1::OUTCOME_PENDING) broken.push_back(id + " stays pending");
  }
  if (crew_.is_busy) broken.push_back("the conversation stays locked");
  if (waiting_callers_ != 0) broken.push_back("a caller got no reply, or two");
}

}  // namespace collie::tests
