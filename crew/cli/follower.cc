#include "crew/cli/follower.h"

#include <utility>

namespace collie::cli {

std::unique_ptr<grpc::ClientReaderInterface<v1::WatchEvent>> CrewStream::Open(
    v1::Dashboard::StubInterface& dashboard, grpc::ClientContext& context) {
  parts.Clear();
  goes_on = request.has_resume();
  return dashboard.Watch(&context, request);
}

std::optional<v1::WatchEvent> CrewStream::Join(v1::WatchEvent message) {
  if (message.has_snapshot() || message.has_resync()) {
    parts.Clear();  // the step that it was the middle of is void
    goes_on = false;
  }
  if (message.has_delta()) return JoinDelta(std::move(message));
  if (!message.has_in_sync() || !goes_on) return message;
  Saw(message);  // nothing had changed: what is shown stands
  return std::nullopt;
}

std::optional<v1::WatchEvent> CrewStream::JoinDelta(v1::WatchEvent message) {
  parts.MergeFrom(message.delta());
  if (message.delta().more()) return std::nullopt;
  parts.set_more(false);
  message.mutable_delta()->Swap(&parts);  // the moment of the last part holds for all
  parts.Clear();
  const v1::CrewDelta& delta = message.delta();
  const bool is_tick = delta.members().empty() && delta.sources().empty() &&
                       delta.panes().empty() && delta.removed().empty();
  if (!is_tick) return message;
  Saw(message);
  return std::nullopt;
}

void CrewStream::Saw(const v1::WatchEvent& event) {
  switch (event.event_case()) {
    case v1::WatchEvent::kSnapshot:
    case v1::WatchEvent::kResync:
      request.clear_resume();  // half a start cannot be continued
      break;
    case v1::WatchEvent::kInSync:
      request.mutable_resume()->set_incarnation(event.in_sync().incarnation());
      request.mutable_resume()->set_revision(event.in_sync().revision());
      break;
    case v1::WatchEvent::kDelta:
      request.mutable_resume()->set_revision(event.delta().revision());
      break;
    default:
      break;
  }
}

std::unique_ptr<grpc::ClientReaderInterface<v1::ConversationEvent>> ConversationStream::Open(
    v1::Dashboard::StubInterface& dashboard, grpc::ClientContext& context) {
  parts.Clear();
  return dashboard.WatchConversation(&context, request);
}

std::optional<v1::ConversationEvent> ConversationStream::Join(v1::ConversationEvent message) {
  if (message.reset()) parts.Clear();
  parts.MergeFrom(message);
  if (message.more()) return std::nullopt;
  parts.set_more(false);
  return std::exchange(parts, {});
}

void ConversationStream::Saw(const v1::ConversationEvent& event) {
  request.set_cursor(event.cursor());
}

template <typename Stream>
bool Follower<Stream>::Adopt(grpc::ClientContext* context) {
  absl::MutexLock lock(&mu_);
  context_ = context;
  return !cancelled_;
}

template <typename Stream>
void Follower<Stream>::Cancel() {
  absl::MutexLock lock(&mu_);
  cancelled_ = true;
  if (context_ != nullptr) context_->TryCancel();
}

template <typename Stream>
absl::Status Follower<Stream>::FollowOnce() {
  auto channel = endpoint_.dial();
  // A socket that is missing now may be back soon.
  if (!channel.ok()) return absl::UnavailableError(channel.status().message());
  const auto dashboard = v1::Dashboard::NewStub(*channel);
  grpc::ClientContext context;
  if (!Adopt(&context)) return absl::OkStatus();
  const auto stream = stream_.Open(*dashboard, context);
  typename Stream::Event message;
  while (stream->Read(&message)) {
    backoff_.Reset();
    if (Stream::kTellsOfLink && std::exchange(lost_, false)) inbox_.PutNews(LinkBack());
    ever_ = true;
    std::optional<typename Stream::Event> event = stream_.Join(std::exchange(message, {}));
    if (!event) continue;
    stream_.Saw(*event);
    if (!inbox_.PutNews(*std::move(event))) context.TryCancel();
  }
  const grpc::Status end = stream->Finish();
  Adopt(nullptr);
  if (end.ok()) return absl::UnavailableError(endpoint_.where + " ended the watch");
  return Explain(end, endpoint_);
}

template <typename Stream>
bool Follower<Stream>::MayRedial(const absl::Status& why) {
  if (!ever_) return false;
  switch (why.code()) {
    case absl::StatusCode::kUnauthenticated:
    case absl::StatusCode::kPermissionDenied:
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kUnimplemented:
    case absl::StatusCode::kNotFound:
      return false;
    default:
      return true;
  }
}

template <typename Stream>
void Follower<Stream>::Run() {
  do {
    const absl::Status why = FollowOnce();
    if (why.ok()) return;
    if (!MayRedial(why)) {
      inbox_.PutNews(StreamEnded{why});
      return;
    }
    if (Stream::kTellsOfLink && !std::exchange(lost_, true)) {
      inbox_.PutNews(LinkLost{std::string(why.message())});
    }
  } while (inbox_.Rest(backoff_.Next()));
}

template class Follower<CrewStream>;
template class Follower<ConversationStream>;

}  // namespace collie::cli
