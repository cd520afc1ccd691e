#include "relay/members/admission.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace collie::relay {
namespace {

// What shows that two edges use one identity; empty: nothing does.
std::string CloneSign(const v1::EdgeHello& hello, const HelloFacts& facts,
                      const MemberRecord& record) {
  if (!record.host.empty() && !hello.host().empty() && record.host != hello.host()) {
    return "Its identity is used on another machine than before.";
  }
  const bool is_same_store = !record.store.empty() && record.store == hello.store_incarnation();
  if (is_same_store && hello.store_sequence() < record.store_sequence) {
    return absl::StrCat("Its edge's store was set back to an older copy: ", hello.store_sequence(),
                        " attempts were begun in it, and ", record.store_sequence,
                        " were seen before.");
  }
  if (facts.is_replaced_boot) {
    return "Two edges use its identity in turn: one that was replaced came back.";
  }
  return "";
}

std::string LockSentence(const std::string& sign, const std::string& member) {
  return absl::StrCat(sign, " Run `collie crew unlock ", member,
                      "` at the lead, then join the host that stays with the token it prints.");
}

absl::Status CheckCounts(const v1::EdgeHello& hello) {
  if (hello.highest_term() < 0 || hello.last_dispatch() < 0 || hello.store_sequence() < 0) {
    return absl::InvalidArgumentError(
        "The edge's hello tells a negative term or count: move its store away to begin an empty "
        "one.");
  }
  if (hello.highest_term() > kHighestTerm) {
    return absl::InvalidArgumentError(absl::StrCat(
        "The edge's hello tells the term ", hello.highest_term(), ", which no relay drew (at most ",
        kHighestTerm, "): move the edge's store away to begin an empty one."));
  }
  return absl::OkStatus();
}

// Whether the edge took a command that this store does not know of.
bool TellsUnknownDispatch(const v1::EdgeHello& hello, const HelloFacts& facts,
                          const MemberRecord& record) {
  if (hello.relay_run().empty()) return false;
  const bool is_known = facts.knows_relay_run || hello.relay_run() == record.resynced_run;
  return !is_known || hello.last_dispatch() > record.dispatches;
}

// A run of the relay draws its term once, and anew only above one that the edge told.
void DrawTerm(const v1::EdgeHello& hello, const HelloFacts& facts, MemberRecord& record) {
  const bool is_drawn = record.term_run == facts.run && record.term >= hello.highest_term();
  if (is_drawn) return;
  record.term = std::max(record.term, hello.highest_term()) + 1;
  record.term_run = facts.run;
}

void Remember(const v1::EdgeHello& hello, MemberRecord& record) {
  const bool is_same_store = record.store == hello.store_incarnation();
  record.store_sequence = is_same_store ? std::max(record.store_sequence, hello.store_sequence())
                                        : hello.store_sequence();
  record.store = hello.store_incarnation();
  if (!hello.host().empty()) record.host = hello.host();
  record.boot = hello.boot();
}

}  // namespace

absl::StatusOr<Admission> Admit(const v1::EdgeHello& hello, const HelloFacts& facts,
                                MemberRecord& record) {
  if (absl::Status counts = CheckCounts(hello); !counts.ok()) return counts;
  Admission admission;
  if (record.lock.empty()) {
    const std::string sign = CloneSign(hello, facts, record);
    if (!sign.empty()) record.lock = LockSentence(sign, record.member);
  }
  if (!record.lock.empty()) {
    admission.lock = record.lock;
    return admission;
  }
  if (TellsUnknownDispatch(hello, facts, record)) record.is_marked = true;
  DrawTerm(hello, facts, record);
  Remember(hello, record);
  admission.term = record.term;
  admission.needs_resync = record.is_marked;
  return admission;
}

}  // namespace collie::relay
