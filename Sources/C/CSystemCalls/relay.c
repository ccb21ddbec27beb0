#define _GNU_SOURCE
#include "CRelay.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

int syscalls_pty(int terminal, int *master, int *slave) {
  struct termios settings;
  struct winsize size = {0};
  int unlocked = 0, packets = 1;
  if (tcgetattr(terminal, &settings) != 0) return -errno;
  ioctl(terminal, TIOCGWINSZ, &size);
  *slave = -1;
  *master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (*master < 0) return -errno;
  // The real terminal has made lines and newlines of what came from it, and makes them of what goes to it.
  settings.c_iflag &= IUTF8;
  settings.c_oflag = 0;
  // ISIG, which each question sets, is how a question is known: see syscalls_is_asking.
  settings.c_lflag = ICANON;
  for (int i = 0; i < NCCS; i++) settings.c_cc[i] = _POSIX_VDISABLE;
  settings.c_cc[VEOF] = 4;
  if (ioctl(*master, TIOCSPTLCK, &unlocked) == 0 && ioctl(*master, TIOCPKT, &packets) == 0) {
    // By the master, not by its name: no other file can stand in its place.
    *slave = ioctl(*master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
  }
  if (*slave < 0 || tcsetattr(*slave, TCSANOW, &settings) != 0) {
    int code = -errno;
    if (*slave >= 0) close(*slave);
    close(*master);
    return code;
  }
  ioctl(*master, TIOCSWINSZ, &size);
  return 0;
}

pid_t syscalls_fork(void) {
  pid_t process = fork();
  return process < 0 ? -errno : process;
}

int syscalls_take_terminal(int terminal) {
  if (setsid() < 0 || ioctl(terminal, TIOCSCTTY, 0) != 0) return -errno;
  return 0;
}

int syscalls_pty_number(int file) {
  int number = -1;
  return ioctl(file, TIOCGPTN, &number) == 0 ? number : -errno;
}

int syscalls_is_child(pid_t process) {
  siginfo_t information;
  return process > 0 && waitid(P_PID, process, &information, WEXITED | WNOHANG | WNOWAIT) == 0;
}

void syscalls_unblock_signals(void) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

int syscalls_is_asking(int master) {
  struct termios settings;
  return tcgetattr(master, &settings) == 0 && (settings.c_lflag & ISIG) != 0;
}

void syscalls_copy_size(int from, int to) {
  struct winsize now, before;
  if (ioctl(from, TIOCGWINSZ, &now) != 0 || ioctl(to, TIOCGWINSZ, &before) != 0) return;
  if (now.ws_col == before.ws_col && now.ws_row == before.ws_row) return;
  ioctl(to, TIOCSWINSZ, &now);
}

// What handlers need is in place before they are; they call what is safe inside of one.
static volatile pid_t reviewer = 0;
static volatile sig_atomic_t is_held = 0;
static volatile sig_atomic_t is_awaited = 0;
static volatile sig_atomic_t ending = 0;
static volatile sig_atomic_t stopping = 0;
static volatile sig_atomic_t is_raw = 0;
static int terminal = -1;
static struct termios cooked, raw;

static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2};
static const int faults[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS};
enum { end_count = sizeof ends / sizeof ends[0], fault_count = sizeof faults / sizeof faults[0] };

static void set(const struct termios *settings) {
  // In the background this would stop the process, with the terminal as it is.
  sigset_t ttou, old;
  sigemptyset(&ttou);
  sigaddset(&ttou, SIGTTOU);
  sigprocmask(SIG_BLOCK, &ttou, &old);
  tcsetattr(terminal, TCSANOW, settings);
  sigprocmask(SIG_SETMASK, &old, NULL);
}

static int has_ended(void) {
  siginfo_t information = {0};
  if (waitid(P_PID, reviewer, &information, WEXITED | WNOHANG | WNOWAIT) != 0) return 1;
  return information.si_pid != 0;
}

void syscalls_relay_end_reviewer(int number) {
  if (reviewer <= 0) return;
  kill(reviewer, number);
  // One that was stopped gets it now.
  kill(reviewer, SIGCONT);
  for (int waited = 0; !has_ended(); waited++) {
    if (waited == 1000) kill(reviewer, SIGKILL);
    struct timespec pause = {0, 1000000};
    nanosleep(&pause, NULL);
  }
  waitpid(reviewer, NULL, WNOHANG);
  reviewer = 0;
}

