#include "crew/receipt/words.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_replace.h"
#include "google/protobuf/descriptor.h"

namespace collie::receipt {
namespace {

// TURN_STATE_WORKING with the prefix TURN_STATE_ is `working`. The prefix is the length of the zero
// value's, whose name ends with UNSPECIFIED by the rule of the protos.
std::string WordOf(const google::protobuf::EnumDescriptor& type, int number) {
  const auto* value = type.FindValueByNumber(number);
  if (value == nullptr || number == 0) return "";
  const size_t prefix = type.value(0)->name().size() - std::string_view("UNSPECIFIED").size();
  return absl::StrReplaceAll(absl::AsciiStrToLower(value->name().substr(prefix)), {{"_", "-"}});
}

template <typename Enum>
std::optional<Enum> ValueOf(const google::protobuf::EnumDescriptor& type, std::string_view word) {
  for (int i = 0; i < type.value_count(); ++i) {
    const int number = type.value(i)->number();
    if (number != 0 && WordOf(type, number) == word) return static_cast<Enum>(number);
  }
  return std::nullopt;
}

}  // namespace

std::string ApiWord(v1::ActKind kind) { return WordOf(*v1::ActKind_descriptor(), kind); }
std::string ApiWord(v1::Outcome outcome) { return WordOf(*v1::Outcome_descriptor(), outcome); }
std::string ApiWord(v1::Reason reason) { return WordOf(*v1::Reason_descriptor(), reason); }
std::string ApiWord(v1::Evidence evidence) { return WordOf(*v1::Evidence_descriptor(), evidence); }
std::string ApiWord(v1::Effect effect) { return WordOf(*v1::Effect_descriptor(), effect); }
std::string ApiWord(v1::MemberState state) { return WordOf(*v1::MemberState_descriptor(), state); }
std::string ApiWord(v1::SourceState state) { return WordOf(*v1::SourceState_descriptor(), state); }
std::string ApiWord(v1::TurnState state) { return WordOf(*v1::TurnState_descriptor(), state); }
std::string ApiWord(v1::AskKind kind) { return WordOf(*v1::AskKind_descriptor(), kind); }
std::string ApiWord(v1::AskOutcome outcome) {
  return WordOf(*v1::AskOutcome_descriptor(), outcome);
}
std::string ApiWord(v1::FieldType type) { return WordOf(*v1::FieldType_descriptor(), type); }
std::string ApiWord(v1::ItemKind kind) { return WordOf(*v1::ItemKind_descriptor(), kind); }
std::string ApiWord(v1::ToolStatus status) { return WordOf(*v1::ToolStatus_descriptor(), status); }
std::string ApiWord(v1::ResyncReason reason) {
  return WordOf(*v1::ResyncReason_descriptor(), reason);
}
std::string ApiWord(v1::Role role) { return WordOf(*v1::Role_descriptor(), role); }

std::optional<v1::ActKind> ActKindOf(std::string_view word) {
  return ValueOf<v1::ActKind>(*v1::ActKind_descriptor(), word);
}
std::optional<v1::Outcome> OutcomeOf(std::string_view word) {
  return ValueOf<v1::Outcome>(*v1::Outcome_descriptor(), word);
}
std::optional<v1::Reason> ReasonOf(std::string_view word) {
  return ValueOf<v1::Reason>(*v1::Reason_descriptor(), word);
}
std::optional<v1::Evidence> EvidenceOf(std::string_view word) {
  return ValueOf<v1::Evidence>(*v1::Evidence_descriptor(), word);
}
std::optional<v1::Role> RoleOf(std::string_view word) {
  return ValueOf<v1::Role>(*v1::Role_descriptor(), word);
}

}  // namespace collie::receipt
