#include "relay/http/http_connection.h"

#include <utility>
#include <variant>

#include "absl/strings/string_view.h"

namespace collie::relay {

HttpConnection::HttpConnection(const HttpLimits& limits, clock::Steady now)
    : limits_(limits), deadline_(now + limits.idle) {}

bool HttpConnection::WantsBytes() const {
  return state_ == State::kIdle || state_ == State::kReading || state_ == State::kLingering;
}

void HttpConnection::Receive(absl::string_view bytes, clock::Steady now) {
  if (bytes.empty()) return;
  if (state_ == State::kLingering) {
    thrown_away_ += bytes.size();
    if (thrown_away_ > limits_.linger_bytes) state_ = State::kClosed;
    return;
  }
  if (state_ == State::kIdle) {
    state_ = State::kReading;
    deadline_ = now + limits_.request_within;
  }
  in_.append(bytes.data(), bytes.size());
  if (!head_) ReadHead(now);
  if (head_ && state_ == State::kReading) ReadBody(now);
}

void HttpConnection::ReadHead(clock::Steady now) {
  const HeadEnd end = FindHeadEnd(in_, looked_at_);
  looked_at_ = in_.size();
  if (end.found == HeadEnd::Found::kBroken) {
    return Refuse(ErrorReply(400, "bad-request", "Every line of a head must end in CR LF."), now);
  }
  const size_t size = end.found == HeadEnd::Found::kEnd ? end.size : in_.size();
  if (size > limits_.head_bytes) {
    return Refuse(ErrorReply(431, "too-large", "The request line and headers are too large."), now);
  }
  if (end.found == HeadEnd::Found::kNotYet) return;
  auto parsed = ParseRequestHead(absl::string_view(in_).substr(0, size), limits_);
  if (const auto* refusal = std::get_if<DoorReply>(&parsed)) return Refuse(*refusal, now);
  head_ = std::get<RequestHead>(std::move(parsed));
  in_.erase(0, size);
}

void HttpConnection::ReadBody(clock::Steady now) {
  if (in_.size() < head_->body_bytes) return;
  if (in_.size() > head_->body_bytes) {
    return Refuse(
        ErrorReply(400, "bad-request",
                   "Wait for the reply before sending the next request; nothing was done."),
        now);
  }
  request_ = std::move(head_->request);
  request_->body = std::move(in_);
  head_.reset();
  in_ = std::string();
  looked_at_ = 0;
  state_ = State::kRunning;
}

void HttpConnection::PeerEnded() {
  if (WantsBytes()) state_ = State::kClosed;
}

std::optional<HttpRequest> HttpConnection::TakeRequest() {
  return std::exchange(request_, std::nullopt);
}

void HttpConnection::Answer(HttpReply reply, clock::Steady now) {
  reply_ = std::move(reply);
  written_ = 0;
  state_ = State::kWriting;
  deadline_ = now + limits_.reply_within;
}

void HttpConnection::Refuse(const DoorReply& refusal, clock::Steady now) {
  in_ = std::string();
  head_.reset();
  Answer({ClosingReplyBytes(refusal), false}, now);
}

absl::string_view HttpConnection::Output() const {
  if (state_ != State::kWriting) return {};
  return absl::string_view(reply_.bytes).substr(written_);
}

void HttpConnection::Wrote(size_t count, clock::Steady now) {
  written_ += count;
  if (written_ < reply_.bytes.size()) return;
  reply_.bytes = std::string();
  state_ = reply_.keep_alive ? State::kIdle : State::kLingering;
  deadline_ = now + (reply_.keep_alive ? limits_.idle : limits_.linger);
}

std::optional<clock::Steady> HttpConnection::Deadline() const {
  if (state_ == State::kRunning || state_ == State::kClosed) return std::nullopt;
  return deadline_;
}

void HttpConnection::DeadlinePassed(clock::Steady now) {
  if (state_ != State::kReading) {
    state_ = State::kClosed;
    return;
  }
  Refuse(ErrorReply(408, "bad-request", "The request took too long to arrive; nothing was done."),
         now);
}

}  // namespace collie::relay
