internal import CSystemCalls
internal import EncryptedVault
internal import Glibc
internal import HelperProcesses
internal import Isolation
internal import KeeperProcess
package import SheetPrinting
internal import SignerDesk
internal import SignerHome
internal import TerminalUI

/// What the desk's starter does: it waits for orders of the desk, and starts what is on the list of its commands.
///
/// Nothing secret reaches its memory: a passphrase goes from one pipe into another one inside of the kernel. It opens no
/// file; whoever has taken the desk over has no more of it than the commands of the desk's pages, each with a fence,
/// questions and a last consent of its own.
package struct DeskStarterService: ~Copyable {
  /// Seconds that opening the vault may take.
  private static let openingLimit = 120
  /// Seconds that the look at the machine may take, for a number that a person has just seen.
  private static let checkingLimit = 30
  /// Seconds that a folder may take to say what lies in it: a stick that has slept takes two or three.
  private static let listingLimit = 5
  /// How long the passphrase of an order may take, which is written right behind it, in milliseconds.
  private static let passphraseLimit: Int32 = 10_000
  /// How often it is looked whether a command has ended, in milliseconds.
  private static let pause: Int32 = 50
  /// The descriptor on which a command is handed the passphrase.
  private static let passphraseDescriptor: Int32 = 3

  private let home: String
  /// What prints through CUPS; each is used once.
  private var printers: [PrinterHelper]
  private let catalogue: DeskCatalogue
  private var orders: Int32 = -1
  private var passphrases: Int32 = -1
  private var answers: Int32 = -1
  /// Whether the desk ended while a command had the terminal.
  private var endedMidway = false

  /// What stands on the screen where the desk could not say anything any more; the shell's prompt was cleared with the rest.
  private static let killed =
    "The desk was killed. The screen was cleared; press Enter for a prompt.\n"

  /// Takes the folder of the home, and what prints through CUPS.
  package init(home: String, printers: [PrinterHelper]) {
    self.home = home
    self.printers = printers
    catalogue = DeskCatalogue { EntryName($0) != nil }
  }

  /// Does what is ordered until the desk has ended, or says what it never says.
  consuming func serve(orders: Int32, passphrases: Int32, answers: Int32) {
    (self.orders, self.passphrases, self.answers) = (orders, passphrases, answers)
    // Keys that end or suspend a command are the command's; it ends with the desk.
    for number in [SIGINT, SIGQUIT, SIGTSTP, SIGPIPE] { signal(number, SIG_IGN) }
    // Whoever hangs up ends the desk, and what is left then is put right; commands are ended by it as ever.
    signal(SIGHUP) { _ in }
    var goesOn = true
    while goesOn, let order = next() {
      // Those that were left alone, once they have ended after all.
      while waitpid(-1, nil, WNOHANG) > 0 {}
      goesOn = take(order)
    }
    syscalls_terminal_clear_up(endedMidway ? 1 : 0, Self.killed)
  }

  private func next() -> DeskOrder? {
    (try? KeeperFrames.read(from: orders, limit: DeskOrder.limit)).flatMap { $0 }
      .flatMap { DeskOrder($0) }
  }

  /// False when nobody hears the answer.
  private func say(_ answer: DeskAnswer) -> Bool {
    (try? KeeperFrames.write(answer.encoded, to: answers)) != nil
  }

  private mutating func take(_ order: DeskOrder) -> Bool {
    // First of all: what is refused must not leave it for the next one.
    guard let passphrase = takePassphrase(order.passphrase) else { return false }
    defer { if passphrase >= 0 { close(passphrase) } }
    do throws(HelperError) {
      switch order {
      case .run(let deed, _):
        guard catalogue.has(deed), deed.opensVault || passphrase < 0 else { return say(.refused) }
        return try run(deed, passphrase)
      case .status:
        return try relay(["status", "--json"], passphrase, seconds: Self.openingLimit)
      case .checks: return try relay(["doctor", "--json"], -1, seconds: Self.checkingLimit)
      case .list(let folder):
        guard DeskCatalogue.isPath(folder) else { return say(.refused) }
        return try relay([ReachableFiles.listing, folder], -1, seconds: Self.listingLimit)
      case .look: return say(look())
      // It has ended by itself meanwhile, which was said.
      case .end: return true
      }
    } catch {
      return say(.failed(error))
    }
  }

  /// A pipe with the next bytes of the passphrases and no more behind them; -1 for none, nil where they do not come: then
  /// what comes later would be another order's.
  private func takePassphrase(_ count: Int) -> Int32? {
    guard count > 0 else { return -1 }
    guard let pipe = try? DescriptorPair.pipe() else { return nil }
    defer { close(pipe.writer) }
    var left = count
    while left > 0 {
      var waiting = pollfd(fd: passphrases, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, Self.passphraseLimit)
      if ready < 0, errno == EINTR { continue }
      let moved = ready > 0 ? syscalls_move_pipe(passphrases, pipe.writer, left) : 0
      guard moved > 0 else {
        close(pipe.reader)
        return nil
      }
      left -= Int(moved)
    }
    return pipe.reader
  }

  // MARK: Programs

  /// The program that a person would start: beside key-keeper, which this is.
  private static func program() throws(HelperError) -> String {
    let own = try OwnProgram.path()
    return own.hasSuffix("/key-keeper") ? try HelperProcess.path(of: "offline-signer") : own
  }

  private static func environment(stage title: String?, isRehearsal: Bool = false) -> [String] {
    var lines: [String] = []
    var next = environ
    while let entry = next.pointee {
      let line = String(cString: entry)
      let own = [
        Stage.variable, Stage.rehearsalVariable, "OFFLINE_SIGNER_PRINTER",
        KeeperProcess.starterVariable,
      ]
      if !own.contains(where: { line.hasPrefix($0 + "=") }) { lines.append(line) }
      next += 1
    }
    guard let title else { return lines }
    return lines + [
      "\(Stage.variable)=\(title)", "\(KeeperProcess.starterVariable)=\(getpid())",
    ] + (isRehearsal ? ["\(Stage.rehearsalVariable)=yes"] : [])
  }

  private static func start(
    _ arguments: [String], _ passphrase: Int32, environment: [String],
    streams: [(from: Int32, to: Int32)], standing: ProgramStart.Standing
  ) throws(HelperError) -> pid_t {
    let isHanded = passphrase >= 0
    return try ProgramStart.start(
      program(),
      arguments + (isHanded ? ["--passphrase-fd", "\(passphraseDescriptor)"] : []),
      environment: environment,
      descriptors: streams + (isHanded ? [(from: passphrase, to: passphraseDescriptor)] : []),
      standing: standing)
  }

  // MARK: Commands on the terminal

  /// Runs a command on this terminal, with the standard streams of this process, to its end.
  private mutating func run(_ deed: DeskDeed, _ passphrase: Int32) throws(HelperError) -> Bool {
    let printer = deed.arguments.contains("--printer") ? printers.popLast() : nil
    let handing = printer?.handing(from: Self.passphraseDescriptor + 1)
    let isRehearsal =
      !deed.maySpendRealCoins
      && (deed.practiceNetwork != nil || look() == .home(hasVault: true, isMainnet: false))
    let process = try Self.start(
      deed.arguments, passphrase,
      environment: Self.environment(stage: deed.title, isRehearsal: isRehearsal)
        + (handing.map { [$0.environment] } ?? []),
      streams: handing?.descriptors ?? [], standing: .beside)
    // It is the command's, and ends with it.
    printer?.giveUp()
    var run = StagedRun(process)
    guard say(.started(process: process)) else {
      run.end()
      endedMidway = true
      return false
    }
    while true {
      if let code = run.exitCode() { return say(.ended(code)) }
      var file = pollfd(fd: orders, events: Int16(POLLIN), revents: 0)
      guard poll(&file, 1, Self.pause) > 0 else { continue }
      // It is to end, or the desk has.
      let order = next()
      run.end()
      endedMidway = order != .end
      return order == .end && say(.ended(128 + SIGTERM))
    }
  }

  // MARK: Commands with a result

  /// Runs a command without a terminal, and passes on what it writes.
  ///
  /// - Throws: `HelperError`; `timedOut` after so many seconds: then it is made to end, and left alone if it does not.
  private func relay(
    _ arguments: [String], _ passphrase: Int32, seconds: Int
  ) throws(HelperError) -> Bool {
    let output = try DescriptorPair.pipe()
    let talk = try DescriptorPair.pipe()
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { for file in [output.reader, talk.reader, nothing] { close(file) } }
    let process: pid_t
    do throws(HelperError) {
      process = try Self.start(
        arguments, passphrase, environment: Self.environment(stage: nil),
        streams: [
          (from: nothing, to: STDIN_FILENO), (from: output.writer, to: STDOUT_FILENO),
          (from: talk.writer, to: STDERR_FILENO),
        ], standing: .ownSession)
    } catch {
      close(output.writer)
      close(talk.writer)
      throw error
    }
    close(output.writer)
    close(talk.writer)
    let end = pass(output.reader, talk.reader, seconds: seconds)
    if end != .whole { kill(-process, SIGKILL) }
    // What waits for a broken device may not end even by force.
    let status = StagedRun.collect(process, within: StagedRun.grace)
    // One that has closed its results and goes on.
    if status == nil { kill(-process, SIGKILL) }
    guard end != .unheard else { return false }
    guard let status, end == .whole else { throw .timedOut(seconds: seconds) }
    return say(.ended(StagedRun.exitCode(of: status)))
  }

  /// How passing a result on came to its end.
  private enum Passed {
    /// All of it was passed on.
    case whole
    /// It took too long, or was too much.
    case broken
    /// The desk is gone.
    case unheard
  }

  /// The most bytes of a result.
  private static let outputLimit = 16 << 20

  private func pass(_ output: Int32, _ talk: Int32, seconds: Int) -> Passed {
    let deadline = HelperProcess.now + Double(seconds)
    var files = [output, talk]
    var passed = 0
    var buffer = [UInt8](repeating: 0, count: DeskAnswer.limit - 1)
    while files.contains(where: { $0 >= 0 }) {
      let left = deadline - HelperProcess.now
      guard left > 0, passed <= Self.outputLimit else { return .broken }
      // Orders are not read meanwhile; that the desk has ended is seen all the same.
      var waiting = (files + [orders]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      waiting[2].events = 0
      let ready = poll(&waiting, 3, Int32(min(left, 1) * 1_000) + 1)
      if ready < 0, errno != EINTR { return .broken }
      guard ready > 0 else { continue }
      if waiting[2].revents != 0 { return .unheard }
      for index in files.indices where waiting[index].revents != 0 {
        let count = Glibc.read(files[index], &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          files[index] = -1
          continue
        }
        passed += count
        let piece = Array(buffer.prefix(count))
        guard say(index == 0 ? .output(piece) : .talk(piece)) else { return .unheard }
      }
    }
    return .whole
  }

  // MARK: The home

  /// What a look at the home answers, as an exit code.
  private enum Seen: Int32 {
    case nothing = 10
    case vault
    case vaultOfMainnet
  }

  /// Has a process of its own look at the home, behind a fence: it reads the vault's file.
  private func look() -> DeskAnswer {
    let process = syscalls_fork()
    guard process != 0 else {
      // It reads a file that others may have written: an exit code is all that it can say.
      syscalls_close_above(3)
      _exit(Self.look(at: home)?.rawValue ?? 1)
    }
    guard process > 0, let status = StagedRun.collect(process, within: Double(Self.openingLimit))
    else {
      if process > 0 { kill(process, SIGKILL) }
      return .unseen
    }
    return switch Seen(rawValue: StagedRun.exitCode(of: status)) {
    case .nothing: .home(hasVault: false, isMainnet: false)
    case .vault: .home(hasVault: true, isMainnet: false)
    case .vaultOfMainnet: .home(hasVault: true, isMainnet: true)
    case nil: .unseen
    }
  }

  private static func look(at home: String) -> Seen? {
    do {
      var fence = FileFence.ofKeeper()
      fence.allow(home, .read)
      _ = try fence.raise()
      try Isolation.allowOnlyKeeping()
      return seen(in: home)
    } catch {
      return nil
    }
  }

  private static func seen(in home: String) -> Seen? {
    guard let hasVault = try? Vault.exists(in: home) else { return nil }
    guard hasVault else { return .nothing }
    return isForMainnet(home) ? .vaultOfMainnet : .vault
  }

  /// Whether the vault of a home is for mainnet; one that does not say is treated as if it were.
  static func isForMainnet(_ home: String) -> Bool {
    (try? Vault.isForMainnet(in: home)).flatMap { $0 } ?? true
  }
}
