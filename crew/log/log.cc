#include "crew/log/log.h"

#include <spdlog/async_logger.h>
#include <spdlog/details/thread_pool.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "crew/text/clean.h"
#include "crew/threads/named_thread.h"
#include "crew/threads/steady_condition.h"

namespace collie::log {
namespace {

constexpr size_t kLongestLine = 2000;  // characters

constexpr size_t kWaitingLines = 4096;
constexpr absl::Duration kMostFlush = absl::Seconds(2);

// Before Start and after Stop a line is written by whoever has it; in between by a thread of the
// log's own, so that a terminal or a disk that stalls holds nobody up.
struct Way {
  std::shared_ptr<spdlog::details::thread_pool> writer;  // null: lines are written at once
  std::shared_ptr<spdlog::logger> logger;
};

// The process's log.
struct Log {
  absl::Mutex mu;  // held for no line
  Way way ABSL_GUARDED_BY(mu);
  std::atomic<size_t> told_dropped = 0;

  Way Now() {
    absl::MutexLock lock(&mu);
    return way;
  }
  // Returns the way that was.
  Way Change(Way to) {
    absl::MutexLock lock(&mu);
    return std::exchange(way, std::move(to));
  }
};

void Configure(spdlog::logger& logger) {
  logger.set_pattern("%Y-%m-%dT%H:%M:%S.%e%z [%n] %l %v");
  logger.flush_on(spdlog::level::debug);
  const char* level = std::getenv("COLLIE_LOG_LEVEL");
  if (level != nullptr && std::string_view(level) == "debug") {
    logger.set_level(spdlog::level::debug);
  }
}

std::shared_ptr<spdlog::logger> MakeLogger(const std::string& program) {
  auto logger =
      std::make_shared<spdlog::logger>(program, std::make_shared<spdlog::sinks::stderr_sink_mt>());
  Configure(*logger);
  return logger;
}

Log& TheLog() {
  static auto* log = new Log{{}, {nullptr, MakeLogger("collie")}};
  return *log;
}

void TellDropped(spdlog::logger& logger, size_t dropped) {
  const size_t told = TheLog().told_dropped.exchange(dropped);
  if (dropped <= told) return;
  logger.log(spdlog::level::warn,
             "log: {} lines were dropped, since what reads this log did not keep up",
             dropped - told);
}

// Once there is room to say it.
void TellDroppedInTime(const Way& way) {
  const size_t dropped = way.writer->overrun_counter();
  if (dropped == TheLog().told_dropped || way.writer->queue_size() > kWaitingLines / 2) return;
  TellDropped(*way.logger, dropped);
}

void Write(spdlog::level::level_enum level, std::string_view component, std::string_view message) {
  const Way way = TheLog().Now();
  if (!way.logger->should_log(level)) return;
  way.logger->log(level, "{}: {}", component, text::CleanLine(message, kLongestLine).text);
  if (way.writer) TellDroppedInTime(way);
}

}  // namespace

void Start(std::string_view program) {
  Way way;
  way.writer = std::make_shared<spdlog::details::thread_pool>(
      kWaitingLines, 1, [] { threads::NameThisThread("log"); });
  way.logger = std::make_shared<spdlog::async_logger>(
      std::string(program), std::make_shared<spdlog::sinks::stderr_sink_mt>(), way.writer,
      spdlog::async_overflow_policy::overrun_oldest);
  Configure(*way.logger);
  TheLog().Change(std::move(way));
}

void Stop() {
  Way was = TheLog().Now();
  if (!was.writer) return;
  const size_t dropped = was.writer->overrun_counter();
  const std::shared_ptr<spdlog::logger> logger = MakeLogger(was.logger->name());
  TheLog().Change({nullptr, logger});
  // The writer's end waits for its last line, and a log that nobody reads never takes it.
  struct End {
    absl::Mutex mu;
    threads::SteadyCondition changed;
    bool is_over ABSL_GUARDED_BY(mu) = false;
  };
  auto end = std::make_shared<End>();
  const auto writer = std::make_shared<std::shared_ptr<spdlog::details::thread_pool>>(
      std::exchange(was.writer, nullptr));
  threads::StartNamed("log-end", [writer, end] {
    writer->reset();
    absl::MutexLock lock(&end->mu);
    end->is_over = true;
    end->changed.NotifyAll();
  }).detach();
  absl::MutexLock lock(&end->mu);
  const auto is_over = [&end] {
    end->mu.AssertHeld();
    return end->is_over;
  };
  if (end->changed.Await(end->mu, is_over, kMostFlush)) TellDropped(*logger, dropped);
}

void Debug(std::string_view component, std::string_view message) {
  Write(spdlog::level::debug, component, message);
}

void Info(std::string_view component, std::string_view message) {
  Write(spdlog::level::info, component, message);
}

void Warn(std::string_view component, std::string_view message) {
  Write(spdlog::level::warn, component, message);
}

void Error(std::string_view component, std::string_view message) {
  Write(spdlog::level::err, component, message);
}

void Warn(std::string_view component, const absl::Status& error) {
  Warn(component, std::string_view(error.message().data(), error.message().size()));
}

void Fatal(const absl::Status& error) {
  Fatal(std::string_view(error.message().data(), error.message().size()));
}

void Fatal(std::string_view message) {
  Stop();
  const auto logger = TheLog().Now().logger;
  logger->set_pattern("[%n] FATAL: %v");
  logger->critical("{}", text::CleanLine(message, kLongestLine).text);
}

}  // namespace collie::log
