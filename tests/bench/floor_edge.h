#ifndef COLLIE_TESTS_BENCH_FLOOR_EDGE_H_
#define COLLIE_TESTS_BENCH_FLOOR_EDGE_H_

#include <filesystem>
#include <memory>
#include <string>

#include "crew/identity/identity_folder.h"
#include "crew/threads/blocking_calls.h"
#include "tests/bench/floor_commits.h"
#include "tests/bench/numbered.h"
#include "tests/bench/raw_stream.h"

namespace collie::bench {

// What stands where the edge does in a floor: takes an act from the stream, commits it, POSTs it to
// the agent, commits the end and sends it back.
class FloorEdge {
 public:
  // With `reads_first` it reads the agent's snapshot before each POST, as the product does.
  FloorEdge(FloorCommits& commits, std::filesystem::path agents, bool reads_first);

  void Attach(const identity::Identity& identity);

 private:
  void Take(const grpc::ByteBuffer& message);
  std::string Post(const std::string& act) const;

  FloorCommits& commits_;
  const std::filesystem::path agents_;  // folder of the agents' sockets
  const bool reads_first_;
  threads::BlockingCalls posts_;
  std::shared_ptr<RawStream> stream_;
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_FLOOR_EDGE_H_
