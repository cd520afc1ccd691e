#include "tests/relay/watch/watch_reader.h"

#include <gtest/gtest.h>

#include <utility>

namespace collie::tests {
namespace {

using ids::ConversationKey;

std::string Ageless(v1::Member member) {
  member.set_last_seen_age_ms(0);
  member.set_age_at_least(false);
  return member.SerializeAsString();
}

std::string Ageless(v1::SourceEntry row) {
  row.mutable_source()->set_read_age_ms(0);
  row.mutable_source()->set_age_at_least(false);
  return row.SerializeAsString();
}

std::string Ageless(v1::PaneEntry row) {
  for (v1::Ask& ask : *row.mutable_pane()->mutable_asks()) ask.set_expires_in_ms(0);
  return row.SerializeAsString();
}

std::string Ageless(const v1::Removal&) { return ""; }

ConversationKey KeyOf(const v1::Member& row) { return {row.id(), "", ""}; }
ConversationKey KeyOf(const v1::SourceEntry& row) {
  return {row.member(), row.source().name(), ""};
}
ConversationKey KeyOf(const v1::PaneEntry& row) {
  return {row.member(), row.source(), row.pane().id()};
}
ConversationKey KeyOf(const v1::Removal& row) { return {row.member(), row.source(), row.pane()}; }

template <typename Row>
std::pair<ConversationKey, std::string> Parse(const std::string& bytes) {
  Row row;
  EXPECT_TRUE(row.ParseFromString(bytes));
  return {KeyOf(row), Ageless(row)};
}

std::pair<ConversationKey, std::string> Parse(const relay::WatchStep::Row& row) {
  switch (row.row->kind()) {
    case relay::CrewRow::Kind::kMember:
      return Parse<v1::Member>(*row.bytes);
    case relay::CrewRow::Kind::kSource:
      return Parse<v1::SourceEntry>(*row.bytes);
    case relay::CrewRow::Kind::kPane:
      return Parse<v1::PaneEntry>(*row.bytes);
    case relay::CrewRow::Kind::kRemoval:
      break;
  }
  return Parse<v1::Removal>(*row.bytes);
}

bool Covers(const ConversationKey& removed, const ConversationKey& key) {
  return removed.member == key.member && (removed.source.empty() || removed.source == key.source) &&
         (removed.pane.empty() || removed.pane == key.pane);
}

}  // namespace

CrewText TextOf(const relay::CrewCut& cut, const relay::ViewFilter& filter) {
  CrewText crew;
  cut.Visit(filter, nullptr, 0, [&](const relay::CrewEntry& entry) {
    if (entry.IsRemoved()) return true;
    crew[entry.key] = std::visit([](const auto& row) { return Ageless(row); }, entry.row->At({}));
    return true;
  });
  return crew;
}

void WatchReader::Take(const relay::WatchStep& step) {
  using Kind = relay::WatchStep::Kind;
  ++parts_;
  if (step.kind == Kind::kReceipt) {
    v1::Receipt receipt;
    EXPECT_TRUE(receipt.ParseFromString(*step.receipt->Wire()));
    receipts_[receipt.request_id()] = receipt;
    return;
  }
  is_whole_ = false;
  if (step.kind == Kind::kResync) {
    EXPECT_TRUE(step.rows.empty());
    ++resyncs_;
    rows_.clear();
    is_starting_ = true;
  } else if (step.kind == Kind::kSnapshot) {
    is_starting_ = true;
    AddRows(step);
  } else if (step.kind == Kind::kInSync) {
    if (std::exchange(is_starting_, false)) {
      crew_.clear();
      ApplyRows();
    }
    EXPECT_TRUE(rows_.empty()) << "a mark in the middle of a step";
    incarnation_ = step.incarnation;
    revision_ = step.revision;
    is_whole_ = true;
  } else {
    EXPECT_FALSE(is_starting_) << "a delta in the middle of a start";
    AddRows(step);
    if (step.more) return;
    ApplyRows();
    revision_ = step.revision;
    is_whole_ = true;
  }
}

void WatchReader::AddRows(const relay::WatchStep& step) {
  for (const relay::WatchStep::Row& row : step.rows) {
    const bool is_gone = row.row->kind() == relay::CrewRow::Kind::kRemoval;
    auto [key, text] = Parse(row);
    rows_.emplace_back(std::move(key), is_gone ? std::nullopt : std::optional(std::move(text)));
  }
}

void WatchReader::ApplyRows() {
  for (const auto& row : rows_) {
    if (row.second) continue;
    std::erase_if(crew_, [&](const auto& shown) { return Covers(row.first, shown.first); });
  }
  for (auto& [key, text] : rows_) {
    if (!text) continue;
    EXPECT_TRUE(key.source.empty() || crew_.contains({key.member, "", ""})) << "no member";
    EXPECT_TRUE(key.pane.empty() || crew_.contains({key.member, key.source, ""})) << "no source";
    crew_[key] = *std::move(text);
  }
  rows_.clear();
}

void WatchReader::Break() {
  rows_.clear();
  is_starting_ = false;
  is_whole_ = false;
}

}  // namespace collie::tests
