#include "edge/acts/reply_proof.h"

#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "crew/receipt/sentence.h"
#include "crew/wire/act_reply.h"
#include "crew/wire/wire_error.h"

namespace collie::edge {
namespace {

bool IsJson(const std::string& content_type) {
  std::string type = content_type.substr(0, content_type.find(';'));
  absl::StripAsciiWhitespace(&type);
  return absl::EqualsIgnoreCase(type, "application/json");
}

// One reply on its way to a result.
class Reading {
 public:
  Reading(const v1::Command& command, const PostReply& reply, int posts)
      : command_(command), reply_(reply), posts_(posts) {
    result_.set_request_id(command.request().request_id());
    result_.set_attempt(command.attempt());
    result_.set_state(v1::ATTEMPT_STATE_DONE);
    result_.set_posts(posts);
  }

  v1::ActResult TakeResult() {
    switch (reply_.kind) {
      case PostReply::Kind::kNeverLeft:
        TakeNeverLeft();
        break;
      case PostReply::Kind::kNothing:
        TakeNothing(reply_.detail);
        break;
      case PostReply::Kind::kReplied:
        TakeReply();
        break;
    }
    return std::move(result_);
  }

 private:
  bool IsFirst() const { return posts_ == 1; }

  // Of a second POST nothing left either, so what the first did stays as unknown as it was.
  void TakeNeverLeft() {
    result_.set_outcome(IsFirst() ? v1::OUTCOME_REFUSED : v1::OUTCOME_UNKNOWN);
    Explain(v1::REASON_SOURCE_UNREACHABLE);
  }

  // `came`: what did come, for a person.
  void TakeNothing(const std::string& came) {
    result_.set_outcome(IsFirst() ? v1::OUTCOME_UNKNOWN : v1::OUTCOME_MAYBE_APPLIED);
    result_.set_detail(absl::StrCat("It is not known whether the agent took it. ", came));
  }

  void TakeReply() {
    const std::string answered = absl::StrCat("It answered ", reply_.status);
    if (!IsJson(reply_.content_type)) {
      return TakeNothing(absl::StrCat(answered, " with something that is not the wire's."));
    }
    if (reply_.status == 200) return TakeSuccess();
    if (reply_.status >= 400 && reply_.status < 500) return TakeError();
    TakeNothing(absl::StrCat(answered, ", which proves nothing."));
  }

  void TakeSuccess() {
    const auto decoded = wire::DecodeActReply(reply_.body);
    if (!decoded.ok()) return TakeNothing("It answered 200 with something that is not the wire's.");
    if (decoded->request_id != command_.request().request_id()) {
      return TakeNothing("Its answer names another request.");
    }
    if (command_.request().has_answer() && decoded->outcome != "taken") {
      if (decoded->outcome != "too-late") {
        return TakeNothing("Its answer says neither that it was taken nor that it came too late.");
      }
      return Refuse(v1::REASON_TOO_LATE);
    }
    result_.set_outcome(v1::OUTCOME_SENT);
    result_.set_evidence(decoded->replayed ? v1::EVIDENCE_REPLAYED_REPLY : v1::EVIDENCE_REPLY);
    result_.set_queued(decoded->queued);
    result_.set_started_pane(decoded->pane_id);
  }

  void TakeError() {
    const auto error = wire::DecodeError(reply_.body);
    if (!error.ok()) {
      return TakeNothing(absl::StrCat("It answered ", reply_.status, " without a code."));
    }
    if (error->decision.has_value() && command_.request().has_answer()) {
      TakeDecision(*error->decision);
      if (result_.outcome() == v1::OUTCOME_SENT) return;
    }
    result_.set_agent_code(error->code);
    Refuse(reply_.status == 401 ? v1::REASON_TOKEN_REFUSED : wire::ReasonOfCode(error->code));
    if (IsFirst() && error->code == "closed") {
      result_.set_detail("The conversation is closed: open it again first.");
    }
    if (!error->message.empty()) {
      result_.set_detail(absl::StrCat(result_.detail(), " (", error->message, ")"));
    }
  }

  // The first outcome of the question. Where it names this very request, it was this answer.
  void TakeDecision(const v1::ClosedAsk& decision) {
    *result_.mutable_decision() = decision;
    result_.mutable_decision()->set_ask_id(command_.request().answer().ask_id());
    if (decision.request_id() != command_.request().request_id()) return;
    result_.set_outcome(v1::OUTCOME_SENT);
    result_.set_evidence(v1::EVIDENCE_DECIDED);
  }

  void Refuse(v1::Reason reason) {
    result_.set_outcome(IsFirst() ? v1::OUTCOME_REFUSED : v1::OUTCOME_MAYBE_APPLIED);
    result_.set_evidence(v1::EVIDENCE_REPLY);
    Explain(reason);
    if (IsFirst()) return;
    result_.set_detail(
        "The agent refused the second try, which says nothing about the first: look at "
        "the conversation, then decide.");
  }

  void Explain(v1::Reason reason) {
    result_.set_reason(reason);
    result_.set_detail(std::string(receipt::Sentence(reason)));
  }

  const v1::Command& command_;
  const PostReply& reply_;
  const int posts_;
  v1::ActResult result_;
};

}  // namespace

v1::ActResult Proof(const v1::Command& command, const PostReply& reply, int posts) {
  return Reading(command, reply, posts).TakeResult();
}

}  // namespace collie::edge
