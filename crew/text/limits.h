#ifndef COLLIE_CREW_TEXT_LIMITS_H_
#define COLLIE_CREW_TEXT_LIMITS_H_

#include <cstddef>

#include "absl/time/time.h"

// Every limit of the durable wire (protos/WIRE.md, Limits). The edge enforces them while it reads
// an agent; the relay enforces those of texts and lists again on what edges send.
namespace collie::text {

inline constexpr size_t kKiB = 1024;
inline constexpr size_t kMiB = 1024 * kKiB;

// Bytes of one reply. A longer one is not read: a failed read, and for an act an unknown outcome.
inline constexpr size_t kHelloBytes = 64 * kKiB;
inline constexpr size_t kActReplyBytes = 64 * kKiB;
inline constexpr size_t kSnapshotBytes = 1 * kMiB;
inline constexpr size_t kPaneReadBytes = 4 * kMiB;
inline constexpr size_t kHistoryBytes = 1 * kMiB;
inline constexpr size_t kReplyHeaderBytes = 16 * kKiB;
// Bytes of an act's encoded body. A longer one is refused, never cut.
inline constexpr size_t kActBodyBytes = 64 * kKiB;

// Bytes of one pane with its open asks, as a message. Asks past it are left out.
inline constexpr size_t kPaneBytes = 512 * kKiB;
// Bytes of the answer that a decision carries. A longer one is left out, the decision stands.
inline constexpr size_t kDecidedAnswerBytes = 64 * kKiB;
// Bytes of one frame of the link between edge and relay. What is longer goes in parts.
inline constexpr size_t kLinkFrameBytes = 1 * kMiB;

// Characters (Unicode code points) of one string. A longer one is cut.
inline constexpr size_t kTitleCharacters = 200;  // titles, labels, runtimes, names
inline constexpr size_t kAskTitleCharacters = 500;
inline constexpr size_t kAskDetailCharacters = 8 * kKiB;
inline constexpr size_t kItemTextCharacters = 64 * kKiB;
inline constexpr size_t kToolInputCharacters = 16 * kKiB;
inline constexpr size_t kToolOutputCharacters = 64 * kKiB;
// The crew's own: a member's label, and sentences for people (details, agents' messages).
inline constexpr size_t kMemberLabelCharacters = 63;
inline constexpr size_t kSentenceCharacters = 500;
// A line of a terminal or a log.
inline constexpr size_t kTerminalCharacters = 4 * kKiB;

// Entries of one list. The first are kept.
inline constexpr size_t kWorkspaces = 64;
inline constexpr size_t kTabsOfWorkspace = 64;
inline constexpr size_t kPanesOfSource = 1000;
inline constexpr size_t kOpenAsksOfPane = 16;
inline constexpr size_t kOptions = 32;
inline constexpr size_t kFields = 32;
inline constexpr size_t kStarters = 32;
inline constexpr size_t kActions = 16;
// Items a history read may ask for: the most, and where it does not say.
inline constexpr size_t kHistoryItems = 200;
inline constexpr size_t kHistoryItemsByDefault = 50;
// Follow-ups of one pane read whose reply says `more`.
inline constexpr size_t kMoreReads = 8;

// Deadlines of a whole exchange, from connect to the last byte: over a socket, and over a URL.
struct Deadline {
  absl::Duration socket;
  absl::Duration url;
};
inline constexpr Deadline kHelloDeadline = {absl::Seconds(2), absl::Seconds(5)};
inline constexpr Deadline kSnapshotDeadline = {absl::Seconds(2), absl::Seconds(5)};
inline constexpr Deadline kPaneReadDeadline = {absl::Seconds(5), absl::Seconds(10)};
inline constexpr Deadline kHistoryDeadline = {absl::Seconds(5), absl::Seconds(10)};
inline constexpr Deadline kActDeadline = {absl::Seconds(10), absl::Seconds(15)};

// Time between polls of an agent: while it is watched, and otherwise.
inline constexpr absl::Duration kWatchedPoll = absl::Seconds(2);
inline constexpr absl::Duration kIdlePoll = absl::Seconds(10);

}  // namespace collie::text

#endif  // COLLIE_CREW_TEXT_LIMITS_H_
