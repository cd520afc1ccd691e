#ifndef COLLIE_TESTS_FAULT_WRITE_PATH_WORLD_H_
#define COLLIE_TESTS_FAULT_WRITE_PATH_WORLD_H_

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "edge/acts/attempt_end.h"
#include "relay/acts/act_flow.h"
#include "relay/members/admission.h"
#include "relay/members/held_act.h"
#include "tests/edge/acts/fake_edge_store.h"
#include "tests/edge/acts/scripted_agents.h"
#include "tests/relay/acts/act_flow_fixture.h"
#include "tests/support/inline_executor.h"

namespace collie::tests {

// A relay, an edge and an agent in one thread, and a fate that is drawn from a seed: who moves
// next, what is lost, who dies. The relay's acts and the edge's attempts are the product's own; the
// links, the disks and the agent are the world's. What must never happen is collected in `broken`.
class WritePathWorld final : public relay::CommandPort {
 public:
  explicit WritePathWorld(unsigned seed);
  ~WritePathWorld() override;

  // Many random moves, then no more faults until everything that can be known is known.
  void Live();
  // What was broken; empty: nothing.
  std::vector<std::string> broken;

  bool SendCommand(const std::string& member, const v1::Command& command) override;
  void SendReconcile(const std::string& member, const v1::Settle& settle) override;
  void SendAck(const std::string& member, const v1::ResultAck& ack) override;

 private:
  struct EdgeDied {
    bool is_wiped = false;
  };
  // What the relay's hello carries.
  struct Welcome {
    int64_t term = 0;
    bool is_resync = false;
  };
  // What the relay's store has of the member and of the acts: what a backup keeps.
  struct RelayState {
    std::map<std::string, relay::ActRecord> records;
    std::map<std::string, int64_t> dispatches;
    std::set<std::string> runs;
    relay::MemberRecord member;
  };
  // Everything of a resync, as it was told.
  struct Reported {
    std::vector<v1::HeldAttempt> held;
  };
  struct Down {
    int stream = 0;
    std::variant<v1::Command, v1::Settle, v1::ResultAck, Welcome> frame;
    bool is_received = false;  // the edge has it, and comes to it later
  };
  struct Up {
    int stream = 0;
    std::variant<v1::ActResult, Reported> frame;
  };

  bool Chance(int of_hundred) { return static_cast<int>(random_() % 100) < of_hundred; }
  static std::string EpochName(int epoch) { return absl::StrCat("e-", epoch); }
  static bool IsStop(const std::string& id) { return absl::StartsWith(id, "stop"); }
  std::string AnyId() { return ids_[random_() % ids_.size()]; }
  static absl::Status Broken() { return absl::UnavailableError("The disk is full."); }

  void Step(const std::function<void()>& move);
  void Move();
  void Mend();
  void Interfere();
  void Submit();
  void Pass(absl::Duration time);

  void CutLink();
  void NewStream();
  void DeliverDown();
  void DeliverUp();

  void OpenEdgeStore();
  void CarryOut(const v1::Command& command);
  void Answer(const v1::Settle& settle);
  void ReportResult(const v1::ActResult& result) {
    if (is_welcome_) up_.push_back({stream_, result});
  }
  void Write(const edge::AttemptEnd& end);

  edge::PostReply AcceptPost(const std::string& id, const std::string& epoch, bool is_visit);
  static edge::PostReply Lost(bool may_have_left);
  void CountPost(const std::string& id);
  void Execute(const std::string& id);
  void RunLate();
  void AgentRestarts();
  void ShowConversation();

  void StartRelay();
  void RelayDies();
  // Members' links, as relay/link and the store do it.
  void EndOldStreams();
  v1::EdgeHello HelloOfEdge() const;
  void TakeHello();
  void TakeWelcome(const Welcome& welcome);
  void TakeTold(const Reported& told);
  void OpenEdge(std::vector<relay::ActRecord> changed);
  void InterruptAccepted(std::vector<relay::ActRecord>& changed);
  RelayState StateOfRelay() const;
  void LoseRelayStore();
  void EdgeDies(bool is_wiped);

  void CheckReceipts();
  void Settle();

  std::mt19937 random_;
  SimulatedClock clock_;
  InlineExecutor executor_;
  bool is_faulty_ = true;
  int depth_ = 0;                 // moves within moves
  std::vector<std::string> ids_;  // of the acts; all are of one conversation

  // The link: numbered streams, and what is on its way.
  bool is_linked_ = false;
  int stream_ = 0;
  std::deque<Down> down_;
  std::deque<Up> up_;
  bool is_open_ = false;     // the relay takes results, and may dispatch
  bool is_welcome_ = false;  // the edge has taken the welcome of the stream
  v1::EdgeHello hello_;      // of the stream

  // The edge.
  std::unique_ptr<edge::FakeEdgeStore> edge_store_;
  int incarnation_ = 1;
  std::set<std::pair<std::string, int>> in_work_;  // request id and attempt
  std::vector<edge::AttemptEnd> unwritten_;

  // The agent.
  edge::ScriptedAgents agents_;
  bool checks_epoch_ = false;
  bool ids_outlive_epoch_ = false;
  bool is_remote_ = false;
  int epoch_ = 1;
  int hello_epoch_ = 0;  // the start that the visit under way leads to
  int visit_posts_ = 0;
  std::set<std::string> remembered_;  // request ids that ran
  std::set<std::string> late_;        // request ids in its hands that it has not come to
  std::map<std::string, int> executed_;
  std::map<std::string, int> posts_;
  int sends_under_way_ = 0;

  // The relay, and the callers of its APIs.
  relay::FakeRelayStore relay_store_;
  relay::MemberRecord member_;
  std::set<std::string> runs_;  // of the relay, that its store knows
  std::optional<RelayState> backup_;
  int lives_ = 0;  // runs of the relay, whatever its store knows of them
  bool has_lost_store_ = false;
  relay::ScriptedCrew crew_;
  std::set<std::string> asked_again_;
  bool has_given_up_ = false;
  int waiting_callers_ = 0;
  std::unique_ptr<relay::ActFlow> flow_;
};

}  // namespace collie::tests

#endif  // COLLIE_TESTS_FAULT_WRITE_PATH_WORLD_H_
