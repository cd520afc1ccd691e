#include "relay/store/view_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "relay/merge/merged_crew.h"
#include "relay/store/view_rows.h"
#include "tests/fakes/store/full_disk.h"
#include "tests/support/temporary_folder.h"

namespace collie::relay {
namespace {

using ::testing::IsEmpty;

class ViewStoreTest : public testing::Test {
 protected:
  ViewStoreTest() { Reopen(); }

  void Reopen() {
    store_.reset();
    auto store = ViewStore::Open(file_);
    ASSERT_TRUE(store.ok()) << store.status();
    store_ = *std::move(store);
  }

  // What a restarted relay would show, such as "deck[hello(a b)] lab[]".
  std::string AfterRestart() {
    Reopen();
    std::vector<std::string> members;
    for (const MemberSnapshot& member : store_->Load()) {
      std::vector<std::string> sources;
      for (const SourceSnapshot& source : member.sources) {
        sources.push_back(absl::StrCat(
            source.source.name(), "(",
            absl::StrJoin(source.panes, " ",
                          [](std::string* out, const v1::Pane& pane) {
                            absl::StrAppend(out, pane.id(),
                                            pane.title().empty() ? "" : "=" + pane.title());
                          }),
            ")"));
      }
      members.push_back(absl::StrCat(member.member.id(), "[", absl::StrJoin(sources, " "), "]"));
    }
    return absl::StrJoin(members, " ");
  }

  static v1::Member Member(const std::string& id) {
    v1::Member member;
    member.set_id(id);
    return member;
  }
  static v1::Source Source(const std::string& name) {
    v1::Source source;
    source.set_name(name);
    return source;
  }
  static v1::Pane Pane(const std::string& id, const std::string& title = "") {
    v1::Pane pane;
    pane.set_id(id);
    pane.set_title(title);
    return pane;
  }
  static v1::Removal Removal(const std::string& member, const std::string& source = "",
                             const std::string& pane = "") {
    v1::Removal removal;
    removal.set_member(member);
    removal.set_source(source);
    removal.set_pane(pane);
    return removal;
  }

  void PutDeck() {
    store_->Put(Member("deck"));
    store_->PutSource("deck", Source("hello"));
    store_->PutPane("deck", "hello", 0, Pane("a"));
  }

