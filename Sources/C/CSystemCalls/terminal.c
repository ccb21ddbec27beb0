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
// Clears the second screen and what can be scrolled back to, and goes back to the first.
static const char clearing[] = "\033[2J\033[3J\033[?1049l";

static const int caught[] = {SIGINT,  SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1,
                             SIGUSR2, SIGABRT, SIGSEGV, SIGBUS, SIGILL,  SIGFPE,  SIGTRAP,
                             SIGSYS,  SIGXCPU, SIGXFSZ, SIGTSTP, SIGTTIN};
enum { count = sizeof caught / sizeof caught[0] };
static struct sigaction earlier[count];

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
    ssize_t ignored = write(terminal, clearing, sizeof clearing - 1);
    (void)ignored;
  }
  tcsetattr(terminal, TCSANOW, &before);
  sigprocmask(SIG_SETMASK, &old, NULL);
}

static void on_signal(int number) {
  int saved = errno;
  put_back();
  if (number == SIGTSTP || number == SIGTTIN) {
    raise(SIGSTOP);
    // Here again after SIGCONT.
    if (redrawn) shown = 1;
    if (active) set_now(terminal, &during);
  } else {
    active = 0;
    for (int i = 0; i < count; i++) {
      if (caught[i] == number) sigaction(number, &earlier[i], NULL);
    }
    raise(number);
  }
  errno = saved;
}

static void on_exit_restore(void) { put_back(); }

int syscalls_terminal_set(int file, enum syscalls_terminal_mode mode) {
  static int registered = 0;
  if (active) return EBUSY;
  if (tcgetattr(file, &before) != 0) return errno;
  during = before;
  int lines = mode == syscalls_terminal_secret || mode == syscalls_terminal_shown;
  during.c_lflag |= ISIG;
  if (mode == syscalls_terminal_paste) {
    during.c_lflag |= ECHO;
  } else {
    during.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
  }
  if (lines) {
    during.c_lflag |= ICANON;
  } else {
    during.c_lflag &= ~(tcflag_t)ICANON;
    during.c_cc[VMIN] = 1;
    during.c_cc[VTIME] = 0;
  }
  if (!registered) {
    atexit(on_exit_restore);
    registered = 1;
  }
  terminal = file;
  redrawn = mode == syscalls_terminal_keys_shown;
  shown = redrawn || mode == syscalls_terminal_shown;
  active = 1;
  struct sigaction action = {0};
  action.sa_handler = on_signal;
  sigfillset(&action.sa_mask);
  for (int i = 0; i < count; i++) {
    sigaction(caught[i], NULL, &earlier[i]);
    // What the caller ignores (nohup) stays ignored.
    if (earlier[i].sa_handler != SIG_IGN) sigaction(caught[i], &action, NULL);
  }
  if (set_now(file, &during) != 0) {
    int failure = errno;
    syscalls_terminal_restore();
    return failure;
  }
  return 0;
}

void syscalls_terminal_restore(void) {
  if (!active) return;
  if (shown) put_back();
  set_now(terminal, &before);
  active = 0;
  for (int i = 0; i < count; i++) sigaction(caught[i], &earlier[i], NULL);
}

int syscalls_terminal_columns(int file) {
  struct winsize size;
  return ioctl(file, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int syscalls_terminal_rows(int file) {
  struct winsize size;
  return ioctl(file, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}
