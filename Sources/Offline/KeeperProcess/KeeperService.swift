internal import CSystemCalls
internal import Glibc

/// The side of `key-keeper`: how it was started, and the loop that answers.
package enum KeeperService {
  /// The first argument of a process that answers messages; behind it stand the numbers of its two pipes.
  package static let mark = "--serve"

  /// What a process was started with: its pipes by their numbers, and the arguments of the command.
  package struct Start: Equatable, Sendable {
    /// Where messages come from.
    package let input: Int32
    /// Where answers go.
    package let output: Int32
    /// The command line of the reviewer.
    package let arguments: [String]
  }

  /// Reads `--serve INPUT OUTPUT ARGUMENT...`; nil when it is anything else, or the numbers are no pipes.
  package static func start(_ arguments: [String]) -> Start? {
    guard arguments.count >= 3, arguments[0] == mark, let input = pipe(arguments[1]),
      let output = pipe(arguments[2]), input != output
    else { return nil }
    return Start(input: input, output: output, arguments: Array(arguments[3...]))
  }

  /// Closes what the reviewer had open besides the pipes, the standard streams and the descriptors that
  /// passphrases come from, and ends this process with the reviewer.
  ///
  /// False when the kernel refuses; then the process must not go on.
  package static func keepOnly(_ start: Start) -> Bool {
    // A terminal that was set for an answer is put back at this signal, not at SIGKILL.
    guard syscalls_set_parent_death_signal(SIGTERM) == 0 else { return false }
    let kept = KeeperCommands.descriptors(in: start.arguments) + [start.input, start.output]
    var lowest: Int32 = 3
    for file in Set(kept).sorted() where file >= 3 {
      if file > lowest, syscalls_close_between(lowest, file - 1) != 0 { return false }
      lowest = file + 1
    }
    return syscalls_close_above(lowest) == 0
  }

  /// Answers one message after the other until the reviewer closes its end.
  ///
  /// - Throws: ``KeeperProcessError`` when a message is too long or the pipe breaks; nothing more can be answered then.
  package static func serve(
    input: Int32, output: Int32, handler: ([UInt8]) -> [UInt8]
  ) throws(KeeperProcessError) {
    while let request = try KeeperFrames.read(from: input) {
      let answer = handler(request)
      // The reviewer may end with this answer, and this process with it: by a signal, after which nothing runs.
      syscalls_wipe_stack()
      try KeeperFrames.write(answer, to: output)
    }
  }

  private static func pipe(_ text: String) -> Int32? {
    var status = stat()
    guard let number = Int32(text), number > 2, fstat(number, &status) == 0,
      status.st_mode & S_IFMT == S_IFIFO
    else { return nil }
    return number
  }
}
