internal import CSystemCalls
internal import Glibc
internal import TerminalUI

/// The side of `key-keeper`: how it was started, and the loop that answers.
package enum KeeperService {
  /// The first argument of a process that answers messages; ``Start`` says what follows.
  package static let mark = "--serve"
  /// Stands where the number of a terminal would, for a reviewer that has none.
  static let noTerminal = "-"
  /// Stands behind the number of a terminal that is the standard input, too.
  static let typed = ":stdin"

  /// What a process was started with: its descriptors by their numbers, and the arguments of the command.
  package struct Start: Equatable, Sendable {
    /// Where messages come from.
    package let input: Int32
    /// Where answers go.
    package let output: Int32
    /// The master of the reviewer's terminal; nil when there is no terminal.
    package let master: Int32?
    /// Whether the reviewer reads lines that are typed: its standard input is the terminal, and its command reads that.
    package let readsLines: Bool
    /// The process of the reviewer, a child of this one.
    package let reviewer: Int32
    /// The command line of the reviewer.
    package let arguments: [String]
  }

  /// Reads `--serve INPUT OUTPUT TERMINAL REVIEWER ARGUMENT...`; nil when it is anything else, or the numbers are not
  /// of two pipes, of a pseudo-terminal's master (or `-`), and of a child.
  ///
  /// `:stdin` may stand behind the master's.
  package static func start(_ arguments: [String]) -> Start? {
    guard arguments.count >= 5, arguments[0] == mark, let input = pipe(arguments[1]),
      let output = pipe(arguments[2]), input != output, let reviewer = Int32(arguments[4]),
      syscalls_is_child(reviewer) == 1
    else { return nil }
    var master: Int32?
    let isTyped = arguments[3].hasSuffix(typed)
    if arguments[3] != noTerminal {
      let digits = isTyped ? arguments[3].dropLast(typed.utf8.count) : arguments[3][...]
      guard let number = Int32(digits), number > 2, syscalls_pty_number(number) >= 0 else {
        return nil
      }
      master = number
    }
    let command = Array(arguments[5...])
    return Start(
      input: input, output: output, master: master,
      readsLines: isTyped && KeeperCommands.readStandardInput(command), reviewer: reviewer,
      arguments: command)
  }

  /// Closes what the person's shell and the reviewer had open besides the pipes, the reviewer's terminal, the standard
  /// streams and the descriptors that passphrases come from.
  ///
  /// False when the kernel refuses; then the process must not go on.
  package static func keepOnly(_ start: Start) -> Bool {
    let kept =
      KeeperCommands.descriptors(in: start.arguments) + [start.input, start.output]
      + (start.master.map { [$0] } ?? [])
    var lowest: Int32 = 3
    for file in Set(kept).sorted() where file >= 3 {
      if file > lowest, syscalls_close_between(lowest, file - 1) != 0 { return false }
      lowest = file + 1
    }
    return syscalls_close_above(lowest) == 0
  }

  /// Answers one message after the other, and relays between them, until the reviewer has ended; gives its exit code.
  ///
  /// A signal that ended it ends this process as well.
  ///
  /// - Throws: ``KeeperProcessError`` when there is no terminal, a message is too long or the pipe breaks; nothing more
  ///   can be answered then, and the end of this process ends the reviewer.
  package static func serve(
    _ start: Start, handler: ([UInt8]) -> [UInt8]
  ) throws(KeeperProcessError) -> Int32 {
    let relay = try TerminalRelay(
      master: start.master, reviewer: start.reviewer,
      readsLines: start.readsLines, stage: Stage.ofProcess)
    while relay.waitForRequest(on: start.input) {
      relay.hold()
      guard let request = try KeeperFrames.read(from: start.input) else { break }
      let answer = relay.whileAwaited { handler(request) }
      // The reviewer may end with this answer, and this process with it: by a signal, after which nothing runs.
      syscalls_wipe_stack()
      try KeeperFrames.write(answer, to: start.output)
      relay.goOn()
    }
    let status = relay.finish(closing: start.output)
    if status < 0 { syscalls_relay_die(-status) }
    return status
  }

  private static func pipe(_ text: String) -> Int32? {
    var status = stat()
    guard let number = Int32(text), number > 2, fstat(number, &status) == 0,
      status.st_mode & S_IFMT == S_IFIFO
    else { return nil }
    return number
  }
}
