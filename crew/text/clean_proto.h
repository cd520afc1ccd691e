#ifndef COLLIE_CREW_TEXT_CLEAN_PROTO_H_
#define COLLIE_CREW_TEXT_CLEAN_PROTO_H_

#include "collie/v1/conversation.pb.h"
#include "collie/v1/crew.pb.h"
#include "collie/v1/edge_link.pb.h"

// The limits of protos/WIRE.md applied to the shared messages: the edge after it read an agent, the
// relay again on what an edge sent. Each function
// - cleans and cuts every text, keeps the first entries of every list, and leaves out entries whose
// id
//   breaks the rule or was there before;
// - turns what a reader must tolerate into what the message allows (an unknown turn state is
// working,
//   negative counts and ages are zero, an invalid time is absent);
// - clears what only the relay sets (`busy`, `one_tap`, `one_use_id`);
// - answers false when the message cannot stand (an id that breaks the rule, a required word that
// is
//   missing): leave it out. What is in it then is unspecified.
// Idempotent. Pure.
namespace collie::text {

// One conversation with its open questions. Bad questions are left out. How many panes a source may
// have is the caller's to bound.
bool CleanPane(v1::Pane& pane);
// One agent: its name must be valid, its state known.
bool CleanSource(v1::Source& source);
// One enrolled host.
bool CleanMember(v1::Member& member);
// One entry of a conversation; a tool item must have its tool.
bool CleanItem(v1::Item& item);
// One open question. Where anything that a person sees is not what came in, `altered` is set; it is
// never unset.
bool CleanAsk(v1::Ask& ask);
// A decision. An answer that breaks the rules is left out, the decision stays.
bool CleanClosedAsk(v1::ClosedAsk& closed);
// CleanClosedAsk of one that does not name its ask, as in a `decided` reply.
bool CleanDecision(v1::ClosedAsk& closed);

// What an edge reports of one attempt; it must name an act and an attempt. A question or a decision
// that breaks the rules is left out.
bool CleanResult(v1::ActResult& result);

}  // namespace collie::text

#endif  // COLLIE_CREW_TEXT_CLEAN_PROTO_H_
