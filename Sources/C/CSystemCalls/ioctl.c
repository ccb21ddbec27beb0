#include "CSystemCalls.h"
#include <errno.h>
#include <sys/ioctl.h>

int syscalls_ioctl(int file, unsigned long request, void *argument) {
  int value;
  do {
    value = ioctl(file, request, argument);
  } while (value < 0 && errno == EINTR);
  return value < 0 ? -errno : value;
}
