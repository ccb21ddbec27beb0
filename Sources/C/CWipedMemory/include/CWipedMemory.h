#pragma once
#include <stddef.h>

/// Take the place of the C library's own in a program that links this: memory of the heap is overwritten with zeros before
/// it is given back. Secrets lie in memory of their own (SecretBytes); what a library, a decoder or Swift copied of them on
/// the way lies on the heap.
void free(void *memory);
void *realloc(void *memory, size_t count);

/// From now on the stack of the main thread is overwritten too, when the program exits.
void wiped_memory_until_exit(void);
