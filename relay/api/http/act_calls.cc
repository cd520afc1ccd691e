#include "relay/api/http/act_calls.h"

#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "crew/ids/ids.h"
#include "relay/api/http/act_body.h"
#include "relay/api/http/act_status.h"
#include "relay/api/http/error_reply.h"

namespace collie::relay {
namespace {

// A page of another origin can send a form or plain text, but not this without a preflight.
bool IsJson(const http_server::Request& request) {
  const std::string* header = request.Header("content-type");
  if (header == nullptr) return false;
  const absl::string_view type = absl::string_view(*header).substr(0, header->find(';'));
  return absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(type), "application/json");
}

bool NamesWhatCanBe(const ApiCall& call) {
  switch (call.route().operation) {
    case Operation::kOneTap:
      return ids::IsWireId(call.match.one_use_id);
    case Operation::kStart:
      return HasGoodIds(call.match.conversation, true);
    case Operation::kConversationAct:
      return HasGoodIds(call.match.conversation, false);
    default:
      return true;
  }
}

absl::StatusOr<v1::ActRequest> ReadBody(const ApiCall& call) {
  const std::string& body = call.request.body;
  switch (call.route().operation) {
    case Operation::kSend:
      return ReadSend(body);
    case Operation::kOneTap:
      return ReadOneTap(call.match.one_use_id, body);
    case Operation::kStart:
      return ReadStart(call.match.conversation, body);
    default:
      return ReadConversationAct(call.route().act, call.match.conversation, body);
  }
}

http_server::Reply OutcomeNotKnown() {
  return ErrorReply(504, "unknown",
                    "The relay is shutting down and did not report the outcome in time; ask for "
                    "the receipt by its requestId.");
}

}  // namespace

ActCalls::ActCalls(CrewApi& backend) : backend_(backend) {}

void ActCalls::Carry(ApiCall call) {
  if (!NamesWhatCanBe(call)) {
    // An id that breaks its rule names nothing.
    const bool is_tap = call.route().operation == Operation::kOneTap;
    return call.answer(
        ReasonReply(is_tap ? v1::REASON_ASK_CLOSED : v1::REASON_NO_SUCH_CONVERSATION));
  }
  if (!IsJson(call.request)) {
    return call.answer(
        ErrorReply(415, "bad-request", "Send the body as Content-Type: application/json."));
  }
  absl::StatusOr<v1::ActRequest> act = ReadBody(call);
  if (!act.ok()) return call.answer(BadRequest(act.status().message()));

  uint64_t number = 0;  // 0: drained
  {
    absl::MutexLock lock(&waiting_->mu);
    if (!waiting_->is_drained) {
      number = waiting_->next++;
      waiting_->answers[number] = call.answer;
    }
  }
  if (number == 0) return call.answer(ReasonReply(v1::REASON_DRAINING));
  backend_.Act(call.caller, *std::move(act), [waiting = waiting_, number](const ActReply& reply) {
    Answer answer;
    {
      absl::MutexLock lock(&waiting->mu);
      auto found = waiting->answers.extract(number);
      if (found.empty()) return;
      answer = std::move(found.mapped());
    }
    answer(ReplyTo(reply));
  });
}

void ActCalls::Drain() {
  std::map<uint64_t, Answer> answers;
  {
    absl::MutexLock lock(&waiting_->mu);
    waiting_->is_drained = true;
    answers.swap(waiting_->answers);
  }
  for (auto& [number, answer] : answers) answer(OutcomeNotKnown());
}

std::function<bool()> ActCalls::Drained() const {
  return [waiting = waiting_] {
    absl::MutexLock lock(&waiting->mu);
    return waiting->is_drained;
  };
}

}  // namespace collie::relay
