#define _GNU_SOURCE
#include "CIsolationProbe.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct attempt {
  const char *name;
  long number;
  long a, b, c, d, e;
};

// A pipe's end or -1 where a descriptor is wanted: without the filter EBADF or ENOTSOCK comes back.
static const struct attempt attempts[] = {
    {"socket inet", SYS_socket, AF_INET, SOCK_STREAM, 0, 0, 0},
    {"socket inet6", SYS_socket, AF_INET6, SOCK_DGRAM, 0, 0, 0},
    {"socket unix", SYS_socket, AF_UNIX, SOCK_STREAM, 0, 0, 0},
    {"socket netlink", SYS_socket, AF_NETLINK, SOCK_RAW, 0, 0, 0},
    {"socket bluetooth", SYS_socket, 31, SOCK_RAW, 0, 0, 0},
    {"socket packet", SYS_socket, AF_PACKET, SOCK_RAW, 0, 0, 0},
    {"socket vsock", SYS_socket, 40, SOCK_STREAM, 0, 0, 0},
    {"socketpair", SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, 0, 0},
    {"connect", SYS_connect, -1, 0, 0, 0, 0},
    {"bind", SYS_bind, -1, 0, 0, 0, 0},
    {"listen", SYS_listen, -1, 0, 0, 0, 0},
    {"accept", SYS_accept, -1, 0, 0, 0, 0},
    {"accept4", SYS_accept4, -1, 0, 0, 0, 0},
    {"sendto", SYS_sendto, -1, 0, 0, 0, 0},
    {"sendmsg", SYS_sendmsg, -1, 0, 0, 0, 0},
    {"sendmmsg", SYS_sendmmsg, -1, 0, 0, 0, 0},
    {"recvfrom", SYS_recvfrom, -1, 0, 0, 0, 0},
    {"recvmsg", SYS_recvmsg, -1, 0, 0, 0, 0},
    {"recvmmsg", SYS_recvmmsg, -1, 0, 0, 0, 0},
    {"io_uring_setup", SYS_io_uring_setup, 0, 0, 0, 0, 0},
    {"io_uring_enter", SYS_io_uring_enter, -1, 0, 0, 0, 0},
    {"io_uring_register", SYS_io_uring_register, -1, 0, 0, 0, 0},
    {"ptrace", SYS_ptrace, PTRACE_PEEKDATA, 0, 0, 0, 0},
    {"process_vm_readv", SYS_process_vm_readv, 0, 0, 0, 0, 0},
    {"process_vm_writev", SYS_process_vm_writev, 0, 0, 0, 0, 0},
    {"pidfd_open", SYS_pidfd_open, -1, 0, 0, 0, 0},
    {"pidfd_getfd", SYS_pidfd_getfd, -1, 0, 0, 0, 0},
    {"kcmp", SYS_kcmp, 0, 0, 0, 0, 0},
    {"bpf", SYS_bpf, BPF_MAP_CREATE, 0, 0, 0, 0},
    {"perf_event_open", SYS_perf_event_open, 0, 0, -1, -1, 0},
    {"userfaultfd", SYS_userfaultfd, 0, 0, 0, 0, 0},
    {"unshare", SYS_unshare, CLONE_NEWUSER, 0, 0, 0, 0},
    {"setns", SYS_setns, -1, 0, 0, 0, 0},
    {"clone newuser", SYS_clone, CLONE_NEWUSER | CLONE_THREAD, 0, 0, 0, 0},
    {"clone newnet", SYS_clone, CLONE_NEWNET | CLONE_THREAD, 0, 0, 0, 0},
    {"mount", SYS_mount, 0, 0, 0, 0, 0},
    {"keyctl", SYS_keyctl, 0, -1, 0, 0, 0},
    {"mq_open", SYS_mq_open, 0, 0, 0, 0, 0},
    {"shmget", SYS_shmget, 0, 0, 0, 0, 0},
    {"msgget", SYS_msgget, -1, 0, 0, 0, 0},
    {"msgsnd", SYS_msgsnd, -1, 0, 0, 0, 0},
    {"shmat", SYS_shmat, -1, 0, 0, 0, 0},
    {"semget", SYS_semget, -1, -1, 0, 0, 0},
    {"semop", SYS_semop, -1, 0, 0, 0, 0},
    {"add_key", SYS_add_key, 0, 0, 0, 0, 0},
    {"mount_setattr", SYS_mount_setattr, -1, 0, -1, 0, 0},
    {"clock_adjtime", SYS_clock_adjtime, -1, 0, 0, 0, 0},
    {"an owner who is sent signals", SYS_fcntl, -1, F_SETOWN, 1, 0, 0},
    {"an owner with high bits", SYS_fcntl, -1, (long)(0x100000000 | F_SETOWN), 1, 0, 0},
    {"an owner by F_SETOWN_EX", SYS_fcntl, -1, F_SETOWN_EX, 0, 0, 0},
    {"another signal than SIGIO", SYS_fcntl, -1, F_SETSIG, SIGKILL, 0, 0},
    {"ioctl TIOCSTI", SYS_ioctl, -1, TIOCSTI, 0, 0, 0},
    {"ioctl TIOCSTI with high bits", SYS_ioctl, -1, (long)(0x100000000 | TIOCSTI), 0, 0, 0},
    {"open_by_handle_at", SYS_open_by_handle_at, -1, 0, 0, 0, 0},
    {"fanotify_init", SYS_fanotify_init, 0, 0, 0, 0, 0},
    {"kexec_load", SYS_kexec_load, 0, 0, 0, 0, 0},
    {"init_module", SYS_init_module, 0, 0, 0, 0, 0},
    {"reboot", SYS_reboot, 0, 0, 0, 0, 0},
    {"dumpable again", SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0},
    {"dumpable with high bits", SYS_prctl, (long)(0x100000000 | PR_SET_DUMPABLE), 1, 0, 0, 0},
    {"dumpable with another number", SYS_prctl, PR_SET_DUMPABLE, 0x100000000, 0, 0, 0},
    {"tracer", SYS_prctl, PR_SET_PTRACER, -1, 0, 0, 0},
    {"memory to write and run", SYS_mmap, 0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
     MAP_PRIVATE | MAP_ANONYMOUS, -1},
    {"memory with high bits", SYS_mmap, 0, 4096, (long)(0x100000000 | PROT_WRITE | PROT_EXEC),
     MAP_PRIVATE | MAP_ANONYMOUS, -1},
    {"memory made to run", SYS_mprotect, 0, 0, PROT_READ | PROT_EXEC, 0, 0},
    {"memory made to run with a key", SYS_pkey_mprotect, 0, 0, PROT_EXEC, -1, 0},
    {"memory that runs when read", SYS_personality, READ_IMPLIES_EXEC, 0, 0, 0, 0},
    {"memory with bit 31", SYS_personality, 0x80000000 | READ_IMPLIES_EXEC, 0, 0, 0, 0},
    {"memory with bit 32", SYS_personality, 0x180000000 | READ_IMPLIES_EXEC, 0, 0, 0, 0},
};

