#include "crew/threads/named_thread.h"

#include <pthread.h>

#include <algorithm>
#include <string>
#include <utility>

namespace collie::threads {
namespace {

constexpr size_t kLongestName = 15;  // Linux refuses a longer one

}  // namespace

std::thread StartNamed(std::string_view name, std::function<void()> work) {
  std::string full = std::string(kNamePrefix) + std::string(name);
  full.resize(std::min(full.size(), kLongestName));
  // By the thread itself, before its work: what that starts inherits the name.
  return std::thread([full = std::move(full), work = std::move(work)] {
    pthread_setname_np(pthread_self(), full.c_str());
    work();
  });
}

}  // namespace collie::threads
