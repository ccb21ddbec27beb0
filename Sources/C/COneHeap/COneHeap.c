#include "COneHeap.h"
#include <malloc.h>

void one_heap_use(void) {
  mallopt(M_ARENA_MAX, 1);
  // A bound that is set stays: else what was large once is kept from then on.
  mallopt(M_MMAP_THRESHOLD, 128 * 1024);
}
