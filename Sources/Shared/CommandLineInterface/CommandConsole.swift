public import TerminalUI

/// The console of the command that runs: the parser makes commands, so it cannot be handed over.
public enum CommandConsole {
  /// That of the terminal until an entry sets its own.
  @TaskLocal public static var current = Console()
}
