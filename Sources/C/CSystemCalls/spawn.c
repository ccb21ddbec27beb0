#define _GNU_SOURCE
#include "CSystemCalls.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <unistd.h>

int syscalls_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0 ? 0 : -errno; }

int64_t syscalls_copy_pipe(int input, int output, size_t most) {
  ssize_t count;
  do {
    count = tee(input, output, most, 0);
  } while (count < 0 && errno == EINTR);
  return count < 0 ? -errno : count;
}

int64_t syscalls_move_pipe(int input, int output, size_t most) {
  ssize_t count;
  do {
    count = splice(input, NULL, output, NULL, most, SPLICE_F_NONBLOCK);
  } while (count < 0 && errno == EINTR);
  return count < 0 ? -errno : count;
}

int syscalls_memory_file(const char *name) {
  int file = memfd_create(name, MFD_CLOEXEC);
  return file < 0 ? -errno : file;
}

int syscalls_duplicate_above(int file, int lowest) {
  int copy = fcntl(file, F_DUPFD_CLOEXEC, lowest);
  return copy < 0 ? -errno : copy;
}

// Signals as at the start of any program: a parent that ignores SIGPIPE must not pass that on.
static int default_signals(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int code = posix_spawnattr_setsigmask(attributes, &none);
  code = code ? code : posix_spawnattr_setsigdefault(attributes, &all);
  return code ? code
              : posix_spawnattr_setflags(
                  attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

int syscalls_spawn(
  const char *path, const char *name, const char *argument, int input, int output, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  if (posix_spawn_file_actions_init(&actions) != 0) {
    return -ENOMEM;
  }
  if (posix_spawnattr_init(&attributes) != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return -ENOMEM;
  }
  char *const arguments[] = {(char *)name, (char *)argument, NULL};
  char *const environment[] = {NULL};
  int code = posix_spawn_file_actions_adddup2(&actions, input, 0);
  code = code ? code : posix_spawn_file_actions_adddup2(&actions, output, 1);
  code = code ? code : posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  code = code ? code : posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  code = code ? code : default_signals(&attributes);
  code = code ? code : posix_spawn(process, path, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return -code;
}

int syscalls_close_above(int lowest) {
  return close_range((unsigned int)lowest, ~0u, 0) == 0 ? 0 : -errno;
}

int syscalls_close_between(int lowest, int highest) {
  return close_range((unsigned int)lowest, (unsigned int)highest, 0) == 0 ? 0 : -errno;
}
