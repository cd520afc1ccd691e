#ifndef COLLIE_CREW_CLI_VIEW_TARGET_H_
#define COLLIE_CREW_CLI_VIEW_TARGET_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crew/cli/view/crew_state.h"
#include "crew/ids/ids.h"

// What a person names on the command line. A whole name always means what it says; a shorter one is
// taken where exactly one thing of the crew fits it. Errors: INVALID_ARGUMENT (it breaks the rule,
// or several fit: the sentence lists them), NOT_FOUND (nothing fits: the sentence lists what there
// is). Pure.
namespace collie::cli {

// member/source/pane, if `text` has all three and each may be one.
std::optional<ids::ConversationKey> WholeConversation(const std::string& text);

// `member`, `member/source` or `member/source/pane`: as much as the key names.
std::string NameOf(const ids::ConversationKey& key);

// All conversations, or sources, that the name fits, in order. None where it breaks the rule.
std::vector<ids::ConversationKey> ConversationsOf(const std::string& text, const Crew& crew);
std::vector<ids::ConversationKey> SourcesOf(const std::string& text, const Crew& crew);

// A conversation: member/source/pane, source/pane or pane.
absl::StatusOr<ids::ConversationKey> FindConversation(const std::string& text, const Crew& crew);

// A source: member/source, source, or empty where there is only one.
absl::StatusOr<ids::ConversationKey> FindSource(const std::string& text, const Crew& crew);

// What to watch: member, member/source, member/source/pane, or the shorter forms of a source or a
// conversation. Empty: everything.
absl::StatusOr<ids::ConversationKey> FindView(const std::string& text, const Crew& crew);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_TARGET_H_
