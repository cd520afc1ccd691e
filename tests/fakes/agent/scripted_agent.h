#ifndef COLLIE_TESTS_FAKES_AGENT_SCRIPTED_AGENT_H_
#define COLLIE_TESTS_FAKES_AGENT_SCRIPTED_AGENT_H_

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "tests/fakes/agent/agent_model.h"

namespace collie::tests {

// A durable agent whose every move a test makes, served over a real socket. It obeys protos/WIRE.md
// by default: answers close their ask, sends add a user item that names the request id, repeats are
// replayed. Thread-safe.
class ScriptedAgent {
 public:
  // What goes wrong with one request.
  struct Fault {
    enum class Kind {
      kReply,       // not carried out; `status`, `content_type` and `body` are answered
      kReplyAfter,  // carried out; `status`, `content_type` and `body` are answered
      kHang,        // not carried out, no byte of reply, until ReleaseHangs
      kHangAfter,   // carried out, no byte of reply, until ReleaseHangs
      kDrop,        // not carried out; the connection closes without a byte
      kDropAfter,   // carried out; the connection closes without a byte
      kCloseAfter,  // carried out and answered; then the connection closes unannounced
    };
    Kind kind = Kind::kReply;
    int status = 500;
    std::string body = "{\"code\":\"internal\"}";
    std::string content_type = "application/json";
  };

  // One POST as it came.
  struct Post {
    std::string path = {};
    std::string body = {};
    std::string request_id = {};
    bool executed = false;  // it ran then; a replay or a refusal did not
  };

  // Listens on a Unix socket (0600, put in place by rename), like a new start of the agent that
  // listened there before.
  explicit ScriptedAgent(const std::string& socket_path);
  // Listens on a loopback port, for callers with this token.
  struct Remote {
    std::string token;
  };
  explicit ScriptedAgent(const Remote& remote);
  ~ScriptedAgent();
  ScriptedAgent(const ScriptedAgent&) = delete;
  ScriptedAgent& operator=(const ScriptedAgent&) = delete;

  std::string url() const;
  std::string epoch() const;
  // The pane's turn, as the snapshot names it.
  std::string turn(const std::string& pane) const;

  void AddPane(const std::string& id, const std::string& title);
  void RemovePane(const std::string& id);
  void PutItem(const std::string& pane, nlohmann::json item);
  void RemoveItem(const std::string& pane, const std::string& item_id);
  void RaiseAsk(const std::string& pane, nlohmann::json ask);
  // A choice of yes and no.
  void RaiseChoice(const std::string& pane, const std::string& ask_id, const std::string& title);
  void CloseAsk(const std::string& pane, const std::string& ask_id,
                const std::string& outcome = "withdrawn", const std::string& decided_by = "agent");
  std::string StartTurn(const std::string& pane);
  void EndTurn(const std::string& pane);
  void SetReady(bool ready);
  // A new epoch; panes, items and open asks stay.
  void Restart();
  // Anything else: changes the model under the agent's lock, and counts as a visible change.
  void Change(const std::function<void(AgentModel&)>& change);

  // The next `times` requests whose "METHOD path" begins with `prefix` meet the fault.
  void FailNext(const std::string& prefix, Fault fault, int times = 1);
  void ClearFaults();
  void ReleaseHangs();

  std::vector<Post> posts() const;
  // How many POSTs with this request id came, and how many of them ran.
  int PostCount(const std::string& request_id) const;
  int ExecutedCount(const std::string& request_id) const;
  // Requests so far whose "METHOD path" begins with `prefix`.
  int RequestCount(const std::string& prefix) const;
  // Whether that many came before the time was over.
  bool WaitForPosts(size_t count, absl::Duration most) const;
  bool WaitForRequests(const std::string& prefix, int count, absl::Duration most) const;

 private:
  struct Planned {
    std::string prefix;
    Fault fault;
    int times = 1;
  };
  class Handler;
  friend class Handler;

  WireReply Serve(const WireRequest& request, std::string* raw_body, std::string* raw_type,
                  bool* drop, bool* close);
  bool TakeFault(const std::string& line, Fault* fault) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  WireReply CarryOut(const WireRequest& request) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void Hang() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  int CountOf(const std::string& prefix) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  mutable absl::Mutex mu_;
  AgentModel model_ ABSL_GUARDED_BY(mu_);
  std::vector<Planned> faults_ ABSL_GUARDED_BY(mu_);
  std::vector<Post> posts_ ABSL_GUARDED_BY(mu_);
  std::vector<std::string> requests_ ABSL_GUARDED_BY(mu_);
  int releases_ ABSL_GUARDED_BY(mu_) = 0;
  bool stopping_ ABSL_GUARDED_BY(mu_) = false;
  std::unique_ptr<Handler> handler_;
};

}  // namespace collie::tests

#endif  // COLLIE_TESTS_FAKES_AGENT_SCRIPTED_AGENT_H_
