// What the edges of a large crew do to a relay that was killed: many UplinkStates against a relay
// that takes so many hellos a second, on a simulated clock.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "edge/uplink/uplink_state.h"

namespace collie::edge {
namespace {

constexpr int kEdges = 5000;
constexpr int kHellosASecond = 600;
constexpr absl::Duration kStep = absl::Milliseconds(10);

class SeededRandom final : public ids::RandomSource {
 public:
  explicit SeededRandom(uint64_t seed) : engine_(seed) {}
  std::string Bytes(size_t count) override {
    std::string bytes(count, '\0');
    for (char& byte : bytes) byte = static_cast<char>(engine_());
    return bytes;
  }

 private:
  std::mt19937_64 engine_;
};

struct Outcome {
  absl::Duration all_back;  // from the kill
  size_t most_waiting = 0;  // hellos that waited at once
  int given_up = 0;         // dials that got no hello in time
};

class StampedeTest : public ::testing::Test {
 protected:
  StampedeTest() {
    for (int i = 0; i < kEdges; ++i) {
      edges_.push_back(std::make_unique<UplinkState>(UplinkState::kBackoff, random_, now_));
      edges_.back()->ShouldDial(now_);
      edges_.back()->HelloCame(now_);
    }
    now_ = now_ + absl::Minutes(1);
  }

  // The relay is killed now, and there again after `down`.
  Outcome Kill(absl::Duration down, absl::Duration spread) {
    now_ = now_ + absl::Minutes(1);
    const clock::Steady killed = now_;
    for (auto& edge : edges_) {
      edge->SetSpread(spread);
      edge->Ended(absl::UnavailableError("the link broke"), now_);
    }
    Outcome outcome;
    int up = 0;
    double served = 0;
    while (up < kEdges && now_ - killed < absl::Minutes(5)) {
      now_ = now_ + kStep;
      const bool is_there = now_ - killed >= down;
      for (auto& edge : edges_) Dial(*edge, is_there, outcome);
      outcome.most_waiting = std::max(outcome.most_waiting, waiting_.size());
      served = waiting_.empty() ? 0 : served + kHellosASecond * absl::ToDoubleSeconds(kStep);
      for (; served >= 1 && !waiting_.empty(); --served, ++up) {
        waiting_.front()->HelloCame(now_);
        waiting_.pop_front();
      }
    }
    outcome.all_back = now_ - killed;
    return outcome;
  }

 private:
  void Dial(UplinkState& edge, bool is_there, Outcome& outcome) {
    if (edge.state() == UplinkState::State::kDialling && edge.IsSilent(now_)) {
      ++outcome.given_up;
      std::erase(waiting_, &edge);
      edge.Ended(absl::DeadlineExceededError("no hello"), now_);
    }
    if (!edge.ShouldDial(now_)) return;
    if (is_there) {
      waiting_.push_back(&edge);
    } else {
      edge.Ended(absl::UnavailableError("refused"), now_);
    }
  }

  SeededRandom random_{1};
  clock::Steady now_{absl::Seconds(100)};
  std::vector<std::unique_ptr<UplinkState>> edges_;
  std::deque<UplinkState*> waiting_;  // for their hello
};

TEST_F(StampedeTest, FiveThousandEdgesAreBackWithin20SecondsOfAKillAndFewWaitAtOnce) {
  for (const absl::Duration down : {absl::ZeroDuration(), absl::Seconds(1), absl::Seconds(5)}) {
    const Outcome outcome = Kill(down, absl::Seconds(10));
    EXPECT_LE(outcome.all_back, absl::Seconds(20)) << down;
    EXPECT_LE(outcome.most_waiting, kEdges / 2) << down;
    EXPECT_EQ(outcome.given_up, 0) << down;
    RecordProperty("most_waiting", static_cast<int>(outcome.most_waiting));
  }
}

}  // namespace
}  // namespace collie::edge
