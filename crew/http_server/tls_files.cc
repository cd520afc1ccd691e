#include "crew/http_server/tls_files.h"

#include <sys/stat.h>

#include <boost/asio/ssl/context.hpp>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/status/status_macros.h"

namespace collie::http_server {
namespace {

namespace ssl = boost::asio::ssl;
using boost::system::error_code;

constexpr unsigned char kHttp11[] = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};

// A client that names protocols and not ours gets no protocol named, and finds out by itself.
int ChooseProtocol(SSL*, const unsigned char** chosen, unsigned char* size,
                   const unsigned char* offered, unsigned int offered_size, void*) {
  unsigned char* found = nullptr;
  if (SSL_select_next_proto(&found, size, kHttp11, sizeof(kHttp11), offered, offered_size) !=
      OPENSSL_NPN_NEGOTIATED) {
    return SSL_TLSEXT_ERR_NOACK;
  }
  *chosen = found;
  return SSL_TLSEXT_ERR_OK;
}

absl::Status Bad(const std::string& path, const error_code& error) {
  return absl::InvalidArgumentError(
      absl::StrCat("The file '", path, "' cannot be used for TLS: ", error.message(), "."));
}

}  // namespace

absl::StatusOr<TlsFiles> TlsFiles::Load(TlsPaths paths) {
  TlsFiles files(std::move(paths));
  files.stamp_ = files.StampNow();
  COLLIE_ASSIGN_OR_RETURN(files.context_, files.Read());
  return files;
}

TlsFiles::Stamp TlsFiles::StampNow() const {
  Stamp stamp;
  for (const std::string& path : {paths_.certificate, paths_.key}) {
    struct stat file {};
    if (stat(path.c_str(), &file) != 0) file = {};
    stamp.insert(stamp.end(), {file.st_mtim.tv_sec, file.st_mtim.tv_nsec, file.st_size,
                               static_cast<int64_t>(file.st_ino)});
  }
  return stamp;
}

absl::StatusOr<std::shared_ptr<ssl::context>> TlsFiles::Read() const {
  error_code error;
  auto context = std::make_shared<ssl::context>(ssl::context::tlsv13_server);
  SSL_CTX_set_alpn_select_cb(context->native_handle(), ChooseProtocol, nullptr);
  // A connection that was read to its end needs its buffers no more.
  SSL_CTX_set_mode(context->native_handle(), SSL_MODE_RELEASE_BUFFERS);
  context->use_certificate_chain_file(paths_.certificate, error);
  if (error) return Bad(paths_.certificate, error);
  context->use_private_key_file(paths_.key, ssl::context::pem, error);
  if (error) return Bad(paths_.key, error);
  return context;
}

absl::Status TlsFiles::Refresh() {
  Stamp now = StampNow();
  if (now == stamp_) return absl::OkStatus();
  absl::StatusOr<std::shared_ptr<ssl::context>> context = Read();
  stamp_ = std::move(now);
  if (!context.ok()) return context.status();
  context_ = *std::move(context);
  ++refreshed_;
  return absl::OkStatus();
}

}  // namespace collie::http_server
