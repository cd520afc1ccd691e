#include "tests/fakes/agent/scripted_agent.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/fakes/agent/agent_server.h"

namespace collie::tests {

using nlohmann::json;

// Puts the agent behind HTTP.
class ScriptedAgent::Handler : public AgentServer {
 public:
  explicit Handler(ScriptedAgent& agent) : agent_(agent) {}

 private:
  AgentReply Handle(const WireRequest& request) override {
    AgentReply reply;
    const WireReply answer =
        agent_.Serve(request, &reply.body, &reply.content_type, &reply.drop, &reply.close);
    reply.status = answer.status;
    reply.etag = answer.etag;
    if (reply.content_type.empty()) {
      reply.content_type = "application/json";
      reply.body = answer.status == 304 ? "" : answer.body.dump();
    }
    return reply;
  }

  ScriptedAgent& agent_;
};

ScriptedAgent::ScriptedAgent(const std::string& socket_path)
    : handler_(std::make_unique<Handler>(*this)) {
  handler_->ListenOnSocket(socket_path);
}

ScriptedAgent::ScriptedAgent(const Remote& remote) : handler_(std::make_unique<Handler>(*this)) {
  {
    absl::MutexLock lock(&mu_);
    model_.token = remote.token;
  }
  handler_->ListenOnPort();
}

ScriptedAgent::~ScriptedAgent() {
  {
    absl::MutexLock lock(&mu_);
    stopping_ = true;
  }
  handler_->Stop();
}

std::string ScriptedAgent::url() const {
  return absl::StrCat("http://127.0.0.1:", handler_->port());
}

std::string ScriptedAgent::epoch() const {
  absl::MutexLock lock(&mu_);
  return model_.epoch;
}

std::string ScriptedAgent::turn(const std::string& pane) const {
  absl::MutexLock lock(&mu_);
  return absl::StrCat("t-", pane, "-", const_cast<AgentModel&>(model_).pane(pane).turn);
}

void ScriptedAgent::Change(const std::function<void(AgentModel&)>& change) {
  absl::MutexLock lock(&mu_);
  change(model_);
  model_.Touch();
}

void ScriptedAgent::AddPane(const std::string& id, const std::string& title) {
  Change([&](AgentModel& model) { model.AddPane(id, title); });
}

void ScriptedAgent::RemovePane(const std::string& id) {
  Change([&](AgentModel& model) { model.RemovePane(id); });
}

void ScriptedAgent::PutItem(const std::string& pane, json item) {
  Change([&](AgentModel& model) { model.PutItem(model.pane(pane), std::move(item)); });
}

void ScriptedAgent::RemoveItem(const std::string& pane, const std::string& item_id) {
  Change([&](AgentModel& model) { model.RemoveItem(model.pane(pane), item_id); });
}

void ScriptedAgent::RaiseAsk(const std::string& pane, json ask) {
  Change([&](AgentModel& model) { model.RaiseAsk(model.pane(pane), std::move(ask)); });
}

void ScriptedAgent::RaiseChoice(const std::string& pane, const std::string& ask_id,
                                const std::string& title) {
  RaiseAsk(pane, {{"id", ask_id},
                  {"kind", "choice"},
                  {"title", title},
                  {"options", json::array({{{"id", "yes"}, {"label", "Yes"}},
                                           {{"id", "no"}, {"label", "No"}}})}});
}

void ScriptedAgent::CloseAsk(const std::string& pane, const std::string& ask_id,
                             const std::string& outcome, const std::string& decided_by) {
  Change([&](AgentModel& model) {
    model.CloseAsk(model.pane(pane), ask_id, {{"outcome", outcome}, {"decidedBy", decided_by}});
  });
}

std::string ScriptedAgent::StartTurn(const std::string& pane) {
  Change([&](AgentModel& model) { model.StartTurn(model.pane(pane)); });
  return turn(pane);
}

void ScriptedAgent::EndTurn(const std::string& pane) {
  Change([&](AgentModel& model) { model.EndTurn(model.pane(pane)); });
}

void ScriptedAgent::SetReady(bool ready) {
  Change([ready](AgentModel& model) { model.ready = ready; });
}

void ScriptedAgent::Restart() {
  Change([](AgentModel& model) { model.Restart(); });
}

void ScriptedAgent::FailNext(const std::string& prefix, Fault fault, int times) {
  absl::MutexLock lock(&mu_);
  faults_.push_back({prefix, std::move(fault), times});
}

void ScriptedAgent::ClearFaults() {
  absl::MutexLock lock(&mu_);
  faults_.clear();
}

void ScriptedAgent::ReleaseHangs() {
  absl::MutexLock lock(&mu_);
  ++releases_;
}

std::vector<ScriptedAgent::Post> ScriptedAgent::posts() const {
  absl::MutexLock lock(&mu_);
  return posts_;
}

int ScriptedAgent::PostCount(const std::string& request_id) const {
  absl::MutexLock lock(&mu_);
  return static_cast<int>(std::count_if(posts_.begin(), posts_.end(), [&](const Post& post) {
    return post.request_id == request_id;
  }));
}

int ScriptedAgent::ExecutedCount(const std::string& request_id) const {
  absl::MutexLock lock(&mu_);
  return static_cast<int>(std::count_if(posts_.begin(), posts_.end(), [&](const Post& post) {
    return post.request_id == request_id && post.executed;
  }));
}

int ScriptedAgent::CountOf(const std::string& prefix) const {
  return static_cast<int>(
      std::count_if(requests_.begin(), requests_.end(),
                    [&](const std::string& line) { return absl::StartsWith(line, prefix); }));
}

int ScriptedAgent::RequestCount(const std::string& prefix) const {
  absl::MutexLock lock(&mu_);
  return CountOf(prefix);
}

bool ScriptedAgent::WaitForPosts(size_t count, absl::Duration most) const {
  absl::MutexLock lock(&mu_);
  const auto came = [this, count]()
                        ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return posts_.size() >= count; };
  return mu_.AwaitWithTimeout(absl::Condition(&came), most);
}

