#pragma once

/// How a terminal is set while a person answers.
enum syscalls_terminal_mode {
  /// Whole lines, not echoed: secrets.
  syscalls_terminal_secret = 0,
  /// Single bytes, not echoed, with bracketed paste: the program echoes what it takes.
  syscalls_terminal_typed = 1,
  /// Single bytes, not echoed, while a secret stands on the second screen: whatever puts the
  /// terminal back also clears that screen and leaves it.
  syscalls_terminal_keys_shown = 2,
  /// Single bytes, not echoed: keys that are answered one by one.
  syscalls_terminal_keys = 3,
  /// As keys_shown, but what stands there is no secret: what can be scrolled back to is kept.
  syscalls_terminal_pages = 4,
  /// Single bytes, not echoed, while a line of the program stands where the cursor is: whatever puts the terminal back
  /// also erases that line.
  syscalls_terminal_line = 5,
};

/// Sets the terminal and discards what was typed before the question. Until
/// syscalls_terminal_restore, every catchable signal that ends or stops the process, and exit(),
/// first put the terminal back as it was.
///
/// A `dumb` terminal gets no escape sequences: what was shown is pushed off it by empty lines.
///
/// Returns 0 or errno. One terminal at a time.
int syscalls_terminal_set(int file, enum syscalls_terminal_mode mode, int dumb);

/// Sets the terminal to another mode, between syscalls_terminal_set and syscalls_terminal_restore,
/// without putting it back in between. From keys to any other.
int syscalls_terminal_become(enum syscalls_terminal_mode mode);

/// Puts the terminal back as it was and discards what was typed beyond the answer.
void syscalls_terminal_restore(void);

/// Whether the process was stopped or the window was given another size while the terminal was set, since this was last
/// asked: 0 or 1. By now the window may have its old size again.
int syscalls_terminal_was_disturbed(void);

/// Whether both descriptors are the same terminal, also when one was opened as /dev/tty: 0 or 1.
int syscalls_terminal_is_same(int one, int other);

/// Columns of the terminal, or 0 when unknown.
int syscalls_terminal_columns(int file);
/// Rows of the terminal, or 0 when unknown.
int syscalls_terminal_rows(int file);

// A sitting at a terminal of two processes: one has the terminal, the other one was split off and outlives it.

/// Remembers how the terminal is set, for this process and those that are split off later. It changes nothing.
///
/// Returns 0 or errno. Once, with one terminal.
int syscalls_terminal_sit_down(int file);

/// Sets the terminal so that no key is echoed, whoever has it next; lines stay lines. From the first call on every
/// catchable signal that ends the process, and exit(), put it back as it was before the sitting.
///
/// Returns 0 or errno. Only in the process that has the terminal.
int syscalls_terminal_hush(void);

/// Puts the terminal back as it was before the sitting, in the process that has it, and discards what was typed; not where
/// somebody else has set it meanwhile.
void syscalls_terminal_get_up(void);

/// The same in the process that was split off, after the other one has ended: where that was killed before it could, or
/// while something was running on the terminal, both screens are cleared and the first one is shown. `said` is written
/// where it was killed.
void syscalls_terminal_clear_up(int was_running, const char *said);
