#ifndef COLLIE_CREW_LOG_LOG_H_
#define COLLIE_CREW_LOG_LOG_H_

#include <string_view>

#include "absl/status/status.h"

namespace collie::log {

// Sends every line of this process to stderr, each with its time, program, level and component.
// Call once, before the first line; without it lines go to stderr under the name `collie`. From
// then on a thread of the log's own writes them, so that nobody waits for whoever reads the log:
// while that one does not keep up the oldest of 4,096 waiting lines are dropped, and a later line
// says how many.
void Start(std::string_view program);
// Writes what waits, for two seconds at most; later lines are written at once. A line that another
// thread is writing meanwhile may be lost.
void Stop();

// One line for the operator. `component` is the component that speaks (`link`, `poll`). Control and
// invisible characters of the message are removed and a very long one is cut, since parts of it may
// come from outside; the caller keeps secrets out. Thread-safe. Debug lines are written where
// COLLIE_LOG_LEVEL is `debug`.
void Debug(std::string_view component, std::string_view message);
void Info(std::string_view component, std::string_view message);
void Warn(std::string_view component, std::string_view message);
void Error(std::string_view component, std::string_view message);
// Logs the sentence of an error after which this program goes on.
void Warn(std::string_view component, const absl::Status& error);

// `[program] FATAL: message`, the one line with which a program ends at a bad config.
void Fatal(std::string_view message);
void Fatal(const absl::Status& error);

}  // namespace collie::log

#endif  // COLLIE_CREW_LOG_LOG_H_
