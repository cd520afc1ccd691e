#ifndef COLLIE_CREW_THREADS_NAMED_THREAD_H_
#define COLLIE_CREW_THREADS_NAMED_THREAD_H_

#include <functional>
#include <string_view>
#include <thread>

namespace collie::threads {

// What the name of every thread of this program's own begins with, so that `top -H`, a debugger and
// a test distinguish them from those of the libraries.
inline constexpr std::string_view kNamePrefix = "collie:";

// Starts a thread that the system lists as kNamePrefix and `name`, of which it keeps 8 characters.
std::thread StartNamed(std::string_view name, std::function<void()> work);

// Gives the calling thread such a name, where a library started it for us.
void NameThisThread(std::string_view name);

}  // namespace collie::threads

#endif  // COLLIE_CREW_THREADS_NAMED_THREAD_H_
