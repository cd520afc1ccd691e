#ifndef COLLIE_CREW_LOG_LOG_H_
#define COLLIE_CREW_LOG_LOG_H_

#include <string_view>

#include "absl/status/status.h"

namespace collie::log {

// Sends every line of this process to stderr, each with its time, program, level and component.
// Call once, before the first line; without it lines go to stderr under the name `collie`.
void Start(std::string_view program);

// One line for the operator. `component` is the room that speaks (`link`, `poll`). Control and
// invisible characters of the message are removed and a very long one is cut, since parts of it may
// come from outside; the caller keeps secrets out. Thread-safe.
// Debug lines are written where COLLIE_LOG_LEVEL is `debug`.
void Debug(std::string_view component, std::string_view message);
void Info(std::string_view component, std::string_view message);
void Warn(std::string_view component, std::string_view message);
void Error(std::string_view component, std::string_view message);
// The sentence of an error that this program lives with.
void Warn(std::string_view component, const absl::Status& error);

// `[program] FATAL: message`, the one line with which a program ends at a bad config.
void Fatal(std::string_view message);
void Fatal(const absl::Status& error);

}  // namespace collie::log

#endif  // COLLIE_CREW_LOG_LOG_H_
