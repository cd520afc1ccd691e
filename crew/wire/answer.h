#ifndef COLLIE_CREW_WIRE_ANSWER_H_
#define COLLIE_CREW_WIRE_ANSWER_H_

#include "collie/v1/conversation.pb.h"

namespace collie::wire {

// Whether an answer has the shape that the ask's kind wants (protos/WIRE.md): known options, none
// twice and as many as asked for, all required fields, known fields of the right type. An ask of a
// kind that this version does not know fits no answer. Pure.
bool AnswerFits(const v1::Ask& ask, const v1::Answer& answer);

}  // namespace collie::wire

#endif  // COLLIE_CREW_WIRE_ANSWER_H_
