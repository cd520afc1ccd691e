#ifndef COLLIE_CREW_RECEIPT_WORDS_H_
#define COLLIE_CREW_RECEIPT_WORDS_H_

#include <optional>
#include <string>
#include <string_view>

#include "collie/v1/conversation.pb.h"
#include "collie/v1/crew.pb.h"
#include "collie/v1/crew_admin.pb.h"
#include "collie/v1/dashboard.pb.h"
#include "collie/v1/receipt.pb.h"

// The words that the APIs and the command line show for what the protos name: lower case with
// dashes, such as `turn-moved` for REASON_TURN_MOVED. A word is the name of the value without its
// enum's prefix, so a value that is added has its word at once. The unspecified value, and one that
// this build does not know, read as "". Pure; any thread.
namespace collie::receipt {

std::string ApiWord(v1::ActKind kind);
std::string ApiWord(v1::Outcome outcome);
std::string ApiWord(v1::Reason reason);
std::string ApiWord(v1::Evidence evidence);
std::string ApiWord(v1::Effect effect);
std::string ApiWord(v1::MemberState state);
std::string ApiWord(v1::SourceState state);
std::string ApiWord(v1::TurnState state);
std::string ApiWord(v1::AskKind kind);
std::string ApiWord(v1::AskOutcome outcome);
std::string ApiWord(v1::FieldType type);
std::string ApiWord(v1::ItemKind kind);
std::string ApiWord(v1::ToolStatus status);
std::string ApiWord(v1::ResyncReason reason);
std::string ApiWord(v1::Role role);

// The reverse. nullopt: an unknown word, "" among them.
std::optional<v1::ActKind> ActKindOf(std::string_view word);
std::optional<v1::Outcome> OutcomeOf(std::string_view word);
std::optional<v1::Reason> ReasonOf(std::string_view word);
std::optional<v1::Evidence> EvidenceOf(std::string_view word);
std::optional<v1::Role> RoleOf(std::string_view word);

}  // namespace collie::receipt

#endif  // COLLIE_CREW_RECEIPT_WORDS_H_
