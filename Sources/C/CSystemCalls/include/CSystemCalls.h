#pragma once
// System calls that Swift cannot see: variadic, macro-only, or newer than glibc's headers.
// Each returns 0 or a count when it succeeds and -errno when it does not. One .c file per topic.
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "CRelay.h"
#include "CTerminal.h"

// arguments.c
/// An argument of this program, 0 for its name; NULL beyond the last.
///
/// Swift reads /proc/self/cmdline instead, which a helper behind the signer's fence (Landlock) cannot open.
const char *syscalls_argument(int index);

// random.c
/// Asks the kernel for random bytes; may give fewer than asked for.
ssize_t syscalls_getrandom(void *buffer, size_t count);

// memory.c
/// Overwrites memory in a way that the optimizer must keep.
void syscalls_wipe(void *memory, size_t count);
/// Overwrites what functions that have returned left on the stack of this thread, 512 KiB below the caller, and in the
/// processor's wide registers.
void syscalls_wipe_stack(void);
/// Maps whole pages for secrets: left out of core dumps, zeros in a forked child.
/// `locked` says whether they are also kept out of swap. NULL when there is no memory.
void *syscalls_map_secret(size_t count, int *locked);
/// Unlocks and unmaps what syscalls_map_secret gave.
void syscalls_unmap_secret(void *memory, size_t count);

// process.c
/// The name this program was started by, without its folder.
const char *syscalls_program_name(void);
/// prctl(PR_SET_DUMPABLE, 0): no core dump, no ptrace by the same user.
int syscalls_forbid_dumps(void);
/// prctl(PR_SET_NO_NEW_PRIVS, 1).
int syscalls_set_no_new_privileges(void);
/// prctl(PR_GET_NO_NEW_PRIVS): 1, 0 or -errno.
int syscalls_get_no_new_privileges(void);
/// prctl(PR_GET_SECCOMP): 0 without a filter, 2 with one, or -errno.
int syscalls_get_seccomp(void);
/// prctl(PR_SET_PDEATHSIG): this process gets the signal when its parent ends.
int syscalls_set_parent_death_signal(int signal);

// cores.c
/// The number of cores this thread may run on (sched_getaffinity), or -errno.
int syscalls_cores(void);
/// Keeps this thread, and the threads it starts from now on, to the first of its cores.
int syscalls_use_one_core(void);

// files.c
/// renameat2(RENAME_NOREPLACE) relative to the current directory: -EEXIST when the target exists.
int syscalls_rename_new(const char *from, const char *to);
/// renameat2(RENAME_EXCHANGE) relative to the current directory: both must exist.
int syscalls_rename_exchange(const char *first, const char *second);
/// renameat2(RENAME_NOREPLACE) relative to an open directory.
int syscalls_renameat_new(int directory, const char *from, const char *to);
/// renameat2(RENAME_EXCHANGE) relative to an open directory: both must exist.
int syscalls_renameat_exchange(int directory, const char *first, const char *second);
/// open(2) with a mode; openat with AT_FDCWD.
int syscalls_open(const char *path, int flags, unsigned int mode);
/// openat(2) with a mode.
int syscalls_openat(int directory, const char *path, int flags, unsigned int mode);
/// statfs(2): 1 when the path lies on a file system in memory (tmpfs, ramfs), 0 when it does not.
int syscalls_is_in_memory(const char *path);
/// statfs(2): 1 when the path lies in /proc, 0 when it does not.
int syscalls_is_process_file(const char *path);

// landlock.c
/// The version of Landlock that the kernel speaks (1 and up), or -errno when it does not.
int syscalls_landlock_version(void);
/// Every access to files that a version knows: what is to be handled.
uint64_t syscalls_landlock_rights(int version);
/// Creates a ruleset that handles the given accesses; a file descriptor or -errno.
/// `network` is left out for kernels that do not know it (versions below 4).
int syscalls_landlock_create(uint64_t filesystem, uint64_t network);
/// Allows accesses beneath an open directory or on an open file.
int syscalls_landlock_allow(int ruleset, int parent, uint64_t filesystem);
/// Restricts this thread and its children from now on; needs no-new-privileges.
int syscalls_landlock_restrict(int ruleset);

// ioctl.c
/// ioctl(2) with a pointer argument, repeated after EINTR.
int syscalls_ioctl(int file, unsigned long request, void *argument);

// spawn.c
/// pipe2(O_CLOEXEC): the reading end, then the writing end.
int syscalls_pipe(int ends[2]);
/// tee: copies what comes next in a pipe into another one, and leaves it where it is. The count, 0 at the end, or -errno.
int64_t syscalls_copy_pipe(int input, int output, size_t most);
/// splice: moves what comes next in a pipe into another one, and into no memory of this process; it waits for neither. The
/// count, 0 at the end, or -errno: -EAGAIN where there is nothing to move, or no room.
int64_t syscalls_move_pipe(int input, int output, size_t most);
/// memfd_create(MFD_CLOEXEC): a file that exists only in memory.
int syscalls_memory_file(const char *name);
/// fcntl(F_DUPFD_CLOEXEC): a copy numbered `lowest` or higher.
int syscalls_duplicate_above(int file, int lowest);
/// Starts a program with one argument, an empty environment, default signals, `input` and `output` as its
/// descriptors 0 and 1, /dev/null as 2, and no other.
int syscalls_spawn(
  const char *path, const char *name, const char *argument, int input, int output, pid_t *process);
/// close_range: closes every descriptor from `lowest` up.
int syscalls_close_above(int lowest);
/// close_range: closes every descriptor from `lowest` to `highest`.
int syscalls_close_between(int lowest, int highest);
