#ifndef COLLIE_TESTS_RELAY_ACTS_ACT_RETRY_FIXTURE_H_
#define COLLIE_TESTS_RELAY_ACTS_ACT_RETRY_FIXTURE_H_

#include <string>
#include <utility>

#include "tests/relay/acts/act_flow_fixture.h"

namespace collie::relay {

// A send `r-1` that ended unknown after its one POST, and people who ask again.
class ActRetryFixture : public ActFlowFixture {
 protected:
  void MakeUnknown(const std::string& id = "r-1") {
    Submit(Send(id));
    flow->OnResult("deck", Result(id, v1::OUTCOME_UNKNOWN));
    ASSERT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
    replies.clear();
  }
  static v1::ActRequest Again(v1::ActRequest request) {
    request.set_again(true);
    return request;
  }
  static v1::ActRequest Again() { return Again(Send("r-1")); }
  // How a later attempt ended, after its POST.
  static v1::ActResult Second(v1::Outcome outcome, int attempt = 2) {
    v1::ActResult result = Result("r-1", outcome, attempt);
    result.set_posts(2);
    return result;
  }
  // A later attempt ended before its POST.
  static v1::ActResult NeverSecond(v1::Reason reason, int attempt = 2) {
    v1::ActResult result = Never("r-1", reason);
    result.set_attempt(attempt);
    return result;
  }
  // A whole read of the conversation with the user item of this request.
  static v1::ConversationUpdate Shows(const std::string& id) {
    v1::ConversationUpdate update;
    update.set_source("hello");
    update.set_pane("deploy");
    update.set_epoch("e-1");
    v1::Item& item = *update.add_items();
    item.set_id("i-1");
    item.set_kind(v1::ITEM_KIND_USER);
    item.set_request_id(id);
    return update;
  }
  void Restart() {
    store.term += 1;
    replies.clear();
    crew.is_busy = false;
    Start();
    ASSERT_TRUE(flow->Restore().ok());
  }
  const ActRecord& Record(const std::string& id = "r-1") { return store.records[id]; }
};

}  // namespace collie::relay

#endif  // COLLIE_TESTS_RELAY_ACTS_ACT_RETRY_FIXTURE_H_
