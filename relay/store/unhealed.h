#ifndef COLLIE_RELAY_STORE_UNHEALED_H_
#define COLLIE_RELAY_STORE_UNHEALED_H_

#include "relay/store/relay_store.h"

// Pure; any thread.
namespace collie::relay {

// Whether the agent shows an act of this kind as an item that names it.
inline bool WritesItem(const ActRecord& record) {
  switch (record.receipt.act()) {
    case v1::ACT_KIND_SEND:
    case v1::ACT_KIND_STEER:
      return true;
    case v1::ACT_KIND_START:
      return !record.request.start().text().empty();
    default:
      return false;
  }
}

// Whether a conversation may still show when an act that was sent became effective: what a start of
// the relay looks for has a column of its own.
inline bool MayBecomeEffective(const ActRecord& record) {
  return record.receipt.outcome() == v1::OUTCOME_SENT && !record.receipt.has_effective_at() &&
         WritesItem(record);
}

}  // namespace collie::relay

#endif  // COLLIE_RELAY_STORE_UNHEALED_H_
