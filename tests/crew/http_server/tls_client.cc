#include "tests/crew/http_server/tls_client.h"

#include <openssl/ssl.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <fstream>

#include "crew/clock/clock.h"
#include "crew/identity/authority.h"
#include "crew/identity/key.h"
#include "crew/identity/pin.h"
#include "crew/ids/random.h"

namespace collie::tests {

namespace asio = boost::asio;
using asio::ip::tcp;

http_server::TlsPaths WriteCertificate(const std::filesystem::path& folder) {
  const http_server::TlsPaths paths{folder / "cert.pem", folder / "key.pem"};
  const auto authority =
      identity::Authority::Create(ids::SystemRandom(), clock::SystemClock()).value();
  const auto key = identity::Key::Generate().value();
  std::ofstream(paths.certificate) << authority.SignRelay(key).value();
  std::ofstream(paths.key) << key.ToPem().value();
  return paths;
}

std::string TlsExchange(uint16_t port, const std::string& bytes, std::string* pin,
                        int most_version) {
  asio::io_context io;
  asio::ssl::context context(asio::ssl::context::tls_client);
  if (most_version != 0) SSL_CTX_set_max_proto_version(context.native_handle(), most_version);
  asio::ssl::stream<tcp::socket> stream(io, context);
  boost::system::error_code error;
  stream.next_layer().connect({asio::ip::make_address("127.0.0.1"), port}, error);
  if (!error) stream.handshake(asio::ssl::stream_base::client, error);
  if (error) return "";
  if (pin != nullptr) {
    X509* certificate = SSL_get1_peer_certificate(stream.native_handle());
    *pin = identity::PinOfKey(X509_get0_pubkey(certificate)).value_or("");
    X509_free(certificate);
  }
  asio::write(stream, asio::buffer(bytes), error);
  std::string reply;
  asio::read(stream, asio::dynamic_buffer(reply), error);
  return reply;
}

}  // namespace collie::tests
