#include "relay/merge/member_entry.h"

namespace collie::relay {
namespace {

v1::Pane Essence(v1::Pane pane) {
  pane.set_busy(false);
  for (v1::Ask& ask : *pane.mutable_asks()) {
    ask.set_expires_in_ms(0);
    ask.set_one_tap(false);
    ask.clear_one_use_id();
  }
  return pane;
}

v1::Source Essence(v1::Source source) {
  source.set_read_age_ms(0);
  source.set_age_at_least(false);
  return source;
}

}  // namespace

bool SaysTheSame(const v1::Pane& a, const v1::Pane& b) {
  return Essence(a).SerializeAsString() == Essence(b).SerializeAsString();
}

bool SaysTheSame(const v1::Source& a, const v1::Source& b) {
  return Essence(a).SerializeAsString() == Essence(b).SerializeAsString();
}

}  // namespace collie::relay
