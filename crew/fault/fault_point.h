#ifndef COLLIE_CREW_FAULT_FAULT_POINT_H_
#define COLLIE_CREW_FAULT_FAULT_POINT_H_

#include <string_view>

// The steps of the write path at which a test may end or hold a real program. They exist in the
// sanitizer builds only (COLLIE_FAULT_POINTS); in every other build a point is no code at all.
namespace collie::fault {

#ifdef COLLIE_FAULT_POINTS
// The program has come to this step. The environment's COLLIE_FAULT names what happens there:
// `<point>=<action>` or `<point>=<action>@<n>` for the n-th time only, several parted by commas.
// Actions: `kill` (SIGKILL to this process), `stop` (SIGSTOP: it goes on by SIGCONT),
// `stall:<file>` (this thread alone waits for as long as another process holds the file's flock).
// Thread-safe; held by no lock of its own while it waits.
void Point(std::string_view name);
#else
inline void Point(std::string_view) {}
#endif

}  // namespace collie::fault

#endif  // COLLIE_CREW_FAULT_FAULT_POINT_H_
