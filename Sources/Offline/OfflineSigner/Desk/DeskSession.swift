internal import Bytes
internal import EncryptedVault
internal import Glibc
internal import HelperProcesses
internal import Isolation
internal import Refusals
internal import SheetPrinting
internal import SignerDesk
internal import SignerHome
internal import TerminalUI

/// A sitting at the desk: it draws the desk, holds the passphrase while the vault is open, and has commands of this
/// program run on the same terminal.
///
/// It is behind a fence, reads no file and no payment, and starts nothing: what it knows of the home is what its starter
/// says, and what `status --json` does.
final class DeskSession {
  /// How often the machine is looked at, in seconds.
  private static let lookEvery: Double = 2
  /// How often a running command is looked at, in milliseconds.
  private static let pause: Int32 = 200

  private let environment: SignerEnvironment
  private let console: Console
  private var desk: Desk
  private var reader = DeskKeyReader()
  private var passphrase: HeldPassphrase?
  /// What starts commands.
  private let starter: DeskStarter
  /// What was found on the machine when the vault was opened.
  private var machine: MachineFindings?
  private var looked: Double = 0
  private var lastKey = DeskSession.now
  private let terminal = TerminalTimes()

  /// Splits this process in two: what comes back from here is the desk, behind its fence.
  ///
  /// - Throws: `ProgramError` without a home or a terminal.
  init(_ environment: SignerEnvironment, _ console: Console) throws(ProgramError) {
    self.environment = environment
    self.console = console
    guard environment.screen.canAsk, environment.screen.talkIsWhereQuestionsAre else {
      throw ProgramError(
        "there is no terminal to sit at",
        hint:
          "run it on a terminal of its own; scripts use the commands themselves: --help lists them")
    }
    guard !TerminalStyle.ofProcess.isDumb else {
      throw ProgramError(
        "this terminal cannot show a full screen (TERM is dumb)",
        hint: "run it in another terminal; the commands themselves work here: --help lists them")
    }
    let home = try Self.home(environment)
    // Later the starter looks: this is the only time that the desk itself opens the vault's file.
    let hasVault = try hinted { () throws(VaultError) in try Vault.exists(in: home) }
    let isMainnet = hasVault && DeskStarterService.isForMainnet(home)
    try QuietTerminal.sitDown(at: STDERR_FILENO)
    // Not to be suspended with an open vault, which nobody would lock; nor is what it runs.
    signal(SIGTSTP, SIG_IGN)
    do throws(HelperError) {
      starter = try DeskStarter.split(
        DeskStarterService(home: home, printers: environment.printers))
    } catch {
      throw ProgramError(DeskStarterError.helper(error))
    }
    for printer in environment.printers { printer.giveUp() }
    try hinted { () throws(IsolationError) in try environment.confineDesk() }
    desk = Desk(
      DeskHome(
        hasVault: hasVault, isMainnet: isMainnet, files: MachineFiles(starter: starter),
        printsThroughCUPS: !environment.printers.isEmpty,
        isName: { EntryName($0)?.isSeedName ?? false }, now: environment.now))
  }

  private static func home(_ environment: SignerEnvironment) throws(ProgramError) -> String {
    guard let home = environment.home else {
      throw ProgramError(
        "neither OFFLINE_SIGNER_HOME nor HOME is set",
        hint: "set OFFLINE_SIGNER_HOME to the folder of this signer's vault")
    }
    return home
  }

  /// Whether there is a vault now, and whether it is for mainnet.
  private func vaultNow() throws(ProgramError) -> (hasVault: Bool, isMainnet: Bool) {
    do throws(DeskStarterError) {
      if let seen = try starter.look() { return seen }
    } catch {
      throw ProgramError(error)
    }
    throw ProgramError(
      "the home of this signer cannot be looked at any more",
      hint: "run `offline-signer doctor`, which says what is wrong with it")
  }

  /// Sits at the desk until the person leaves.
  ///
  /// - Throws: `ProgramError` when the terminal fails.
  func run() throws(ProgramError) {
    defer {
      clear()
      QuietTerminal.getUp()
      starter.finish()
    }
    try QuietTerminal.hush()
    while true {
      switch try wish() {
      case .unlock: try unlock()
      case .lock: close(.byPerson)
      case .run(let deed): try stage(deed)
      case .leave, nil: return
      }
    }
  }

