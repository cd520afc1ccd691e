#ifndef COLLIE_TESTS_BENCH_DIAL_H_
#define COLLIE_TESTS_BENCH_DIAL_H_

#include <grpcpp/channel.h>

#include <memory>
#include <string>

#include "crew/identity/identity_folder.h"

namespace collie::bench {

// A connection of its own over mutual TLS, with the settings of an edge's link: for members and
// devices of a crew, and for floors alike.
std::shared_ptr<grpc::Channel> Dial(const std::string& address, const identity::Identity& identity);

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_DIAL_H_
