#include "crew/http_server/request_parser.h"

#include <algorithm>
#include <array>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <string_view>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace collie::http_server {
namespace {

namespace http = boost::beast::http;

// Two of one of these, and two readers may read different requests.
constexpr std::array<std::string_view, 6> kOnlyOnce = {
    "host", "content-length", "transfer-encoding", "authorization", "origin", "content-type"};
// Of a chunk's size and its extensions, or of the trailers.
constexpr size_t kChunkLineBytes = 4 << 10;

Refusal RefusalFor(const boost::system::error_code& error, const Limits& limits) {
  if (error == http::error::body_limit) {
    return {413, absl::StrCat("A body may have at most ", limits.body_bytes, " bytes.")};
  }
  if (error == http::error::bad_version) return {505, "This server speaks HTTP/1.0 and HTTP/1.1."};
  if (error == http::error::bad_content_length || error == http::error::bad_transfer_encoding) {
    return {400, "The length of the body must be said once, as a plain number or by chunks."};
  }
  return {400, absl::StrCat("The request is no HTTP: ", error.message(), ".")};
}

bool IsTarget(absl::string_view text) {
  return absl::StartsWith(text, "/") && std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_isgraph(static_cast<unsigned char>(c)) && c != '#';
         });
}

}  // namespace

struct RequestParser::Parser {
  http::request_parser<http::string_body> beast;
};

RequestParser::RequestParser(const Limits& limits) : limits_(limits) {}
RequestParser::~RequestParser() = default;

RequestParser::State RequestParser::Feed(std::string& bytes) {
  if (state_ == State::kHead) state_ = ReadHead(bytes);
  if (state_ == State::kBody) state_ = ReadBody(bytes);
  return state_;
}

RequestParser::State RequestParser::Refuse(int status, std::string sentence) {
  refusal_ = {status, std::move(sentence)};
  return State::kRefused;
}

RequestParser::State RequestParser::ReadHead(std::string& bytes) {
  has_begun_ = has_begun_ || !bytes.empty();
  const HeadScan::Found found = scan_.Scan(bytes);
  if (found == HeadScan::Found::kBareLineFeed) return Refuse(400, "A line must end with CR LF.");
  if (found == HeadScan::Found::kFoldedLine) return Refuse(400, "A header must be on one line.");
  if (scan_.size() > limits_.head_bytes) {
    if (scan_.lines() == 0) return Refuse(414, "The path and query are too long.");
    return Refuse(431,
                  absl::StrCat("The headers may have at most ", limits_.head_bytes, " bytes."));
  }
  if (scan_.lines() > limits_.headers + 1) {
    return Refuse(431, absl::StrCat("A request may have at most ", limits_.headers, " headers."));
  }
  if (found == HeadScan::Found::kNothing) return State::kHead;

  parser_ = std::make_unique<Parser>();
  http::request_parser<http::string_body>& beast = parser_->beast;
  beast.eager(false);
  // The library counts otherwise than the check above, which decides.
  beast.header_limit(static_cast<std::uint32_t>(limits_.head_bytes + 1));
  beast.body_limit(limits_.body_bytes);
  boost::system::error_code error;
  beast.put(boost::asio::const_buffer(bytes.data(), scan_.size()), error);
  if (error && error != http::error::need_more) {
    const Refusal refusal = RefusalFor(error, limits_);
    return Refuse(refusal.status, refusal.sentence);
  }
  if (!beast.is_header_done()) return Refuse(400, "The head of the request cannot be read.");
  bytes.erase(0, scan_.size());
  return CheckHead();
}

RequestParser::State RequestParser::CheckHead() {
  const auto& message = parser_->beast.get();
  request_.method = std::string(message.method_string());
  request_.target = std::string(message.target());
  request_.is_http_1_0 = message.version() == 10;
  for (const auto& field : message) {
    std::string name = absl::AsciiStrToLower(
        absl::string_view(field.name_string().data(), field.name_string().size()));
    const bool only_once = std::find(kOnlyOnce.begin(), kOnlyOnce.end(), name) != kOnlyOnce.end();
    if (only_once && request_.Header(name) != nullptr) {
      return Refuse(400, absl::StrCat("The header ", name, " may come only once."));
    }
    request_.headers.emplace_back(std::move(name), std::string(field.value()));
  }
  keeps_alive_ = message.keep_alive();
  if (!IsTarget(request_.target)) {
    return Refuse(400, "The path must begin with / and hold no raw blanks.");
  }
  if (!request_.is_http_1_0 && request_.Header("host") == nullptr) {
    return Refuse(400, "The header Host is missing.");
  }
  // The library takes a list of equal ones.
  if (const std::string* length = request_.Header("content-length")) {
    if (!std::all_of(length->begin(), length->end(), absl::ascii_isdigit)) {
      return Refuse(400, "The Content-Length must be one plain number.");
    }
  }
  if (const std::string* coding = request_.Header("transfer-encoding")) {
    if (request_.is_http_1_0) return Refuse(400, "HTTP/1.0 has no transfer codings.");
    if (!absl::EqualsIgnoreCase(*coding, "chunked")) {
      return Refuse(501, "The only transfer coding is chunked.");
    }
  }
  if (const std::string* expected = request_.Header("expect")) {
    if (!absl::EqualsIgnoreCase(*expected, "100-continue")) {
      return Refuse(417, "The only expectation is 100-continue.");
    }
    expects_continue_ = !request_.is_http_1_0;
  }
  return State::kBody;
}

RequestParser::State RequestParser::ReadBody(std::string& bytes) {
  auto& beast = parser_->beast;
  size_t used = 0;
  while (!beast.is_done()) {
    boost::system::error_code error;
    const size_t count =
        beast.put(boost::asio::const_buffer(bytes.data() + used, bytes.size() - used), error);
    used += count;
    if (error && error != http::error::need_more) {
      const Refusal refusal = RefusalFor(error, limits_);
      return Refuse(refusal.status, refusal.sentence);
    }
    if (count == 0 && !beast.is_done()) break;
  }
  bytes.erase(0, used);
  if (beast.is_done()) {
    request_.body = std::move(beast.get().body());
    return State::kDone;
  }
  if (bytes.size() > kChunkLineBytes) return Refuse(400, "A chunk of the body cannot be read.");
  return State::kBody;
}

bool RequestParser::TakeExpectsContinue() { return std::exchange(expects_continue_, false); }

Request RequestParser::Take() {
  Request request = std::exchange(request_, Request());
  state_ = State::kHead;
  scan_.Restart();
  parser_.reset();
  expects_continue_ = false;
  has_begun_ = false;
  return request;
}

}  // namespace collie::http_server
