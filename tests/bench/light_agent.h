#ifndef COLLIE_TESTS_BENCH_LIGHT_AGENT_H_
#define COLLIE_TESTS_BENCH_LIGHT_AGENT_H_

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>

namespace collie::bench {

// What an agent replies with.
struct AgentReply {
  int status = 200;
  std::string etag;
  std::string body;
};

// A durable agent by protos/WIRE.md that costs little: its panes work for ever, take steers and
// write each into the conversation as a user item that names its act. It runs what it is told and
// remembers no request ids: nobody repeats one here. Not thread-safe.
class LightAgent {
 public:
  LightAgent(std::string name, int panes);

  // `target` with its query.
  AgentReply Get(std::string_view target, std::string_view if_none_match);
  AgentReply Post(std::string_view target, std::string_view body);

  static std::string PaneId(int pane);
  static std::string TurnOf(const std::string& pane);

 private:
  struct Pane {
    int64_t first = 0;               // the number of the oldest event that is kept
    std::deque<std::string> events;  // JSON
  };

  std::string Hello() const;
  const std::string& Snapshot();
  AgentReply ReadPane(const std::string& id, const Pane& pane, const std::string& cursor) const;
  std::string Cursor(const std::string& pane, int64_t number) const;

  const std::string name_;
  const std::string epoch_;
  std::map<std::string, Pane> panes_;
  int64_t rev_ = 1;
  int64_t items_ = 0;
  std::string snapshot_;  // of snapshot_rev_
  int64_t snapshot_rev_ = 0;
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_LIGHT_AGENT_H_
