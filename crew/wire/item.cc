#include "crew/wire/item.h"

#include <string>

#include "crew/text/clean_proto.h"

namespace collie::wire {
namespace {

v1::ItemKind KindOf(std::string_view word) {
  if (word == "user") return v1::ITEM_KIND_USER;
  if (word == "assistant") return v1::ITEM_KIND_ASSISTANT;
  if (word == "thinking") return v1::ITEM_KIND_THINKING;
  if (word == "tool") return v1::ITEM_KIND_TOOL;
  if (word == "notice") return v1::ITEM_KIND_NOTICE;
  return v1::ITEM_KIND_UNSPECIFIED;
}

v1::ToolStatus StatusOf(std::string_view word) {
  if (word == "running") return v1::TOOL_STATUS_RUNNING;
  if (word == "done") return v1::TOOL_STATUS_DONE;
  if (word == "error") return v1::TOOL_STATUS_ERROR;
  return v1::TOOL_STATUS_UNSPECIFIED;
}

bool ReadTool(Reading& reading, JsonValue value, v1::Tool* tool) {
  std::string status;
  const bool good = EachField(reading, value, [&](std::string_view key, JsonValue field) {
    if (key == "name") return ReadText(field, tool->mutable_name());
    if (key == "input") return ReadText(field, tool->mutable_input());
    if (key == "output") return ReadText(field, tool->mutable_output());
    if (key == "status") return ReadText(field, &status);
    return true;
  });
  tool->set_status(StatusOf(status));
  return good;
}

bool ReadPartial(JsonValue value, v1::Item* item) {
  bool partial = false;
  if (!ReadBool(value, &partial)) return false;
  item->set_partial(partial);
  return true;
}

}  // namespace

Entry ReadItem(Reading& reading, JsonValue value, v1::Item* item) {
  std::string kind;
  const bool good = EachField(reading, value, [&](std::string_view key, JsonValue field) {
    if (key == "id") return ReadOpaque(field, item->mutable_id());
    if (key == "kind") return ReadText(field, &kind);
    if (key == "at") return ReadTime(field, item->mutable_written_at());
    if (key == "text") return ReadText(field, item->mutable_text());
    if (key == "requestId") return ReadId(field, item->mutable_request_id());
    if (key == "tool") return ReadTool(reading, field, item->mutable_tool());
    if (key == "partial") return ReadPartial(field, item);
    return true;
  });
  if (kind.empty()) return Entry::kBad;
  item->set_kind(KindOf(kind));
  if (item->kind() == v1::ITEM_KIND_UNSPECIFIED) return Entry::kUnknown;
  return good && text::CleanItem(*item) ? Entry::kGood : Entry::kBad;
}

}  // namespace collie::wire
