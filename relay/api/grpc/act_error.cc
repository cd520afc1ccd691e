#include "relay/api/grpc/act_error.h"

#include <string>

#include "crew/receipt/sentence.h"
#include "crew/receipt/words.h"
#include "crew/status/reason.h"

namespace collie::relay {
namespace {

absl::StatusCode CodeOf(v1::Reason reason) {
  switch (reason) {
    case v1::REASON_NOT_ALLOWED:
      return absl::StatusCode::kPermissionDenied;
    case v1::REASON_REQUEST_ID_REUSED:
      return absl::StatusCode::kAlreadyExists;
    case v1::REASON_UNKNOWN_REQUEST:
      return absl::StatusCode::kNotFound;
    default:
      return absl::StatusCode::kUnavailable;
  }
}

}  // namespace

absl::Status ErrorOf(const ActReply& answer) {
  if (answer.receipt) return absl::OkStatus();
  if (answer.bad_request) {
    return status::WithReason(absl::InvalidArgumentError(answer.detail), status::kBadRequest);
  }
  if (answer.overloaded) {
    return status::WithReason(absl::ResourceExhaustedError(answer.detail), status::kOverloaded);
  }
  if (answer.refused == v1::REASON_UNSPECIFIED) {
    return absl::InternalError("Something failed inside the relay; its log says what.");
  }
  const std::string sentence =
      answer.detail.empty() ? std::string(receipt::Sentence(answer.refused)) : answer.detail;
  return status::WithReason({CodeOf(answer.refused), sentence}, receipt::ApiWord(answer.refused));
}

}  // namespace collie::relay
