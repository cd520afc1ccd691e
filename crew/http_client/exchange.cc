#include "crew/http_client/exchange.h"

#include <curl/curl.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "crew/http_client/address.h"

namespace collie::http_client {
namespace {

constexpr long kIdleSeconds = 25;  // agents keep an idle connection for at least 30 s
constexpr size_t kEtagLimit = 256;

// What the callbacks of one exchange write to.
struct Progress {
  size_t header_bytes = 0;
  size_t body_limit = 0;
  bool too_large = false;
  bool post = false;
  bool on_kept = false;  // on the connection that is there, or not at all
  bool left = false;
  std::string body;
};

size_t TakeHeader(char*, size_t size, size_t count, void* context) {
  auto* progress = static_cast<Progress*>(context);
  progress->header_bytes += size * count;
  progress->too_large |= progress->header_bytes > Exchange::kHeaderLimit;
  return progress->too_large ? 0 : size * count;
}

size_t TakeBody(char* data, size_t size, size_t count, void* context) {
  auto* progress = static_cast<Progress*>(context);
  if (progress->body.size() + size * count > progress->body_limit) {
    progress->too_large = true;
    return 0;
  }
  progress->body.append(data, size * count);
  return size * count;
}

int BeforeRequest(void* context, char*, char*, int, int) {
  static_cast<Progress*>(context)->left = true;
  return CURL_PREREQFUNC_OK;
}

// libcurl repeats a request, a POST too, when a connection closes without a byte of reply: once the
// request may have left, a POST gets no other socket.
curl_socket_t OpenSocket(void* context, curlsocktype, curl_sockaddr* address) {
  const auto* progress = static_cast<const Progress*>(context);
  if (progress->on_kept || (progress->post && progress->left)) return CURL_SOCKET_BAD;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

class HeaderList {
 public:
  HeaderList() = default;
  ~HeaderList() { curl_slist_free_all(list_); }
  HeaderList(const HeaderList&) = delete;
  HeaderList& operator=(const HeaderList&) = delete;

  void Add(const std::string& line) {
    if (curl_slist* longer = curl_slist_append(list_, line.c_str())) list_ = longer;
  }
  curl_slist* get() const { return list_; }

 private:
  curl_slist* list_ = nullptr;
};

void FillHeaders(const config::SourceEntry& entry, const Call& call, bool post,
                 HeaderList* headers) {
  headers->Add("Expect:");  // else a large body waits for a 100, and a 417 makes libcurl send again
  headers->Add("Accept: application/json");
  if (post) headers->Add("Content-Type: application/json");
  if (call.version > 0) headers->Add(absl::StrCat("X-Collie-Session: ", call.version));
  if (!call.if_none_match.empty())
    headers->Add(absl::StrCat("If-None-Match: ", call.if_none_match));
  if (entry.remote()) headers->Add(absl::StrCat("Authorization: Bearer ", entry.token));
}

void SetRules(CURL* easy) {
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT,
                   1L);  // a hanging resolver does not delay the deadline
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
  curl_easy_setopt(easy, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  curl_easy_setopt(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
  curl_easy_setopt(easy, CURLOPT_HTTP_CONTENT_DECODING, 0L);
  curl_easy_setopt(easy, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  curl_easy_setopt(easy, CURLOPT_MAXAGE_CONN, kIdleSeconds);
  curl_easy_setopt(easy, CURLOPT_USERAGENT, "collie-edge");
}

void SetAddress(CURL* easy, const config::SourceEntry& entry, const std::string& path) {
  if (entry.remote()) {
    const std::string url = absl::StrCat(absl::StripSuffix(entry.url, "/"), path);
    curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
    if (entry.ca.empty()) return;
    curl_easy_setopt(easy, CURLOPT_CAINFO, entry.ca.c_str());
    curl_easy_setopt(easy, CURLOPT_CAPATH, nullptr);  // that authority alone, not the machine's too
    return;
  }
  curl_easy_setopt(easy, CURLOPT_URL, absl::StrCat("http://localhost", path).c_str());
  curl_easy_setopt(easy, CURLOPT_UNIX_SOCKET_PATH, entry.socket.c_str());
}

void SetCall(CURL* easy, const Call& call, Progress* progress) {
  const int64_t deadline_ms = absl::ToInt64Milliseconds(call.deadline);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<int64_t>(1, deadline_ms)));
  curl_easy_setopt(easy, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(call.body_limit));
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &TakeHeader);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, progress);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &TakeBody);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, progress);
  curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, &BeforeRequest);
  curl_easy_setopt(easy, CURLOPT_PREREQDATA, progress);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, &OpenSocket);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, progress);
  if (!progress->post) return;
  if (!progress->on_kept) curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
  curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
  curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(call.body.size()));
  curl_easy_setopt(easy, CURLOPT_POSTFIELDS, call.body.c_str());
}

