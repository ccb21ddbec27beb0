#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

// What the handler needs is in place before it is installed; it calls nothing that is not safe inside a handler.
static int terminal = -1;
static struct termios outside;
static int is_hushed = 0;
// Shared with the process that is split off: nobody has set the terminal yet, it is silent, or the sitting has put it back itself.
enum { untouched, silent, left };
static volatile sig_atomic_t *state = NULL;

static const int caught[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGABRT,
                             SIGSEGV, SIGBUS,  SIGILL,  SIGFPE,  SIGTRAP, SIGSYS,  SIGXCPU, SIGXFSZ};

// What a command that was ended by force may have left on, and everything on both screens.
static const char leaving[] = "\033[H\033[2J\033[3J\033[?1049l\033[?2004l\033[0m\033[?25h\033[H\033[2J\033[3J";

int syscalls_terminal_sit_down(int file) {
  if (tcgetattr(file, &outside) != 0) return errno;
  void *shared = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return errno;
  state = shared;
  terminal = file;
  return 0;
}

// Whether these are settings of the sitting or of a question in it. Those of a shell that edits lines are not: it reads
// carriage returns as they are.
static int are_ours(const struct termios *now) {
  tcflag_t changed = ECHO | ECHONL | ICANON | ISIG;
  return (now->c_lflag & ECHO) == 0 && now->c_iflag == outside.c_iflag && now->c_oflag == outside.c_oflag &&
         now->c_cflag == outside.c_cflag && (now->c_lflag & ~changed) == (outside.c_lflag & ~changed);
}

static void put_back(void) {
  if (terminal < 0) return;
  // In the background it would be stopped.
  sigset_t ttou, old;
  sigemptyset(&ttou);
  sigaddset(&ttou, SIGTTOU);
  sigprocmask(SIG_BLOCK, &ttou, &old);
  struct termios now;
  if (tcgetattr(terminal, &now) == 0 && are_ours(&now)) {
    tcsetattr(terminal, TCSANOW, &outside);
    tcflush(terminal, TCIFLUSH);
  }
  sigprocmask(SIG_SETMASK, &old, NULL);
}

void syscalls_terminal_get_up(void) {
  if (terminal < 0) return;
  put_back();
  *state = left;
}

static void on_signal(int number) {
  int saved = errno;
  syscalls_terminal_get_up();
  signal(number, SIG_DFL);
  raise(number);
  errno = saved;
}

int syscalls_terminal_hush(void) {
  if (terminal < 0) return EINVAL;
  if (!is_hushed) {
    is_hushed = 1;
    atexit(syscalls_terminal_get_up);
    struct sigaction action = {0}, before;
    action.sa_handler = on_signal;
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof caught / sizeof caught[0]; i++) {
      sigaction(caught[i], NULL, &before);
      // What the caller ignores (nohup) stays ignored.
      if (before.sa_handler != SIG_IGN) sigaction(caught[i], &action, NULL);
    }
  }
  *state = silent;
  struct termios quiet = outside;
  quiet.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
  return tcsetattr(terminal, TCSANOW, &quiet) == 0 ? 0 : errno;
}

void syscalls_terminal_clear_up(int was_running, const char *said) {
  // Ended before it began: what it said stays.
  if (terminal < 0 || *state == untouched) return;
  put_back();
  int was_killed = *state == silent;
  if (!was_killed && !was_running) return;
  sigset_t ttou, old;
  sigemptyset(&ttou);
  sigaddset(&ttou, SIGTTOU);
  sigprocmask(SIG_BLOCK, &ttou, &old);
  // A terminal that takes nothing (Ctrl-S) is waited for a moment, not for ever.
  struct pollfd file = {.fd = terminal, .events = POLLOUT};
  if (poll(&file, 1, 2000) > 0) {
    ssize_t ignored = write(terminal, leaving, strlen(leaving));
    if (was_killed) ignored = write(terminal, said, strlen(said));
    (void)ignored;
  }
  sigprocmask(SIG_SETMASK, &old, NULL);
}
