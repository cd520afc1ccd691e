#include "crew/cli/view/answer_form.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "crew/cli/view/columns.h"
#include "crew/cli/view/quote.h"
#include "crew/status/status_macros.h"
#include "crew/text/clean.h"

namespace collie::cli {
namespace {

template <typename Rows>
std::string Ids(const Rows& rows) {
  return absl::StrJoin(rows, ", ",
                       [](std::string* out, const auto& row) { absl::StrAppend(out, row.id()); });
}

std::string AskIds(const v1::Pane& pane) {
  return absl::StrJoin(pane.asks(), ", ", [](std::string* out, const v1::Ask& ask) {
    absl::StrAppend(out, ask.ask_id(), " (", CutMiddle(text::TerminalSafe(ask.title()), 80), ")");
  });
}

absl::Status NoSuchAsk(const AnswerInput& input, const v1::Pane& pane) {
  if (pane.asks().empty()) {
    return absl::NotFoundError(
        pane.open_asks() > 0 ? "a question is open that was not read yet: try again in a moment"
                             : "no question is open in this conversation");
  }
  return absl::NotFoundError(
      absl::StrCat("no question ", Quoted(input.ask_id), " is open; there are: ", AskIds(pane)));
}

template <typename Options>
const v1::AskOption* FindOption(const Options& options, const std::string& id) {
  for (const v1::AskOption& option : options) {
    if (option.id() == id) return &option;
  }
  return nullptr;
}

absl::Status CheckCount(const v1::Ask& ask, int picked) {
  const bool several = ask.kind() == v1::ASK_KIND_CHOICE && ask.multiple();
  if (!several) {
    if (picked == 1) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("this question takes one --option of: ", Ids(ask.options())));
  }
  if (picked < ask.min()) {
    return absl::InvalidArgumentError(absl::StrCat("this question takes at least ", ask.min(),
                                                   " --option of: ", Ids(ask.options())));
  }
  if (ask.max() > 0 && picked > ask.max()) {
    return absl::InvalidArgumentError(
        absl::StrCat("this question takes at most ", ask.max(), " --option"));
  }
  return absl::OkStatus();
}

absl::Status Pick(const AnswerInput& input, const v1::Ask& ask, v1::PickedOptions& picked) {
  COLLIE_RETURN_IF_ERROR(CheckCount(ask, static_cast<int>(input.options.size())));
  for (const std::string& id : input.options) {
    const v1::AskOption* option = FindOption(ask.options(), id);
    if (option == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("there is no option ", Quoted(id), "; there are: ", Ids(ask.options())));
    }
    if (std::count(input.options.begin(), input.options.end(), id) > 1) {
      return absl::InvalidArgumentError(absl::StrCat("option ", Quoted(id), " is picked twice"));
    }
    if (option->always() && !input.confirm) {
      return absl::InvalidArgumentError(absl::StrCat(
          "option ", Quoted(id), " lasts after this question: add --confirm if you mean it"));
    }
    picked.add_option_ids(id);
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::FieldValue> TypeField(const v1::AskField& field, const std::string& value) {
  v1::FieldValue typed;
  const auto must_be = [&](const std::string& what) {
    return absl::InvalidArgumentError(
        absl::StrCat("field ", field.id(), " takes ", what, ", not ", Quoted(value)));
  };
  double number = 0;
  switch (field.type()) {
    case v1::FIELD_TYPE_NUMBER:
      if (!absl::SimpleAtod(value, &number) || !std::isfinite(number)) return must_be("a number");
      typed.set_number(number);
      return typed;
    case v1::FIELD_TYPE_BOOLEAN:
      if (value != "true" && value != "false") return must_be("true or false");
      typed.set_boolean(value == "true");
      return typed;
    case v1::FIELD_TYPE_CHOICE:
      if (FindOption(field.options(), value) == nullptr) {
        return must_be(absl::StrCat("one of ", Ids(field.options())));
      }
      typed.set_text(value);
      return typed;
    default:
      typed.set_text(value);
      return typed;
  }
}

const v1::AskField* FindField(const v1::Ask& ask, const std::string& id) {
  for (const v1::AskField& field : ask.fields()) {
    if (field.id() == id) return &field;
  }
  return nullptr;
}

absl::Status FillForm(const AnswerInput& input, const v1::Ask& ask, v1::FieldValues& form) {
  for (const std::string& pair : input.fields) {
    const size_t equals = pair.find('=');
    const std::string id = pair.substr(0, equals);
    const v1::AskField* field = FindField(ask, id);
    if (equals == std::string::npos || field == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("--field takes field=value with a field of: ", Ids(ask.fields())));
    }
    COLLIE_ASSIGN_OR_RETURN(v1::FieldValue value, TypeField(*field, pair.substr(equals + 1)));
    if (!form.mutable_fields()->insert({id, std::move(value)}).second) {
      return absl::InvalidArgumentError(absl::StrCat("field ", id, " is given twice"));
    }
  }
  for (const v1::AskField& field : ask.fields()) {
    if (field.required() && !form.fields().contains(field.id())) {
      return absl::InvalidArgumentError(
          absl::StrCat("this question needs --field ", field.id(), "=…"));
    }
  }
  return absl::OkStatus();
}

// One kind of words, and the one that the question takes.
absl::Status CheckShape(const AnswerInput& input, v1::AskKind kind) {
  const bool options = !input.options.empty();
  const bool text = input.text.has_value();
  const bool fields = !input.fields.empty();
  switch (kind) {
    case v1::ASK_KIND_PERMISSION:
    case v1::ASK_KIND_CHOICE:
      if (!text && !fields) return absl::OkStatus();
      return absl::InvalidArgumentError("this question takes --option, nothing else");
    case v1::ASK_KIND_TEXT:
      if (text && !options && !fields) return absl::OkStatus();
      return absl::InvalidArgumentError("this question takes --text, nothing else");
    case v1::ASK_KIND_FORM:
      if (!text && !options) return absl::OkStatus();
      return absl::InvalidArgumentError("this question takes --field, nothing else");
    default:
      return absl::FailedPreconditionError(
          "this version does not know this kind of question: answer it at the agent");
  }
}

std::string FieldWords(const v1::Ask& ask) {
  std::string words;
  for (const v1::AskField& field : ask.fields()) {
    absl::StrAppend(&words, words.empty() ? "" : " ", "--field ", field.id(), "=…");
  }
  return words;
}

}  // namespace

