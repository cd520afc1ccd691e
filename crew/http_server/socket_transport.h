#ifndef COLLIE_CREW_HTTP_SERVER_SOCKET_TRANSPORT_H_
#define COLLIE_CREW_HTTP_SERVER_SOCKET_TRANSPORT_H_

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <memory>

#include "crew/http_server/transport.h"

namespace collie::http_server {

// A connection over TCP; with TLS unless `tls` is null. `tls` is kept for as long as it is used.
std::unique_ptr<Transport> MakeSocketTransport(boost::asio::ip::tcp::socket socket,
                                               std::shared_ptr<boost::asio::ssl::context> tls);

}  // namespace collie::http_server

#endif  // COLLIE_CREW_HTTP_SERVER_SOCKET_TRANSPORT_H_
