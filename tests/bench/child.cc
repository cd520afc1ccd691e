#include "tests/bench/child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace collie::bench {
namespace {

[[noreturn]] void Become(char* const* arguments, int output, pid_t parent) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  execv(arguments[0], arguments);
  _exit(127);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Child>> Child::Start(const std::filesystem::path& program,
                                                    std::vector<std::string> arguments,
                                                    const std::filesystem::path& output) {
  arguments.insert(arguments.begin(), program.string());
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  if (access(program.c_str(), X_OK) != 0) {
    return absl::UnavailableError(absl::StrCat("there is no program ", program.string(),
                                               ": build it, or name its folder with --bin"));
  }
  const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) Become(words.data(), file, parent);
  const int error = errno;
  if (file >= 0) close(file);
  if (pid > 0) return std::unique_ptr<Child>(new Child(pid));
  return absl::UnavailableError(absl::StrCat("cannot start ", program.string(), ": ",
                                             std::generic_category().message(error)));
}

Child::~Child() { Kill(); }

bool Child::IsRunning() {
  if (!is_reaped_ && waitpid(pid_, nullptr, WNOHANG) == pid_) is_reaped_ = true;
  return !is_reaped_;
}

void Child::Kill() {
  if (is_reaped_) return;
  kill(pid_, SIGKILL);
  Reap();
}

void Child::Stop() {
  if (is_reaped_) return;
  kill(pid_, SIGTERM);
  Reap();
}

void Child::Reap() {
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  is_reaped_ = true;
}

}  // namespace collie::bench
