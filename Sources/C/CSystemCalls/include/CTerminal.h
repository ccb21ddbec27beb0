#pragma once

/// How a terminal is set while a person answers.
enum syscalls_terminal_mode {
  /// Whole lines, not echoed: secrets.
  syscalls_terminal_secret = 0,
  /// Single bytes, echoed: long pasted text, which the line mode would cut at 4,095 bytes.
  syscalls_terminal_paste = 1,
  /// Whole lines, not echoed, while a secret stands on the second screen: whatever puts the
  /// terminal back also clears that screen and leaves it.
  syscalls_terminal_shown = 2,
  /// Single bytes, not echoed: keys that are answered one by one.
  syscalls_terminal_keys = 3,
  /// Single bytes, not echoed, while what they say stands on the second screen.
  syscalls_terminal_keys_shown = 4,
};

/// Sets the terminal and discards what was typed before the question. Until
/// syscalls_terminal_restore, every catchable signal that ends or stops the process, and exit(),
/// first put the terminal back as it was.
///
/// Returns 0 or errno. One terminal at a time.
int syscalls_terminal_set(int file, enum syscalls_terminal_mode mode);

/// Puts the terminal back as it was and discards what was typed beyond the answer.
void syscalls_terminal_restore(void);

/// Columns of the terminal, or 0 when unknown.
int syscalls_terminal_columns(int file);
/// Rows of the terminal, or 0 when unknown.
int syscalls_terminal_rows(int file);
