#include "crew/wire/encode_act.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "crew/ids/ids.h"
#include "crew/text/limits.h"

namespace collie::wire {
namespace {

using Json = nlohmann::json;

absl::Status Refused(const std::string& why) {
  return absl::InvalidArgumentError("The act cannot be written for the agent: " + why + ".");
}

// An id of the wire as a segment of a path: of the characters that it may have, only the colon is
// escaped by those who escape segments.
std::string Segment(const std::string& id) {
  std::string escaped;
  for (const char c : id) {
    if (c == ':') {
      escaped += "%3A";
    } else {
      escaped.push_back(c);
    }
  }
  return escaped;
}

absl::StatusOr<Json> NumberJson(double number) {
  constexpr double kLargestExact = 9007199254740991.0;  // 2^53 - 1
  if (!std::isfinite(number)) return Refused("a number in the answer is not finite");
  if (number == std::trunc(number) && std::fabs(number) <= kLargestExact) {
    return Json(static_cast<int64_t>(number));  // 3, not 3.0
  }
  return Json(number);
}

absl::StatusOr<Json> FormJson(const v1::FieldValues& form) {
  Json fields = Json::object();
  for (const auto& [id, value] : form.fields()) {
    if (!ids::IsWireId(id)) return Refused("a field of the answer has an id that breaks the rule");
    if (value.has_text()) {
      fields[id] = value.text();
    } else if (value.has_boolean()) {
      fields[id] = value.boolean();
    } else if (value.has_number()) {
      absl::StatusOr<Json> number = NumberJson(value.number());
      if (!number.ok()) return number.status();
      fields[id] = *std::move(number);
    } else {
      return Refused("a field of the answer has no value");
    }
  }
  return fields;
}

absl::StatusOr<Json> AnswerJson(const v1::Answer& answer) {
  Json json = Json::object();
  if (answer.has_picked()) {
    Json& picked = json["optionIds"] = Json::array();
    for (const std::string& id : answer.picked().option_ids()) {
      if (!ids::IsWireId(id)) return Refused("an option has an id that breaks the rule");
      picked.push_back(id);
    }
  } else if (answer.has_form()) {
    absl::StatusOr<Json> fields = FormJson(answer.form());
    if (!fields.ok()) return fields.status();
    json["fields"] = *std::move(fields);
  } else if (answer.shape_case() == v1::Answer::kText) {
    json["text"] = answer.text();
  } else {
    return Refused("it is an answer without a shape");
  }
  return json;
}

// What is particular to a kind of act.
struct Particulars {
  std::string verb;  // the end of the path; a start's is the whole of it
  Json body = Json::object();
};

absl::StatusOr<Particulars> Speech(const char* verb, const std::string& turn,
                                   const std::string& text) {
  if (!ids::IsOpaque(turn)) return Refused("it names no turn");
  return Particulars{verb, {{"turn", turn}, {"text", text}}};
}

absl::StatusOr<Particulars> Stopping(const std::string& turn) {
  if (turn.empty()) return Particulars{"abort"};
  if (!ids::IsOpaque(turn)) return Refused("its turn breaks the rule");
  return Particulars{"abort", {{"turn", turn}}};
}

absl::StatusOr<Particulars> Answering(const v1::AnswerAsk& answer) {
  if (!ids::IsWireId(answer.ask_id())) return Refused("the question's id breaks the rule");
  absl::StatusOr<Json> json = AnswerJson(answer.answer());
  if (!json.ok()) return json.status();
  return Particulars{"asks/" + Segment(answer.ask_id()), {{"answer", *std::move(json)}}};
}

absl::StatusOr<Particulars> Acting(const std::string& action_id) {
  if (!ids::IsWireId(action_id)) return Refused("the action's id breaks the rule");
  return Particulars{"action", {{"actionId", action_id}}};
}

absl::StatusOr<Particulars> Starting(const v1::Start& start) {
  if (!ids::IsWireId(start.starter_id())) return Refused("the starter's id breaks the rule");
  Particulars particulars{"start", {{"starterId", start.starter_id()}}};
  if (!start.text().empty()) particulars.body["text"] = start.text();
  return particulars;
}

absl::StatusOr<Particulars> ParticularsOf(const v1::ActRequest& request) {
  switch (request.act_case()) {
    case v1::ActRequest::kSend:
      return Speech("send", request.send().turn(), request.send().text());
    case v1::ActRequest::kSteer:
      return Speech("steer", request.steer().turn(), request.steer().text());
    case v1::ActRequest::kStop:
      return Stopping(request.stop().turn());
    case v1::ActRequest::kAnswer:
      return Answering(request.answer());
    case v1::ActRequest::kRename:
      return Particulars{"rename", {{"title", request.rename().title()}}};
    case v1::ActRequest::kClose:
      return Particulars{"close"};
    case v1::ActRequest::kReopen:
      return Particulars{"reopen"};
    case v1::ActRequest::kAction:
      return Acting(request.action().action_id());
    case v1::ActRequest::kStart:
      return Starting(request.start());
    case v1::ActRequest::kOneTap:
      return Refused("a one-tap answer names no question");
    case v1::ActRequest::ACT_NOT_SET:
      return Refused("it says nothing to do");
  }
  return Refused("its kind is unknown");
}

absl::StatusOr<EncodedAct> Encode(const v1::ActRequest& request, std::string_view epoch) {
  constexpr char kRoot[] = "/session/v1/";
  if (!ids::IsWireId(request.request_id())) return Refused("its request id breaks the rule");
  if (!ids::IsWireId(epoch)) return Refused("the agent's epoch breaks the rule");
  absl::StatusOr<Particulars> particulars = ParticularsOf(request);
  if (!particulars.ok()) return particulars.status();
  const std::string& pane = request.conversation().pane();
  EncodedAct act;
  if (request.has_start()) {
    act.path = kRoot + particulars->verb;
  } else if (ids::IsWireId(pane)) {
    act.path = kRoot + ("panes/" + Segment(pane)) + "/" + particulars->verb;
  } else {
    return Refused("the conversation's id breaks the rule");
  }
  particulars->body["requestId"] = request.request_id();
  particulars->body["epoch"] = epoch;
  act.body = particulars->body.dump();
  if (act.body.size() <= text::kActBodyBytes) return act;
  return absl::ResourceExhaustedError(
      "The act takes more than the 64 KiB that an agent reads; send less at once.");
}

}  // namespace

absl::StatusOr<EncodedAct> EncodeAct(const v1::ActRequest& request, std::string_view epoch) {
  try {
    return Encode(request, epoch);
  } catch (const Json::exception&) {
    return Refused("its text is not UTF-8");
  }
}

}  // namespace collie::wire
