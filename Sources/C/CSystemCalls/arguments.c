#include "CSystemCalls.h"

// glibc hands every constructor what main gets.
static int count;
static char **values;

__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  values = argv;
}

const char *syscalls_argument(int index) {
  return index >= 0 && index < count ? values[index] : NULL;
}
