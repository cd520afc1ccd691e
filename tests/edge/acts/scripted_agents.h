#ifndef COLLIE_TESTS_EDGE_ACTS_SCRIPTED_AGENTS_H_
#define COLLIE_TESTS_EDGE_ACTS_SCRIPTED_AGENTS_H_

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/edge_link.pb.h"
#include "edge/acts/agent_port.h"
#include "gtest/gtest.h"

namespace collie::edge {

inline PostReply Replied(int status, const std::string& body) {
  return {.kind = PostReply::Kind::kReplied,
          .status = status,
          .content_type = "application/json; charset=utf-8",
          .body = body};
}

// A live agent `hello` of epoch e-1 with the conversation `deploy`. Thread-safe once it is set up.
class ScriptedAgents final : public AgentPort {
 public:
  FreshState fresh;
  bool is_named = true;
  std::string address = "/run/hello.sock";
  std::function<PostReply(const std::string& path)> on_post;
  std::function<void()> on_read;
  std::function<void(const std::string& source)> on_read_of;
  // What the visit of a second attempt is told, and what is found where nothing may be sent.
  std::optional<v1::Source> hello;
  std::function<void()> on_hello;
  v1::Evidence witness = v1::EVIDENCE_UNSPECIFIED;
  std::map<std::string, v1::ClosedAsk> seen;  // by ask id: ends that the edge saw in epoch e-1

  ScriptedAgents() {
    fresh.source.set_name("hello");
    fresh.source.set_epoch("e-1");
    fresh.source.set_state(v1::SOURCE_STATE_LIVE);
    fresh.source.mutable_capabilities()->set_send(true);
    fresh.source.mutable_capabilities()->set_queue(true);
    fresh.source.mutable_capabilities()->set_abort(true);
    fresh.source.mutable_capabilities()->set_asks(true);
    v1::Pane& pane = fresh.pane.emplace();
    pane.set_id("deploy");
    pane.mutable_turn()->set_id("t-1");
    pane.mutable_turn()->set_state(v1::TURN_STATE_WORKING);
    on_post = [](const std::string&) { return Replied(200, R"({"requestId":"r-1"})"); };
  }

  std::optional<ids::AgentAddress> Address(const ids::SourceName&) override {
    return is_named ? std::optional(ids::AgentAddress(address)) : std::nullopt;
  }
  FreshState Read(const ids::SourceName& source, const ids::PaneId&, bool with_asks,
                  absl::Duration) override {
    {
      absl::MutexLock lock(&mu_);
      reads_.push_back(with_asks);
    }
    if (on_read) on_read();
    if (on_read_of) on_read_of(source.value());
    return fresh;
  }
  std::optional<v1::ClosedAsk> FindDecision(const ids::SourceName&, const ids::PaneId&,
                                            const ids::Epoch& epoch,
                                            const ids::AskId& ask_id) override {
    const auto found = seen.find(ask_id.value());
    if (found == seen.end() || epoch.value() != "e-1") return std::nullopt;
    return found->second;
  }
  std::unique_ptr<AgentVisit> Visit(const ids::SourceName&, const ids::AgentAddress& at) override {
    if (!is_named || at.value() != address) return nullptr;
    return std::make_unique<ScriptedVisit>(*this);
  }
  v1::Evidence FindWitness(const ids::SourceName&, const ids::PaneId& pane,
                           const ids::RequestId& request_id, absl::Duration) override {
    absl::MutexLock lock(&mu_);
    searches_.push_back(pane.value() + " " + request_id.value());
    return witness;
  }
  PostReply Post(const ids::SourceName&, const ids::AgentAddress&, const std::string& path,
                 const std::string& body, absl::Duration most) override {
    Keep(path, body, most);
    return on_post(path);
  }

  std::vector<bool> Reads() const {
    absl::MutexLock lock(&mu_);
    return reads_;
  }
  std::vector<std::string> Posts() const {
    absl::MutexLock lock(&mu_);
    return posts_;
  }
  std::vector<std::string> Bodies() const {
    absl::MutexLock lock(&mu_);
    return bodies_;
  }
  std::vector<absl::Duration> Most() const {
    absl::MutexLock lock(&mu_);
    return most_;
  }
  // Hellos of visits, and those of `Posts` that went over the connection of one.
  int Hellos() const {
    absl::MutexLock lock(&mu_);
    return hellos_;
  }
  int VisitPosts() const {
    absl::MutexLock lock(&mu_);
    return visit_posts_;
  }
  // "<pane> <request id>" of each search for a witness.
  std::vector<std::string> Searches() const {
    absl::MutexLock lock(&mu_);
    return searches_;
  }

 private:
  class ScriptedVisit final : public AgentVisit {
   public:
    explicit ScriptedVisit(ScriptedAgents& agents) : agents_(agents) {}
    v1::Source Hello(absl::Duration) override {
      {
        absl::MutexLock lock(&agents_.mu_);
        ++agents_.hellos_;
      }
      if (agents_.on_hello) agents_.on_hello();
      said_hello_ = true;
      return agents_.hello.value_or(agents_.fresh.source);
    }
    PostReply Post(const std::string& path, const std::string& body, absl::Duration most) override {
      EXPECT_TRUE(said_hello_);
      agents_.Keep(path, body, most);
      {
        absl::MutexLock lock(&agents_.mu_);
        ++agents_.visit_posts_;
      }
      return agents_.on_post(path);
    }

   private:
    ScriptedAgents& agents_;
    bool said_hello_ = false;
  };

  void Keep(const std::string& path, const std::string& body, absl::Duration most) {
    absl::MutexLock lock(&mu_);
    posts_.push_back(path);
    bodies_.push_back(body);
    most_.push_back(most);
  }

  mutable absl::Mutex mu_;
  int hellos_ ABSL_GUARDED_BY(mu_) = 0;
  int visit_posts_ ABSL_GUARDED_BY(mu_) = 0;
  std::vector<std::string> searches_ ABSL_GUARDED_BY(mu_);
  std::vector<bool> reads_ ABSL_GUARDED_BY(mu_);
  std::vector<std::string> posts_ ABSL_GUARDED_BY(mu_);
  std::vector<std::string> bodies_ ABSL_GUARDED_BY(mu_);
  std::vector<absl::Duration> most_ ABSL_GUARDED_BY(mu_);
};

inline v1::Command SendCommand(const std::string& id, int64_t number, int64_t term = 1) {
  v1::Command command;
  v1::ActRequest& request = *command.mutable_request();
  request.set_request_id(id);
  request.mutable_conversation()->set_member("deck");
  request.mutable_conversation()->set_source("hello");
  request.mutable_conversation()->set_pane("deploy");
  request.mutable_send()->set_turn("t-1");
  request.mutable_send()->set_text("Ship it");
  command.set_attempt(1);
  command.mutable_fence()->set_term(term);
  command.mutable_fence()->set_number(number);
  command.set_time_left_ms(20000);
  command.set_epoch("e-1");
  return command;
}

inline v1::Command StopCommand(const std::string& id, int64_t number) {
  v1::Command command = SendCommand(id, number);
  command.mutable_request()->mutable_stop();
  return command;
}

inline v1::Settle SettleOf(const v1::Command& command) {
  v1::Settle settle;
  settle.set_request_id(command.request().request_id());
  settle.set_attempt(command.attempt());
  *settle.mutable_fence() = command.fence();
  *settle.mutable_conversation() = command.request().conversation();
  return settle;
}

}  // namespace collie::edge

#endif  // COLLIE_TESTS_EDGE_ACTS_SCRIPTED_AGENTS_H_
