// For the User-mode Linux of Debian 12, which knows of no registers beyond AVX-512 and fails where a
// processor has more (AMX): the kernel takes the registers of a process only whole. Preloaded into it,
// this fills up what it leaves out. Nothing of the product is in here.
#define _GNU_SOURCE
#include <elf.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { kHeader = 512, kLargest = 64 * 1024 };
static const uint64_t kKnown = (1u << 10) - 1;  // x87 to PKRU

static long SetRegisters(int pid, struct iovec* given) {
  static unsigned char whole[kLargest] __attribute__((aligned(64)));
  struct iovec all = {whole, kLargest};
  if (syscall(SYS_ptrace, PTRACE_GETREGSET, pid, NT_X86_XSTATE, &all) < 0) return -1;
  if (given->iov_len < all.iov_len) {
    memset(whole, 0, all.iov_len);
    memcpy(whole, given->iov_base, given->iov_len);
    uint64_t present;
    memcpy(&present, whole + kHeader, sizeof present);
    present &= kKnown;
    memcpy(whole + kHeader, &present, sizeof present);
    given = &all;
  }
  return syscall(SYS_ptrace, PTRACE_SETREGSET, pid, NT_X86_XSTATE, given);
}

long ptrace(enum __ptrace_request request, ...) {
  va_list rest;
  va_start(rest, request);
  const int pid = va_arg(rest, int);
  void* const address = va_arg(rest, void*);
  void* const data = va_arg(rest, void*);
  va_end(rest);
  if (request == PTRACE_SETREGSET && (long)address == NT_X86_XSTATE) return SetRegisters(pid, data);
  if (request < PTRACE_PEEKTEXT || request > PTRACE_PEEKUSER) {
    return syscall(SYS_ptrace, request, pid, address, data);
  }
  long word = 0;
  const long result = syscall(SYS_ptrace, request, pid, address, &word);
  return result < 0 ? result : word;
}
