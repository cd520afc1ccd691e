#ifndef COLLIE_TESTS_EDGE_VIEW_HOST_VIEW_FIXTURE_H_
#define COLLIE_TESTS_EDGE_VIEW_HOST_VIEW_FIXTURE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "edge/view/host_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/simulated_clock.h"

namespace collie::edge {

inline constexpr size_t kPartBytes = 512 << 10;

class HostViewTest : public ::testing::Test {
 protected:
  ShownSource Source(const std::string& name, v1::SourceState state = v1::SOURCE_STATE_LIVE) {
    ShownSource shown;
    shown.source.set_name(name);
    shown.source.set_state(state);
    if (state == v1::SOURCE_STATE_LIVE) shown.last_read = clock_.Now();
    return shown;
  }
  static ShownPane Pane(const std::string& id, const std::string& title = "") {
    ShownPane pane;
    pane.pane.set_id(id);
    pane.pane.set_title(title);
    return pane;
  }
  static v1::Item Item(const std::string& id, const std::string& text = "") {
    v1::Item item;
    item.set_id(id);
    item.set_text(text);
    return item;
  }
  void PutPanes(const std::string& name, std::vector<ShownPane> panes) {
    view_.Put(name, {.source = Source(name), .panes = std::move(panes)});
  }
  void PutItems(const std::string& source, const std::string& pane, std::vector<v1::Item> items,
                bool reset) {
    SourceNews news{.source = Source(source)};
    news.conversations.push_back({.pane = pane, .reset = reset, .items = std::move(items)});
    view_.Put(source, std::move(news));
  }
  static ids::ConversationKey Key(const std::string& source, const std::string& pane) {
    return {"", source, pane};
  }

  // Everything that is to be sent, one word a frame.
  std::vector<std::string> Drain(size_t max_bytes = kPartBytes) {
    std::vector<std::string> words;
    v1::EdgeFrame frame;
    while (view_.NextFrame(&frame, max_bytes)) words.push_back(WordOf(frame));
    return words;
  }
  static std::string WordOf(const v1::EdgeFrame& frame) {
    if (frame.has_in_sync()) return "in-sync";
    if (frame.has_source_removed()) return "removed " + frame.source_removed().name();
    if (frame.has_source()) {
      const v1::SourceUpdate& update = frame.source();
      std::string word = absl::StrCat(update.whole() ? "whole " : "delta ", update.source().name());
      for (const v1::Pane& pane : update.panes())
        absl::StrAppend(&word, " +", pane.id(), pane.title());
      for (const std::string& pane : update.removed_panes()) absl::StrAppend(&word, " -", pane);
      return word + (update.commit() ? " commit" : "");
    }
    const v1::ConversationUpdate& update = frame.conversation();
    std::string word = absl::StrCat(update.reset() ? "reset " : "news ", update.pane());
    for (const v1::Item& item : update.items()) absl::StrAppend(&word, " +", item.id());
    for (const std::string& item : update.removed_items()) absl::StrAppend(&word, " -", item);
    for (const std::string& id : update.dropped_requests()) absl::StrAppend(&word, " dropped ", id);
    if (!update.reason().empty()) absl::StrAppend(&word, " reason ", update.reason());
    return word + (update.more() ? " more" : "");
  }

  tests::SimulatedClock clock_;
  HostView view_{clock_};
};

}  // namespace collie::edge

#endif  // COLLIE_TESTS_EDGE_VIEW_HOST_VIEW_FIXTURE_H_
