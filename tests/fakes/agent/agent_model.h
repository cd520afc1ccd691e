#ifndef COLLIE_TESTS_FAKES_AGENT_AGENT_MODEL_H_
#define COLLIE_TESTS_FAKES_AGENT_AGENT_MODEL_H_

#include <cstdint>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace collie::tests {

// What an agent answers, before it is put into HTTP.
struct WireReply {
  int status = 200;
  nlohmann::json body = {};
  std::string etag = {};
  bool executed = false;  // an act ran now
};

// What an agent is asked, out of HTTP.
struct WireRequest {
  std::string method;
  std::string path;  // unescaped
  std::map<std::string, std::string> query;
  std::string version;  // of the header; empty: none
  std::string etag;     // If-None-Match
  std::string token;    // bearer
  std::string body;
};

// One conversation of the scripted agent.
struct PaneModel {
  std::string id, title;
  bool open = true;
  int turn = 1;
  bool working = false;
  std::vector<nlohmann::json> items;              // in the order of the conversation
  std::vector<nlohmann::json> asks;               // open, the oldest first
  std::map<std::string, nlohmann::json> decided;  // by ask id: outcome, decidedBy, answer
  std::vector<nlohmann::json> events;             // since the epoch began
  std::deque<nlohmann::json> queued;  // user items of sends that wait for the turn's end
  std::vector<nlohmann::json> actions;
};

// An agent by the rules of protos/WIRE.md, without HTTP. Not thread-safe.
class AgentModel {
 public:
  AgentModel();

  WireReply Answer(const WireRequest& request);

  // The next start of the agent: another epoch; request ids are forgotten unless they outlive it.
  void Restart();
  PaneModel& AddPane(const std::string& id, const std::string& title);
  void RemovePane(const std::string& id);
  PaneModel& pane(const std::string& id);
  void PutItem(PaneModel& pane, nlohmann::json item);
  void RemoveItem(PaneModel& pane, const std::string& item_id);
  void RaiseAsk(PaneModel& pane, nlohmann::json ask);
  void CloseAsk(PaneModel& pane, const std::string& ask_id, nlohmann::json closed);
  void StartTurn(PaneModel& pane);
  void EndTurn(PaneModel& pane);
  // Something a reader could see changed.
  void Touch() { ++rev_; }

  std::string epoch;
  bool ready = true;
  int min_version = 1;
  int max_version = 1;
  int64_t now = 1764460800000;
  std::string token;
  std::string host_name = "hello";
  std::string runtime = "scripted 1.0";
  nlohmann::json caps;
  nlohmann::json starters;
  size_t events_per_read = 1000;
  bool counts_changes = true;  // or its snapshot has one tag for a whole epoch

 private:
  struct Finished {
    std::string path;
    nlohmann::json body;
    nlohmann::json reply;
  };

  WireReply Hello(const WireRequest& request) const;
  WireReply Snapshot(const WireRequest& request) const;
  WireReply ReadPane(const WireRequest& request, const PaneModel& pane) const;
  WireReply History(const WireRequest& request, const PaneModel& pane) const;
  WireReply Read(const WireRequest& request);
  WireReply Act(const WireRequest& request);
  WireReply RunAct(const std::string& path, const nlohmann::json& body);
  WireReply Start(const nlohmann::json& body);
  WireReply PaneAct(PaneModel& pane, const std::string& verb, const nlohmann::json& body);
  WireReply Send(PaneModel& pane, const nlohmann::json& body);
  WireReply AnswerAsk(PaneModel& pane, const std::string& ask_id, const nlohmann::json& body);
  void AddUserItem(PaneModel& pane, const nlohmann::json& body);
  std::string TurnId(const PaneModel& pane) const;
  std::string CursorOf(const PaneModel& pane) const;

  int starts_ = 0;
  int64_t rev_ = 1;
  int next_item_ = 1;
  int next_pane_ = 1;
  std::map<std::string, PaneModel> panes_;
  std::map<std::string, Finished> finished_;
};

}  // namespace collie::tests

#endif  // COLLIE_TESTS_FAKES_AGENT_AGENT_MODEL_H_
