#define _GNU_SOURCE
#include "CMemoryFiles.h"
#include <sys/mman.h>
#include <unistd.h>

FILE *tmpfile(void) {
  int file = memfd_create("page", MFD_CLOEXEC);
  if (file < 0) {
    return NULL;
  }
  FILE *stream = fdopen(file, "w+");
  if (stream == NULL) {
    close(file);
  }
  return stream;
}
