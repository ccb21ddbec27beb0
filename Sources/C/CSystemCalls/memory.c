#define _GNU_SOURCE
#include "CSystemCalls.h"
#include <string.h>
#include <sys/mman.h>

void syscalls_wipe(void *memory, size_t count) { explicit_bzero(memory, count); }

void *syscalls_map_secret(size_t count, int *locked) {
  void *memory = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  // Advice only: an old kernel that refuses it still gives private memory.
  (void)madvise(memory, count, MADV_DONTDUMP);
  (void)madvise(memory, count, MADV_WIPEONFORK);
  *locked = mlock(memory, count) == 0;
  return memory;
}

void syscalls_unmap_secret(void *memory, size_t count) {
  (void)munlock(memory, count);
  (void)munmap(memory, count);
}
