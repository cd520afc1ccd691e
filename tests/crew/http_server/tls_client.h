#ifndef COLLIE_TESTS_CREW_HTTP_SERVER_TLS_CLIENT_H_
#define COLLIE_TESTS_CREW_HTTP_SERVER_TLS_CLIENT_H_

#include <cstdint>
#include <filesystem>
#include <string>

#include "crew/http_server/tls_files.h"

namespace collie::tests {

// Writes a new certificate and key into the folder.
http_server::TlsPaths WriteCertificate(const std::filesystem::path& folder);

// One exchange over TLS; what was answered, or "" where the handshake failed. `pin` gets the
// certificate's own, `most_version` is as of OpenSSL (0: the newest).
std::string TlsExchange(uint16_t port, const std::string& bytes, std::string* pin = nullptr,
                        int most_version = 0);

}  // namespace collie::tests

#endif  // COLLIE_TESTS_CREW_HTTP_SERVER_TLS_CLIENT_H_
