#ifndef COLLIE_TESTS_RELAY_ACTS_SCENARIO_H_
#define COLLIE_TESTS_RELAY_ACTS_SCENARIO_H_

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "relay/acts/act_core.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {

// One relay's acts, its store, a link and a conversation, driven by the commands of a script; what
// each command causes is its output. The commands are in tests/scenarios/README.md.
class Scenario {
 public:
  Scenario();

  // Carries one command out and says what it caused, a line an effect. An unknown command says so.
  std::string Run(const std::string& command);

 private:
  using Words = std::vector<std::string>;

  void Start();
  void RunWords(const Words& words);
  void Submit(const Words& words, bool is_retry);
  void Write(const std::string& end);
  void WriteOne(const ActEffect& effect, const absl::Status& end);
  void Result(const Words& words);
  void Show(const std::string& request_id);
  ActTarget Place() const;
  ActCore::Moment Now() const;
  // Writes down what was caused, and does at once what needs no store.
  void Carry(ActEffects effects);
  void CarryDispatch(const Dispatch& dispatch);
  void Print(const std::string& line) { output_ += line + "\n"; }
  void PrintStates();

  tests::SimulatedClock clock_;
  int64_t term_ = 1;
  std::map<std::string, ActRecord> disk_;
  std::deque<ActEffect> writes_;  // asked for and not on disk yet
  bool has_link_ = true;
  std::string turn_ = "t-1";
  bool is_source_live_ = true;
  std::map<std::string, ActState> states_;  // as they were printed last
  std::unique_ptr<ActCore> core_;
  std::string output_;
};

}  // namespace collie::relay

#endif  // COLLIE_TESTS_RELAY_ACTS_SCENARIO_H_
