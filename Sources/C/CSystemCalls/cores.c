#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>

#include "CSystemCalls.h"

int syscalls_cores(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return -errno;
  return CPU_COUNT(&set);
}

int syscalls_use_one_core(void) {
  cpu_set_t set, one;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return -errno;
  CPU_ZERO(&one);
  for (int core = 0; core < CPU_SETSIZE; core++) {
    if (!CPU_ISSET(core, &set)) continue;
    CPU_SET(core, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0 ? 0 : -errno;
  }
  return -EINVAL;
}
