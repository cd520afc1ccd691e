#include "crew/http_server/connection.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "crew/http_server/reply_bytes.h"

namespace collie::http_server {
namespace {

constexpr absl::Duration kLinger = absl::Seconds(2);
constexpr size_t kLingerBytes = 1 << 20;
constexpr char kContinue[] = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace

Connection::Connection(uint64_t id, std::string address, std::unique_ptr<Transport> transport,
                       ConnectionHost& host, std::shared_ptr<Loop> loop)
    : id_(id),
      address_(std::move(address)),
      transport_(std::move(transport)),
      host_(host),
      loop_(std::move(loop)),
      parser_(host.limits()) {}

void Connection::Start() {
  auto self = shared_from_this();
  host_.OnIdle(*this, true);
  transport_->SetTimer(host_.limits().handshake, [self] { self->Close(); });
  transport_->Handshake([self](bool ok) { ok ? self->BeginReading() : self->Close(); });
}

void Connection::Drain() {
  is_draining_ = true;
  const bool is_answered =
      state_ == State::kAnswering || state_ == State::kWriting || state_ == State::kStreaming;
  if (!is_answered) Close();
}

void Connection::Close() {
  if (state_ == State::kClosed) return;
  auto self = shared_from_this();
  state_ = State::kClosed;
  transport_->Close();
  if (taken_bytes_ > 0) host_.GiveBytes(owner_, std::exchange(taken_bytes_, 0));
  CloseStream();
  host_.OnClosed(*this);
}

void Connection::BeginReading() {
  if (is_draining_) return Linger();
  state_ = State::kReading;
  is_timed_ = false;
  parsed_ = RequestParser::State::kHead;
  host_.OnIdle(*this, true);
  // Whoever has just come says something soon.
  const bool is_first = request_ == 0;
  auto self = shared_from_this();
  transport_->SetTimer(is_first ? host_.limits().head : host_.limits().idle,
                       [self] { self->Close(); });
  in_.empty() ? ReadMore() : Advance();
}

void Connection::ReadMore() {
  if (is_reading_) return;
  is_reading_ = true;
  transport_->Read([self = shared_from_this()](std::string_view bytes) {
    self->is_reading_ = false;
    self->OnRead(bytes);
  });
}

void Connection::OnRead(std::string_view bytes) {
  if (bytes.empty()) return Close();
  switch (state_) {
    case State::kReading:
      in_.append(bytes);
      return Advance();
    case State::kLingering:
      lingered_ += bytes.size();
      return lingered_ > kLingerBytes ? Close() : ReadMore();
    case State::kStreaming:  // nothing is to be said on it any more
    default:
      return Close();
  }
}

void Connection::Advance() {
  const RequestParser::State before = parsed_;
  parsed_ = parser_.Feed(in_);
  auto self = shared_from_this();
  switch (parsed_) {
    case RequestParser::State::kHead:
      if (!is_timed_ && parser_.has_begun()) {
        is_timed_ = true;
        transport_->SetTimer(host_.limits().head, [self] { self->OnReadTimeout(); });
      }
      return ReadMore();
    case RequestParser::State::kBody:
      if (before != RequestParser::State::kBody) {
        transport_->SetTimer(host_.limits().body, [self] { self->OnReadTimeout(); });
      }
      return parser_.TakeExpectsContinue() ? SendContinue() : ReadMore();
    case RequestParser::State::kRefused:
      return Refuse(parser_.refusal());
    case RequestParser::State::kDone:
      return Dispatch();
  }
}

void Connection::OnReadTimeout() { Refuse({408, "The request took too long to arrive."}); }

void Connection::SendContinue() {
  transport_->Write(
      {kContinue}, [self = shared_from_this()](bool ok) { ok ? self->ReadMore() : self->Close(); });
}

void Connection::Dispatch() {
  state_ = State::kAnswering;
  ++request_;
  keeps_alive_ = parser_.keeps_alive();
  Request request = parser_.Take();
  is_head_ = request.method == "HEAD";
  is_http_1_0_ = request.is_http_1_0;
  request.address = address_;
  // Whoever answers bounds how long that takes.
  transport_->SetTimer(absl::InfiniteDuration(), nullptr);
  host_.OnIdle(*this, false);
  host_.OnRequest(*this, std::move(request),
                  Responder(loop_, weak_from_this(), request_, host_.limits().stream_bytes));
}

void Connection::Refuse(const Refusal& refusal) {
  if (state_ != State::kReading) return;
  ++request_;
  keeps_alive_ = false;
  is_head_ = false;
  host_.OnIdle(*this, false);
  BeginWriting(host_.WordRefusal(refusal));
}

void Connection::Abandon(uint64_t request) {
  Send(request, host_.WordRefusal({500, "The request was not answered."}));
}

void Connection::Send(uint64_t request, Reply reply) {
  if (request != request_ || state_ != State::kAnswering) return;
  if (!owner_.empty() && !host_.TakeBytes(owner_, reply.body.size())) {
    reply = host_.WordRefusal({503, "Too much waits already for this reader: read that first."});
  } else if (!owner_.empty()) {
    taken_bytes_ = reply.body.size();
  }
  BeginWriting(reply);
}

void Connection::BeginWriting(const Reply& reply) {
  state_ = State::kWriting;
  keeps_alive_ = keeps_alive_ && !is_draining_;
  out_ = HeadBytes(reply, host_.common_headers(), BodyEnd::kLength, keeps_alive_);
  if (!is_head_) out_.append(reply.body);
  written_ = 0;
  WriteNext();
}

void Connection::WriteNext() {
  const std::string_view piece = std::string_view(out_).substr(written_, kWritePiece);
  auto self = shared_from_this();
  transport_->SetTimer(host_.limits().write, [self] { self->Close(); });
  transport_->Write({piece}, [self, bytes = piece.size()](bool ok) {
    ok ? self->OnWritten(bytes) : self->Close();
  });
}

void Connection::OnWritten(size_t bytes) {
  written_ += bytes;
  if (written_ < out_.size()) return WriteNext();
  out_ = std::string();
  if (taken_bytes_ > 0) host_.GiveBytes(owner_, std::exchange(taken_bytes_, 0));
  keeps_alive_ ? BeginReading() : Linger();
}

bool Connection::BeginStream(uint64_t request, Reply head, std::shared_ptr<ReplyStream> stream,
                             ReplyStream::Callbacks callbacks) {
  if (request != request_ || state_ != State::kAnswering) return false;
  if (is_head_ || is_draining_) {
    BeginWriting(head);
    return false;
  }
  state_ = State::kStreaming;
  stream_ = std::move(stream);
  callbacks_ = std::move(callbacks);
  keeps_alive_ = false;
  const BodyEnd end = is_http_1_0_ ? BodyEnd::kClosing : BodyEnd::kChunks;
  stream_head_ = HeadBytes(head, host_.common_headers(), end, false);
  ReadMore();  // to see the reader leave
  PumpStream();
  return true;
}

void Connection::WriteStream(uint64_t request, Piece piece) {
  if (request != request_ || state_ != State::kStreaming || is_stream_ending_) return;
  pieces_.push_back(std::move(piece));
  PumpStream();
}

void Connection::EndStream(uint64_t request) {
  if (request != request_ || state_ != State::kStreaming) return;
  is_stream_ending_ = true;
  PumpStream();
}

// Writes the head, then piece after piece, then the end.
void Connection::PumpStream() {
  if (is_writing_) return;
  auto self = shared_from_this();
  std::vector<std::string_view> bytes;
  if (!stream_head_.empty()) {
    bytes = {stream_head_};
  } else if (!pieces_.empty()) {
    bytes = {*pieces_.front()};
    if (!is_http_1_0_) {
      chunk_start_ = ChunkStart(pieces_.front()->size());
      bytes = {chunk_start_, *pieces_.front(), kChunkEnd};
    }
  } else if (is_stream_ending_) {
    return FinishStream();
  } else {
    transport_->SetTimer(absl::InfiniteDuration(), nullptr);
    if (callbacks_.on_drained) callbacks_.on_drained();
    return;
  }
  is_writing_ = true;
  transport_->SetTimer(host_.limits().stream_write, [self] { self->Close(); });
  transport_->Write(std::move(bytes), [self](bool ok) {
    if (!ok) return self->Close();
    self->is_writing_ = false;
    if (!self->stream_head_.empty()) {
      self->stream_head_.clear();
    } else {
      self->stream_->Left(self->pieces_.front()->size());
      self->pieces_.pop_front();
    }
    self->PumpStream();
  });
}

void Connection::FinishStream() {
  CloseStream();
  if (is_http_1_0_) return Linger();
  out_ = kLastChunk;
  written_ = 0;
  state_ = State::kWriting;
  WriteNext();
}

void Connection::CloseStream() {
  if (stream_ == nullptr) return;
  stream_->Closed();
  stream_.reset();
  pieces_.clear();
  const ReplyStream::Callbacks callbacks = std::exchange(callbacks_, {});
  if (callbacks.on_closed) callbacks.on_closed();
}

void Connection::Linger() {
  state_ = State::kLingering;
  host_.OnIdle(*this, true);
  in_ = std::string();
  auto self = shared_from_this();
  transport_->SetTimer(kLinger, [self] { self->Close(); });
  transport_->EndWrites([self] {
    if (self->state_ == State::kLingering) self->ReadMore();
  });
}

}  // namespace collie::http_server
