#include "relay/link/member_streams.h"

#include <utility>
#include <vector>

#include "crew/status/reason.h"
#include "relay/link/redial_spread.h"

namespace collie::relay {

int64_t MemberStreams::Attach(const std::string& member, std::shared_ptr<MemberStream> stream) {
  std::shared_ptr<MemberStream> old;
  int64_t number = 0;
  {
    absl::MutexLock lock(&mu_);
    Entry& entry = entries_[member];
    old = std::exchange(entry.stream, std::move(stream));
    entry.interest.clear();
    entry.is_open = false;
    number = ++entry.number;
  }
  if (old) old->End(absl::AbortedError("A newer link of this member replaced this one."));
  return number;
}

void MemberStreams::Open(const std::string& member, int64_t number) {
  absl::MutexLock lock(&mu_);
  const auto found = entries_.find(member);
  if (found != entries_.end() && found->second.number == number) found->second.is_open = true;
}

bool MemberStreams::Detach(const std::string& member, int64_t number) {
  std::shared_ptr<MemberStream> gone;
  absl::MutexLock lock(&mu_);
  const auto found = entries_.find(member);
  if (found == entries_.end() || found->second.number != number || !found->second.stream) {
    return false;
  }
  gone = std::exchange(found->second.stream, nullptr);
  return true;
}

bool MemberStreams::IsNewest(const std::string& member, int64_t number) const {
  absl::MutexLock lock(&mu_);
  const auto found = entries_.find(member);
  return found != entries_.end() && found->second.number == number && found->second.stream;
}

bool MemberStreams::SendCommand(const std::string& member, const v1::Command& command) {
  v1::RelayFrame frame;
  *frame.mutable_command() = command;
  return Send(member, std::move(frame));
}

void MemberStreams::SendReconcile(const std::string& member, const v1::Settle& settle) {
  v1::RelayFrame frame;
  *frame.mutable_settle() = settle;
  Send(member, std::move(frame));
}

void MemberStreams::SendAck(const std::string& member, const v1::ResultAck& ack) {
  v1::RelayFrame frame;
  *frame.mutable_ack() = ack;
  Send(member, std::move(frame));
}

bool MemberStreams::SendHistoryRead(const std::string& member, const v1::HistoryRead& read) {
  v1::RelayFrame frame;
  *frame.mutable_history() = read;
  return Send(member, std::move(frame));
}

void MemberStreams::PushInterest(const std::string& member) {
  {
    absl::MutexLock lock(&mu_);
    AddDueLocked(member, /*always=*/true);
  }
  Push();
}

void MemberStreams::PushChangedInterest(const std::string& member) {
  {
    absl::MutexLock lock(&mu_);
    if (!member.empty()) {
      AddDueLocked(member, /*always=*/false);
    } else {
      for (const auto& [each, entry] : entries_) AddDueLocked(each, /*always=*/false);
    }
  }
  Push();
}

void MemberStreams::AddDueLocked(const std::string& member, bool always) {
  const auto found = entries_.find(member);
  if (found == entries_.end() || !found->second.stream) return;
  bool& is_always = due_[member];
  is_always = is_always || always;
}

void MemberStreams::Push() {
  {
    absl::MutexLock lock(&mu_);
    if (std::exchange(is_pushing_, true)) return;
  }
  while (const std::optional<Due> due = NextDue()) PushTo(*due);
}

std::optional<MemberStreams::Due> MemberStreams::NextDue() {
  absl::MutexLock lock(&mu_);
  is_pushing_ = !due_.empty();
  if (!is_pushing_) return std::nullopt;
  const auto next = due_.extract(due_.begin());
  return Due{next.key(), next.mapped()};
}

void MemberStreams::PushTo(const Due& due) {
  const std::string& member = due.member;
  v1::RelayFrame frame;
  *frame.mutable_interest() = interest_.Of(member);
  std::string wanted = frame.interest().SerializeAsString();
  std::shared_ptr<MemberStream> stream;
  StreamId id{member, 0};
  {
    absl::MutexLock lock(&mu_);
    Entry& entry = entries_[member];
    if (!entry.stream || !entry.is_open || (entry.interest == wanted && !due.always)) return;
    entry.interest = std::move(wanted);
    stream = entry.stream;
    id.number = entry.number;
  }
  on_pushed_(id, frame.interest());
  stream->Send(std::move(frame));
}

void MemberStreams::End(const std::string& member, const absl::Status& status) {
  std::shared_ptr<MemberStream> stream;
  {
    absl::MutexLock lock(&mu_);
    const auto found = entries_.find(member);
    if (found != entries_.end()) stream = found->second.stream;
  }
  if (stream) stream->End(status);
}

void MemberStreams::EndAll() {
  std::vector<std::pair<std::shared_ptr<MemberStream>, bool>> streams;
  {
    absl::MutexLock lock(&mu_);
    for (const auto& [member, entry] : entries_) {
      if (entry.stream) streams.emplace_back(entry.stream, entry.is_open);
    }
  }
  const absl::Duration spread = RedialWithin(streams.size());
  for (const auto& [stream, is_open] : streams) {
    v1::RelayFrame frame;
    frame.mutable_going_down()->set_redial_within_ms(absl::ToInt64Milliseconds(spread));
    if (is_open) stream->Send(std::move(frame));
    stream->End(status::WithReason(
        absl::UnavailableError("The relay is shutting down: reconnect in a moment."),
        status::kDraining));
  }
}

std::shared_ptr<MemberStream> MemberStreams::NewestOpen(const std::string& member) const {
  absl::MutexLock lock(&mu_);
  const auto found = entries_.find(member);
  return found == entries_.end() || !found->second.is_open ? nullptr : found->second.stream;
}

bool MemberStreams::Send(const std::string& member, v1::RelayFrame frame) {
  const std::shared_ptr<MemberStream> stream = NewestOpen(member);
  return stream && stream->Send(std::move(frame));
}

}  // namespace collie::relay