  tests::TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "view.db";
  std::unique_ptr<ViewStore> store_;
};

TEST_F(ViewStoreTest, BeginsEmpty) { EXPECT_THAT(store_->Load(), IsEmpty()); }

TEST_F(ViewStoreTest, ARestartedRelayIsNotBlank) {
  PutDeck();
  store_->Put(Member("lab"));
  EXPECT_EQ(AfterRestart(), "deck[hello(a)] lab[]");
}

TEST_F(ViewStoreTest, KeepsWhenAMemberAndItsSourcesWereSeenLast) {
  const absl::Time then = absl::FromUnixSeconds(1'700'000'000);
  ViewChanges changes;
  changes.Put(Member("deck"), then);
  changes.PutSource("deck", Source("hello"), then - absl::Hours(1));
  changes.Put(Member("lab"));
  changes.PutSource("lab", Source("hello"));
  store_->Write(changes);
  Reopen();
  std::vector<MemberSnapshot> members = store_->Load();
  EXPECT_EQ(members.at(0).seen_at, then);
  EXPECT_EQ(members.at(0).sources.at(0).read_at, then - absl::Hours(1));
  EXPECT_FALSE(members.at(1).seen_at.has_value());  // no relay told how long it ran

  ViewChanges alive;
  alive.PutAlive(then);
  alive.PutAlive(then + absl::Minutes(5));
  store_->Write(alive);
  Reopen();
  members = store_->Load();
  EXPECT_EQ(members.at(0).seen_at, then);
  const absl::Time until = then + absl::Minutes(5) + MergedCrew::kAliveEvery;
  EXPECT_EQ(members.at(1).seen_at, until);
  EXPECT_EQ(members.at(1).sources.at(0).read_at, until);
}

TEST_F(ViewStoreTest, KeepsThePanesAsTheAgentListsThem) {
  PutDeck();
  store_->PutSource("deck", Source("alpha"));
  store_->PutPane("deck", "alpha", 0, Pane("only"));
  store_->PutPane("deck", "hello", 2, Pane("b"));
  store_->PutPane("deck", "hello", 1, Pane("z"));
  EXPECT_EQ(AfterRestart(), "deck[alpha(only) hello(a z b)]");
}

TEST_F(ViewStoreTest, TheNewestOfAKeyWins) {
  PutDeck();
  for (int i = 0; i < 100; ++i) {
    store_->PutPane("deck", "hello", 0, Pane("a", absl::StrCat("t", i)));
  }
  EXPECT_EQ(AfterRestart(), "deck[hello(a=t99)]");
  store_->PutPane("deck", "hello", 0, Pane("a", "later"));
  EXPECT_EQ(AfterRestart(), "deck[hello(a=later)]");
}

TEST_F(ViewStoreTest, RemovesAPaneASourceAndAMember) {
  PutDeck();
  store_->PutPane("deck", "hello", 1, Pane("b"));
  store_->PutSource("deck", Source("other"));
  store_->Put(Member("lab"));
  ASSERT_TRUE(store_->Flush().ok());
  store_->Remove(Removal("deck", "hello", "a"));
  EXPECT_EQ(AfterRestart(), "deck[hello(b) other()] lab[]");
  store_->Remove(Removal("deck", "hello"));
  EXPECT_EQ(AfterRestart(), "deck[other()] lab[]");
  store_->Remove(Removal("deck"));
  EXPECT_EQ(AfterRestart(), "lab[]");
}

TEST_F(ViewStoreTest, WhatComesAfterARemovalStands) {
  PutDeck();
  ASSERT_TRUE(store_->Flush().ok());
  store_->Remove(Removal("deck", "hello"));
  store_->PutSource("deck", Source("hello"));
  store_->PutPane("deck", "hello", 0, Pane("new"));
  EXPECT_EQ(AfterRestart(), "deck[hello(new)]");
}

TEST_F(ViewStoreTest, LeavesOutWhatHasNoMemberOrSource) {
  PutDeck();
  store_->PutPane("deck", "gone", 0, Pane("x"));
  store_->PutSource("nobody", Source("hello"));
  EXPECT_EQ(AfterRestart(), "deck[hello(a)]");
}

TEST_F(ViewStoreTest, FlushSaysThatItIsOnDisk) {
  PutDeck();
  ASSERT_TRUE(store_->Flush().ok());
  auto other = ViewStore::Open(file_);
  ASSERT_TRUE(other.ok());
  EXPECT_EQ((*other)->Load().size(), 1u);
  EXPECT_THAT((*other)->Load(), IsEmpty());  // handed out once
}

TEST_F(ViewStoreTest, KeepsWhatAFailingDiskRefusedForTheNextTry) {
  PutDeck();
  ASSERT_TRUE(store_->Flush().ok());
  {
    tests::FullDisk full;
    store_->Remove(Removal("deck", "hello"));
    store_->PutSource("deck", Source("hello"));
    EXPECT_EQ(store_->Flush().code(), absl::StatusCode::kUnavailable);
    store_->PutPane("deck", "hello", 0, Pane("b", "1"));
    EXPECT_EQ(store_->Flush().code(), absl::StatusCode::kUnavailable);
  }
  store_->PutPane("deck", "hello", 0, Pane("b", "2"));
  EXPECT_TRUE(store_->Flush().ok());
  EXPECT_EQ(AfterRestart(), "deck[hello(b=2)]");
}

TEST_F(ViewStoreTest, TriesOnceMoreAtTheEnd) {
  {
    tests::FullDisk full;
    PutDeck();
    EXPECT_EQ(store_->Flush().code(), absl::StatusCode::kUnavailable);
  }
  EXPECT_EQ(AfterRestart(), "deck[hello(a)]");
}

TEST_F(ViewStoreTest, ChangesThatBelongTogetherReachTheDiskTogether) {
  PutDeck();
  ASSERT_TRUE(store_->Flush().ok());
  ViewChanges epoch;
  epoch.Remove(Removal("deck", "hello"));
  epoch.PutSource("deck", Source("hello"));
  for (int i = 0; i < 50; ++i) epoch.PutPane("deck", "hello", i, Pane(absl::StrCat("p", i)));
  store_->Write(epoch);
  // Whenever somebody looks, the old view is whole or the new one is.
  auto reader = journal::Database::OpenReader(file_);
  ASSERT_TRUE(reader.ok()) << reader.status();
  for (size_t panes = 0; panes != 50;) {
    auto members = ReadView(**reader);
    ASSERT_TRUE(members.ok()) << members.status();
    panes = members->at(0).sources.at(0).panes.size();
    ASSERT_TRUE(panes == 1 || panes == 50) << panes;
  }
}

}  // namespace
}  // namespace collie::relay