// What key-keeper has no use for: refused.
static const struct attempt refused_to_keeper[] = {
    {"memory to run", SYS_mmap, 0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1},
    {"memory to write and run", SYS_mmap, 0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
     MAP_PRIVATE | MAP_ANONYMOUS, -1},
    {"memory made to run", SYS_mprotect, 0, 0, PROT_READ | PROT_EXEC, 0, 0},
    {"memory with a key", SYS_pkey_mprotect, 0, 0, PROT_READ, -1, 0},
    {"a file in memory", SYS_memfd_create, (long)"probe", 0, 0, 0, 0},
    {"a new process", SYS_clone, SIGCHLD, 0, 0, 0, 0},
    {"a new process as posix_spawn makes it", SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0,
     0},
    {"clone3", SYS_clone3, 0, 0, 0, 0, 0},
    {"a signal to the terminal's processes", SYS_kill, 0, 0, 0, 0, 0},
    {"a signal to any process", SYS_kill, -1, 0, 0, 0, 0},
    {"a signal to another thread", SYS_tgkill, 1, 1, 0, 0, 0},
    {"a signal by tkill", SYS_tkill, 1, 0, 0, 0, 0},
    {"a signal by a pipe", SYS_fcntl, -1, F_SETOWN, 1, 0, 0},
    {"typing into the terminal", SYS_ioctl, -1, TIOCSTI, 0, 0, 0},
    {"typing with high bits", SYS_ioctl, -1, (long)(0x100000000 | TIOCSTI), 0, 0, 0},
    {"a request to a camera", SYS_ioctl, -1, 0x80685600, 0, 0, 0},
    {"dumpable again", SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0},
    {"a tracer", SYS_prctl, PR_SET_PTRACER, -1, 0, 0, 0},
    {"another filter", SYS_prctl, PR_SET_SECCOMP, 2, 0, 0, 0},
    {"a limit", SYS_setrlimit, 7, 0, 0, 0, 0},
    {"a limit by prlimit", SYS_prlimit64, 0, 7, 1, 0, 0},
    {"a pipe", SYS_pipe2, 0, 0, 0, 0, 0},
    {"a link", SYS_linkat, -1, 0, -1, 0, 0},
    {"a symbolic link", SYS_symlinkat, 0, -1, 0, 0, 0},
    {"a device", SYS_mknodat, -1, 0, 0, 0, 0},
    {"permissions by name", SYS_fchmodat, -1, 0, 0, 0, 0},
    {"an owner", SYS_fchownat, -1, 0, 0, 0, 0},
    {"a file emptied by name", SYS_truncate, 0, 0, 0, 0, 0},
    {"a file opened by openat2", SYS_openat2, -1, 0, 0, 0, 0},
    {"another folder", SYS_chdir, 0, 0, 0, 0, 0},
    {"a watch on files", SYS_inotify_init1, 0, 0, 0, 0, 0},
    {"bytes from file to file", SYS_sendfile, -1, -1, 0, 0, 0},
    {"bytes from pipe to pipe", SYS_splice, -1, 0, -1, 0, 0},
    {"another user", SYS_setuid, 0, 0, 0, 0, 0},
    {"another session", SYS_setsid, 0, 0, 0, 0, 0},
    {"a personality", SYS_personality, READ_IMPLIES_EXEC, 0, 0, 0, 0},
    {"the clock", SYS_clock_settime, 0, 0, 0, 0, 0},
    {"a call that this kernel does not have", 1023, 0, 0, 0, 0, 0},
};

