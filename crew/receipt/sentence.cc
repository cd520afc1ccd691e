#include "crew/receipt/sentence.h"

namespace collie::receipt {

// A switch without a default: the compiler names the value that has no sentence yet.
std::string_view Sentence(v1::Reason reason) {
  switch (reason) {
    case v1::REASON_BUSY:
      return "Another act holds this conversation: wait for its receipt, then try again.";
    case v1::REASON_QUESTION_OPEN:
      return "A question is open in this conversation: answer it, or steer or stop the turn.";
    case v1::REASON_TURN_MOVED:
      return "The turn moved on after you looked: look again, then decide.";
    case v1::REASON_ASK_CHANGED:
      return "The question changed: read it as it is now, then answer.";
    case v1::REASON_ASK_CLOSED:
      return "The question is closed: nothing was answered, and no action is needed.";
    case v1::REASON_DECIDED:
      return "This question ended before the answer came: the receipt shows how.";
    case v1::REASON_TOO_LATE:
      return "The agent does not know this question any more: wait to see whether it asks again.";
    case v1::REASON_MEMBER_UNREACHABLE:
      return "The member has no link to the lead: check its host and its edge, then try again.";
    case v1::REASON_SOURCE_UNREACHABLE:
      return "The agent cannot be reached: check that it runs, then try again.";
    case v1::REASON_STARTING:
      return "The agent is starting: try again in a moment.";
    case v1::REASON_VERSION_MISMATCH:
      return "The agent and Collie speak different versions of the wire: update the older side.";
    case v1::REASON_TOKEN_REFUSED:
      return "The agent refused the token: attach it again with the right one.";
    case v1::REASON_UNSUPPORTED:
      return "The agent does not support this: nothing was sent.";
    case v1::REASON_NO_SUCH_CONVERSATION:
      return "There is no such conversation: look at the list again.";
    case v1::REASON_TOO_LARGE:
      return "The request is too large for the wire (64 KiB encoded): shorten it.";
    case v1::REASON_REQUEST_ID_REUSED:
      return "This request id was used for another request: use a new one for each intent.";
    case v1::REASON_NOT_ALLOWED:
      return "This device may not act: pair it as an operator.";
    case v1::REASON_FENCED:
      return "A newer act or a newer lead overtook this one before it was sent: look at the "
             "conversation, then decide.";
    case v1::REASON_EXPIRED:
      return "Its time ran out before anything was sent to the agent: try again.";
    case v1::REASON_INTERRUPTED:
      return "The lead restarted before anything was dispatched: try again.";
    case v1::REASON_STORE_UNAVAILABLE:
      return "The receipt could not be written, so nothing was sent: check the disk, then try "
             "again.";
    case v1::REASON_DRAINING:
      return "The program is shutting down and takes no new acts: try again once it is back.";
    case v1::REASON_CONFIRM_NEEDED:
      return "This option lasts after the question: confirm it with a second tap.";
    case v1::REASON_NOT_ONE_TAP:
      return "One tap cannot answer this: answer at the question's card.";
    case v1::REASON_UNKNOWN_REQUEST:
      return "This request id is unknown, so there is nothing to retry: send it as a new request.";
    case v1::REASON_MEMBER_LOCKED:
      return "Two hosts use this member's identity: find the copy, then unlock the member.";
    case v1::REASON_DUPLICATE_SOURCE:
      return "This is another source's agent under a second name: act at the first one.";
    case v1::REASON_GIVEN_UP:
      return "An operator gave this act up: look at the conversation to see whether it ran, or try "
             "again.";
    case v1::REASON_AGENT_REFUSED:
      return "The agent refused it: its own code says why.";
    case v1::REASON_UNSPECIFIED:
    case v1::Reason_INT_MIN_SENTINEL_DO_NOT_USE_:
    case v1::Reason_INT_MAX_SENTINEL_DO_NOT_USE_:
      break;
  }
  return "";
}

std::string_view Sentence(v1::Outcome outcome) {
  switch (outcome) {
    case v1::OUTCOME_PENDING:
      return "It is under way: its receipt will say how it ended.";
    case v1::OUTCOME_UNKNOWN:
      return "It is not certain that it arrived: try again (the agent answers a repeat from its "
             "memory), or "
             "look at the conversation first.";
    case v1::OUTCOME_MAYBE_APPLIED:
      return "It may have been applied by the first try: look at the conversation, then "
             "decide.";
    case v1::OUTCOME_SENT:
      return "The agent took it.";
    case v1::OUTCOME_REFUSED:
      return "It was not done.";
    case v1::OUTCOME_UNSPECIFIED:
    case v1::Outcome_INT_MIN_SENTINEL_DO_NOT_USE_:
    case v1::Outcome_INT_MAX_SENTINEL_DO_NOT_USE_:
      break;
  }
  return "";
}

}  // namespace collie::receipt
