// The member's link of the world, as relay/link, the relay's store and edge/uplink keep it, and the
// relay's store that is lost or put back from a copy.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "crew/receipt/transitions.h"
#include "edge/acts/attempt_result.h"
#include "edge/acts/outbox.h"
#include "tests/fault/write_path_world.h"

namespace collie::tests {

using relay::ActPhase;
using relay::ActRecord;

// The edge dials once its old streams are over: what they brought is in its hands, or lost.
void WritePathWorld::EndOldStreams() {
  std::erase_if(down_, [this](Down& down) {
    if (down.is_received) return false;
    if (Chance(50)) return true;
    down.is_received = true;
    if (const auto* command = std::get_if<v1::Command>(&down.frame)) {
      edge_store_->CommandCame(*command);
    }
    return false;
  });
}

v1::EdgeHello WritePathWorld::HelloOfEdge() const {
  const edge::StoreStanding standing = edge_store_->Standing();
  v1::EdgeHello hello;
  hello.set_store_incarnation(absl::StrCat("store-", incarnation_));
  hello.set_highest_term(standing.highest_term);
  hello.set_store_sequence(standing.sequence);
  hello.set_relay_run(standing.relay_run);
  hello.set_last_dispatch(standing.last_dispatch);
  return hello;
}

void WritePathWorld::TakeHello() {
  hello_ = HelloOfEdge();
  member_.member = "deck";
  member_.dispatches = relay_store_.dispatches["deck"];
  const relay::HelloFacts facts{.run = relay_store_.run,
                                .knows_relay_run = runs_.contains(hello_.relay_run()),
                                .is_replaced_boot = false};
  const auto admission = relay::Admit(hello_, facts, member_);
  if (!admission.ok() || !admission->lock.empty()) return broken.push_back("a hello is refused");
  down_.push_back({stream_, Welcome{admission->term, admission->needs_resync}});
  if (admission->needs_resync) return flow_->CloseMember("deck", stream_);
  std::vector<ActRecord> changed;
  if (member_.opened_run != relay_store_.run) InterruptAccepted(changed);
  OpenEdge(std::move(changed));
}

// The welcome is on disk before anything else of the stream is taken.
void WritePathWorld::TakeWelcome(const Welcome& welcome) {
  if (!edge_store_->RaiseFloor(welcome.term).ok()) return CutLink();
  is_welcome_ = true;
  if (welcome.is_resync) {
    Reported told;
    const auto records = edge_store_->Held("", 0, 1000);
    for (const edge::AttemptRecord& record : *records) {
      v1::HeldAttempt& held = told.held.emplace_back();
      *held.mutable_command() = record.command;
      *held.mutable_result() = record.settled ? edge::StoredResult(record) : edge::UnderWay(record);
      held.set_epoch(record.epoch.value());
    }
    up_.push_back({stream_, std::move(told)});
  }
  const auto pending = edge::Outbox(*edge_store_).Pending();
  for (const v1::ActResult& result : *pending) ReportResult(result);
}

void WritePathWorld::TakeTold(const Reported& told) {
  while (relay_store_.Step()) {
  }
  if (!relay_store_.failure.ok()) return CutLink();
  std::vector<v1::HeldAttempt> all = told.held;
  relay::SortHeld(all);
  std::vector<ActRecord> changed;
  for (v1::HeldAttempt& held : all) {
    if (!relay::CheckHeld("deck", held).ok()) {
      broken.push_back("an attempt cannot stand");
      continue;
    }
    const std::string id = held.command().request().request_id();
    std::optional<ActRecord> record;
    const auto found = relay_store_.records.find(id);
    if (found != relay_store_.records.end()) record = found->second;
    if (!relay::TakeHeld(held, hello_.store_incarnation(), clock_.Wall(), record)) continue;
    relay_store_.records[id] = *record;
    std::erase_if(changed, [&](const ActRecord& one) { return one.receipt.request_id() == id; });
    changed.push_back(*record);
  }
  InterruptAccepted(changed);
  member_.is_marked = false;
  member_.resynced_run = hello_.relay_run();
  relay_store_.dispatches["deck"] =
      std::max(relay_store_.dispatches["deck"], hello_.last_dispatch());
  OpenEdge(std::move(changed));
}

void WritePathWorld::OpenEdge(std::vector<ActRecord> changed) {
  member_.opened_run = relay_store_.run;
  is_open_ = true;
  crew_.target.member->set_state(v1::MEMBER_STATE_CONNECTED);
  flow_->OnStream("deck", {.store = hello_.store_incarnation(),
                           .term = member_.term,
                           .stream = stream_,
                           .changed = std::move(changed)});
}

void WritePathWorld::InterruptAccepted(std::vector<ActRecord>& changed) {
  for (auto& [id, record] : relay_store_.records) {
    if (record.phase != ActPhase::kAccepted) continue;
    receipt::EndWithoutPost(record.receipt, record.attempt,
                            receipt::RefusedBecause(v1::REASON_INTERRUPTED), clock_.Wall());
    record.phase = ActPhase::kSettled;
    changed.push_back(record);
  }
}

WritePathWorld::RelayState WritePathWorld::StateOfRelay() const {
  return {relay_store_.records, relay_store_.dispatches, runs_, member_};
}

// Gone, or an older copy in its place. A copy that was put back by hand marks nobody.
void WritePathWorld::LoseRelayStore() {
  has_lost_store_ = true;
  RelayState state;
  if (backup_.has_value() && Chance(60)) state = *backup_;
  if (Chance(50)) state.member.is_marked = true;
  relay_store_.records = state.records;
  relay_store_.dispatches = state.dispatches;
  runs_ = state.runs;
  member_ = state.member;
}

}  // namespace collie::tests
