// Runs a program with all its children under ptrace, counts the calls by which they change files, and does
// something at the n-th: kills, writes half, lets the call fail, or holds everything still. Can also tell the
// programs another time. x86_64 only.
//
//   tracer [OPTION]... PROGRAM ARGUMENT...
//
//   --report FILE    one line for each counted call: process, call, path; and at the end "ended STATUS"
//   --at N           the N-th counted call, from 1
//   --of K           counts only the calls of the K-th process, from 1 (the program itself); else those of all
//   --kill           at that call, before it does anything: SIGKILL to every process
//   --kill-one       the same, to the process whose call it is
//   --torn           a write at that call writes half, then everything is killed; any other call is done before
//   --fail ERRNO     that call fails with this number
//   --onwards        so do all counted calls after it (a disk that is full stays full)
//   --hold FILE      at that call FILE is made, and nothing goes on until it is gone
//   --now SECONDS    what the clock says, for ever (seconds since 1970)
//
// Ends as the program does: with its exit code, or 128 and the number of its signal.
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef __x86_64__
#error "the registers of this processor are not known here"
#endif

enum { most = 256 };

// One thread that is traced.
struct thread {
  pid_t id, process;
  long call;         // the one that it is in
  unsigned long long arguments[6];
  int is_spoiled;    // its argument was replaced so that it fails
  int is_torn;       // it writes half, then everything ends
};
static struct thread threads[most];
static int thread_count;

// The processes in the order in which they began.
static pid_t processes[most];
static int process_count;

static FILE *report;
static long at, of_process, count, error;
static int kills, kills_one, tears, onwards, has_time;
static const char *hold;
static long long now;

static void fail(const char *what) {
  perror(what);
  exit(125);
}

static struct thread *find(pid_t id) {
  for (int index = 0; index < thread_count; index++)
    if (threads[index].id == id) return &threads[index];
  return NULL;
}

static pid_t process_of(pid_t id) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/status", id);
  FILE *file = fopen(path, "re");
  pid_t found = id;
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "Tgid: %d", &found) == 1) break;
  if (file) fclose(file);
  return found;
}

static struct thread *add(pid_t id) {
  if (thread_count == most) {
    fprintf(stderr, "tracer: too many threads\n");
    exit(125);
  }
  struct thread *one = &threads[thread_count++];
  *one = (struct thread){.id = id, .process = process_of(id)};
  for (int index = 0; index < process_count; index++)
    if (processes[index] == one->process) return one;
  if (process_count < most) processes[process_count++] = one->process;
  return one;
}

static int number_of(pid_t process) {
  for (int index = 0; index < process_count; index++)
    if (processes[index] == process) return index + 1;
  return 0;
}

// Reads the memory of a thread; false when it has none there.
static int take(pid_t id, unsigned long long from, void *into, size_t size) {
  struct iovec here = {into, size}, there = {(void *)from, size};
  return process_vm_readv(id, &here, 1, &there, 1, 0) == (ssize_t)size;
}

static int put(pid_t id, unsigned long long to, const void *from, size_t size) {
  struct iovec here = {(void *)from, size}, there = {(void *)to, size};
  return process_vm_writev(id, &here, 1, &there, 1, 0) == (ssize_t)size;
}

static void path_of_descriptor(pid_t id, long long number, char *into, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/%d/fd/%d", id, (int)number);
  ssize_t length = readlink(link, into, size - 1);
  into[length < 0 ? 0 : length] = 0;
}

// A regular file or folder with a name; sockets, pipes, terminals and memory are none.
static int is_file(pid_t id, long long number, char *path, size_t size) {
  char link[64];
  struct stat status;
  snprintf(link, sizeof link, "/proc/%d/fd/%d", id, (int)number);
  path_of_descriptor(id, number, path, size);
  return stat(link, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) &&
         strncmp(path, "/memfd:", 7) != 0 && strncmp(path, "/proc/", 6) != 0;
}

static void read_text(pid_t id, unsigned long long from, char *into, size_t size) {
  size_t length = 0;
  while (length + 1 < size && take(id, from + length, into + length, 1) && into[length]) length++;
  into[length] = 0;
}

