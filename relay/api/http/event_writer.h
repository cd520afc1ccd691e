#ifndef COLLIE_RELAY_API_HTTP_EVENT_WRITER_H_
#define COLLIE_RELAY_API_HTTP_EVENT_WRITER_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "crew/clock/clock.h"
#include "crew/http_server/responder.h"
#include "relay/watch/watch_step.h"

namespace collie::relay {

// The newest events as they were encoded, so that readers who get the same share its bytes. Not
// thread-safe.
class EncodedEvents {
 public:
  static constexpr size_t kKept = 32;

  // The event of these rows; made by `make` unless it is kept.
  http_server::Piece Get(const WatchStep& step, bool is_whole,
                         const std::function<std::string()>& make);

 private:
  struct Entry {
    WatchStep::Kind kind;
    bool more = false;
    bool is_whole = false;
    uint64_t revision = 0;
    std::vector<SharedBytes> rows;
    http_server::Piece piece;
  };
  std::deque<Entry> kept_;  // the newest last
};

// What names a crew in a snapshot.
struct CrewNames {
  std::string incarnation;
  std::string id;
  std::string name;
};

// Where a reader goes on: `<incarnation>.<revision>`, as of an event's id. What is none gives a
// resume point that the watch refuses as unreadable. Pure.
v1::ResumePoint ReadEventId(const std::string& id);

// Writes the steps of one watch as server-sent events: `snapshot` (a whole, in parts that say
// `more` where it has more than one), `delta`, `receipt`, `resync`; a step without news is a
// comment line. Only an event after which a reader may resume has an id. Not thread-safe.
class EventWriter {
 public:
  // `encoded` outlives it. `resumes`: the reader named where to go on.
  EventWriter(CrewNames names, bool resumes, EncodedEvents& encoded)
      : names_(std::move(names)), is_starting_(!resumes), encoded_(encoded) {}

  // What to send for this step; null: nothing yet.
  http_server::Piece Write(const WatchStep& step, clock::Steady now);

 private:
  http_server::Piece Part(const WatchStep& part, bool is_last, const WatchStep* mark,
                          clock::Steady now);
  http_server::Piece Delta(const WatchStep& step, clock::Steady now);
  std::string IdOf(uint64_t revision) const;

  const CrewNames names_;
  bool is_starting_;
  EncodedEvents& encoded_;
  std::optional<WatchStep>
      held_;  // the newest part of the start: whether it is the last shows next
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_EVENT_WRITER_H_
