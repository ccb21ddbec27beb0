#define _GNU_SOURCE
#include "CSystemCalls.h"
#include <string.h>
#include <sys/mman.h>

void syscalls_wipe(void *memory, size_t count) { explicit_bzero(memory, count); }

// Wide registers keep what was copied last, and the loader puts them on the stack at the first call of a function.
#if defined(__x86_64__)
__attribute__((target("avx512f"), noinline)) static void clear_widest_registers(void) {
#define CLEAR(number) __asm__ volatile("vpxorq %%zmm" number ", %%zmm" number ", %%zmm" number ::: "xmm" number)
  CLEAR("16"); CLEAR("17"); CLEAR("18"); CLEAR("19"); CLEAR("20"); CLEAR("21"); CLEAR("22"); CLEAR("23");
  CLEAR("24"); CLEAR("25"); CLEAR("26"); CLEAR("27"); CLEAR("28"); CLEAR("29"); CLEAR("30"); CLEAR("31");
#undef CLEAR
}

__attribute__((target("avx"), noinline)) static void clear_wide_registers(void) {
  __asm__ volatile("vzeroall" ::: "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
                   "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
}

static void clear_registers(void) {
  if (__builtin_cpu_supports("avx512f")) clear_widest_registers();
  if (__builtin_cpu_supports("avx")) clear_wide_registers();
}
#elif defined(__aarch64__)
static void clear_registers(void) {
#define CLEAR(number) __asm__ volatile("movi v" number ".2d, #0" ::: "v" number)
  CLEAR("0"); CLEAR("1"); CLEAR("2"); CLEAR("3"); CLEAR("4"); CLEAR("5"); CLEAR("6"); CLEAR("7");
  CLEAR("16"); CLEAR("17"); CLEAR("18"); CLEAR("19"); CLEAR("20"); CLEAR("21"); CLEAR("22"); CLEAR("23");
  CLEAR("24"); CLEAR("25"); CLEAR("26"); CLEAR("27"); CLEAR("28"); CLEAR("29"); CLEAR("30"); CLEAR("31");
#undef CLEAR
}
#else
static void clear_registers(void) {}
#endif

// Not inlined: the memory must lie below the caller's.
__attribute__((noinline)) void syscalls_wipe_stack(void) {
  clear_registers();
  char left[512 << 10];
  explicit_bzero(left, sizeof left);
}

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