void syscalls_relay_die(int number) {
  struct sigaction action = {0};
  action.sa_handler = SIG_DFL;
  sigaction(number, &action, NULL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  raise(number);
  // Nothing else is let in before it.
  sigprocmask(SIG_UNBLOCK, &only, NULL);
}

static void on_end(int number) {
  if (is_held) {
    ending = number;
    return;
  }
  if (is_raw) set(&cooked);
  syscalls_relay_end_reviewer(number);
  syscalls_relay_die(number);
}

static void on_fault(int number) {
  if (is_raw) set(&cooked);
  syscalls_relay_die(number);
}

static void on_stop(int number) {
  (void)number;
  if (is_held) {
    stopping = 1;
  } else {
    raise(SIGSTOP);
  }
}

static void on_child(int number) {
  (void)number;
  int saved = errno;
  // It waits for an answer; without it nobody is there to be answered.
  if (is_awaited && has_ended()) raise(SIGTERM);
  errno = saved;
}

static void on_size(int number) { (void)number; }

static void on_exit_restore(void) {
  if (is_raw) set(&cooked);
}

static void handle(int number, void (*handler)(int), int flags) {
  struct sigaction action = {0}, before;
  // What the caller ignores (nohup) stays ignored.
  if (sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_IGN) return;
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigfillset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

static void held(sigset_t *set) {
  sigemptyset(set);
  for (int i = 0; i < end_count; i++) sigaddset(set, ends[i]);
  sigaddset(set, SIGTSTP);
  sigaddset(set, SIGCHLD);
  sigaddset(set, SIGWINCH);
}

void syscalls_relay_begin(pid_t process, int file) {
  reviewer = process;
  terminal = file;
  syscalls_relay_let(0);
  for (int i = 0; i < end_count; i++) {
    if (ends[i] != SIGPIPE) handle(ends[i], on_end, SA_RESTART);
  }
  for (int i = 0; i < fault_count; i++) handle(faults[i], on_fault, 0);
  handle(SIGTSTP, on_stop, SA_RESTART);
  handle(SIGCHLD, on_child, SA_RESTART | SA_NOCLDSTOP);
  handle(SIGWINCH, on_size, SA_RESTART);
  atexit(on_exit_restore);
}

int syscalls_relay_wait(struct pollfd *files, int count, int milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  sigset_t set, open;
  held(&set);
  sigprocmask(SIG_BLOCK, NULL, &open);
  for (int i = 0; i < end_count; i++) sigdelset(&open, ends[i]);
  sigdelset(&open, SIGTSTP);
  sigdelset(&open, SIGCHLD);
  sigdelset(&open, SIGWINCH);
  int ready = ppoll(files, (nfds_t)count, milliseconds < 0 ? NULL : &time, &open);
  return ready < 0 ? -errno : ready;
}

int syscalls_relay_ending(void) { return ending; }

int syscalls_relay_stopping(void) {
  int was = stopping;
  stopping = 0;
  return was;
}

void syscalls_relay_let(int through) {
  sigset_t set;
  held(&set);
  // Held before they are noted, noted until they are let through: none is lost in between.
  if (!through) sigprocmask(SIG_BLOCK, &set, NULL);
  is_held = !through;
  is_awaited = 0;
  if (through) sigprocmask(SIG_UNBLOCK, &set, NULL);
}

void syscalls_relay_await(int awaited) {
  is_awaited = awaited;
  if (awaited && has_ended()) raise(SIGTERM);
}

int syscalls_relay_raw(void) {
  if (is_raw) return 0;
  if (tcgetattr(terminal, &cooked) != 0) return -errno;
  raw = cooked;
  raw.c_lflag |= ISIG;
  raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  // First: whatever ends this process from here on puts back what it was.
  is_raw = 1;
  // Not `set`: in the background it stops here, until it is in front.
  if (tcsetattr(terminal, TCSANOW, &raw) != 0) {
    is_raw = 0;
    return -errno;
  }
  tcflush(terminal, TCIFLUSH);
  return 0;
}

void syscalls_relay_cooked(void) {
  if (!is_raw) return;
  set(&cooked);
  tcflush(terminal, TCIFLUSH);
  is_raw = 0;
}

void syscalls_relay_stop(void) {
  kill(reviewer, SIGSTOP);
  raise(SIGSTOP);
  kill(reviewer, SIGCONT);
}

int syscalls_relay_has_ended(void) { return has_ended(); }

int syscalls_relay_reap(void) {
  int status = 0;
  while (waitpid(reviewer, &status, 0) < 0) {
    if (errno != EINTR) return 1;
  }
  reviewer = 0;
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

static int last_request = -1, last_answer = -1;
static const char *last_mark = "";

static void on_exit_finish(void) {
  int own = open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC);
  if (own >= 0) {
    size_t length = 0;
    while (last_mark[length] != 0) length++;
    ssize_t ignored = write(own, last_mark, length);
    (void)ignored;
    close(own);
  }
  close(last_request);
  char byte;
  while (read(last_answer, &byte, 1) > 0 || errno == EINTR) errno = 0;
}

void syscalls_relay_finish_at_exit(int request, int answer, const char *mark) {
  last_request = request;
  last_answer = answer;
  last_mark = mark;
  atexit(on_exit_finish);
}
