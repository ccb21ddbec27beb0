#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

// What the handler needs must be in place before the terminal changes, and only calls that are
// safe inside a handler (write, tcsetattr, sigaction, raise) touch it.
static volatile sig_atomic_t active = 0;
static volatile sig_atomic_t terminal = -1;
static struct termios before;
static struct termios during;
static volatile sig_atomic_t shown = 0;
// Whether the second screen is drawn again after a stop, with what has to be cleared again.
static volatile sig_atomic_t redrawn = 0;
static volatile sig_atomic_t brackets = 0;
// Whether the process was stopped or the window changed, until somebody asks.
static volatile sig_atomic_t disturbed = 0;
static volatile sig_atomic_t rows = 0;
static const char *volatile clearing = "";
// Clears the second screen and what can be scrolled back to, and goes back to the first.
static const char clearing_secret[] = "\033[2J\033[3J\033[?1049l";
static const char clearing_pages[] = "\033[2J\033[?1049l";
// Erases one line of the first screen.
static const char clearing_line[] = "\r\033[K";
static const char brackets_on[] = "\033[?2004h";
static const char brackets_off[] = "\033[?2004l";

static void put(const char *text) {
  size_t length = 0;
  while (text[length] != 0) length++;
  ssize_t ignored = write(terminal, text, length);
  (void)ignored;
}

static const int caught[] = {SIGINT,  SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1,
                             SIGUSR2, SIGABRT, SIGSEGV, SIGBUS, SIGILL,  SIGFPE,  SIGTRAP,
                             SIGSYS,  SIGXCPU, SIGXFSZ, SIGTSTP, SIGTTIN};
enum { count = sizeof caught / sizeof caught[0] };
static struct sigaction earlier[count];
static struct sigaction earlier_size;

// Not TCSAFLUSH: it waits until the output has drained, for ever when nobody reads the terminal.
static int set_now(int file, const struct termios *settings) {
  int result = tcsetattr(file, TCSANOW, settings);
  tcflush(file, TCIFLUSH);
  return result;
}

static void put_back(void) {
  if (!active) return;
  // A background process that sets the terminal would be stopped by SIGTTOU with the echo off.
  sigset_t ttou, old;
  sigemptyset(&ttou);
  sigaddset(&ttou, SIGTTOU);
  sigprocmask(SIG_BLOCK, &ttou, &old);
  if (shown) {
    // Once: after a stop and SIGCONT there is nothing left to clear.
    shown = 0;
    put(clearing);
    for (int row = 0; row < rows; row++) put("\n");
  }
  if (brackets) put(brackets_off);
  tcsetattr(terminal, TCSANOW, &before);
  sigprocmask(SIG_SETMASK, &old, NULL);
}

static void on_signal(int number) {
  int saved = errno;
  put_back();
  if (number == SIGTSTP || number == SIGTTIN) {
    raise(SIGSTOP);
    // Here again after SIGCONT.
    disturbed = 1;
    if (redrawn) shown = 1;
    if (active) {
      set_now(terminal, &during);
      if (brackets) put(brackets_on);
    }
  } else {
    active = 0;
    for (int i = 0; i < count; i++) {
      if (caught[i] == number) sigaction(number, &earlier[i], NULL);
    }
    raise(number);
  }
  errno = saved;
}

// A window that has its old size again by the time it is asked for has lost rows all the same.
static void on_size(int number) {
  (void)number;
  disturbed = 1;
}

static void on_exit_restore(void) { put_back(); }

static int is_dumb = 0;

static void prepare(int file, enum syscalls_terminal_mode mode) {
  during = before;
  during.c_lflag |= ISIG;
  during.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
  if (mode == syscalls_terminal_secret) {
    during.c_lflag |= ICANON;
  } else {
    during.c_lflag &= ~(tcflag_t)ICANON;
    during.c_cc[VMIN] = 1;
    during.c_cc[VTIME] = 0;
  }
  int pages = mode == syscalls_terminal_pages;
  int line = mode == syscalls_terminal_line;
  redrawn = mode == syscalls_terminal_keys_shown || pages || line;
  clearing = line ? clearing_line : pages ? clearing_pages : clearing_secret;
  if (is_dumb) clearing = line ? "\n" : "";
  // Nothing else takes a secret off a terminal without a second screen.
  int size = syscalls_terminal_rows(file);
  rows = !is_dumb || pages || line ? 0 : size > 0 ? size : 24;
  brackets = mode == syscalls_terminal_typed && !is_dumb;
  shown = redrawn;
}

int syscalls_terminal_set(int file, enum syscalls_terminal_mode mode, int dumb) {
  static int registered = 0;
  if (active) return EBUSY;
  if (tcgetattr(file, &before) != 0) return errno;
  is_dumb = dumb;
  prepare(file, mode);
  if (!registered) {
    atexit(on_exit_restore);
    registered = 1;
  }
  terminal = file;
  active = 1;
  struct sigaction action = {0};
  action.sa_handler = on_signal;
  sigfillset(&action.sa_mask);
  for (int i = 0; i < count; i++) {
    sigaction(caught[i], NULL, &earlier[i]);
    // What the caller ignores (nohup) stays ignored.
    if (earlier[i].sa_handler != SIG_IGN) sigaction(caught[i], &action, NULL);
  }
  action.sa_handler = on_size;
  action.sa_flags = SA_RESTART;
  sigaction(SIGWINCH, &action, &earlier_size);
  if (set_now(file, &during) != 0) {
    int failure = errno;
    syscalls_terminal_restore();
    return failure;
  }
  if (brackets) put(brackets_on);
  return 0;
}

int syscalls_terminal_become(enum syscalls_terminal_mode mode) {
  if (!active) return EINVAL;
  // No signal may find the settings of one mode with the marks of another.
  sigset_t all, old;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &old);
  prepare(terminal, mode);
  int result = set_now(terminal, &during) == 0 ? 0 : errno;
  if (brackets) put(brackets_on);
  sigprocmask(SIG_SETMASK, &old, NULL);
  return result;
}

void syscalls_terminal_restore(void) {
  if (!active) return;
  if (shown || brackets) put_back();
  set_now(terminal, &before);
  active = 0;
  for (int i = 0; i < count; i++) sigaction(caught[i], &earlier[i], NULL);
  sigaction(SIGWINCH, &earlier_size, NULL);
}

int syscalls_terminal_was_disturbed(void) {
  int was = disturbed;
  disturbed = 0;
  return was;
}

int syscalls_terminal_is_same(int one, int other) {
  unsigned int first = 0, second = 0;
  // Not fstat: /dev/tty has a number of its own.
  return ioctl(one, TIOCGDEV, &first) == 0 && ioctl(other, TIOCGDEV, &second) == 0 &&
         first == second;
}

int syscalls_terminal_columns(int file) {
  struct winsize size;
  return ioctl(file, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int syscalls_terminal_rows(int file) {
  struct winsize size;
  return ioctl(file, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}
