#include "relay/merge/crew_row.h"

#include <algorithm>
#include <utility>

namespace collie::relay {
namespace {

constexpr size_t kRowBytes = 512;  // what a row costs beside its messages

int64_t TimeLeftMs(int64_t at_receipt_ms, absl::Duration since) {
  return std::max<int64_t>(0, at_receipt_ms - absl::ToInt64Milliseconds(since));
}

bool Expires(const CrewRow::Content& content) {
  const auto* row = std::get_if<v1::PaneEntry>(&content);
  if (row == nullptr) return false;
  const auto& asks = row->pane().asks();
  return std::any_of(asks.begin(), asks.end(), [](const v1::Ask& ask) { return ask.expires(); });
}

std::string Serialize(const CrewRow::Content& content) {
  return std::visit([](const auto& message) { return message.SerializeAsString(); }, content);
}

}  // namespace

CrewRow::CrewRow(Content content) : content_(std::move(content)), expires_(Expires(content_)) {
  // Once as a message, once as bytes.
  bytes_ = kRowBytes + 2 * std::visit([](const auto& row) { return row.ByteSizeLong(); }, content_);
}

std::shared_ptr<CrewRow> CrewRow::Make(Content content) {
  return std::shared_ptr<CrewRow>(new CrewRow(std::move(content)));
}

CrewRow::Ref CrewRow::OfMember(v1::Member member, std::shared_ptr<const Age> last_seen) {
  const std::shared_ptr<CrewRow> row = Make(std::move(member));
  row->age_ = std::move(last_seen);
  return row;
}

CrewRow::Ref CrewRow::OfSource(v1::SourceEntry source, std::shared_ptr<const Age> read) {
  const std::shared_ptr<CrewRow> row = Make(std::move(source));
  row->age_ = std::move(read);
  return row;
}

CrewRow::Ref CrewRow::OfPane(v1::PaneEntry pane, clock::Steady received_at, int64_t order) {
  const std::shared_ptr<CrewRow> row = Make(std::move(pane));
  row->received_at_ = received_at;
  row->order_ = order;
  return row;
}

CrewRow::Ref CrewRow::OfRemoval(const ids::ConversationKey& key) {
  v1::Removal removal;
  removal.set_member(key.member);
  removal.set_source(key.source);
  removal.set_pane(key.pane);
  return Make(std::move(removal));
}

CrewRow::Content CrewRow::At(clock::Steady at) const {
  Content content = content_;
  if (auto* member = std::get_if<v1::Member>(&content)) {
    const Age::Value age = age_->Get();
    member->set_last_seen_age_ms(age.MsAt(at));
    member->set_age_at_least(age.at_least);
  } else if (auto* row = std::get_if<v1::SourceEntry>(&content)) {
    const Age::Value age = age_->Get();
    row->mutable_source()->set_read_age_ms(age.MsAt(at));
    row->mutable_source()->set_age_at_least(age.at_least);
  } else if (expires_) {
    for (v1::Ask& ask : *std::get<v1::PaneEntry>(content).mutable_pane()->mutable_asks()) {
      if (!ask.expires()) continue;
      ask.set_expires_in_ms(TimeLeftMs(ask.expires_in_ms(), at - received_at_));
    }
  }
  return content;
}

clock::Steady CrewRow::BaseOf(clock::Steady now) {
  return clock::Steady(absl::Floor(now - clock::Steady(), absl::Seconds(1)));
}

SharedBytes CrewRow::Wire(clock::Steady base) const { return In(Form::kWire, base, Serialize); }

SharedBytes CrewRow::In(Form form, clock::Steady base,
                        const std::function<std::string(const Content&)>& make) const {
  const Rendered& rendered = forms_[static_cast<size_t>(form)];
  if (!HasAges()) return rendered.Get({}, [&] { return make(content_); });
  const Rendered::Moment moment{base, age_ == nullptr ? 0 : age_->version()};
  return rendered.Get(moment, [&] { return make(At(base)); });
}

}  // namespace collie::relay
