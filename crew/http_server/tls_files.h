#ifndef COLLIE_CREW_HTTP_SERVER_TLS_FILES_H_
#define COLLIE_CREW_HTTP_SERVER_TLS_FILES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace boost::asio::ssl {
class context;
}  // namespace boost::asio::ssl

namespace collie::http_server {

// A certificate with its chain, and its key, both PEM.
struct TlsPaths {
  std::string certificate;
  std::string key;
};

// The certificate of a server, as its files say now: they are taken up again when they change. TLS
// 1.3 only, HTTP/1.1 by ALPN. Not thread-safe.
class TlsFiles {
 public:
  // INVALID_ARGUMENT with one sentence that names the file: it cannot be read, or the two do not
  // belong together.
  static absl::StatusOr<TlsFiles> Load(TlsPaths paths);

  // What new connections use.
  const std::shared_ptr<boost::asio::ssl::context>& context() const { return context_; }

  // Looks whether the files changed, and takes them up. An error, as of Load, once for each change
  // that cannot be used: what was good before stays.
  absl::Status Refresh();
  // How often a changed certificate was taken up.
  int refreshed() const { return refreshed_; }

 private:
  using Stamp = std::vector<int64_t>;  // of both files: time, size, inode

  explicit TlsFiles(TlsPaths paths) : paths_(std::move(paths)) {}
  Stamp StampNow() const;
  absl::StatusOr<std::shared_ptr<boost::asio::ssl::context>> Read() const;

  TlsPaths paths_;
  Stamp stamp_;
  std::shared_ptr<boost::asio::ssl::context> context_;
  int refreshed_ = 0;
};

}  // namespace collie::http_server

#endif  // COLLIE_CREW_HTTP_SERVER_TLS_FILES_H_
