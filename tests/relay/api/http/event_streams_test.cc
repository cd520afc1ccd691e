#include "relay/api/http/event_streams.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_split.h"
#include "tests/relay/api/http/served_api.h"

namespace collie::tests {
namespace {

using testing::HasSubstr;

// Reads events as a program does: HTTP/1.0, so that nothing stands between them.
class EventReader {
 public:
  EventReader(uint16_t port, const std::string& target, const std::string& headers = "")
      : client_(port) {
    client_.Send(absl::StrCat("GET ", target, " HTTP/1.0\r\nAuthorization: Bearer ", kViewerToken,
                              "\r\n", headers, "\r\n"));
  }
  // The next event's text; "" at the end.
  std::string Next() { return client_.ReadUntil("\n\n"); }
  std::string Head() { return client_.ReadUntil("\r\n\r\n"); }

 private:
  RawClient client_;
};

class EventStreamsTest : public ServedApiTest {
 protected:
  bool AwaitStreams(size_t count) {
    for (int tries = 0; tries < 30'000; ++tries) {
      if (api_->event_streams() == count) return true;
      absl::MutexLock lock(&mu_);
      mu_.AwaitWithTimeout(absl::Condition(&never_), absl::Milliseconds(1));
    }
    return false;
  }
  absl::Mutex mu_;
  bool never_ = false;
};

std::string IdOf(const std::string& event) {
  for (const absl::string_view line : absl::StrSplit(event, '\n')) {
    if (absl::StartsWith(line, "id: ")) return std::string(line.substr(4));
  }
  return "";
}

TEST_F(EventStreamsTest, BeginsWithTheWholeAndGoesOnWithChanges) {
  AddMember("deck-1");
  Open();
  EventReader reader(api_->port(), "/api/events");
  EXPECT_THAT(reader.Head(), HasSubstr("Content-Type: text/event-stream"));
  const std::string whole = reader.Next();
  EXPECT_THAT(whole, HasSubstr("event: snapshot\n"));
  EXPECT_THAT(whole, HasSubstr("deck-1"));
  AddMember("deck-2");
  const std::string change = reader.Next();
  EXPECT_THAT(change, HasSubstr("event: delta\n"));
  EXPECT_THAT(change, HasSubstr("deck-2"));
  EXPECT_EQ(change.find("deck-1"), std::string::npos);
}

TEST_F(EventStreamsTest, GoesOnAfterTheEventThatWasReadLast) {
  AddMember("deck-1");
  Open();
  std::string id;
  {
    EventReader reader(api_->port(), "/api/events");
    reader.Head();
    id = IdOf(reader.Next());
  }
  ASSERT_NE(id, "");
  AddMember("deck-2");
  EventReader resumed(api_->port(), "/api/events", absl::StrCat("Last-Event-ID: ", id, "\r\n"));
  resumed.Head();
  const std::string change = resumed.Next();
  EXPECT_THAT(change, HasSubstr("event: delta\n"));
  EXPECT_THAT(change, HasSubstr("deck-2"));
  EventReader other(api_->port(), "/api/events", "Last-Event-ID: other.5\r\n");
  other.Head();
  EXPECT_THAT(other.Next(), HasSubstr("{\"reason\":\"other-incarnation\"}"));
  EXPECT_THAT(other.Next(), HasSubstr("event: snapshot\n"));
}

TEST_F(EventStreamsTest, ShowsThePartThatIsAskedFor) {
  AddMember("deck-1");
  AddMember("deck-2");
  Open();
  EventReader reader(api_->port(), "/api/events?member=deck-2");
  reader.Head();
  const std::string whole = reader.Next();
  EXPECT_THAT(whole, HasSubstr("deck-2"));
  EXPECT_EQ(whole.find("deck-1"), std::string::npos);
  for (const char* query :
       {"member=DECK", "source=s", "passive=yes", "pane=p", "member=a&pane=p"}) {
    EXPECT_EQ(StatusOf(Exchange(Get(absl::StrCat("/api/events?", query)))), 400) << query;
  }
}

TEST_F(EventStreamsTest, BoundsTheStreamsOfADeviceAndGivesTheirPlacesBack) {
  auto options = Options();
  options.events.per_device = 2;
  Open(std::move(options));
  auto first = std::make_unique<EventReader>(api_->port(), "/api/events");
  EventReader second(api_->port(), "/api/events");
  first->Head();
  second.Head();
  const std::string refused = Exchange(Get("/api/events"));
  EXPECT_EQ(StatusOf(refused), 503);
  EXPECT_EQ(HeaderOf(refused, "Retry-After"), "1");
  first.reset();
  ASSERT_TRUE(AwaitStreams(1));
  EventReader third(api_->port(), "/api/events");
  EXPECT_THAT(third.Head(), HasSubstr("200"));
}

TEST_F(EventStreamsTest, EndsWhenItsDeviceIsRevokedOrItsLifeIsOver) {
  Open();
  EventReader reader(api_->port(), "/api/events");
  reader.Head();
  reader.Next();
  api_->EndDevice("phone");
  AddMember("deck-1");
  EXPECT_THAT(reader.Next(), HasSubstr("deck-1")) << "another device's streams stay";
  api_->EndDevice("wall");
  EXPECT_EQ(reader.Next(), "");
  EventReader other(api_->port(), "/api/events");
  other.Head();
  other.Next();
  is_live_ = false;
  api_->Tick();
  EXPECT_EQ(other.Next(), "");
}

TEST_F(EventStreamsTest, ASlowReaderGetsTheNewestStateLater) {
  AddMember("deck-1");
  Open();
  EventReader reader(api_->port(), "/api/events");
  reader.Head();
  for (int i = 0; i < 2000; ++i) {
    view_.PutMember(ids::MemberId("deck-1"), absl::StrCat("label ", i), false);
  }
  int events = 0;
  for (std::string event; event.find("label 1999") == std::string::npos; ++events) {
    event = reader.Next();
    ASSERT_NE(event, "");
  }
  EXPECT_LT(events, 2000);
}

TEST_F(EventStreamsTest, StopsWhileReadersWait) {
  Open();
  EventReader reader(api_->port(), "/api/events");
  reader.Head();
  reader.Next();
  api_->Stop(absl::Seconds(5));
  EXPECT_EQ(reader.Next(), "");
  EXPECT_EQ(api_->event_streams(), 0u);
}

}  // namespace
}  // namespace collie::tests