// What ends key-keeper.
static const struct attempt deadly_to_keeper[] = {
    {"socket inet", SYS_socket, AF_INET, SOCK_STREAM, 0, 0, 0},
    {"socket unix", SYS_socket, AF_UNIX, SOCK_STREAM, 0, 0, 0},
    {"connect", SYS_connect, -1, 0, 0, 0, 0},
    {"sendmsg", SYS_sendmsg, -1, 0, 0, 0, 0},
    {"recvmsg", SYS_recvmsg, -1, 0, 0, 0, 0},
    {"execve", SYS_execve, 0, 0, 0, 0, 0},
    {"execveat", SYS_execveat, -1, 0, 0, 0, 0},
    {"ptrace", SYS_ptrace, PTRACE_PEEKDATA, 0, 0, 0, 0},
    {"process_vm_readv", SYS_process_vm_readv, 0, 0, 0, 0, 0},
    {"process_vm_writev", SYS_process_vm_writev, 0, 0, 0, 0, 0},
    {"pidfd_getfd", SYS_pidfd_getfd, -1, 0, 0, 0, 0},
    {"bpf", SYS_bpf, BPF_MAP_CREATE, 0, 0, 0, 0},
    {"io_uring_setup", SYS_io_uring_setup, 0, 0, 0, 0, 0},
    {"unshare", SYS_unshare, CLONE_NEWUSER, 0, 0, 0, 0},
    {"mount", SYS_mount, 0, 0, 0, 0, 0},
};

static int tried(const struct attempt *it) {
  return syscall(it->number, it->a, it->b, it->c, it->d, it->e, 0L) < 0 ? errno : 0;
}

int isolation_probe_refused_count(void) {
  return sizeof refused_to_keeper / sizeof refused_to_keeper[0];
}
const char *isolation_probe_refused_name(int index) { return refused_to_keeper[index].name; }
int isolation_probe_refused_try(int index) { return tried(&refused_to_keeper[index]); }

int isolation_probe_deadly_count(void) {
  return sizeof deadly_to_keeper / sizeof deadly_to_keeper[0];
}
int isolation_probe_deadly_try(int index) { return tried(&deadly_to_keeper[index]); }

int isolation_probe_count(void) { return sizeof attempts / sizeof attempts[0]; }

const char *isolation_probe_name(int index) { return attempts[index].name; }

int isolation_probe_try(int index) {
  const struct attempt *it = &attempts[index];
  int pair[2];
  long last = it->number == SYS_socketpair ? (long)(intptr_t)pair : it->d;
  return syscall(it->number, it->a, it->b, it->c, last, it->e, 0L) < 0 ? errno : 0;
}

int isolation_probe_dumpable(void) { return prctl(PR_GET_DUMPABLE); }

int isolation_probe_child(const char *argument) {
  char *const arguments[] = {"isolation-probe", (char *)argument, NULL};
  char *const environment[] = {NULL};
  pid_t child;
  int code = posix_spawn(&child, "/proc/self/exe", NULL, NULL, arguments, environment);
  if (code != 0) return -code;
  int status;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -errno;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int isolation_probe_signal_thread(int process) {
  return syscall(SYS_tgkill, process, process, 0) == 0 ? 0 : errno;
}

int isolation_probe_limit(int process) {
  struct rlimit limit;
  return syscall(SYS_prlimit64, process, RLIMIT_CPU, NULL, &limit) == 0 ? 0 : errno;
}

int isolation_probe_mode(const char *path) {
  // fchmodat2, which Debian's C library has no name for.
  return syscall(452, AT_FDCWD, path, 0600, 0) == 0 ? 0 : errno;
}
