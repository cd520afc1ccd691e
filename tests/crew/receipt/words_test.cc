#include "crew/receipt/words.h"

#include <set>
#include <string>
#include <vector>

#include "crew/receipt/sentence.h"
#include "gtest/gtest.h"

namespace collie::receipt {
namespace {

// The words of one enum, from its zero value up.
template <typename Enum>
std::vector<std::string> WordsOf(const google::protobuf::EnumDescriptor& type) {
  std::vector<std::string> words;
  for (int i = 0; i < type.value_count(); ++i) {
    words.push_back(ApiWord(static_cast<Enum>(type.value(i)->number())));
  }
  return words;
}

using Words = std::vector<std::string>;

TEST(WordsTest, SaysEveryReason) {
  EXPECT_EQ(WordsOf<v1::Reason>(*v1::Reason_descriptor()), (Words{"",
                                                                  "busy",
                                                                  "question-open",
                                                                  "turn-moved",
                                                                  "ask-changed",
                                                                  "ask-closed",
                                                                  "decided",
                                                                  "too-late",
                                                                  "member-unreachable",
                                                                  "source-unreachable",
                                                                  "starting",
                                                                  "version-mismatch",
                                                                  "token-refused",
                                                                  "unsupported",
                                                                  "no-such-conversation",
                                                                  "too-large",
                                                                  "request-id-reused",
                                                                  "not-allowed",
                                                                  "fenced",
                                                                  "expired",
                                                                  "interrupted",
                                                                  "store-unavailable",
                                                                  "draining",
                                                                  "confirm-needed",
                                                                  "not-one-tap",
                                                                  "unknown-request",
                                                                  "member-locked",
                                                                  "duplicate-source",
                                                                  "given-up",
                                                                  "agent-refused"}));
}

TEST(WordsTest, SaysEveryPartOfAReceipt) {
  EXPECT_EQ(WordsOf<v1::ActKind>(*v1::ActKind_descriptor()),
            (Words{"", "send", "answer", "steer", "stop", "rename", "close", "reopen", "action",
                   "start"}));
  EXPECT_EQ(WordsOf<v1::Outcome>(*v1::Outcome_descriptor()),
            (Words{"", "pending", "unknown", "maybe-applied", "sent", "refused"}));
  EXPECT_EQ(WordsOf<v1::Evidence>(*v1::Evidence_descriptor()),
            (Words{"", "reply", "replayed-reply", "user-item", "ask-closed", "decided",
                   "edge-receipt", "started-pane"}));
  EXPECT_EQ(WordsOf<v1::Effect>(*v1::Effect_descriptor()),
            (Words{"", "queued", "effective", "dropped"}));
}

TEST(WordsTest, SaysEveryState) {
  EXPECT_EQ(WordsOf<v1::MemberState>(*v1::MemberState_descriptor()),
            (Words{"", "connected", "reconnecting", "disconnected", "locked"}));
  EXPECT_EQ(WordsOf<v1::SourceState>(*v1::SourceState_descriptor()),
            (Words{"", "starting", "live", "stale", "unreachable", "token-refused",
                   "version-mismatch", "duplicate-source"}));
  EXPECT_EQ(WordsOf<v1::TurnState>(*v1::TurnState_descriptor()), (Words{"", "idle", "working"}));
}

TEST(WordsTest, SaysEveryPartOfAConversation) {
  EXPECT_EQ(WordsOf<v1::AskKind>(*v1::AskKind_descriptor()),
            (Words{"", "permission", "choice", "text", "form", "other"}));
  EXPECT_EQ(WordsOf<v1::AskOutcome>(*v1::AskOutcome_descriptor()),
            (Words{"", "answered", "timed-out", "withdrawn"}));
  EXPECT_EQ(WordsOf<v1::FieldType>(*v1::FieldType_descriptor()),
            (Words{"", "text", "number", "boolean", "choice"}));
  EXPECT_EQ(WordsOf<v1::ItemKind>(*v1::ItemKind_descriptor()),
            (Words{"", "user", "assistant", "thinking", "tool", "notice"}));
  EXPECT_EQ(WordsOf<v1::ToolStatus>(*v1::ToolStatus_descriptor()),
            (Words{"", "running", "done", "error"}));
}

TEST(WordsTest, SaysEveryRoleAndWhyAWatchBeginsAgain) {
  EXPECT_EQ(WordsOf<v1::Role>(*v1::Role_descriptor()), (Words{"", "viewer", "operator", "admin"}));
  EXPECT_EQ(WordsOf<v1::ResyncReason>(*v1::ResyncReason_descriptor()),
            (Words{"", "too-old", "future", "other-incarnation", "unreadable"}));
}

TEST(WordsTest, ReadsItsOwnWordsBackAndNoOthers) {
  for (int i = 1; i < v1::Reason_descriptor()->value_count(); ++i) {
    const auto reason = static_cast<v1::Reason>(v1::Reason_descriptor()->value(i)->number());
    EXPECT_EQ(ReasonOf(ApiWord(reason)), reason);
  }
  EXPECT_EQ(OutcomeOf("maybe-applied"), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(ActKindOf("steer"), v1::ACT_KIND_STEER);
  EXPECT_EQ(EvidenceOf("user-item"), v1::EVIDENCE_USER_ITEM);
  EXPECT_EQ(RoleOf("admin"), v1::ROLE_ADMIN);
  EXPECT_EQ(ReasonOf(""), std::nullopt);
  EXPECT_EQ(ReasonOf("TURN_MOVED"), std::nullopt);
  EXPECT_EQ(ApiWord(static_cast<v1::Reason>(9999)), "");
}

TEST(SentenceTest, EveryReasonHasOneOfItsOwn) {
  std::set<std::string_view> sentences;
  for (int i = 1; i < v1::Reason_descriptor()->value_count(); ++i) {
    const auto reason = static_cast<v1::Reason>(v1::Reason_descriptor()->value(i)->number());
    EXPECT_FALSE(Sentence(reason).empty()) << ApiWord(reason);
    EXPECT_TRUE(sentences.insert(Sentence(reason)).second) << ApiWord(reason);
  }
  EXPECT_EQ(Sentence(v1::REASON_UNSPECIFIED), "");
}

TEST(SentenceTest, EveryOutcomeHasOne) {
  for (int i = 1; i < v1::Outcome_descriptor()->value_count(); ++i) {
    const auto outcome = static_cast<v1::Outcome>(v1::Outcome_descriptor()->value(i)->number());
    EXPECT_FALSE(Sentence(outcome).empty()) << ApiWord(outcome);
  }
}

TEST(SentenceTest, OnlyWhatIsUnknownSaysToRetry) {
  const auto says = [](v1::Outcome outcome) {
    return Sentence(outcome).find("try again") != std::string_view::npos;
  };
  EXPECT_TRUE(says(v1::OUTCOME_UNKNOWN));
  EXPECT_FALSE(says(v1::OUTCOME_PENDING));
  EXPECT_FALSE(says(v1::OUTCOME_MAYBE_APPLIED));
  EXPECT_FALSE(says(v1::OUTCOME_SENT));
  EXPECT_FALSE(says(v1::OUTCOME_REFUSED));
}

}  // namespace
}  // namespace collie::receipt
