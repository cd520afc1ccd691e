#include "crew/threads/named_thread.h"

#include <pthread.h>

#include <algorithm>
#include <string>
#include <utility>

namespace collie::threads {
namespace {

constexpr size_t kLongestName = 15;  // Linux refuses a longer one

}  // namespace

void NameThisThread(std::string_view name) {
  std::string full = std::string(kNamePrefix) + std::string(name);
  full.resize(std::min(full.size(), kLongestName));
  pthread_setname_np(pthread_self(), full.c_str());
}

std::thread StartNamed(std::string_view name, std::function<void()> work) {
  // By the thread itself, before its work: what that starts inherits the name.
  return std::thread([name = std::string(name), work = std::move(work)] {
    NameThisThread(name);
    work();
  });
}

}  // namespace collie::threads
