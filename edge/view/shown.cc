#include "edge/view/shown.h"

#include <algorithm>

#include "crew/link/pane_digest.h"

namespace collie::edge {
namespace {

int64_t MsLeft(clock::Steady deadline, clock::Steady now) {
  return std::max<int64_t>(0, absl::ToInt64Milliseconds(deadline - now));
}

// The messages compared here hold no maps, so equal ones have equal bytes.
template <typename Message>
bool SameBytes(const Message& a, const Message& b) {
  return a.SerializeAsString() == b.SerializeAsString();
}

}  // namespace

v1::Pane ShownPane::ToProto(clock::Steady now) const {
  v1::Pane message = pane;
  for (const ShownAsk& shown : asks) {
    v1::Ask& ask = *message.add_asks();
    ask = shown.ask;
    if (!shown.deadline) continue;
    ask.set_expires(true);
    ask.set_expires_in_ms(MsLeft(*shown.deadline, now));
  }
  return message;
}

bool ShownPane::ShowsSameAs(const ShownPane& other) const {
  return SameBytes(pane, other.pane) &&
         std::equal(asks.begin(), asks.end(), other.asks.begin(), other.asks.end(),
                    [](const ShownAsk& a, const ShownAsk& b) {
                      return a.deadline == b.deadline && SameBytes(a.ask, b.ask);
                    });
}

std::string ShownPane::Digest() const { return link::PaneDigest(ToProto(clock::Steady())); }

v1::Source ShownSource::ToProto(clock::Steady now) const {
  v1::Source message = source;
  if (last_read) message.set_read_age_ms(absl::ToInt64Milliseconds(now - *last_read));
  return message;
}

bool ShownSource::ShowsSameAs(const ShownSource& other) const {
  return SameBytes(source, other.source);
}

}  // namespace collie::edge
