#ifndef COLLIE_RELAY_API_CONNECTIONS_CLIENT_HELLO_H_
#define COLLIE_RELAY_API_CONNECTIONS_CLIENT_HELLO_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace collie::relay {

// The first bytes of a TLS connection, looked at before a TLS library gets them.
struct ClientHello {
  enum class State {
    kIncomplete,  // wait until `needed` bytes are there
    kComplete,    // the first record is whole
    kNotTls,      // it is no TLS handshake, and will not become one
  };
  State state = State::kNotTls;
  size_t needed = 0;
  std::string server_name;  // of a complete one; empty: none is named, or it cannot be read
};

// The most that a first record has.
inline constexpr size_t kMostHelloBytes = 5 + (16 << 10);

// Reads them. What it says is a claim: who the peer is follows from its certificate alone. Pure.
ClientHello ReadClientHello(std::string_view bytes);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_CONNECTIONS_CLIENT_HELLO_H_
