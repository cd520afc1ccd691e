#ifndef COLLIE_TESTS_BENCH_UNIX_HTTP_H_
#define COLLIE_TESTS_BENCH_UNIX_HTTP_H_

#include <curl/curl.h>

#include <string>

namespace collie::bench {

// Bare HTTP over a Unix socket, as a floor makes it. One thread.
class UnixHttp {
 public:
  UnixHttp();
  ~UnixHttp();
  UnixHttp(const UnixHttp&) = delete;
  UnixHttp& operator=(const UnixHttp&) = delete;

  // A POST on a connection of its own. The reply's body; empty when there was none.
  std::string Post(const std::string& socket, const std::string& path, const std::string& body);
  // A GET on a connection that is kept.
  std::string Get(const std::string& socket, const std::string& path, const std::string& etag);

 private:
  std::string Run(CURL* curl, const std::string& socket, const std::string& path);

  CURL* const post_;
  CURL* const get_;
  curl_slist* headers_ = nullptr;
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_UNIX_HTTP_H_