// The name of a call that changes a file, else NULL; the path that it names, and by which argument it is made to
// fail.
static const char *changes(struct thread *one, char *path, size_t size, int *spoiled) {
  unsigned long long *values = one->arguments;
  const char *name = NULL;
  *spoiled = 0;
  path[0] = 0;
  switch (one->call) {
  case SYS_write: name = "write"; break;
  case SYS_pwrite64: name = "pwrite"; break;
  case SYS_writev: name = "writev"; break;
  case SYS_pwritev: name = "pwritev"; break;
  case SYS_fsync: name = "fsync"; break;
  case SYS_fdatasync: name = "fdatasync"; break;
  case SYS_ftruncate: name = "ftruncate"; break;
  case SYS_fallocate: name = "fallocate"; break;
  case SYS_fchmod: name = "fchmod"; break;
  case SYS_copy_file_range:
    *spoiled = 2;
    return is_file(one->id, (int)values[2], path, size) ? "copy_file_range" : NULL;
  case SYS_sendfile: return is_file(one->id, (int)values[0], path, size) ? "sendfile" : NULL;
  }
  if (name) return is_file(one->id, (int)values[0], path, size) ? name : NULL;
  int at_path = 0, folder = AT_FDCWD;
  switch (one->call) {
  case SYS_rename: name = "rename"; at_path = 1; break;
  case SYS_link: name = "link"; at_path = 1; break;
  case SYS_symlink: name = "symlink"; at_path = 1; break;
  case SYS_unlink: name = "unlink"; break;
  case SYS_mkdir: name = "mkdir"; break;
  case SYS_rmdir: name = "rmdir"; break;
  case SYS_truncate: name = "truncate"; break;
  case SYS_chmod: name = "chmod"; break;
  case SYS_creat: name = "creat"; break;
  case SYS_renameat: name = "renameat"; at_path = 3; folder = (int)values[2]; break;
  case SYS_renameat2: name = "renameat2"; at_path = 3; folder = (int)values[2]; break;
  case SYS_linkat: name = "linkat"; at_path = 3; folder = (int)values[2]; break;
  case SYS_symlinkat: name = "symlinkat"; at_path = 2; folder = (int)values[1]; break;
  case SYS_unlinkat: name = "unlinkat"; at_path = 1; folder = (int)values[0]; break;
  case SYS_mkdirat: name = "mkdirat"; at_path = 1; folder = (int)values[0]; break;
  case SYS_fchmodat: name = "fchmodat"; at_path = 1; folder = (int)values[0]; break;
  case SYS_open:
    if (!(values[1] & (O_CREAT | O_TRUNC))) return NULL;
    name = "open";
    break;
  case SYS_openat:
    if (!(values[2] & (O_CREAT | O_TRUNC))) return NULL;
    name = "openat";
    at_path = 1;
    folder = (int)values[0];
    break;
  default: return NULL;
  }
  *spoiled = at_path;
  char base[4096] = "", text[4096];
  read_text(one->id, values[at_path], text, sizeof text);
  if (text[0] != '/' && folder != AT_FDCWD) path_of_descriptor(one->id, folder, base, sizeof base);
  snprintf(path, size, "%s%s%s", base, base[0] ? "/" : "", text);
  if (strncmp(path, "/proc/", 6) == 0) return NULL;
  if (strncmp(path, "/dev/", 5) == 0 && strncmp(path, "/dev/shm/", 9) != 0) return NULL;
  return name;
}

static void set_argument(struct thread *one, int number, unsigned long long value) {
  struct user_regs_struct registers;
  if (ptrace(PTRACE_GETREGS, one->id, 0, &registers) != 0) return;
  unsigned long long *places[] = {
    (unsigned long long *)&registers.rdi, (unsigned long long *)&registers.rsi,
    (unsigned long long *)&registers.rdx, (unsigned long long *)&registers.r10};
  *places[number] = value;
  ptrace(PTRACE_SETREGS, one->id, 0, &registers);
}

static void set_result(struct thread *one, long long value) {
  struct user_regs_struct registers;
  if (ptrace(PTRACE_GETREGS, one->id, 0, &registers) != 0) return;
  registers.rax = (unsigned long long)value;
  ptrace(PTRACE_SETREGS, one->id, 0, &registers);
}

static void kill_every(void) {
  for (int index = 0; index < process_count; index++) kill(processes[index], SIGKILL);
}

static void wait_while_held(void) {
  int file = open(hold, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) fail(hold);
  close(file);
  struct timespec pause = {0, 2000000};
  while (access(hold, F_OK) == 0) nanosleep(&pause, NULL);
}

