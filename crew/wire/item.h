#ifndef COLLIE_CREW_WIRE_ITEM_H_
#define COLLIE_CREW_WIRE_ITEM_H_

#include "collie/v1/conversation.pb.h"
#include "crew/wire/json_reader.h"

// Items of a conversation. Private to crew/wire.
namespace collie::wire {

// What became of an entry.
enum class Entry {
  kGood,
  kBad,      // it breaks the rules: left out and counted
  kUnknown,  // of a kind that this version does not know: left out
};

// Reads one item, bounded and cleaned.
Entry ReadItem(Reading& reading, JsonValue value, v1::Item* item);

}  // namespace collie::wire

#endif  // COLLIE_CREW_WIRE_ITEM_H_
