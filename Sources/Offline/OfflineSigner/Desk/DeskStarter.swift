internal import CSystemCalls
internal import Glibc
package import HelperProcesses
internal import KeeperProcess
internal import SecureMemory
package import SignerDesk
internal import Synchronization
internal import TerminalUI

/// The process that starts commands for the desk, as the desk sees it: it was split off before the desk's fence, and the
/// desk can start nothing itself (docs/decisions/0051).
///
/// There are three pipes: orders, passphrases, and what it answers. It ends with the desk, and what it runs with it.
package final class DeskStarter: Sendable {
  /// How long it may take to end, in seconds: a command that is asked to end has three, and three more by force.
  private static let patience: Double = 8
  /// How long a command is waited for that nobody starts or ends any more, in seconds.
  private static let orphansPatience: Double = 3

  private let process: pid_t
  private let orders: Int32
  private let passphrases: Int32
  private let answers: Int32
  /// The command that runs on the terminal; 0 for none.
  private let running = Mutex<pid_t>(0)

  private init(process: pid_t, orders: Int32, passphrases: Int32, answers: Int32) {
    self.process = process
    self.orders = orders
    self.passphrases = passphrases
    self.answers = answers
  }

  /// Splits off a process that does what `service` does; only here, in the process that was started, it comes back.
  ///
  /// While there is one thread, no fence and no secret. What the service holds besides is to be given up here.
  ///
  /// - Throws: `cannotStart`.
  package static func split(
    _ service: consuming DeskStarterService
  ) throws(HelperError) -> DeskStarter {
    // Whoever writes to one that has ended finds out by the error.
    signal(SIGPIPE, SIG_IGN)
    // A parent that ignores it would have taken the exit codes of commands away.
    signal(SIGCHLD, SIG_DFL)
    let orders = try DescriptorPair.pipe()
    let passphrases = try DescriptorPair.pipe()
    let answers = try DescriptorPair.pipe()
    let process = syscalls_fork()
    guard process >= 0 else { throw .cannotStart(code: -process) }
    guard process != 0 else {
      for file in [orders.writer, passphrases.writer, answers.reader] { close(file) }
      service.serve(
        orders: orders.reader, passphrases: passphrases.reader, answers: answers.writer)
      // Nothing of what the desk does at its own end.
      _exit(0)
    }
    for file in [orders.reader, passphrases.reader, answers.writer] { close(file) }
    return DeskStarter(
      process: process, orders: orders.writer, passphrases: passphrases.writer,
      answers: answers.reader)
  }

  /// Whether it is gone, while nothing is being waited for.
  package var hasEnded: Bool {
    var file = pollfd(fd: answers, events: 0, revents: 0)
    return poll(&file, 1, 0) > 0
  }

  /// Ends it, by closing what it reads, and waits until it and what it runs have ended.
  package func finish() {
    for file in [orders, passphrases, answers] { close(file) }
    let deadline = HelperProcess.now + Self.patience
    while HelperProcess.now < deadline {
      let ended = waitpid(process, nil, WNOHANG)
      if ended == process || (ended < 0 && errno != EINTR) { return }
      _ = poll(nil, 0, 2)
    }
  }

  // MARK: Commands on the terminal

  /// Starts a command on the terminal.
  ///
  /// - Throws: ``DeskStarterError``.
  package func start(_ deed: DeskDeed, passphrase: HeldPassphrase?) throws(DeskStarterError) {
    try order(.run(deed, passphrase: passphrase?.count ?? 0), passphrase)
    switch try answer() {
    case .started(let process): running.withLock { $0 = process }
    case .failed(let error): throw .helper(error)
    case .refused: throw .refused
    default: throw .gone
    }
  }

  /// The exit code of what runs on the terminal, if it comes within so many milliseconds; 128 and the number of a signal
  /// that ended it.
  ///
  /// - Throws: `gone`.
  package func exitCode(within milliseconds: Int32) throws(DeskStarterError) -> Int32? {
    var file = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
    guard poll(&file, 1, milliseconds) > 0 else { return nil }
    guard case .ended(let code) = try answer() else { throw .gone }
    running.withLock { $0 = 0 }
    return code
  }

  /// Has what runs on the terminal ended: it is asked to, after a while made to, and in the end left alone.
  ///
  /// - Throws: `gone`.
  package func end() throws(DeskStarterError) {
    try order(.end, nil)
    guard case .ended = try answer() else { throw .gone }
    running.withLock { $0 = 0 }
  }

  /// Waits a while for what runs on the terminal after its starter is gone: the kernel has it end, and it puts the terminal
  /// back, which would wipe what is said now.
  package func waitForOrphan() {
    let process = running.withLock { $0 }
    let deadline = HelperProcess.now + Self.orphansPatience
    var status = stat()
    while process > 0, stat("/proc/\(process)", &status) == 0, HelperProcess.now < deadline {
      _ = poll(nil, 0, 10)
    }
  }

  // MARK: Answers

  /// What `status` or the list of a folder says.
  ///
  /// - Throws: ``DeskStarterError``.
  package func read(
    _ order: DeskOrder, passphrase: HeldPassphrase?
  ) throws(DeskStarterError) -> (code: Int32, output: [UInt8], talk: String) {
    try self.order(order, passphrase)
    var (output, talk): ([UInt8], [UInt8]) = ([], [])
    while true {
      switch try answer() {
      case .output(let bytes): output += bytes
      case .talk(let bytes): talk += bytes
      case .ended(let code): return (code, output, String(decoding: talk, as: UTF8.self))
      case .failed(let error): throw .helper(error)
      case .refused: throw .refused
      default: throw .gone
      }
    }
  }

  /// Whether the home has a vault, and whether that is for mainnet; nil when it cannot be looked at.
  ///
  /// - Throws: `gone`.
  package func look() throws(DeskStarterError) -> (hasVault: Bool, isMainnet: Bool)? {
    try order(.look, nil)
    switch try answer() {
    case .home(let hasVault, let isMainnet): return (hasVault, isMainnet)
    case .unseen: return nil
    default: throw .gone
    }
  }

  /// Sends an order, and the passphrase through a pipe of its own, which takes it whole.
  private func order(
    _ order: DeskOrder, _ passphrase: HeldPassphrase?
  ) throws(DeskStarterError) {
    do throws(KeeperProcessError) {
      try KeeperFrames.write(order.encoded, to: orders)
    } catch {
      throw .gone
    }
    guard let passphrase, order.passphrase > 0 else { return }
    let isWritten = passphrase.secret.withUnsafeBytes { bytes in
      Glibc.write(passphrases, bytes.baseAddress, bytes.count) == bytes.count
    }
    guard isWritten else { throw .gone }
  }

  private func answer() throws(DeskStarterError) -> DeskAnswer {
    let bytes = (try? KeeperFrames.read(from: answers, limit: DeskAnswer.limit)).flatMap { $0 }
    guard let answer = bytes.flatMap({ DeskAnswer($0) }) else { throw .gone }
    return answer
  }
}

/// Why the desk's starter started nothing.
package enum DeskStarterError: Error, Equatable {
  /// The program is not what it was, or the machine does not let it start.
  case helper(HelperError)
  /// The desk asked for what is none of its commands.
  case refused
  /// The starter has ended, or says what it never says.
  case gone
}

extension ProgramError {
  init(_ error: DeskStarterError) {
    switch error {
    case .helper(let error):
      self.init(
        "this program could not be started: \(error)",
        hint: "install it again, or run the command by hand")
    case .refused:
      self.init(
        "the desk asked for a command that is not on its list, and nothing was started",
        hint: "run the command by hand")
    case .gone:
      self.init(
        "the part of the desk that starts commands has ended", hint: "start the desk again")
    }
  }
}
