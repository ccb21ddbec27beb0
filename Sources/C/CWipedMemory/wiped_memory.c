#define _GNU_SOURCE
#include "CWipedMemory.h"
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "CSystemCalls.h"

// The C library's own, under the names that it keeps for those who replace them.
extern void __libc_free(void *memory);

// What is larger than this (scrypt's 128 MiB) always has pages of its own, which go back to the kernel at once; it
// overwrites them before anybody gets them.
#define LARGE ((size_t)64 << 20)

void free(void *memory) {
  if (!memory) return;
  size_t count = malloc_usable_size(memory);
  if (count < LARGE) explicit_bzero(memory, count);
  __libc_free(memory);
}

// The library's own would move memory and leave the old bytes.
void *realloc(void *memory, size_t count) {
  if (!memory) return malloc(count);
  if (count == 0) {
    free(memory);
    return NULL;
  }
  size_t had = malloc_usable_size(memory);
  if (count <= had && count >= had / 2) return memory;
  void *moved = malloc(count);
  if (!moved) return NULL;
  memcpy(moved, memory, count < had ? count : had);
  free(memory);
  return moved;
}

static void wipe_stack(void) { syscalls_wipe_stack(); }

void wiped_memory_until_exit(void) { (void)atexit(wipe_stack); }