ExchangeEnd EndOf(CURLcode code, const Progress& progress) {
  if (code == CURLE_OK) return ExchangeEnd::kReplied;
  if (progress.too_large || code == CURLE_FILESIZE_EXCEEDED) return ExchangeEnd::kTooLarge;
  if (code == CURLE_OPERATION_TIMEDOUT) return ExchangeEnd::kDeadline;
  return progress.left ? ExchangeEnd::kLost : ExchangeEnd::kNotConnected;
}

std::string WhyNotConnected(CURL* easy, CURLcode code, bool remote) {
  long error = 0;
  curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &error);
  if (!remote && error == ENOENT) return "There is no socket at its path: start the agent.";
  if (!remote && error == ECONNREFUSED) {
    return "Nobody listens on its socket: delete the file if a crash left it, and start the agent.";
  }
  return absl::StrCat("It cannot be connected to (", curl_easy_strerror(code),
                      "): start the agent, or correct its address.");
}

std::string DetailOf(CURL* easy, CURLcode code, const Reply& reply, const Call& call, bool remote) {
  switch (reply.end) {
    case ExchangeEnd::kNotConnected:
      return WhyNotConnected(easy, code, remote);
    case ExchangeEnd::kDeadline:
      return absl::StrCat("It did not answer within ", absl::FormatDuration(call.deadline),
                          ": find out what delays it.");
    case ExchangeEnd::kTooLarge:
      return "Its reply is over the limit and was not read: the agent must send less.";
    case ExchangeEnd::kLost:
      // The code that stands for the second socket which a POST is not given.
      if (code == CURLE_COULDNT_CONNECT) {
        return "The agent closed the connection without a reply: read its log.";
      }
      return absl::StrCat("The exchange broke off (", curl_easy_strerror(code),
                          "): read the agent's log.");
    default:
      return "";
  }
}

// An etag is sent back in a header: only one that cannot inject another is kept.
std::string EtagOf(CURL* easy) {
  curl_header* header = nullptr;
  if (curl_easy_header(easy, "ETag", 0, CURLH_HEADER, -1, &header) != CURLHE_OK) return "";
  const std::string_view etag = header->value;
  const bool safe = etag.size() <= kEtagLimit && std::all_of(etag.begin(), etag.end(), [](char c) {
                      return c > ' ' && c < 0x7f;
                    });
  return safe ? std::string(etag) : "";
}

void FillReply(CURL* easy, Progress* progress, Reply* reply) {
  long status = 0;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  reply->status = static_cast<int>(status);
  const char* type = nullptr;
  curl_easy_getinfo(easy, CURLINFO_CONTENT_TYPE, &type);
  if (type != nullptr) reply->content_type = type;
  reply->etag = EtagOf(easy);
  reply->body = std::move(progress->body);
}

Reply Cancelled(bool left) {
  Reply reply;
  reply.left = left;
  reply.detail = "The program is shutting down.";
  return reply;
}

}  // namespace

