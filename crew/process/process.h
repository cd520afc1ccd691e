#ifndef COLLIE_CREW_PROCESS_PROCESS_H_
#define COLLIE_CREW_PROCESS_PROCESS_H_

#include <string_view>

namespace collie::process {

// The first call of a daemon's main, before any library starts a thread: descriptors 0 to 2 are
// open, and as many more may be as the system allows; files it makes are its user's alone, its
// memory (which holds keys) cannot be read by other processes or dumped, a closed pipe or a limit
// of a file's size does not kill it, TLS is 1.3 only, and SIGINT and SIGTERM wait for WaitForEnd.
void Prepare();

// Waits until the program is asked to end (SIGINT, SIGTERM). Returns the name of the signal.
std::string_view WaitForEnd();

// The last call of a daemon's main, once all that is its own has ended. Libraries' threads may not
// have (gRPC gives no means to wait for all of its own), and a return from main would run the
// destructors of their globals under them.
[[noreturn]] void End(int exit_code);

}  // namespace collie::process

#endif  // COLLIE_CREW_PROCESS_PROCESS_H_
