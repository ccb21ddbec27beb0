internal import CSystemCalls
internal import TerminalUI

/// The terminal of the desk, which echoes no key from the first page to the end of the sitting, while commands run too.
///
/// What is typed ahead while a vault is opened may be a word of a seed. Whoever asks a question echoes by itself what may
/// be seen, and puts the terminal back as it found it: silent.
enum QuietTerminal {
  /// Remembers how a terminal is set, in this process and in those that are split off later.
  ///
  /// - Throws: `ProgramError`.
  static func sitDown(at file: Int32) throws(ProgramError) {
    try check(syscalls_terminal_sit_down(file), "look at")
  }

  /// Silences it; from then on every end of this process that can be caught puts it back.
  ///
  /// - Throws: `ProgramError`.
  static func hush() throws(ProgramError) { try check(syscalls_terminal_hush(), "set") }

  /// Silences it again, where a command was killed.
  static func hushAgain() { _ = syscalls_terminal_hush() }

  /// Puts it back as it was before the sitting.
  static func getUp() { syscalls_terminal_get_up() }

  private static func check(_ code: Int32, _ operation: String) throws(ProgramError) {
    guard code == 0 else {
      throw ProgramError(ScreenError.terminal(operation: operation, code: code))
    }
  }
}
