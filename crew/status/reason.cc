#include "crew/status/reason.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/cord.h"

namespace collie::status {
namespace {

constexpr char kPayload[] = "collie.v1.reason";
constexpr size_t kLongest = 64;

std::string_view WordOfCode(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kOutOfRange:
      return kBadRequest;
    case absl::StatusCode::kPermissionDenied:
      return kNotAllowed;
    case absl::StatusCode::kUnauthenticated:
      return kUnauthorized;
    case absl::StatusCode::kNotFound:
      return kNotFound;
    case absl::StatusCode::kAlreadyExists:
      return kTaken;
    case absl::StatusCode::kResourceExhausted:
      return kOverloaded;
    case absl::StatusCode::kUnimplemented:
      return kUnsupported;
    case absl::StatusCode::kFailedPrecondition:
      return kNotNow;
    case absl::StatusCode::kAborted:
      return kReplaced;
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kCancelled:
      return kUnavailable;
    default:
      return kInternal;
  }
}

}  // namespace

absl::Status WithReason(absl::Status status, std::string_view reason) {
  if (!status.ok()) status.SetPayload(kPayload, absl::Cord(std::string(reason)));
  return status;
}

std::string ReasonOf(const absl::Status& status) {
  const auto payload = status.GetPayload(kPayload);
  return payload ? std::string(*payload) : std::string();
}

std::string WordOf(const absl::Status& status) {
  if (status.ok()) return "";
  std::string reason = ReasonOf(status);
  return reason.empty() ? std::string(WordOfCode(status.code())) : reason;
}

bool IsReason(std::string_view text) {
  const auto fits = [](unsigned char c) {
    return absl::ascii_islower(c) || absl::ascii_isdigit(c) || c == '-';
  };
  return !text.empty() && text.size() <= kLongest && std::all_of(text.begin(), text.end(), fits);
}

}  // namespace collie::status
