// Preloaded into a program, it ends it at the n-th call that changes a file: before it, or after half of a write.
//
//   WALK_COUNT   a file of eight bytes that is mapped: how many such calls were begun; it outlives the program
//   WALK_KILL    the number of the call at which it is killed; none when it is not set
//   WALK_TORN    set: half of what that call would have written is written first
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static _Atomic long *count;
static _Atomic long none;
static long killed_at;
static int torn;

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("WALK_COUNT"), *number = getenv("WALK_KILL");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  count = &none;
  if (file >= 0) {
    void *mapped = mmap(NULL, sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped != MAP_FAILED) count = mapped;
    close(file);
  }
  killed_at = number ? atol(number) : 0;
  torn = getenv("WALK_TORN") != NULL;
}

// Sockets, pipes and terminals are no files.
static int is_file(int descriptor) {
  struct stat found;
  return fstat(descriptor, &found) == 0 && (S_ISREG(found.st_mode) || S_ISDIR(found.st_mode));
}

// Whether the program ends at this call.
static int is_last(void) { return count && atomic_fetch_add(count, 1) + 1 == killed_at; }

static void end(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

ssize_t write(int file, const void *bytes, size_t size) {
  REAL(write);
  if (is_file(file) && is_last()) {
    if (torn && size > 1) real(file, bytes, size / 2);
    end();
  }
  return real(file, bytes, size);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) {
  REAL(pwrite64);
  if (is_last()) {
    if (torn && size > 1) real(file, bytes, size / 2, offset);
    end();
  }
  return real(file, bytes, size, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
  return pwrite64(file, bytes, size, offset);
}

ssize_t writev(int file, const struct iovec *parts, int number) {
  REAL(writev);
  if (is_file(file) && is_last()) end();
  return real(file, parts, number);
}

// What brings a change to the disk.
#define FLUSHING(name) \
  int name(int file) { \
    REAL(name); \
    if (is_file(file) && is_last()) end(); \
    return real(file); \
  }

FLUSHING(fsync)
FLUSHING(fdatasync)

// What else changes a file.
#define BEFORE(name, parameters, arguments) \
  int name parameters { \
    REAL(name); \
    if (is_last()) end(); \
    return real arguments; \
  }

BEFORE(ftruncate, (int file, off_t size), (file, size))
BEFORE(ftruncate64, (int file, off64_t size), (file, size))
BEFORE(rename, (const char *from, const char *to), (from, to))
BEFORE(renameat, (int old, const char *from, int new, const char *to), (old, from, new, to))
BEFORE(renameat2, (int old, const char *from, int new, const char *to, unsigned flags), (old, from, new, to, flags))
BEFORE(link, (const char *from, const char *to), (from, to))
BEFORE(linkat, (int old, const char *from, int new, const char *to, int flags), (old, from, new, to, flags))
BEFORE(unlink, (const char *path), (path))
BEFORE(unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
BEFORE(mkdir, (const char *path, mode_t mode), (path, mode))
BEFORE(mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode))

// A file that is made or emptied counts; one that is opened does not.
#define OPENING(name, folder, parameters, arguments) \
  int name parameters { \
    REAL(name); \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TRUNC | __O_TMPFILE)) { \
      va_list more; \
      va_start(more, flags); \
      mode = va_arg(more, mode_t); \
      va_end(more); \
      int makes = (flags & (O_TRUNC | __O_TMPFILE)) || faccessat(folder, path, F_OK, 0) != 0; \
      if (makes && is_last()) end(); \
    } \
    return real arguments; \
  }

OPENING(open, AT_FDCWD, (const char *path, int flags, ...), (path, flags, mode))
OPENING(open64, AT_FDCWD, (const char *path, int flags, ...), (path, flags, mode))
OPENING(openat, folder, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))
OPENING(openat64, folder, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))
