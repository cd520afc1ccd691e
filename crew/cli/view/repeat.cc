#include "crew/cli/view/repeat.h"

#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "crew/cli/view/answer_form.h"
#include "crew/cli/view/quote.h"
#include "crew/receipt/words.h"
#include "crew/text/clean.h"

namespace collie::cli {
namespace {

constexpr size_t kMostShown = 1000;  // bytes of a text in a command
constexpr char kFillIn[] = "…";

// Builds a command word by word.
class Line {
 public:
  Line(v1::ActKind act, const v1::Conversation& conversation) {
    repeat_.command = absl::StrCat("collie ", receipt::ApiWord(act));
    Add(absl::StrCat(conversation.member(), "/", conversation.source(),
                     conversation.pane().empty() ? "" : "/", conversation.pane()));
  }

  // A text of a person, as one word; what cannot be shown as it is becomes a placeholder.
  void Add(const std::string& text) {
    if (!IsShown(text)) return LeaveOut(kFillIn);
    absl::StrAppend(&repeat_.command, " ", ShellWord(text));
  }
  void AddFlag(const std::string& flag, const std::string& value) {
    absl::StrAppend(&repeat_.command, " ", flag);
    Add(value);
  }
  // --text, or the `-` for one that cannot be shown.
  void AddSpoken(const std::string& text) {
    if (!IsShown(text)) return LeaveOut("-");
    AddFlag("--text", text);
  }
  void AddPlain(const std::string& flag) { absl::StrAppend(&repeat_.command, " ", flag); }
  void LeaveOut(const std::string& instead) {
    absl::StrAppend(&repeat_.command, " ", instead);
    repeat_.is_whole = false;
  }

  Repeat End(const std::string& request_id) && {
    AddFlag("--request-id", request_id);
    AddPlain("--again");
    return std::move(repeat_);
  }
  Repeat Take() && { return std::move(repeat_); }

 private:
  static bool IsShown(const std::string& text) {
    // A word that begins with a dash would be read as a flag.
    return text.size() <= kMostShown && !absl::StartsWith(text, "-") &&
           text::TerminalSafe(text) == text;
  }

  Repeat repeat_;
};

std::string Typed(const v1::FieldValue& value) {
  switch (value.value_case()) {
    case v1::FieldValue::kText:
      return value.text();
    case v1::FieldValue::kNumber:
      return absl::StrFormat("%.17g", value.number());  // the same number when it is read back
    case v1::FieldValue::kBoolean:
      return value.boolean() ? "true" : "false";
    case v1::FieldValue::VALUE_NOT_SET:
      break;
  }
  return "";
}

void AddAnswer(const v1::AnswerAsk& answer, Line& line) {
  line.Add(answer.ask_id());
  for (const std::string& id : answer.answer().picked().option_ids()) line.AddFlag("--option", id);
  if (answer.answer().has_text()) line.AddFlag("--text", answer.answer().text());
  std::map<std::string, std::string> fields;  // in an order of its own
  for (const auto& [id, value] : answer.answer().form().fields()) fields[id] = Typed(value);
  for (const auto& [id, value] : fields) line.AddFlag("--field", absl::StrCat(id, "=", value));
  if (answer.confirmed()) line.AddPlain("--confirm");
}

void AddStart(const v1::Start& start, Line& line) {
  line.Add(start.starter_id());
  if (!start.text().empty()) line.AddFlag("--text", start.text());
}

Line Begin(v1::ActKind act, const v1::ActRequest& request) { return {act, request.conversation()}; }

}  // namespace

Repeat RepeatOf(const v1::ActRequest& request) {
  const auto whole = [&](v1::ActKind act, auto add) {
    Line line = Begin(act, request);
    add(line);
    return std::move(line).End(request.request_id());
  };
  switch (request.act_case()) {
    case v1::ActRequest::kSend:
      return whole(v1::ACT_KIND_SEND, [&](Line& line) {
        line.AddSpoken(request.send().text());
        line.AddFlag("--turn", request.send().turn());
      });
    case v1::ActRequest::kSteer:
      return whole(v1::ACT_KIND_STEER, [&](Line& line) {
        line.AddSpoken(request.steer().text());
        line.AddFlag("--turn", request.steer().turn());
      });
    case v1::ActRequest::kStop:
      return whole(v1::ACT_KIND_STOP, [&](Line& line) {
        if (!request.stop().turn().empty()) line.AddFlag("--turn", request.stop().turn());
      });
    case v1::ActRequest::kAnswer:
      return whole(v1::ACT_KIND_ANSWER, [&](Line& line) { AddAnswer(request.answer(), line); });
    case v1::ActRequest::kRename:
      return whole(v1::ACT_KIND_RENAME, [&](Line& line) { line.Add(request.rename().title()); });
    case v1::ActRequest::kAction:
      return whole(v1::ACT_KIND_ACTION,
                   [&](Line& line) { line.Add(request.action().action_id()); });
    case v1::ActRequest::kStart:
      return whole(v1::ACT_KIND_START, [&](Line& line) { AddStart(request.start(), line); });
    case v1::ActRequest::kReopen:
      return whole(v1::ACT_KIND_REOPEN, [](Line&) {});
    case v1::ActRequest::kClose:
      return whole(v1::ACT_KIND_CLOSE, [](Line&) {});
    case v1::ActRequest::kOneTap:  // is an answer once it is accepted
    case v1::ActRequest::ACT_NOT_SET:
      break;
  }
  return {.command = "", .is_whole = false};
}

Repeat AnswerCommand(const v1::Conversation& conversation, const v1::AnswerAsk& answer) {
  Line line(v1::ACT_KIND_ANSWER, conversation);
  AddAnswer(answer, line);
  line.AddFlag("--hash", answer.hash().substr(0, kHashShown));
  return std::move(line).Take();
}

Repeat RepeatOf(const v1::Receipt& receipt) {
  v1::Conversation conversation = receipt.conversation();
  if (receipt.act() == v1::ACT_KIND_START) conversation.clear_pane();
  Line line(receipt.act(), conversation);
  switch (receipt.act()) {
    case v1::ACT_KIND_SEND:
    case v1::ACT_KIND_STEER:
      line.LeaveOut("--text … --turn …");
      break;
    case v1::ACT_KIND_ANSWER:
    case v1::ACT_KIND_STOP:  // perhaps of one turn
    case v1::ACT_KIND_RENAME:
    case v1::ACT_KIND_ACTION:
    case v1::ACT_KIND_START:
      line.LeaveOut(kFillIn);
      break;
    default:
      break;
  }
  return std::move(line).End(receipt.request_id());
}

}  // namespace collie::cli
