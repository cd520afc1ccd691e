#ifndef COLLIE_CREW_SOURCE_REASON_H_
#define COLLIE_CREW_SOURCE_REASON_H_

#include <optional>
#include <string>
#include <string_view>

namespace collie {

// Why a source, or a conversation of it, is not shown as it is now. The protos and the JSON carry
// the word, a closed list on this side: a word that another build tells is text to clean and show.
enum class SourceReason {
  kNone,                // nothing is wrong; the empty word
  kAgentRefused,        // it refused the read, with a code
  kBadAddress,          // the entry's address breaks the rules
  kBadReply,            // a reply that is not the wire's
  kConnectionLost,      // before its reply was whole
  kDeadline,            // no whole reply in time
  kDraining,            // this program is shutting down
  kDuplicateSource,     // another source shows the same agent
  kMemberUnreachable,   // its member has no link to the lead
  kNoSuchConversation,  // the agent does not list it
  kNotConnected,        // nobody listens there
  kOverBudget,          // more than the relay holds of a source or a member
  kSocketNotPrivate,    // others may reach the socket
  kSourceUnreachable,   // the agent cannot be read, or no such source is attached
  kStarting,            // the agent says that it is not ready
  kTokenRefused,        // 401
  kTooLarge,            // a reply over its limit
  kVersionMismatch,     // the ranges of wire versions do not meet
};

// Its word, such as `bad-reply`. Pure; any thread.
std::string ApiWord(SourceReason reason);
// The way back; nullopt: no word of this build. "" is kNone.
std::optional<SourceReason> SourceReasonOf(std::string_view word);

}  // namespace collie

#endif  // COLLIE_CREW_SOURCE_REASON_H_