  // MARK: The pages

  /// Shows the desk until something is to be done; nil when no key will come any more.
  private func wish() throws(ProgramError) -> Desk.Wish? {
    var wish: Desk.Wish?
    var drawn: [String] = []
    var size = (columns: 0, rows: 0)
    lastKey = Self.now
    try console.showLive(isSecret: true) { keys, newSize in
      guard let keys else { return nil }
      if !keys.isEmpty { lastKey = Self.now }
      let typed = keys.isEmpty ? reader.pause() : reader.take(keys)
      wish = desk.take(typed)
      if wish != nil || starter.hasEnded { return nil }
      closeIfNeeded()
      let view = DeskView(
        desk, columns: newSize.columns, rows: newSize.rows, isPlain: console.screen.isPlain)
      let isNew = view.rows != drawn || newSize != size
      (drawn, size) = (view.rows, newSize)
      return LivePicture(
        text: isNew ? view.text : "", milliseconds: reader.isWaiting ? 50 : 500)
    }
    if wish == nil, starter.hasEnded { throw ProgramError(DeskStarterError.gone) }
    return wish
  }

  /// Locks where nobody is there, or the machine has changed.
  private func closeIfNeeded() {
    if let reason = reasonToClose(since: lastKey) { close(reason) }
  }

  private func reasonToClose(since key: Double) -> Desk.Closed? {
    guard passphrase != nil else { return nil }
    let minutes = desk.home.lockMinutes
    if Self.now - key > Double(minutes) * environment.secondsOfMinute {
      return .idle(minutes: minutes)
    }
    guard Self.now - looked > Self.lookEvery, let machine else { return nil }
    looked = Self.now
    let new = environment.machine().since(machine)
    return new.isEmpty ? nil : .machine(new.map(Self.shown))
  }

  private static func shown(_ finding: MachineFinding) -> Desk.Closed.Finding {
    Desk.Closed.Finding(
      message: ForeignText.again(finding.message, limit: .max),
      mend: ForeignText.again(finding.mend, limit: .max))
  }

  private func close(_ reason: Desk.Closed) {
    passphrase = nil
    machine = nil
    desk.close(reason)
    clear()
  }

  // MARK: The vault

  private func unlock() throws(ProgramError) {
    guard try isolatedMachine() != nil else { return }
    begin("Open the vault")
    do {
      passphrase = HeldPassphrase(try console.secret("Passphrase of the vault"))
    } catch {
      return close(.failed(error.message))
    }
    // Once more: the passphrase may have taken its time.
    guard let found = try isolatedMachine() else { return }
    machine = found
    if let home = try look() { desk.open(status: home) }
    // The question must not stand there when the pages are left again.
    clear()
    lastKey = Self.now
  }

  /// What is found on this machine, where the vault may be open on it; else nil, and the desk says what is in the way.
  private func isolatedMachine() throws(ProgramError) -> MachineFindings? {
    let found = environment.machine()
    guard try vaultNow().isMainnet, !found.isEmpty else { return found }
    close(.notIsolated(found.findings.map(Self.shown)))
    return nil
  }

  /// What the vault says now; nil when it does not open, and then the desk is locked.
  private func look() throws(ProgramError) -> DeskHome? {
    guard let passphrase else { return nil }
    console.talk(desk.home.marked("Opening the vault ..."))
    let run: (code: Int32, output: [UInt8], talk: String)
    do throws(DeskStarterError) {
      run = try starter.read(
        .status(passphrase: passphrase.count), passphrase: passphrase)
    } catch {
      guard case .helper(let error) = error else { throw ProgramError(error) }
      close(.failed("This program could not be started: \(error)."))
      return nil
    }
    var home = desk.home
    if run.code == 0, let value = try? JSONReader.parse(run.output), home.take(status: value) {
      return home
    }
    close(.failed(Self.reason(run.talk)))
    return nil
  }

  /// The error and the hint in what a command said.
  private static func reason(_ talk: String) -> String {
    let lines = talk.split(separator: "\n").map(String.init)
    let start = lines.firstIndex { $0.hasPrefix("error: ") } ?? 0
    let text = lines[start...].joined(separator: "\n")
    return text.isEmpty
      ? "The command that opens it gave no answer." : ForeignText.linesAgain(text, limit: 2_000)
  }

