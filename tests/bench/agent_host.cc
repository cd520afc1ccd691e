#include "tests/bench/agent_host.h"

#include <sys/stat.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/bench/light_agent.h"

namespace collie::bench {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using Local = asio::local::stream_protocol;
using Error = boost::system::error_code;

std::string_view View(boost::beast::string_view text) { return {text.data(), text.size()}; }

// One connection: a request, its reply, the next.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Local::socket socket, LightAgent& agent) : socket_(std::move(socket)), agent_(agent) {}

  void Read() {
    request_ = {};
    http::async_read(socket_, buffer_, request_,
                     [self = shared_from_this()](const Error& error, size_t) {
                       if (!error) self->Reply();
                     });
  }

 private:
  void Reply() {
    const std::string_view target = View(request_.target());
    const AgentReply reply = request_.method() == http::verb::post
                                 ? agent_.Post(target, request_.body())
                                 : agent_.Get(target, View(request_[http::field::if_none_match]));
    response_ = {};
    response_.result(static_cast<unsigned>(reply.status));
    response_.set(http::field::content_type, "application/json");
    if (!reply.etag.empty()) response_.set(http::field::etag, reply.etag);
    response_.keep_alive(true);
    if (reply.status != 304) response_.body() = reply.body;
    response_.prepare_payload();
    http::async_write(socket_, response_, [self = shared_from_this()](const Error& error, size_t) {
      if (!error) self->Read();
    });
  }

  Local::socket socket_;
  LightAgent& agent_;
  boost::beast::flat_buffer buffer_;
  http::request<http::string_body> request_;
  http::response<http::string_body> response_;
};

// One agent's socket.
class Listener {
 public:
  Listener(asio::io_context& context, const std::filesystem::path& folder, LightAgent agent)
      : agent_(std::move(agent)), acceptor_(context) {
    std::filesystem::create_directories(folder);
    chmod(folder.c_str(), 0700);
    const std::string socket = (folder / "app.sock").string();
    acceptor_.open();
    acceptor_.bind(socket);
    chmod(socket.c_str(), 0600);
    acceptor_.listen();
    Accept();
  }

 private:
  void Accept() {
    acceptor_.async_accept([this](const Error& error, Local::socket socket) {
      if (error) return;
      std::make_shared<Connection>(std::move(socket), agent_)->Read();
      Accept();
    });
  }

  LightAgent agent_;
  Local::acceptor acceptor_;
};

}  // namespace

class AgentHost::Serving {
 public:
  ~Serving() {
    context_.stop();
    thread_.join();
  }
  void Add(const std::filesystem::path& folder, LightAgent agent) {
    listeners_.push_back(std::make_unique<Listener>(context_, folder, std::move(agent)));
  }
  void Run() {
    thread_ = std::thread([this] { context_.run(); });
  }

 private:
  asio::io_context context_{1};
  std::vector<std::unique_ptr<Listener>> listeners_;
  std::thread thread_;
};

AgentHost::AgentHost(std::filesystem::path folder, int agents, int panes)
    : folder_(std::move(folder)), agents_(agents), serving_(std::make_unique<Serving>()) {
  for (int i = 0; i < agents; ++i) {
    serving_->Add(folder_ / Name(i), LightAgent(Name(i), panes));
  }
  serving_->Run();
}

AgentHost::~AgentHost() = default;

std::string AgentHost::Name(int agent) { return absl::StrCat("agent-", agent); }

std::vector<config::SourceEntry> AgentHost::Sources() const {
  std::vector<config::SourceEntry> sources;
  for (int i = 0; i < agents_; ++i) {
    config::SourceEntry& entry = sources.emplace_back();
    entry.name = Name(i);
    entry.socket = (folder_ / Name(i) / "app.sock").string();
  }
  return sources;
}

}  // namespace collie::bench
