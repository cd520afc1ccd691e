// Debian's Abseil is compiled without TSan, which therefore sees none of the order that absl::Mutex
// makes and reports races where there are none. This tells it: linked into every program of the
// TSan build, with each function below wrapped by the linker (-Wl,--wrap=<symbol>). What happens
// inside Abseil is ignored meanwhile, since a thread that unlocks also evaluates the conditions of
// those who wait.
#include <sanitizer/tsan_interface.h>

#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "absl/time/time.h"

extern "C" {
void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
}

namespace {

class Inside {
 public:
  Inside() {
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
  }
  ~Inside() {
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
  }
};

template <typename Call>
void Taking(const void* lock, Call call) {
  {
    const Inside inside;
    call();
  }
  __tsan_acquire(const_cast<void*>(lock));
}

template <typename Call>
void Giving(const void* lock, Call call) {
  __tsan_release(const_cast<void*>(lock));
  const Inside inside;
  call();
}

// Gives the lock away and takes it again.
template <typename Call>
bool Waiting(const void* lock, Call call) {
  __tsan_release(const_cast<void*>(lock));
  bool result = false;
  {
    const Inside inside;
    result = call();
  }
  __tsan_acquire(const_cast<void*>(lock));
  return result;
}

}  // namespace

#define REAL(symbol) __real_##symbol
#define WRAP(symbol) __wrap_##symbol