// libcurl's handles. The connections that reads reuse belong to `multi`.
struct Exchange::Wiring {
  Wiring() {
    static std::once_flag started;
    std::call_once(started, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
    multi = curl_multi_init();
    easy = curl_easy_init();
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, 1L);
  }
  ~Wiring() {
    curl_easy_cleanup(easy);
    curl_multi_cleanup(multi);
  }

  // Runs what `easy` is set to; nullopt when it was cancelled.
  std::optional<CURLcode> Perform() {
    std::optional<CURLcode> code;
    curl_multi_add_handle(multi, easy);
    int running = 1;
    while (!cancelled && curl_multi_perform(multi, &running) == CURLM_OK && running > 0) {
      curl_multi_poll(multi, nullptr, 0, 1000, nullptr);
    }
    int left_in_queue = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi, &left_in_queue)) {
      if (message->msg == CURLMSG_DONE) code = message->data.result;
    }
    curl_multi_remove_handle(multi, easy);
    if (!code && !cancelled) code = CURLE_FAILED_INIT;
    return code;
  }

  CURLM* multi = nullptr;
  CURL* easy = nullptr;
  std::atomic<bool> cancelled = false;
};

SourceReason ReasonOf(ExchangeEnd end) {
  switch (end) {
    case ExchangeEnd::kReplied:
      return SourceReason::kNone;
    case ExchangeEnd::kBadAddress:
      return SourceReason::kBadAddress;
    case ExchangeEnd::kSocketNotPrivate:
      return SourceReason::kSocketNotPrivate;
    case ExchangeEnd::kNotConnected:
      return SourceReason::kNotConnected;
    case ExchangeEnd::kDeadline:
      return SourceReason::kDeadline;
    case ExchangeEnd::kLost:
      return SourceReason::kConnectionLost;
    case ExchangeEnd::kTooLarge:
      return SourceReason::kTooLarge;
    case ExchangeEnd::kCancelled:
      return SourceReason::kDraining;
  }
  return SourceReason::kNone;
}

bool IsJson(std::string_view content_type) {
  const absl::string_view type(content_type.data(),
                               std::min(content_type.size(), content_type.find(';')));
  return absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(type), "application/json");
}

Exchange::Exchange(config::SourceEntry entry)
    : entry_(std::move(entry)), wiring_(std::make_unique<Wiring>()) {}

Exchange::~Exchange() = default;

Reply Exchange::Get(const Call& call) { return Run(call, Kind::kGet); }

Reply Exchange::Post(const Call& call) { return Run(call, Kind::kPost); }

Reply Exchange::PostOnKept(const Call& call) { return Run(call, Kind::kPostOnKept); }

void Exchange::Cancel() {
  wiring_->cancelled = true;
  curl_multi_wakeup(wiring_->multi);
}

Reply Exchange::Run(const Call& call, Kind kind) {
  if (wiring_->cancelled) return Cancelled(/*left=*/false);
  Reply reply;
  if (const auto problem = CheckAddress(entry_)) {
    reply.end = problem->reason == SourceReason::kBadAddress ? ExchangeEnd::kBadAddress
                                                             : ExchangeEnd::kSocketNotPrivate;
    reply.detail = problem->detail;
    return reply;
  }
  CURL* easy = wiring_->easy;
  curl_easy_reset(easy);
  Progress progress;
  progress.body_limit = call.body_limit;
  progress.post = kind != Kind::kGet;
  progress.on_kept = kind == Kind::kPostOnKept;
  HeaderList headers;
  FillHeaders(entry_, call, progress.post, &headers);
  SetRules(easy);
  SetAddress(easy, entry_, call.path);
  SetCall(easy, call, &progress);
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers.get());
  const std::optional<CURLcode> code = wiring_->Perform();
  if (!code) return Cancelled(progress.left);
  reply.end = EndOf(*code, progress);
  reply.left = progress.left;
  reply.detail = DetailOf(easy, *code, reply, call, entry_.remote());
  if (reply.end == ExchangeEnd::kReplied) FillReply(easy, &progress, &reply);
  return reply;
}

}  // namespace collie::http_client
