#pragma once
#include <poll.h>
#include <sys/types.h>

// relay.c: the terminal of a reviewer, and what its parent does with the real one.

/// Makes a pseudo-terminal that stands for `terminal`: of its size, with lines that are neither echoed nor changed, as
/// the real one does both. The master reads in packets (TIOCPKT) and never blocks; both are close-on-exec. 0 or -errno.
int syscalls_pty(int terminal, int *master, int *slave);
/// fork(2): 0 in the child. For a process with one thread.
pid_t syscalls_fork(void);
/// Leaves the session and its terminal for a session of its own on another one. 0 or -errno.
int syscalls_take_terminal(int terminal);
/// The number of a descriptor that is the master of a pseudo-terminal, else -errno.
int syscalls_pty_number(int file);
/// Whether a process is a child of this one that was not waited for yet: 0 or 1.
int syscalls_is_child(pid_t process);
/// Sends every signal that is pending or comes later to whom they were for before.
void syscalls_unblock_signals(void);

/// From here on signals that end or stop this process do so by ending `reviewer` too, and putting `terminal` (or -1)
/// back. Until syscalls_relay_let they are held, but in syscalls_relay_wait.
void syscalls_relay_begin(pid_t reviewer, int terminal);
/// poll(2) with signals let in; at most so many milliseconds. Gives what poll gives, -EINTR after a signal.
int syscalls_relay_wait(struct pollfd *files, int count, int milliseconds);
/// The signal that asks for the end, or 0.
int syscalls_relay_ending(void);
/// Whether a stop was asked for since the last time: 0 or 1.
int syscalls_relay_stopping(void);
/// Signals do again what they do without a relay, or are held again.
void syscalls_relay_let(int through);
/// From here on, until the next call, the end of the reviewer is the end of this process, or is not.
void syscalls_relay_await(int awaited);
/// Keys go through one by one and are not echoed by the terminal; what was typed before is discarded.
///
/// Whatever ends this process puts the terminal back first. 0 or -errno.
int syscalls_relay_raw(void);
/// The terminal as it was; what was typed beyond is discarded.
void syscalls_relay_cooked(void);
/// Stops the reviewer and this process until SIGCONT, then lets the reviewer go on.
void syscalls_relay_stop(void);
/// Ends the reviewer by a signal, after a second by SIGKILL, and waits for its end.
void syscalls_relay_end_reviewer(int number);
/// Whether the reviewer has ended: 0 or 1.
int syscalls_relay_has_ended(void);
/// Waits for the reviewer's end: its exit code, or minus the signal that ended it; 1 when it was waited for before.
int syscalls_relay_reap(void);
/// In the reviewer: at exit() a mark is written to its terminal, `request` is closed and `answer` read to its end, so
/// that everything before the mark has reached the screen. The kernel may drop what a terminal's owner leaves unread.
void syscalls_relay_finish_at_exit(int request, int answer, const char *mark);
/// Ends this process by a signal, as without a handler.
void syscalls_relay_die(int number);
/// Whether the lines of a terminal are read key by key, as a question of this program sets it: 0 or 1.
int syscalls_is_asking(int master);
/// Gives `to` the size of `from`, when it has another one.
void syscalls_copy_size(int from, int to);