// What fails on a disk that is full, damaged or not to be written to: giving space back does not.
static int can_fail(struct thread *one) {
  switch (one->call) {
  case SYS_unlink:
  case SYS_unlinkat:
  case SYS_rmdir:
  case SYS_fchmod:
  case SYS_chmod:
  case SYS_fchmodat: return error == EROFS;
  case SYS_fsync:
  case SYS_fdatasync: return error != EROFS;
  }
  return 1;
}

static void begins(struct thread *one) {
  char path[8192];
  int spoiled;
  const char *name = changes(one, path, sizeof path, &spoiled);
  int process = number_of(one->process);
  if (!name || (of_process && of_process != process)) return;
  count++;
  if (report) {
    fprintf(report, "%d %s %s\n", process, name, path);
    fflush(report);
  }
  if (count != at && !(onwards && at && count > at)) return;
  if (hold && count == at) wait_while_held();
  if (kills) kill_every();
  if (kills_one) kill(one->process, SIGKILL);
  if (tears && count == at) {
    one->is_torn = 1;
    if ((one->call == SYS_write || one->call == SYS_pwrite64) && one->arguments[2] > 1)
      set_argument(one, 2, one->arguments[2] / 2);
  }
  if (error && can_fail(one)) {
    // A descriptor or a path that is none: the call does nothing, whatever a filter says to it.
    one->is_spoiled = spoiled + 1;
    set_argument(one, spoiled, spoiled || strncmp(name, "f", 1) != 0 ? 0 : ~0ull);
    if (one->call == SYS_write || one->call == SYS_pwrite64 || one->call == SYS_writev || one->call == SYS_pwritev ||
        one->call == SYS_sendfile)
      set_argument(one, 0, ~0ull);
  }
}

static void ends(struct thread *one) {
  if (one->is_spoiled) {
    set_argument(one, one->is_spoiled - 1, one->arguments[one->is_spoiled - 1]);
    set_result(one, -error);
  }
  if (one->is_torn) kill_every();
  one->is_spoiled = one->is_torn = 0;
  if (!has_time) return;
  // The time of day; how much time passes is left alone.
  int is_date = one->arguments[0] == CLOCK_REALTIME || one->arguments[0] == CLOCK_REALTIME_COARSE;
  if (one->call == SYS_clock_gettime && is_date) {
    struct timespec told = {now, 0};
    put(one->id, one->arguments[1], &told, sizeof told);
  } else if (one->call == SYS_gettimeofday && one->arguments[0]) {
    struct timeval told = {now, 0};
    put(one->id, one->arguments[0], &told, sizeof told);
  } else if (one->call == SYS_time) {
    set_result(one, now);
  }
}

// The calls that are looked at; the others are never stopped, so that a program takes hardly longer than alone.
static const unsigned watched[] = {
  SYS_write, SYS_pwrite64, SYS_writev, SYS_pwritev, SYS_fsync, SYS_fdatasync, SYS_ftruncate, SYS_truncate,
  SYS_fallocate, SYS_fchmod, SYS_chmod, SYS_fchmodat, SYS_copy_file_range, SYS_sendfile, SYS_rename, SYS_renameat,
  SYS_renameat2, SYS_link, SYS_linkat, SYS_symlink, SYS_symlinkat, SYS_unlink, SYS_unlinkat, SYS_mkdir, SYS_mkdirat,
  SYS_rmdir, SYS_creat, SYS_open, SYS_openat, SYS_clock_gettime, SYS_gettimeofday, SYS_time};