extern "C" {

using absl::BlockingCounter;
using absl::Condition;
using absl::CondVar;
using absl::Duration;
using absl::Mutex;
using absl::Notification;
using absl::Time;

#define TAKES(symbol)                       \
  void REAL(symbol)(Mutex*);                \
  void WRAP(symbol)(Mutex * mu) {           \
    Taking(mu, [mu] { REAL(symbol)(mu); }); \
  }
#define GIVES(symbol)                       \
  void REAL(symbol)(Mutex*);                \
  void WRAP(symbol)(Mutex * mu) {           \
    Giving(mu, [mu] { REAL(symbol)(mu); }); \
  }

TAKES(_ZN4absl7debian35Mutex4LockEv)
TAKES(_ZN4absl7debian35Mutex10ReaderLockEv)
GIVES(_ZN4absl7debian35Mutex6UnlockEv)
GIVES(_ZN4absl7debian35Mutex12ReaderUnlockEv)

bool REAL(_ZN4absl7debian35Mutex7TryLockEv)(Mutex*);
bool WRAP(_ZN4absl7debian35Mutex7TryLockEv)(Mutex* mu) {
  const bool taken = REAL(_ZN4absl7debian35Mutex7TryLockEv)(mu);
  if (taken) __tsan_acquire(mu);
  return taken;
}

void REAL(_ZN4absl7debian35Mutex8LockWhenERKNS0_9ConditionE)(Mutex*, const Condition&);
void WRAP(_ZN4absl7debian35Mutex8LockWhenERKNS0_9ConditionE)(Mutex* mu, const Condition& until) {
  Taking(mu, [&] { REAL(_ZN4absl7debian35Mutex8LockWhenERKNS0_9ConditionE)(mu, until); });
}

void REAL(_ZN4absl7debian35Mutex5AwaitERKNS0_9ConditionE)(Mutex*, const Condition&);
void WRAP(_ZN4absl7debian35Mutex5AwaitERKNS0_9ConditionE)(Mutex* mu, const Condition& until) {
  Waiting(mu, [&] {
    REAL(_ZN4absl7debian35Mutex5AwaitERKNS0_9ConditionE)(mu, until);
    return true;
  });
}

bool REAL(_ZN4absl7debian35Mutex16AwaitWithTimeoutERKNS0_9ConditionENS0_8DurationE)(
    Mutex*, const Condition&, Duration);
bool WRAP(_ZN4absl7debian35Mutex16AwaitWithTimeoutERKNS0_9ConditionENS0_8DurationE)(
    Mutex* mu, const Condition& until, Duration most) {
  return Waiting(mu, [&] {
    return REAL(_ZN4absl7debian35Mutex16AwaitWithTimeoutERKNS0_9ConditionENS0_8DurationE)(mu, until,
                                                                                          most);
  });
}

bool REAL(_ZN4absl7debian35Mutex17AwaitWithDeadlineERKNS0_9ConditionENS0_4TimeE)(Mutex*,
                                                                                 const Condition&,
                                                                                 Time);
bool WRAP(_ZN4absl7debian35Mutex17AwaitWithDeadlineERKNS0_9ConditionENS0_4TimeE)(
    Mutex* mu, const Condition& until, Time end) {
  return Waiting(mu, [&] {
    return REAL(_ZN4absl7debian35Mutex17AwaitWithDeadlineERKNS0_9ConditionENS0_4TimeE)(mu, until,
                                                                                       end);
  });
}

void REAL(_ZN4absl7debian37CondVar4WaitEPNS0_5MutexE)(CondVar*, Mutex*);
void WRAP(_ZN4absl7debian37CondVar4WaitEPNS0_5MutexE)(CondVar* changed, Mutex* mu) {
  Waiting(mu, [&] {
    REAL(_ZN4absl7debian37CondVar4WaitEPNS0_5MutexE)(changed, mu);
    return true;
  });
}

bool REAL(_ZN4absl7debian37CondVar15WaitWithTimeoutEPNS0_5MutexENS0_8DurationE)(CondVar*, Mutex*,
                                                                                Duration);
bool WRAP(_ZN4absl7debian37CondVar15WaitWithTimeoutEPNS0_5MutexENS0_8DurationE)(CondVar* changed,
                                                                                Mutex* mu,
                                                                                Duration most) {
  return Waiting(mu, [&] {
    return REAL(_ZN4absl7debian37CondVar15WaitWithTimeoutEPNS0_5MutexENS0_8DurationE)(changed, mu,
                                                                                      most);
  });
}

void REAL(_ZN4absl7debian312Notification6NotifyEv)(Notification*);
void WRAP(_ZN4absl7debian312Notification6NotifyEv)(Notification* event) {
  Giving(event, [&] { REAL(_ZN4absl7debian312Notification6NotifyEv)(event); });
}

void REAL(_ZNK4absl7debian312Notification19WaitForNotificationEv)(const Notification*);
void WRAP(_ZNK4absl7debian312Notification19WaitForNotificationEv)(const Notification* event) {
  Taking(event, [&] { REAL(_ZNK4absl7debian312Notification19WaitForNotificationEv)(event); });
}

bool REAL(_ZNK4absl7debian312Notification30WaitForNotificationWithTimeoutENS0_8DurationE)(
    const Notification*, Duration);
bool WRAP(_ZNK4absl7debian312Notification30WaitForNotificationWithTimeoutENS0_8DurationE)(
    const Notification* event, Duration most) {
  bool came = false;
  Taking(event, [&] {
    came = REAL(_ZNK4absl7debian312Notification30WaitForNotificationWithTimeoutENS0_8DurationE)(
        event, most);
  });
  return came;
}

// The count is what the waiting thread takes: each who counts down gives what it did before.
bool REAL(_ZN4absl7debian315BlockingCounter14DecrementCountEv)(BlockingCounter*);
bool WRAP(_ZN4absl7debian315BlockingCounter14DecrementCountEv)(BlockingCounter* counter) {
  bool last = false;
  Giving(counter,
         [&] { last = REAL(_ZN4absl7debian315BlockingCounter14DecrementCountEv)(counter); });
  return last;
}

void REAL(_ZN4absl7debian315BlockingCounter4WaitEv)(BlockingCounter*);
void WRAP(_ZN4absl7debian315BlockingCounter4WaitEv)(BlockingCounter* counter) {
  Taking(counter, [&] { REAL(_ZN4absl7debian315BlockingCounter4WaitEv)(counter); });
}

}  // extern "C"
