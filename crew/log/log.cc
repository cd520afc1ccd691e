#include "crew/log/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "crew/text/clean.h"

namespace collie::log {
namespace {

constexpr size_t kLongestLine = 2000;  // characters

std::shared_ptr<spdlog::logger> MakeLogger(std::string_view program) {
  auto logger = std::make_shared<spdlog::logger>(std::string(program),
                                                 std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z [%n] %l %v");
  logger->flush_on(spdlog::level::debug);
  const char* level = std::getenv("COLLIE_LOG_LEVEL");
  if (level != nullptr && std::string_view(level) == "debug") {
    logger->set_level(spdlog::level::debug);
  }
  return logger;
}

std::shared_ptr<spdlog::logger>& Logger() {
  static std::shared_ptr<spdlog::logger> logger = MakeLogger("collie");
  return logger;
}

void Write(spdlog::level::level_enum level, std::string_view component, std::string_view message) {
  Logger()->log(level, "{}: {}", component, text::CleanLine(message, kLongestLine).text);
}

}  // namespace

void Start(std::string_view program) { Logger() = MakeLogger(program); }

void Debug(std::string_view component, std::string_view message) {
  if (!Logger()->should_log(spdlog::level::debug)) return;
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
  auto logger = Logger();
  logger->set_pattern("[%n] FATAL: %v");
  logger->critical("{}", text::CleanLine(message, kLongestLine).text);
}

}  // namespace collie::log