// A filter that stops this process, and all that come of it, at these calls.
static void watch(void) {
  enum { number = sizeof watched / sizeof *watched };
  struct sock_filter lines[number + 5];
  int line = 0;
  lines[line++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
  lines[line++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 0, number + 1);
  lines[line++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (int index = 0; index < number; index++)
    lines[line++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, watched[index], number - index, 0);
  lines[line++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  lines[line++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
  struct sock_fprog program = {(unsigned short)line, lines};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    _exit(126);
}

// Whether the end of a call matters: where its result is another one.
static int is_ending(struct thread *one) {
  return one->is_spoiled || one->is_torn ||
         (has_time && (one->call == SYS_clock_gettime || one->call == SYS_gettimeofday || one->call == SYS_time));
}

// Takes the vDSO from a program that was just loaded, so that it asks the kernel for the time.
static void hide_fast_clock(pid_t id) {
  struct user_regs_struct registers;
  if (ptrace(PTRACE_GETREGS, id, 0, &registers) != 0) return;
  unsigned long long place = registers.rsp, value;
  if (!take(id, place, &value, 8)) return;
  place += 8 * (value + 2);
  do {
    if (!take(id, place, &value, 8)) return;
    place += 8;
  } while (value);
  Elf64_auxv_t entry;
  while (take(id, place, &entry, sizeof entry) && entry.a_type != AT_NULL) {
    if (entry.a_type == AT_SYSINFO_EHDR) {
      entry.a_type = AT_IGNORE;
      put(id, place, &entry, sizeof entry);
    }
    place += sizeof entry;
  }
}

static int run(pid_t program) {
  int result = 125;
  for (;;) {
    int status;
    pid_t id = waitpid(-1, &status, __WALL);
    if (id < 0) {
      if (errno == EINTR) continue;
      return result;
    }
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (id == program) result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      struct thread *gone = find(id);
      if (gone) *gone = threads[--thread_count];
      continue;
    }
    struct thread *one = find(id);
    if (!one) one = add(id);
    int event = status >> 16, number = WSTOPSIG(status), sent = 0, how = PTRACE_CONT;
    if (event == PTRACE_EVENT_SECCOMP) {
      struct __ptrace_syscall_info info;
      if (ptrace(PTRACE_GET_SYSCALL_INFO, id, sizeof info, &info) > 0 && info.op == PTRACE_SYSCALL_INFO_SECCOMP) {
        one->call = (long)info.seccomp.nr;
        for (int index = 0; index < 6; index++) one->arguments[index] = info.seccomp.args[index];
        begins(one);
        if (is_ending(one)) how = PTRACE_SYSCALL;
      }
    } else if (event == PTRACE_EVENT_EXEC) {
      if (has_time) hide_fast_clock(id);
    } else if (event == PTRACE_EVENT_STOP) {
      // A program that was told to stop stays so; a new one goes on.
      if (number != SIGTRAP) {
        ptrace(PTRACE_LISTEN, id, 0, 0);
        continue;
      }
    } else if (event) {
      // A child is there before its own first stop.
      unsigned long child;
      if (ptrace(PTRACE_GETEVENTMSG, id, 0, &child) == 0 && !find((pid_t)child)) add((pid_t)child);
    } else if (number == (SIGTRAP | 0x80)) {
      ends(one);
    } else {
      sent = number;
    }
    ptrace(how, id, 0, sent);
  }
}

int main(int argument_count, char **arguments) {
  int index = 1;
  for (; index < argument_count && strncmp(arguments[index], "--", 2) == 0; index++) {
    const char *name = arguments[index] + 2;
    if (!strcmp(name, "kill")) kills = 1;
    else if (!strcmp(name, "kill-one")) kills_one = 1;
    else if (!strcmp(name, "torn")) tears = 1;
    else if (!strcmp(name, "onwards")) onwards = 1;
    else if (++index == argument_count) break;
    else if (!strcmp(name, "report")) report = fopen(arguments[index], "we");
    else if (!strcmp(name, "at")) at = atol(arguments[index]);
    else if (!strcmp(name, "of")) of_process = atol(arguments[index]);
    else if (!strcmp(name, "fail")) error = atol(arguments[index]);
    else if (!strcmp(name, "hold")) hold = arguments[index];
    else if (!strcmp(name, "now")) { has_time = 1; now = atoll(arguments[index]); }
    else { fprintf(stderr, "tracer: no option --%s\n", name); return 125; }
  }
  if (index >= argument_count) { fprintf(stderr, "tracer: no program\n"); return 125; }
  int gate[2];
  if (pipe2(gate, O_CLOEXEC) != 0) fail("pipe");
  pid_t program = fork();
  if (program < 0) fail("fork");
  if (program == 0) {
    char byte;
    if (read(gate[0], &byte, 1) != 1) _exit(125);
    watch();
    execv(arguments[index], arguments + index);
    perror(arguments[index]);
    _exit(125);
  }
  long options = PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                 PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_TRACESECCOMP;
  if (ptrace(PTRACE_SEIZE, program, 0, options) != 0) {
    perror("tracer: ptrace");
    kill(program, SIGKILL);
    return 126;
  }
  add(program);
  if (write(gate[1], "", 1) != 1) fail("pipe");
  close(gate[0]);
  close(gate[1]);
  int result = run(program);
  if (report) {
    fprintf(report, "ended %d\n", result);
    fclose(report);
  }
  return result;
}
