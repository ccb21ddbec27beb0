#include "CSystemCalls.h"
#include <errno.h>
#include <sys/random.h>

ssize_t syscalls_getrandom(void *buffer, size_t count) {
  // Flags 0: blocks until the kernel's generator is seeded, never falls back to a weaker one.
  ssize_t got = getrandom(buffer, count, 0);
  return got < 0 ? -errno : got;
}
