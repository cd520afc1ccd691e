#include "tests/bench/unix_http.h"

#include "absl/strings/str_cat.h"

namespace collie::bench {
namespace {

size_t Append(char* bytes, size_t size, size_t count, void* body) {
  static_cast<std::string*>(body)->append(bytes, size * count);
  return size * count;
}

}  // namespace

UnixHttp::UnixHttp() : post_(curl_easy_init()), get_(curl_easy_init()) {
  headers_ = curl_slist_append(headers_, "Content-Type: application/json");
  headers_ = curl_slist_append(headers_, "X-Collie-Session: 1");
  headers_ = curl_slist_append(headers_, "Expect:");
  curl_easy_setopt(post_, CURLOPT_HTTPHEADER, headers_);
  curl_easy_setopt(post_, CURLOPT_FRESH_CONNECT, 1L);
  curl_easy_setopt(post_, CURLOPT_FORBID_REUSE, 1L);
  for (CURL* const curl : {post_, get_}) {
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &Append);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, 10'000L);
  }
}

UnixHttp::~UnixHttp() {
  curl_easy_cleanup(post_);
  curl_easy_cleanup(get_);
  curl_slist_free_all(headers_);
}

std::string UnixHttp::Run(CURL* curl, const std::string& socket, const std::string& path) {
  const std::string url = absl::StrCat("http://agent", path);
  std::string body;
  curl_easy_setopt(curl, CURLOPT_UNIX_SOCKET_PATH, socket.c_str());
  curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &body);
  return curl_easy_perform(curl) == CURLE_OK ? body : "";
}

std::string UnixHttp::Post(const std::string& socket, const std::string& path,
                           const std::string& body) {
  curl_easy_setopt(post_, CURLOPT_POSTFIELDSIZE, static_cast<long>(body.size()));
  curl_easy_setopt(post_, CURLOPT_POSTFIELDS, body.c_str());
  return Run(post_, socket, path);
}

std::string UnixHttp::Get(const std::string& socket, const std::string& path,
                          const std::string& etag) {
  curl_slist* headers = curl_slist_append(nullptr, "X-Collie-Session: 1");
  headers = curl_slist_append(headers, absl::StrCat("If-None-Match: ", etag).c_str());
  curl_easy_setopt(get_, CURLOPT_HTTPHEADER, headers);
  std::string body = Run(get_, socket, path);
  curl_slist_free_all(headers);
  return body;
}

}  // namespace collie::bench
