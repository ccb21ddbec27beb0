#define _GNU_SOURCE
#include "CSystemCalls.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <sys/vfs.h>

static int result(int value) { return value < 0 ? -errno : value; }

int syscalls_rename_new(const char *from, const char *to) {
  return result(renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE));
}

int syscalls_rename_exchange(const char *first, const char *second) {
  return result(renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE));
}

int syscalls_renameat_new(int directory, const char *from, const char *to) {
  return result(renameat2(directory, from, directory, to, RENAME_NOREPLACE));
}

int syscalls_renameat_exchange(int directory, const char *first, const char *second) {
  return result(renameat2(directory, first, directory, second, RENAME_EXCHANGE));
}

int syscalls_open(const char *path, int flags, unsigned int mode) {
  return result(open(path, flags, (mode_t)mode));
}

int syscalls_openat(int directory, const char *path, int flags, unsigned int mode) {
  return result(openat(directory, path, flags, (mode_t)mode));
}

int syscalls_is_in_memory(const char *path) {
  struct statfs found;
  if (statfs(path, &found) != 0) {
    return -errno;
  }
  return found.f_type == TMPFS_MAGIC || found.f_type == RAMFS_MAGIC;
}

int syscalls_is_process_file(const char *path) {
  struct statfs found;
  if (statfs(path, &found) != 0) {
    return -errno;
  }
  return found.f_type == PROC_SUPER_MAGIC;
}
