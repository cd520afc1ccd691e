#include <array>
#include <atomic>
#include <utility>

#include "absl/strings/str_cat.h"
#include "collie/v1/receipt.pb.h"
#include "crew/status/status_macros.h"
#include "tests/bench/act_load.h"
#include "tests/bench/agent_host.h"
#include "tests/bench/bytes.h"
#include "tests/bench/cases.h"
#include "tests/bench/dial.h"
#include "tests/bench/floor.h"
#include "tests/bench/light_agent.h"
#include "tests/bench/real_edge.h"
#include "tests/bench/test_crew.h"
#include "tests/bench/usage.h"
#include "tests/bench/wait.h"

namespace collie::bench {
namespace {

constexpr int kClients = 64;
constexpr int kAgents = 8;
constexpr int kPanes = kClients / kAgents;  // of each agent: one conversation a client
constexpr absl::Duration kMostForStart = absl::Seconds(30);

// What the product does beyond the bare chain: how a floor that had to do that would fare.
constexpr FloorChain kProductsSteps{/*commits_before=*/2, /*commits_after=*/1,
                                    /*reads_first=*/true};

std::atomic<int64_t> next_request = 1;

// The text of a client's next act.
v1::ActRequest ActOf(const std::string& member, int client) {
  v1::ActRequest act;
  act.set_request_id(absl::StrCat("r-bench-", next_request++));
  act.mutable_conversation()->set_member(member);
  act.mutable_conversation()->set_source(AgentHost::Name(client % kAgents));
  const std::string pane = LightAgent::PaneId(client / kAgents);
  act.mutable_conversation()->set_pane(pane);
  act.mutable_steer()->set_turn(LightAgent::TurnOf(pane));
  act.mutable_steer()->set_text(
      "Take the second variant, and leave the tests of the release branch as they are.");
  return act;
}

std::vector<std::shared_ptr<grpc::Channel>> DialAll(const identity::Identity& identity) {
  std::vector<std::shared_ptr<grpc::Channel>> channels;
  for (int i = 0; i < kClients; ++i) channels.push_back(Dial(identity.link_address, identity));
  return channels;
}

ActLoad::Target TargetOf(std::string method, const std::string& member, bool is_floor) {
  return {std::move(method), [member](int client) { return ToBuffer(ActOf(member, client)); },
          [is_floor](const grpc::ByteBuffer& reply) {
            if (is_floor) return reply.Length() > 0;
            v1::Receipt receipt;
            return Parse(reply, receipt) && receipt.outcome() == v1::OUTCOME_SENT;
          }};
}

struct Cpu {
  double relay = 0;
  double edge = 0;
};

// What was measured with one number of clients.
struct Crowd {
  Samples latencies = {};  // seconds
  double seconds = 0;

  double Rate() const { return static_cast<double>(latencies.size()) / seconds; }
};

// One side of the comparison.
struct Side {
  std::string name;
  ActLoad* load = nullptr;
  Crowd single = {};
  Crowd crowd = {};

  Crowd& Of(int clients) { return clients == 1 ? single : crowd; }
};

// Adds to the side what it does now; the CPU that the product used meanwhile.
absl::StatusOr<Cpu> Measure(Side& side, int clients, double seconds, const TestCrew& crew,
                            const RealEdge& edge) {
  const Cpu before{UsageOf(crew.relay()).cpu_seconds, UsageOf(edge.pid()).cpu_seconds};
  const ActLoad::Outcome outcome = side.load->Run(clients, seconds);
  if (outcome.bad > 0) {
    const size_t acts = outcome.latencies.size() + static_cast<size_t>(outcome.bad);
    return absl::InternalError(absl::StrCat(side.name, ": of ", acts, " acts ", outcome.bad,
                                            " ended badly: ", outcome.first_bad));
  }
  side.Of(clients).latencies.Add(outcome.latencies);
  side.Of(clients).seconds += outcome.seconds;
  return Cpu{UsageOf(crew.relay()).cpu_seconds - before.relay,
             UsageOf(edge.pid()).cpu_seconds - before.edge};
}

// A floor and its clients.
struct BareChain {
  std::unique_ptr<Floor> floor;
  std::unique_ptr<ActLoad> load;