absl::StatusOr<v1::Ask> PickAsk(const AnswerInput& input, const v1::Pane& pane) {
  const v1::Ask* picked = nullptr;
  for (const v1::Ask& ask : pane.asks()) {
    if (ask.ask_id() == input.ask_id) picked = &ask;
  }
  if (input.ask_id.empty() && pane.asks_size() > 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("several questions are open, name one: ", AskIds(pane)));
  }
  if (input.ask_id.empty() && pane.asks_size() == 1) picked = &pane.asks(0);
  if (picked == nullptr) return NoSuchAsk(input, pane);
  if (!input.hash.empty() && input.hash.size() < kFewestHashDigits) {
    return absl::InvalidArgumentError(absl::StrCat("--hash takes ", kFewestHashDigits,
                                                   " digits or more of what collie watch shows"));
  }
  if (!absl::StartsWith(picked->hash(), input.hash)) {
    return absl::FailedPreconditionError(
        "the question changed since it was shown: look at it again with collie watch");
  }
  return *picked;
}

absl::StatusOr<v1::AnswerAsk> FillAnswer(const AnswerInput& input, const v1::Ask& ask) {
  COLLIE_RETURN_IF_ERROR(CheckShape(input, ask.kind()));
  v1::AnswerAsk answer;
  answer.set_ask_id(ask.ask_id());
  answer.set_hash(ask.hash());
  answer.set_confirmed(input.confirm);
  v1::Answer& shape = *answer.mutable_answer();
  if (ask.kind() == v1::ASK_KIND_TEXT) {
    shape.set_text(*input.text);
  } else if (ask.kind() == v1::ASK_KIND_FORM) {
    COLLIE_RETURN_IF_ERROR(FillForm(input, ask, *shape.mutable_form()));
  } else {
    COLLIE_RETURN_IF_ERROR(Pick(input, ask, *shape.mutable_picked()));
  }
  return answer;
}

absl::StatusOr<v1::AnswerAsk> FillClosed(const AnswerInput& input, const std::string& hash) {
  if (!input.fields.empty()) {
    return absl::FailedPreconditionError(
        "the form is not open any more: look at the conversation to see whether it was taken");
  }
  if (input.text.has_value() == !input.options.empty()) {
    return absl::InvalidArgumentError("say the same once more: --option or --text");
  }
  v1::AnswerAsk answer;
  answer.set_ask_id(input.ask_id);
  answer.set_hash(hash);
  answer.set_confirmed(input.confirm);
  if (input.text.has_value()) {
    answer.mutable_answer()->set_text(*input.text);
  } else {
    auto& picked = *answer.mutable_answer()->mutable_picked();
    picked.mutable_option_ids()->Assign(input.options.begin(), input.options.end());
  }
  return answer;
}

std::vector<AnswerWay> WaysToAnswer(const std::string& conversation, const v1::Ask& ask) {
  const auto arguments = [&](const std::string& words) {
    return absl::StrCat(conversation, " ", ask.ask_id(), " ", words, " --hash ",
                        ask.hash().substr(0, kHashShown));
  };
  std::vector<AnswerWay> ways;
  if (ask.kind() == v1::ASK_KIND_TEXT) return {{"", "", arguments("--text …")}};
  if (ask.kind() == v1::ASK_KIND_FORM) return {{"", "", arguments(FieldWords(ask))}};
  if (ask.kind() == v1::ASK_KIND_CHOICE && ask.multiple()) {
    return {{"", "", arguments("--option …")}};
  }
  if (ask.kind() != v1::ASK_KIND_CHOICE && ask.kind() != v1::ASK_KIND_PERMISSION) return {};
  for (const v1::AskOption& option : ask.options()) {
    const std::string confirm = option.always() ? " --confirm" : "";
    ways.push_back(
        {option.id(), option.label(), arguments(absl::StrCat("--option ", option.id(), confirm))});
  }
  return ways;
}

}  // namespace collie::cli
