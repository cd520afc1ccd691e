#ifndef COLLIE_CREW_STATUS_REASON_H_
#define COLLIE_CREW_STATUS_REASON_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"

// Why a call failed, as data beside the status: a word of a closed list. Programs branch on the
// word; the sentence is for people and may change. The words of acts are those of v1::Reason
// (receipt::ApiWord), the others stand here. Pure; any thread.
namespace collie::status {

inline constexpr std::string_view kBadRequest =
    "bad-request";  // it cannot be read, or breaks a rule
inline constexpr std::string_view kNotAllowed = "not-allowed";     // this caller may not
inline constexpr std::string_view kUnauthorized = "unauthorized";  // nobody knows this caller
inline constexpr std::string_view kNotFound = "not-found";         // what it names is not there
inline constexpr std::string_view kTaken = "taken";                // the label or key is in use
inline constexpr std::string_view kOverloaded = "overloaded";      // too many at once: later
inline constexpr std::string_view kTooLarge = "too-large";         // ask for less
inline constexpr std::string_view kUnsupported = "unsupported";    // not offered here
inline constexpr std::string_view kNotNow = "not-now";             // the state does not allow it
inline constexpr std::string_view kReplaced = "replaced";          // a newer one took its place
inline constexpr std::string_view kUnavailable = "unavailable";    // not now: retry with back-off
inline constexpr std::string_view kStoreUnavailable = "store-unavailable";
inline constexpr std::string_view kDraining = "draining";  // the program is shutting down
inline constexpr std::string_view kNoSuchConversation = "no-such-conversation";
inline constexpr std::string_view kMemberUnreachable = "member-unreachable";
inline constexpr std::string_view kSourceUnreachable = "source-unreachable";
inline constexpr std::string_view kInternal = "internal";  // a fault of the program

// The status with this reason in place of any it had. An OK status stays as it is.
absl::Status WithReason(absl::Status status, std::string_view reason);

// The reason that WithReason gave; "": none.
std::string ReasonOf(const absl::Status& status);

// That reason, else the word that its code stands for; never "" for an error. "" for OK.
std::string WordOf(const absl::Status& status);

// Whether a text from outside has the form of a reason: 1 to 64 of a-z, 0-9 and -.
bool IsReason(std::string_view text);

}  // namespace collie::status

#endif  // COLLIE_CREW_STATUS_REASON_H_
