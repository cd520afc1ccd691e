#include "crew/cli/child_process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace collie::cli {
namespace {

// The child's side, between fork and exec: only what is safe there. It tells the error through the
// pipe, which closes by itself when the program begins.
[[noreturn]] void Become(const char* program, char* const* arguments, pid_t parent, int pipe) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(1);  // the parent was killed before it could be watched
  dup2(STDERR_FILENO, STDOUT_FILENO);
  const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (null >= 0) dup2(null, STDIN_FILENO);
  execv(program, arguments);
  const int error = errno;
  if (write(pipe, &error, sizeof error) < 0) _exit(126);
  _exit(127);
}

std::vector<char*> Pointers(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

// What exec failed with; 0 when the program began.
int ReadError(int pipe) {
  int error = 0;
  ssize_t got = 0;
  do {
    got = read(pipe, &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  return got == sizeof error ? error : 0;
}

absl::Status CannotStart(const std::filesystem::path& program, int error) {
  const std::string sentence =
      absl::StrCat("cannot start ", program.string(), ": ", std::generic_category().message(error));
  return error == ENOENT ? absl::NotFoundError(sentence) : absl::UnavailableError(sentence);
}

}  // namespace

absl::StatusOr<std::unique_ptr<ChildProcess>> ChildProcess::Start(
    std::string name, const std::filesystem::path& program, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), program.string());
  const std::vector<char*> pointers = Pointers(arguments);
  int pipe[2] = {-1, -1};
  if (pipe2(pipe, O_CLOEXEC) != 0) return CannotStart(program, errno);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) Become(arguments.front().c_str(), pointers.data(), parent, pipe[1]);
  const int fork_error = pid < 0 ? errno : 0;
  close(pipe[1]);
  const int error = fork_error != 0 ? fork_error : ReadError(pipe[0]);
  close(pipe[0]);
  if (error == 0) return std::unique_ptr<ChildProcess>(new ChildProcess(std::move(name), pid));
  if (pid > 0) waitpid(pid, nullptr, 0);
  return CannotStart(program, error);
}

ChildProcess::~ChildProcess() {
  if (!Running()) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

bool ChildProcess::Running() {
  int status = 0;
  if (!status_.has_value() && waitpid(pid_, &status, WNOHANG) == pid_) status_ = status;
  return !status_.has_value();
}

std::string ChildProcess::HowItEnded() const {
  const int status = status_.value_or(0);
  if (WIFSIGNALED(status)) return absl::StrCat("signal ", WTERMSIG(status));
  return absl::StrCat("exit code ", WEXITSTATUS(status));
}

bool ChildProcess::EndedInOrder() const {
  const int status = status_.value_or(0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void ChildProcess::Stop(absl::Duration most, Signals& signals) {
  constexpr absl::Duration kPollEvery = absl::Milliseconds(50);
  if (!Running()) return;
  kill(pid_, SIGTERM);
  for (absl::Duration waited; waited < most && Running(); waited += kPollEvery) {
    if (Signals::AsksToEnd(signals.Wait(kPollEvery))) break;
  }
  if (Running()) kill(pid_, SIGKILL);
}

}  // namespace collie::cli
