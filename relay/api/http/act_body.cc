#include "relay/api/http/act_body.h"

#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "crew/receipt/words.h"
#include "crew/status/status_macros.h"
#include "relay/api/http/answer_body.h"
#include "relay/api/http/body_fields.h"
#include "relay/api/http/strict_json.h"

namespace collie::relay {
namespace {

void TakeIntent(BodyFields& fields, v1::ActRequest& act) {
  act.set_request_id(fields.TakeWireId("requestId"));
  act.set_again(fields.TakeFlag("again"));
}

void TakeSend(BodyFields& fields, v1::ActRequest& act) {
  act.mutable_send()->set_turn(fields.TakeOpaque("turn"));
  act.mutable_send()->set_text(fields.TakeText("text"));
}

void TakeAnswer(BodyFields& fields, v1::ActRequest& act) {
  v1::AnswerAsk& answer = *act.mutable_answer();
  answer.set_ask_id(fields.TakeWireId("askId"));
  answer.set_hash(fields.TakeHash("hash"));
  answer.set_confirmed(fields.TakeFlag("confirmed"));
  absl::StatusOr<v1::Answer> shape = ReadAnswer(fields.TakeObject("answer"));
  fields.Join(shape.status());
  if (shape.ok()) *answer.mutable_answer() = *std::move(shape);
}

void TakeSteer(BodyFields& fields, v1::ActRequest& act) {
  act.mutable_steer()->set_turn(fields.TakeOpaque("turn"));
  act.mutable_steer()->set_text(fields.TakeText("text"));
}

void TakeAct(v1::ActKind kind, BodyFields& fields, v1::ActRequest& act) {
  switch (kind) {
    case v1::ACT_KIND_SEND:
      return TakeSend(fields, act);
    case v1::ACT_KIND_ANSWER:
      return TakeAnswer(fields, act);
    case v1::ACT_KIND_STEER:
      return TakeSteer(fields, act);
    case v1::ACT_KIND_STOP:
      return act.mutable_stop()->set_turn(fields.TakeOptionalOpaque("turn"));
    case v1::ACT_KIND_RENAME:
      return act.mutable_rename()->set_title(fields.TakeText("title"));
    case v1::ACT_KIND_CLOSE:
      act.mutable_close();
      return;
    case v1::ACT_KIND_REOPEN:
      act.mutable_reopen();
      return;
    case v1::ACT_KIND_ACTION:
      return act.mutable_action()->set_action_id(fields.TakeWireId("actionId"));
    case v1::ACT_KIND_START:
      act.mutable_start()->set_starter_id(fields.TakeWireId("starterId"));
      return act.mutable_start()->set_text(fields.TakeOptionalText("text"));
    default:
      return fields.Join(absl::InvalidArgumentError("This act is unknown."));
  }
}

// Reads what every act has and what this kind has; the conversation is the caller's.
absl::StatusOr<v1::ActRequest> Read(v1::ActKind kind, const v1::Conversation& conversation,
                                    absl::string_view body) {
  COLLIE_ASSIGN_OR_RETURN(const json::Json json, ParseStrictObject(body));
  BodyFields fields(json);
  v1::ActRequest act;
  *act.mutable_conversation() = conversation;
  TakeIntent(fields, act);
  TakeAct(kind, fields, act);
  COLLIE_RETURN_IF_ERROR(fields.Finish());
  return act;
}

absl::StatusOr<v1::Conversation> ReadConversation(const json::Json& object) {
  BodyFields fields(object, "conversation");
  v1::Conversation conversation;
  conversation.set_member(fields.TakeName("member"));
  conversation.set_source(fields.TakeName("source"));
  conversation.set_pane(fields.TakeWireId("pane"));
  COLLIE_RETURN_IF_ERROR(fields.Finish());
  return conversation;
}

}  // namespace

std::optional<v1::ActKind> ConversationActOf(absl::string_view word) {
  const std::optional<v1::ActKind> kind = receipt::ActKindOf({word.data(), word.size()});
  return kind == v1::ACT_KIND_START ? std::nullopt : kind;
}

absl::StatusOr<v1::ActRequest> ReadConversationAct(v1::ActKind kind,
                                                   const v1::Conversation& conversation,
                                                   absl::string_view body) {
  return Read(kind, conversation, body);
}

absl::StatusOr<v1::ActRequest> ReadSend(absl::string_view body) {
  COLLIE_ASSIGN_OR_RETURN(const json::Json json, ParseStrictObject(body));
  BodyFields fields(json);
  v1::ActRequest act;
  absl::StatusOr<v1::Conversation> conversation =
      ReadConversation(fields.TakeObject("conversation"));
  TakeIntent(fields, act);
  TakeSend(fields, act);
  fields.Join(conversation.status());
  COLLIE_RETURN_IF_ERROR(fields.Finish());
  *act.mutable_conversation() = *std::move(conversation);
  return act;
}

absl::StatusOr<v1::ActRequest> ReadOneTap(absl::string_view one_use_id, absl::string_view body) {
  COLLIE_ASSIGN_OR_RETURN(const json::Json json, ParseStrictObject(body));
  BodyFields fields(json);
  v1::ActRequest act;
  TakeIntent(fields, act);
  v1::OneTap& tap = *act.mutable_one_tap();
  tap.set_one_use_id(std::string(one_use_id));
  tap.set_hash(fields.TakeHash("hash"));
  tap.set_option_id(fields.TakeWireId("optionId"));
  COLLIE_RETURN_IF_ERROR(fields.Finish());
  return act;
}

absl::StatusOr<v1::ActRequest> ReadStart(const v1::Conversation& source, absl::string_view body) {
  return Read(v1::ACT_KIND_START, source, body);
}

}  // namespace collie::relay