  static absl::StatusOr<BareChain> Start(const FloorChain& chain, const AgentHost& agents) {
    BareChain bare;
    COLLIE_ASSIGN_OR_RETURN(bare.floor, Floor::Start(chain));
    COLLIE_RETURN_IF_ERROR(bare.floor->StartEdge(agents.folder()));
    bare.load = std::make_unique<ActLoad>(DialAll(bare.floor->client()),
                                          TargetOf("/floor/Act", "bare", /*is_floor=*/true));
    COLLIE_RETURN_IF_ERROR(Poll(kMostForStart, "the floor's first act",
                                [&] { return bare.load->Run(1, 0).bad == 0; }));
    return bare;
  }
};

Result Report(const Side& ours, const Side& bare, const Side& same, const Cpu& cpu) {
  const auto acts = static_cast<double>(ours.crowd.latencies.size());
  const auto latency = [](const Crowd& crowd, double share) {
    return crowd.latencies.Percentile(share) * 1e3;
  };
  Result result;
  result.rows = {
      {"durable acts a second, 64 clients on 64 conversations", "acts/s", ours.crowd.Rate(),
       bare.crowd.Rate(), Bound::AtLeast(0.6)},
      {"one act, alone, p50", "ms", latency(ours.single, 0.5), latency(bare.single, 0.5),
       Bound::AtMost(1.3)},
      {"one act, alone, p99", "ms", latency(ours.single, 0.99), latency(bare.single, 0.99), {}},
      {"the 64 clients' acts, p50", "ms", latency(ours.crowd, 0.5), latency(bare.crowd, 0.5), {}},
      {"the 64 clients' acts, p99", "ms", latency(ours.crowd, 0.99), latency(bare.crowd, 0.99), {}},
      {"acts a second, against a chain with five commits and a fresh read",
       "acts/s",
       ours.crowd.Rate(),
       same.crowd.Rate(),
       {}},
      {"one act, alone, p50, against that chain",
       "ms",
       latency(ours.single, 0.5),
       latency(same.single, 0.5),
       {}},
      {"CPU of the relay for one act of 64 clients", "µs", cpu.relay * 1e6 / acts, {}, {}},
      {"CPU of the edge for one act of 64 clients", "µs", cpu.edge * 1e6 / acts, {}, {}},
  };
  return result;
}

// By how many clients act at once.
absl::Status DrawCrowds(const Options& options, const Side& ours, const Side& bare,
                        const TestCrew& crew, const RealEdge& edge, Result& result) {
  Picture rate{"acts-by-clients",
               "Durable acts",
               "clients",
               "acts/s",
               {{"the product", {}}, {"the bare chain", {}}}};
  Picture latency{"act-latency-by-clients",
                  "One act",
                  "clients",
                  "ms",
                  {{"the product, p50", {}}, {"the bare chain, p50", {}}}};
  Picture cpu{"act-cpu-by-clients",
              "CPU for one act",
              "clients",
              "µs",
              {{"the relay", {}}, {"the edge", {}}}};
  for (int clients = 1; clients <= kClients; clients *= 2) {
    Cpu used;
    std::array<Side, 2> sides = {Side{ours.name, ours.load}, Side{bare.name, bare.load}};
    for (size_t i = 0; i < sides.size(); ++i) {
      COLLIE_ASSIGN_OR_RETURN(const Cpu spent,
                              Measure(sides[i], clients, options.seconds / 10, crew, edge));
      if (i == 0) used = spent;
      rate.series[i].points.emplace_back(clients, sides[i].Of(clients).Rate());
      latency.series[i].points.emplace_back(clients, sides[i].Of(clients).latencies.Median() * 1e3);
    }
    const auto acts = static_cast<double>(sides[0].Of(clients).latencies.size());
    cpu.series[0].points.emplace_back(clients, used.relay * 1e6 / acts);
    cpu.series[1].points.emplace_back(clients, used.edge * 1e6 / acts);
  }
  result.pictures = {std::move(rate), std::move(latency), std::move(cpu)};
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Result> MeasureActs(const Options& options) {
  COLLIE_ASSIGN_OR_RETURN(const auto crew, TestCrew::Start(options.programs));
  const AgentHost agents(crew->folder() / "a", kAgents, kPanes);
  COLLIE_ASSIGN_OR_RETURN(const auto edge, RealEdge::Start(*crew, agents));
  COLLIE_ASSIGN_OR_RETURN(const auto device, crew->Pair("client"));
  ActLoad load(DialAll(device),
               TargetOf("/collie.v1.Dashboard/Act", edge->member(), /*is_floor=*/false));
  COLLIE_RETURN_IF_ERROR(
      Poll(kMostForStart, "the first act", [&] { return load.Run(kClients, 0).bad == 0; }));
  COLLIE_ASSIGN_OR_RETURN(const BareChain bare, BareChain::Start({}, agents));
  COLLIE_ASSIGN_OR_RETURN(const BareChain same, BareChain::Start(kProductsSteps, agents));
  Side ours{"the product", &load};
  Side floor{"the bare chain", bare.load.get()};
  Side twin{"the chain with the product's steps", same.load.get()};
  Cpu cpu;
  for (int i = 0; i < 3; ++i) {
    for (const int clients : {1, kClients}) {
      for (Side* const side : {&ours, &floor, &twin}) {
        COLLIE_ASSIGN_OR_RETURN(const Cpu used,
                                Measure(*side, clients, options.seconds / 5, *crew, *edge));
        if (side != &ours || clients == 1) continue;
        cpu.relay += used.relay;
        cpu.edge += used.edge;
      }
    }
  }
  Result result = Report(ours, floor, twin, cpu);
  if (!options.is_short) {
    COLLIE_RETURN_IF_ERROR(DrawCrowds(options, ours, floor, *crew, *edge, result));
  }
  return result;
}

}  // namespace collie::bench
