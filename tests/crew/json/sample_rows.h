#ifndef COLLIE_TESTS_CREW_JSON_SAMPLE_ROWS_H_
#define COLLIE_TESTS_CREW_JSON_SAMPLE_ROWS_H_

#include <string>

#include "collie/v1/conversation.pb.h"
#include "collie/v1/crew.pb.h"
#include "collie/v1/dashboard.pb.h"
#include "collie/v1/receipt.pb.h"

// Rows whose JSON stands in tests/crew/json/*.json, for every test of who prints them.
namespace collie::tests {

// A choice of one, with a deadline.
v1::Ask SampleChoice();
// Text, form and choice of several, with all that only some questions have.
v1::Ask SampleText();
v1::Ask SampleForm();
v1::Ask SampleSeveral();
// A conversation that waits on two questions, of which one cannot be shown here.
v1::Pane SampleWaitingPane();
// One with nothing to say.
v1::Pane SampleClosedPane();
v1::Source SampleLiveSource();
v1::Source SampleAwaySource();
v1::Member SampleConnectedMember();
v1::Member SampleLockedMember();
// The whole of these, at incarnation `i-1` and revision `118`.
v1::CrewPart SampleCrew();
// A receipt of a send, and one of an answer that came too late.
v1::Receipt SampleSentReceipt();
v1::Receipt SampleDecidedReceipt();
// One conversation, whole.
v1::ConversationEvent SampleConversation();

}  // namespace collie::tests

#endif  // COLLIE_TESTS_CREW_JSON_SAMPLE_ROWS_H_
