// Every decoder of the wire over any bytes; the first byte picks one. None may crash, hang or let
// through what the limits forbid.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <variant>

#include "crew/text/clean_proto.h"
#include "crew/text/limits.h"
#include "crew/wire/act_reply.h"
#include "crew/wire/ask.h"
#include "crew/wire/canonical_json.h"
#include "crew/wire/hello.h"
#include "crew/wire/history.h"
#include "crew/wire/pane_read.h"
#include "crew/wire/snapshot.h"
#include "crew/wire/wire_error.h"

namespace collie {
namespace {

void Demand(bool holds) {
  if (!holds) std::abort();
}

// What was decoded is clean: cleaning it again changes nothing.
template <typename Message>
void DemandClean(const Message& message, bool (*clean)(Message&)) {
  Message again = message;
  Demand(clean(again));
  Demand(again.SerializePartialAsString().size() == message.SerializePartialAsString().size());
}

void FuzzSnapshot(std::string_view body) {
  const auto snapshot = wire::DecodeSnapshot(body);
  if (!snapshot.ok()) return;
  Demand(snapshot->panes.size() <= text::kPanesOfSource);
  for (const wire::SnapshotPane& pane : snapshot->panes) DemandClean(pane.pane, text::CleanPane);
}

void FuzzPaneRead(std::string_view body) {
  const auto read = wire::DecodePaneRead(body);
  if (!read.ok()) return;
  for (const wire::PaneEvent& event : read->events) {
    if (const auto* item = std::get_if<v1::Item>(&event)) DemandClean(*item, text::CleanItem);
    if (const auto* raised = std::get_if<wire::RaisedAsk>(&event)) {
      DemandClean(raised->ask, text::CleanAsk);
    }
    if (const auto* closed = std::get_if<v1::ClosedAsk>(&event)) {
      DemandClean(*closed, text::CleanClosedAsk);
    }
  }
}

void FuzzHistory(std::string_view body) {
  const auto history = wire::DecodeHistory(body);
  if (!history.ok()) return;
  for (const v1::Item& item : history->items) DemandClean(item, text::CleanItem);
}

void FuzzCanonical(std::string_view json) {
  const auto once = wire::CanonicalJson(json);
  if (!once.ok()) return;
  const auto twice = wire::CanonicalJson(*once);
  Demand(twice.ok() && *twice == *once);
}

void FuzzAskHash(std::string_view json) {
  const auto hash = wire::AskHash(json);
  Demand(!hash.ok() || hash->size() == 64);
  int bad_entries = 0;
  const auto raised = wire::DecodeAsk(json, &bad_entries);
  if (raised) Demand(hash.ok() && raised->ask.hash() == *hash);
}

void Fuzz(uint8_t decoder, std::string_view body) {
  switch (decoder % 8) {
    case 0:
      (void)wire::DecodeHello(body);
      break;
    case 1:
      FuzzSnapshot(body);
      break;
    case 2:
      FuzzPaneRead(body);
      break;
    case 3:
      FuzzHistory(body);
      break;
    case 4:
      (void)wire::DecodeActReply(body);
      break;
    case 5:
      (void)wire::DecodeError(body);
      break;
    case 6:
      FuzzCanonical(body);
      break;
    default:
      FuzzAskHash(body);
  }
}

}  // namespace
}  // namespace collie

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  collie::Fuzz(data[0], std::string_view(reinterpret_cast<const char*>(data) + 1, size - 1));
  return 0;
}