  // MARK: Commands on the terminal

  private func stage(_ deed: DeskDeed) throws(ProgramError) {
    begin(deed.title, of: deed)
    console.talk("$ \(ForeignText.shown(deed.commandLine, limit: .max))\n")
    // Keys that end a command are the command's.
    let before = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, handler) in before { signal(number, handler) } }
    let code: Int32?
    do throws(DeskStarterError) {
      code = try runToItsEnd(deed)
    } catch {
      starter.waitForOrphan()
      putTerminalBack()
      throw ProgramError(error)
    }
    guard let code else {
      putTerminalBack()
      return clear()
    }
    let isGood = code == 0
    if code >= 128 {
      putTerminalBack()
      begin("\(deed.title): stopped before it ended.", of: deed.maySpendRealCoins ? nil : deed)
    }
    if let reason = try backToDesk(from: deed) { return close(reason) }
    clear()
    try finish(deed, isGood: isGood)
  }

  /// The exit code of a command; nil where the desk locks before it has ended.
  private func runToItsEnd(_ deed: DeskDeed) throws(DeskStarterError) -> Int32? {
    try starter.start(deed, passphrase: deed.opensVault ? passphrase : nil)
    let start = Self.now
    while true {
      if let reason = reasonToClose(since: max(start, terminal.lastTyped())) {
        // First what is secret: a run that waits for a broken stick may not end.
        close(reason)
        try starter.end()
        return nil
      }
      if let code = try starter.exitCode(within: Self.pause) { return code }
    }
  }

  private func finish(_ deed: DeskDeed, isGood: Bool) throws(ProgramError) {
    let (hasVault, isMainnet) = try vaultNow()
    if isGood, deed.mark == .machineChecked { desk.machineWasChecked(try checks()) }
    desk.ended(deed, good: isGood, hasVault: hasVault, isMainnet: isMainnet)
    if !hasVault || desk.closed != nil {
      passphrase = nil
    } else if isGood, deed.changesPassphrase {
      close(.passphraseChanged)
    } else if passphrase != nil, let home = try look() {
      desk.refresh(home)
    }
    clear()
  }

  /// What is found on the machine now; nil when that cannot be said.
  private func checks() throws(ProgramError) -> JSONValue? {
    do throws(DeskStarterError) {
      let said = try starter.read(.checks, passphrase: nil)
      return try? JSONReader.parse(said.output)
    } catch {
      guard case .helper = error else { throw ProgramError(error) }
      return nil
    }
  }

  /// Waits until the person has read how it ended; gives why the desk locks, if it does meanwhile.
  private func backToDesk(from deed: DeskDeed) throws(ProgramError) -> Desk.Closed? {
    var reason: Desk.Closed?
    lastKey = Self.now
    // Where there is no second screen the cursor stands where a page of one ended.
    write("\r")
    do throws(ScreenError) {
      try console.screen.watchKeys(
        prompt: marked("Enter goes back to the desk. ", of: deed), every: Self.pause
      ) { keys in
        if !keys.isEmpty { lastKey = Self.now }
        reason = reasonToClose(since: lastKey)
        return reason == nil && !starter.hasEnded && keys != [0x0a] && keys != [0x0d]
      }
    } catch {
      throw ProgramError(error)
    }
    return reason
  }

  private func clear() { console.screen.clearAll() }

  /// Begins a screen that is none of the desk's pages, with its first line.
  private func begin(_ line: String, of deed: DeskDeed? = nil) {
    clear()
    console.talk(marked(line, of: deed))
  }

  private func marked(_ line: String, of deed: DeskDeed?) -> String {
    deed.map { desk.home.marked(line, of: $0) } ?? desk.home.marked(line)
  }

  /// Makes the terminal what it is between commands: one that was killed could not.
  private func putTerminalBack() {
    QuietTerminal.hushAgain()
    // The page of a second screen is cleared where it stands.
    console.screen.clearAll()
    write("\u{1b}[?1049l\u{1b}[?2004l\u{1b}[0m\u{1b}[?25h")
  }

  private func write(_ text: StaticString) {
    console.screen.writeToTerminal(
      UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Seconds on a clock that nobody sets, and that goes on while the machine sleeps.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