bool ScriptedAgent::WaitForRequests(const std::string& prefix, int count,
                                    absl::Duration most) const {
  absl::MutexLock lock(&mu_);
  const auto came = [this, &prefix, count]()
                        ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return CountOf(prefix) >= count; };
  return mu_.AwaitWithTimeout(absl::Condition(&came), most);
}

bool ScriptedAgent::TakeFault(const std::string& line, Fault* fault) {
  for (auto planned = faults_.begin(); planned != faults_.end(); ++planned) {
    if (!absl::StartsWith(line, planned->prefix)) continue;
    *fault = planned->fault;
    if (--planned->times <= 0) faults_.erase(planned);
    return true;
  }
  return false;
}

void ScriptedAgent::Hang() {
  const int seen = releases_;
  const auto over = [this, seen]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) {
    return stopping_ || releases_ != seen;
  };
  mu_.Await(absl::Condition(&over));
}

WireReply ScriptedAgent::CarryOut(const WireRequest& request) {
  WireReply reply = model_.Answer(request);
  if (request.method == "POST") posts_.back().executed = reply.executed;
  return reply;
}

WireReply ScriptedAgent::Serve(const WireRequest& request, std::string* raw_body,
                               std::string* raw_type, bool* drop, bool* close) {
  using Kind = Fault::Kind;
  absl::MutexLock lock(&mu_);
  const std::string line = absl::StrCat(request.method, " ", request.path);
  requests_.push_back(line);
  if (request.method == "POST") {
    const json body = json::parse(request.body, nullptr, false);
    const std::string id = body.is_object() ? body.value("requestId", "") : "";
    posts_.push_back({request.path, request.body, id});
  }
  Fault fault;
  if (!TakeFault(line, &fault)) return CarryOut(request);
  if (fault.kind == Kind::kHang) {
    Hang();
    *drop = stopping_;
    return *drop ? WireReply{} : CarryOut(request);
  }
  WireReply reply;
  const bool runs = fault.kind != Kind::kReply && fault.kind != Kind::kDrop;
  if (runs) reply = CarryOut(request);
  if (fault.kind == Kind::kHangAfter) Hang();
  *drop = fault.kind == Kind::kDrop || fault.kind == Kind::kDropAfter;
  *close = fault.kind == Kind::kCloseAfter;
  if (fault.kind == Kind::kReply || fault.kind == Kind::kReplyAfter) {
    reply.status = fault.status;
    *raw_body = fault.body;
    *raw_type = fault.content_type;
  }
  return reply;
}

}  // namespace collie::tests
