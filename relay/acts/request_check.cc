#include "relay/acts/request_check.h"

#include <openssl/sha.h>
#include <utf8proc.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "crew/ids/ids.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"

namespace collie::relay {
namespace {

// Far above what can be encoded for the wire (64 KiB, refused `too-large` with a receipt), and low
// enough to be kept in a receipt.
constexpr size_t kRequestBytes = 256 * 1024;
constexpr size_t kTitleCharacters = 200;
constexpr int kPicks = 32;
constexpr int kFields = 32;

absl::Status Bad(const char* what) {
  return absl::InvalidArgumentError(absl::StrCat("The request cannot be read: ", what, "."));
}

// Counts code points; -1 for bytes that are not UTF-8.
int64_t CountCharacters(std::string_view text) {
  int64_t count = 0;
  while (!text.empty()) {
    utf8proc_int32_t character = 0;
    const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                       static_cast<utf8proc_ssize_t>(text.size()), &character);
    if (size <= 0) return -1;
    text.remove_prefix(static_cast<size_t>(size));
    ++count;
  }
  return count;
}

absl::Status CheckTurn(const std::string& turn) {
  return ids::IsOpaque(turn) ? absl::OkStatus() : Bad("`turn` must be the id of a turn");
}

absl::Status CheckText(const std::string& text, bool may_be_empty) {
  if (text.empty() && !may_be_empty) return Bad("`text` must not be empty");
  return CountCharacters(text) >= 0 ? absl::OkStatus() : Bad("`text` must be UTF-8");
}

absl::Status CheckHash(const std::string& hash) {
  const bool is_hex = std::all_of(hash.begin(), hash.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  });
  return hash.size() == 64 && is_hex ? absl::OkStatus()
                                     : Bad("`hash` must be the question's, 64 hex digits");
}

absl::Status CheckPicked(const v1::PickedOptions& picked) {
  if (picked.option_ids_size() > kPicks) return Bad("at most 32 options can be picked");
  const bool good = std::all_of(picked.option_ids().begin(), picked.option_ids().end(),
                                [](const std::string& id) { return ids::IsWireId(id); });
  return good ? absl::OkStatus() : Bad("`optionIds` must be ids of options");
}

absl::Status CheckForm(const v1::FieldValues& form) {
  if (form.fields_size() > kFields) return Bad("at most 32 fields can be filled");
  for (const auto& [id, value] : form.fields()) {
    if (!ids::IsWireId(id)) return Bad("`fields` must be named by ids of fields");
    if (value.value_case() == v1::FieldValue::VALUE_NOT_SET) return Bad("a field has no value");
    if (value.has_number() && !std::isfinite(value.number())) {
      return Bad("a field's number is not finite");
    }
    if (value.has_text() && CountCharacters(value.text()) < 0) return Bad("a field is not UTF-8");
  }
  return absl::OkStatus();
}

absl::Status CheckAnswer(const v1::AnswerAsk& answer) {
  if (!ids::IsWireId(answer.ask_id())) return Bad("`askId` must be the id of a question");
  if (auto status = CheckHash(answer.hash()); !status.ok()) return status;
  switch (answer.answer().shape_case()) {
    case v1::Answer::kPicked:
      return CheckPicked(answer.answer().picked());
    case v1::Answer::kText:
      return CheckText(answer.answer().text(), /*may_be_empty=*/true);
    case v1::Answer::kForm:
      return CheckForm(answer.answer().form());
    case v1::Answer::SHAPE_NOT_SET:
      break;
  }
  return Bad("`answer` needs `optionIds`, `text` or `fields`");
}

absl::Status CheckOneTap(const v1::OneTap& tap) {
  if (!ids::IsWireId(tap.one_use_id())) return Bad("the question's one-use id is invalid");
  if (!ids::IsWireId(tap.option_id())) return Bad("`optionId` must be the id of an option");
  return CheckHash(tap.hash());
}

absl::Status CheckTitle(const std::string& title) {
  const int64_t characters = CountCharacters(title);
  return characters >= 1 && characters <= static_cast<int64_t>(kTitleCharacters)
             ? absl::OkStatus()
             : Bad("`title` must be 1 to 200 characters of text in UTF-8");
}

absl::Status CheckAct(const v1::ActRequest& request) {
  switch (request.act_case()) {
    case v1::ActRequest::kSend: {
      absl::Status status = CheckTurn(request.send().turn());
      status.Update(CheckText(request.send().text(), /*may_be_empty=*/false));
      return status;
    }
    case v1::ActRequest::kSteer: {
      absl::Status status = CheckTurn(request.steer().turn());
      status.Update(CheckText(request.steer().text(), /*may_be_empty=*/false));
      return status;
    }
    case v1::ActRequest::kStop:
      return request.stop().turn().empty() ? absl::OkStatus() : CheckTurn(request.stop().turn());
    case v1::ActRequest::kAnswer:
      return CheckAnswer(request.answer());
    case v1::ActRequest::kOneTap:
      return CheckOneTap(request.one_tap());
    case v1::ActRequest::kRename:
      return CheckTitle(request.rename().title());
    case v1::ActRequest::kAction:
      return ids::IsWireId(request.action().action_id()) ? absl::OkStatus()
                                                         : Bad("`actionId` must be an id");
    case v1::ActRequest::kStart:
      if (!ids::IsWireId(request.start().starter_id())) return Bad("`starterId` must be an id");
      return CheckText(request.start().text(), /*may_be_empty=*/true);
    case v1::ActRequest::kClose:
    case v1::ActRequest::kReopen:
      return absl::OkStatus();
    case v1::ActRequest::ACT_NOT_SET:
      break;
  }
  return Bad("it names no act");
}

absl::Status CheckPlace(const v1::ActRequest& request) {
  const v1::Conversation& place = request.conversation();
  if (request.has_one_tap()) {
    const bool is_empty = place.member().empty() && place.source().empty() && place.pane().empty();
    return is_empty ? absl::OkStatus() : Bad("one tap names no conversation: its id does");
  }
  if (!ids::IsName(place.member())) return Bad("`member` must be the id of a member");
  if (!ids::IsName(place.source())) return Bad("`source` must be the name of a source");
  if (request.has_start()) {
    return place.pane().empty() ? absl::OkStatus() : Bad("a start has no `pane` yet");
  }
  return ids::IsWireId(place.pane()) ? absl::OkStatus()
                                     : Bad("`pane` must be the id of a conversation");
}

}  // namespace

absl::Status CheckRequest(const v1::ActRequest& request) {
  if (request.ByteSizeLong() > kRequestBytes) return Bad("it is over 256 KiB");
  if (!ids::IsWireId(request.request_id())) {
    return Bad("`requestId` must be 1 to 128 of A-Z a-z 0-9 . _ : -");
  }
  if (auto status = CheckPlace(request); !status.ok()) return status;
  return CheckAct(request);
}

std::string PayloadOf(const v1::ActRequest& request) {
  v1::ActRequest payload = request;
  payload.clear_again();
  payload.DiscardUnknownFields();
  std::string bytes;
  {
    // Maps (the fields of a form) have no order of their own.
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    payload.SerializeToCodedStream(&coded);
  }
  std::string digest(SHA256_DIGEST_LENGTH, '\0');
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
         reinterpret_cast<unsigned char*>(digest.data()));
  return digest;
}

}  // namespace collie::relay
