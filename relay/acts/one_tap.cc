#include "relay/acts/one_tap.h"

#include <algorithm>

namespace collie::relay {

bool FitsOneTap(const v1::Ask& ask, const std::string& option_id) {
  const bool is_single = ask.kind() == v1::ASK_KIND_PERMISSION ||
                         (ask.kind() == v1::ASK_KIND_CHOICE && !ask.multiple());
  if (!is_single || ask.altered()) return false;
  return std::none_of(ask.options().begin(), ask.options().end(), [&](const v1::AskOption& option) {
    return option.id() == option_id && option.always();
  });
}

v1::ActRequest AnswerOfTap(const v1::ActRequest& tap, const AskPlace& place) {
  v1::ActRequest request;
  request.set_request_id(tap.request_id());
  *request.mutable_conversation() = place.conversation.ToProto();
  v1::AnswerAsk& answer = *request.mutable_answer();
  answer.set_ask_id(place.ask.ask_id());
  answer.set_hash(tap.one_tap().hash());
  answer.mutable_answer()->mutable_picked()->add_option_ids(tap.one_tap().option_id());
  return request;
}

}  // namespace collie::relay
