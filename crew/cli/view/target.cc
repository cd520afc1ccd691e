#include "crew/cli/view/target.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "crew/cli/view/quote.h"
#include "crew/status/status_macros.h"

namespace collie::cli {
namespace {

using Keys = std::vector<ids::ConversationKey>;
using Parts = std::vector<std::string>;

constexpr size_t kMostListed = 12;  // names in an error

std::string List(const Keys& keys) {
  std::string list;
  for (size_t i = 0; i < std::min(keys.size(), kMostListed); ++i) {
    absl::StrAppend(&list, i == 0 ? "" : ", ", NameOf(keys[i]));
  }
  if (keys.size() > kMostListed)
    absl::StrAppend(&list, " and ", keys.size() - kMostListed, " more");
  return list;
}

absl::StatusOr<Parts> Split(const std::string& text, size_t most, const std::string& form) {
  Parts parts = absl::StrSplit(text, '/');
  const bool ok = parts.size() <= most && std::all_of(parts.begin(), parts.end(), ids::IsWireId);
  if (ok) return parts;
  return absl::InvalidArgumentError(absl::StrCat(Quoted(text), " is no ", form));
}

// Whether the key's last parts are these.
bool EndsWith(const ids::ConversationKey& key, const Parts& parts) {
  Parts whole = {key.member, key.source};
  if (!key.pane.empty()) whole.push_back(key.pane);
  return parts.size() <= whole.size() && std::equal(parts.rbegin(), parts.rend(), whole.rbegin());
}

template <typename Map>
Keys KeysOf(const Map& map) {
  Keys keys;
  for (const auto& [key, unused] : map) keys.push_back(key);
  return keys;
}

Keys Fitting(const Keys& keys, const Parts& parts) {
  Keys fitting;
  for (const ids::ConversationKey& key : keys) {
    if (EndsWith(key, parts)) fitting.push_back(key);
  }
  return fitting;
}

absl::StatusOr<ids::ConversationKey> TheOne(const Keys& fitting, const Keys& all,
                                            const std::string& text, const std::string& noun) {
  if (fitting.size() == 1) return fitting.front();
  if (fitting.size() > 1) {
    return absl::InvalidArgumentError(
        absl::StrCat(Quoted(text), " fits several, name one of them whole: ", List(fitting)));
  }
  return absl::NotFoundError(
      all.empty()
          ? absl::StrCat("there is no ", noun, " ", Quoted(text), ": the crew shows none now")
          : absl::StrCat("there is no ", noun, " ", Quoted(text), "; there are: ", List(all)));
}

}  // namespace

std::string NameOf(const ids::ConversationKey& key) {
  Parts parts = {key.member};
  if (!key.source.empty()) parts.push_back(key.source);
  if (!key.pane.empty()) parts.push_back(key.pane);
  return absl::StrJoin(parts, "/");
}

std::optional<ids::ConversationKey> WholeConversation(const std::string& text) {
  const Parts parts = absl::StrSplit(text, '/');
  if (parts.size() != 3 || !ids::IsName(parts[0]) || !ids::IsName(parts[1])) return std::nullopt;
  if (!ids::IsWireId(parts[2])) return std::nullopt;
  return ids::ConversationKey{parts[0], parts[1], parts[2]};
}

std::vector<ids::ConversationKey> ConversationsOf(const std::string& text, const Crew& crew) {
  const auto parts = Split(text, 3, "");
  return parts.ok() ? Fitting(KeysOf(crew.panes), *parts) : Keys();
}

std::vector<ids::ConversationKey> SourcesOf(const std::string& text, const Crew& crew) {
  if (text.empty()) return KeysOf(crew.sources);
  const auto parts = Split(text, 2, "");
  return parts.ok() ? Fitting(KeysOf(crew.sources), *parts) : Keys();
}

absl::StatusOr<ids::ConversationKey> FindConversation(const std::string& text, const Crew& crew) {
  COLLIE_ASSIGN_OR_RETURN(const Parts parts,
                          Split(text, 3, "conversation: write member/source/pane"));
  const Keys all = KeysOf(crew.panes);
  return TheOne(Fitting(all, parts), all, text, "conversation");
}

absl::StatusOr<ids::ConversationKey> FindSource(const std::string& text, const Crew& crew) {
  const Keys all = KeysOf(crew.sources);
  if (text.empty()) return TheOne(all, all, text, "source");
  COLLIE_ASSIGN_OR_RETURN(const Parts parts, Split(text, 2, "source: write member/source"));
  return TheOne(Fitting(all, parts), all, text, "source");
}

absl::StatusOr<ids::ConversationKey> FindView(const std::string& text, const Crew& crew) {
  if (text.empty()) return ids::ConversationKey();
  COLLIE_ASSIGN_OR_RETURN(
      const Parts parts,
      Split(text, 3, "part of a crew: write member, member/source or member/source/pane"));
  if (parts.size() == 1 && crew.members.contains(parts[0])) {
    return ids::ConversationKey{parts[0], "", ""};
  }
  if (parts.size() == 2 && crew.sources.contains({parts[0], parts[1], ""})) {
    return ids::ConversationKey{parts[0], parts[1], ""};
  }
  Keys all;
  for (const auto& [member, unused] : crew.members) all.push_back({member, "", ""});
  Keys fitting;
  for (const Keys& keys : {KeysOf(crew.sources), KeysOf(crew.panes)}) {
    const Keys some = Fitting(keys, parts);
    fitting.insert(fitting.end(), some.begin(), some.end());
    all.insert(all.end(), keys.begin(), keys.end());
  }
  return TheOne(fitting, all, text, "part of the crew");
}

}  // namespace collie::cli
