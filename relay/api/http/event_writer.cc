#include "relay/api/http/event_writer.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "crew/json/json.h"
#include "crew/json/receipt.h"
#include "relay/api/http/crew_text.h"

namespace collie::relay {
namespace {

using Kind = WatchStep::Kind;

constexpr char kAlive[] = ": alive\n\n";

std::string Event(absl::string_view name, absl::string_view id, absl::string_view data) {
  std::string text = absl::StrCat("event: ", name, "\n");
  if (!id.empty()) absl::StrAppend(&text, "id: ", id, "\n");
  absl::StrAppend(&text, "data: ", data, "\n\n");
  return text;
}

http_server::Piece PieceOf(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

std::string Quote(absl::string_view text) { return json::Dump(json::Json(std::string(text))); }

const char* ReasonWord(v1::ResyncReason reason) {
  switch (reason) {
    case v1::RESYNC_REASON_TOO_OLD:
      return "too-old";
    case v1::RESYNC_REASON_FUTURE:
      return "future";
    case v1::RESYNC_REASON_OTHER_INCARNATION:
      return "other-incarnation";
    default:
      return "unreadable";
  }
}

std::string ReceiptEvent(const ReceiptRow& row) {
  const SharedBytes data =
      row.json.Get({}, [&row] { return json::Dump(json::ReceiptJson(row.receipt)); });
  return Event("receipt", "", *data);
}

}  // namespace

http_server::Piece EncodedEvents::Get(const WatchStep& step, bool is_whole,
                                      const std::function<std::string()>& make) {
  std::vector<SharedBytes> rows;
  for (const WatchStep::Row& row : step.rows) rows.push_back(row.bytes);
  for (const Entry& entry : kept_) {
    if (entry.kind == step.kind && entry.more == step.more && entry.is_whole == is_whole &&
        entry.revision == step.revision && entry.rows == rows) {
      return entry.piece;
    }
  }
  if (kept_.size() == kKept) kept_.pop_front();
  kept_.push_back(
      {step.kind, step.more, is_whole, step.revision, std::move(rows), PieceOf(make())});
  return kept_.back().piece;
}

v1::ResumePoint ReadEventId(const std::string& id) {
  const size_t dot = id.rfind('.');
  v1::ResumePoint point;
  point.set_incarnation(id.substr(0, dot));
  if (dot != std::string::npos) point.set_revision(id.substr(dot + 1));
  return point;
}

std::string EventWriter::IdOf(uint64_t revision) const {
  return absl::StrCat(names_.incarnation, ".", revision);
}

http_server::Piece EventWriter::Write(const WatchStep& step, clock::Steady now) {
  switch (step.kind) {
    case Kind::kSnapshot: {
      const std::optional<WatchStep> before = std::exchange(held_, step);
      return before ? Part(*before, /*is_last=*/false, nullptr, now) : nullptr;
    }
    case Kind::kInSync: {
      const std::optional<WatchStep> last = std::exchange(held_, std::nullopt);
      if (!std::exchange(is_starting_, false)) return Delta(step, now);
      return Part(last.value_or(WatchStep()), /*is_last=*/true, &step, now);
    }
    case Kind::kDelta:
      return step.rows.empty() && !step.more ? PieceOf(kAlive) : Delta(step, now);
    case Kind::kResync:
      held_.reset();
      is_starting_ = true;
      return PieceOf(
          Event("resync", "", absl::StrCat("{\"reason\":\"", ReasonWord(step.reason), "\"}")));
    case Kind::kReceipt:
      return PieceOf(ReceiptEvent(*step.receipt));
  }
  return nullptr;
}

http_server::Piece EventWriter::Part(const WatchStep& part, bool is_last, const WatchStep* mark,
                                     clock::Steady now) {
  WatchStep shown = part;
  shown.revision = mark == nullptr ? 0 : mark->revision;
  return encoded_.Get(shown, is_last, [&] {
    std::string data = absl::StrCat(
        "{\"incarnation\":", Quote(names_.incarnation), ",\"revision\":\"",
        is_last ? absl::StrCat(shown.revision) : "", "\",\"crew\":{\"id\":", Quote(names_.id),
        ",\"name\":", Quote(names_.name), "},\"rowsAgeMs\":", shown.RowsAgeMs(now),
        ",\"members\":", MembersText(shown.rows, shown.base, is_last));
    absl::StrAppend(&data, is_last ? "}" : ",\"more\":true}");
    return Event("snapshot", is_last ? IdOf(shown.revision) : "", data);
  });
}

http_server::Piece EventWriter::Delta(const WatchStep& step, clock::Steady now) {
  return encoded_.Get(step, !step.more, [&] {
    std::string data = absl::StrCat(
        "{\"revision\":\"", step.more ? "" : absl::StrCat(step.revision),
        "\",\"rowsAgeMs\":", step.RowsAgeMs(now), ",", ChangesText(step.rows, step.base));
    absl::StrAppend(&data, step.more ? ",\"more\":true}" : "}");
    return Event("delta", step.more ? "" : IdOf(step.revision), data);
  });
}

}  // namespace collie::relay
