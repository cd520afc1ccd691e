#include "crew/wire/hello.h"

#include <iterator>
#include <optional>
#include <utility>

#include "crew/text/clean_field.h"
#include "crew/wire/json_reader.h"
#include "crew/wire/version_range.h"

namespace collie::wire {
namespace {

struct Claim {
  std::string_view word;
  void (v1::Capabilities::*set)(bool);
};

constexpr Claim kClaims[] = {
    {"asks", &v1::Capabilities::set_asks},
    {"starters", &v1::Capabilities::set_starters},
    {"send", &v1::Capabilities::set_send},
    {"queue", &v1::Capabilities::set_queue},
    {"steer", &v1::Capabilities::set_steer},
    {"abort", &v1::Capabilities::set_abort},
    {"rename", &v1::Capabilities::set_rename},
    {"close", &v1::Capabilities::set_close},
    {"actions", &v1::Capabilities::set_actions},
    {"history", &v1::Capabilities::set_history},
    {"reopen", &v1::Capabilities::set_reopen},
    {"checksEpoch", &v1::Capabilities::set_checks_epoch},
    {"idsOutliveEpoch", &v1::Capabilities::set_ids_outlive_epoch},
};

bool ReadClaims(Reading& reading, JsonValue value, v1::Capabilities* capabilities) {
  return EachField(reading, value, [&](std::string_view key, JsonValue field) {
    for (const Claim& claim : kClaims) {
      if (key != claim.word) continue;
      bool claimed = false;
      if (!ReadBool(field, &claimed)) ++reading.bad_entries;
      (capabilities->*claim.set)(claimed);
    }
    return true;
  });
}

bool ReadStarters(Reading& reading, JsonValue value, v1::Source* source) {
  return EachEntry(reading, value, [&](JsonValue entry) {
    v1::Starter starter;
    if (!ReadLabelled(reading, entry, &starter)) return false;
    *source->add_starters() = std::move(starter);
    return true;
  });
}

// What a hello must have, so that its absence shows.
struct Found {
  std::optional<bool> ready;
  std::optional<int64_t> now_ms;
};

// False when the field has a wrong type.
bool ReadField(Reading& reading, std::string_view key, JsonValue value, Hello* hello,
               Found* found) {
  v1::Source& source = hello->source;
  if (key == "wire") return ReadVersionRange(reading, value, &hello->versions);
  if (key == "epoch") return ReadId(value, &hello->epoch);
  if (key == "ready") return ReadBool(value, &found->ready.emplace());
  if (key == "now") return ReadInteger(value, &found->now_ms.emplace());
  if (key == "hostName") return ReadText(value, source.mutable_host_name());
  if (key == "runtime") return ReadText(value, source.mutable_runtime());
  if (key == "caps") return ReadClaims(reading, value, source.mutable_capabilities());
  if (key == "starters") return ReadStarters(reading, value, &source);
  if (key == "selfTest") return ReadId(value, source.mutable_self_test());
  return true;
}

void Sanitize(v1::Source& source) {
  text::SanitizeLine(source.mutable_host_name(), text::kTitleCharacters);
  text::SanitizeLine(source.mutable_runtime(), text::kTitleCharacters);
  text::SanitizeLabelled(source.mutable_starters(), text::kStarters);
  text::SanitizeId(source.mutable_self_test());
}

}  // namespace

absl::StatusOr<Hello> DecodeHello(std::string_view body) {
  constexpr std::string_view kWhat = "hello";
  Hello hello;
  hello.source.mutable_capabilities()->set_queue(true);
  Reading reading;
  Found found;
  std::string wrong;  // by version 1: another one's hello may differ in all but `wire` and `epoch`
  const absl::Status read =
      ReadBody(kWhat, body, reading, [&](std::string_view key, JsonValue value) {
        if (ReadField(reading, key, value, &hello, &found)) return true;
        wrong = std::string(key);
        return key != "wire" && key != "epoch";
      });
  if (!read.ok()) return read;
  if (hello.versions.max == 0) return Unreadable(kWhat, "`wire` is missing");
  if (hello.epoch.empty()) return Unreadable(kWhat, "`epoch` is missing");
  if (hello.versions.Speaks(kVersion)) {
    if (!wrong.empty()) return Unreadable(kWhat, "`" + wrong + "` has a wrong type or value");
    if (!found.ready) return Unreadable(kWhat, "`ready` is missing");
    if (!found.now_ms) return Unreadable(kWhat, "`now` is missing");
  }
  hello.ready = found.ready.value_or(false);
  hello.now_ms = found.now_ms.value_or(0);
  hello.source.set_epoch(hello.epoch);
  hello.bad_entries = reading.bad_entries;
  Sanitize(hello.source);
  return hello;
}

}  // namespace collie::wire
