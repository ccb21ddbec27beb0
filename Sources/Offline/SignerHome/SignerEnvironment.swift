package import EncryptedVault
internal import Glibc
package import Isolation
package import KeeperProcess
public import SecureMemory
public import SheetPrinting
public import TerminalUI
internal import TransactionReview

/// What the commands find outside of themselves: where the home is, the screen, randomness, the time.
///
/// The program has ``system``; tests hand in their own.
public struct SignerEnvironment: Sendable {
  /// The folder of the home; nil when neither `OFFLINE_SIGNER_HOME` nor `HOME` says.
  public let home: String?
  /// Where words go and answers come from.
  public let screen: any Screen
  /// Where random bytes come from.
  public let random: any RandomSource
  /// Seconds since 1970.
  public let now: @Sendable () -> Int64
  /// What is found about this machine.
  ///
  /// Always the real one in the program: nothing that a person can set changes it.
  package var machine: @Sendable () -> MachineFindings
  /// How far it is locked down.
  package let lockDown: @Sendable () -> LockDown
  /// How much work a guess of the passphrase takes in a new vault.
  package let parameters: KDFParameters
  /// The most keys that are derived to find a coin far out (R12); tests, which review payments by the hundred,
  /// derive fewer.
  package var farKeys = ReviewLimits().farKeys
  /// What prints through CUPS; nil unless it was started before the filter, or when it is not there.
  public let printer: PrinterHelper?
  /// The same for runs of the desk, one for each sheet.
  package var printers: [PrinterHelper] = []
  /// The way to what holds the seeds; nil for commands that run there themselves.
  package var keeper: (any KeeperLink)?
  /// Where this process asks beside a reviewer, which wrote on the same terminal; nil elsewhere.
  package var ownScreen: OwnScreen?
  /// Seconds that a minute of the desk's lock has: 60, but for tests, which wait for it.
  package var secondsOfMinute: Double = 60
  /// What the person is doing, where this run is on a ``Stage``: its second screens say it.
  package var action: String?
  /// Whether that is practice, whatever it is.
  package var isRehearsal = false
  /// Milliseconds to wait for another command that has the home.
  var patience = 0
  /// Takes away the files that a run with these arguments does not need; only the program itself has one.
  package var confine: @Sendable ([String]) throws(IsolationError) -> Void = { _ in }
  /// The same for the desk, after its starter was split off: what it may call and open, until it ends.
  package var confineDesk: @Sendable () throws(IsolationError) -> Void = {}
  /// What the desk may read besides: nothing, but for tests, which show it another machine.
  package var deskReads: [String] = []

  /// Takes what a test hands in; what is not given is the machine's.
  public init(
    home: String?, screen: any Screen, random: any RandomSource = SystemRandomSource(),
    now: @escaping @Sendable () -> Int64 = Self.systemTime, printer: PrinterHelper? = nil
  ) {
    self.init(
      home: home, screen: screen, random: random, now: now, parameters: .standard,
      machine: { MachineFindings() }, lockDown: { LockDown() }, printer: printer)
  }

  init(
    home: String?, screen: any Screen, random: any RandomSource,
    now: @escaping @Sendable () -> Int64, parameters: KDFParameters,
    machine: @escaping @Sendable () -> MachineFindings,
    lockDown: @escaping @Sendable () -> LockDown, printer: PrinterHelper? = nil
  ) {
    self.printer = printer
    self.home = home
    self.screen = screen
    self.random = random
    self.now = now
    self.parameters = parameters
    self.machine = machine
    self.lockDown = lockDown
  }

  /// The environment of this process.
  public static var system: SignerEnvironment { system(printer: nil) }

  /// The environment of this process, with what prints through CUPS.
  public static func system(printer: PrinterHelper?) -> SignerEnvironment {
    system(printer: printer, parameters: .standard)
  }

  package static func system(
    printer: PrinterHelper?, keeper: (any KeeperLink)? = nil, parameters: KDFParameters
  ) -> SignerEnvironment {
    var environment = SignerEnvironment(
      home: homeOfProcess, screen: screenOfProcess(keeper: keeper), random: SystemRandomSource(),
      now: systemTime,
      parameters: parameters, machine: { MachineFindings() }, lockDown: { LockDown() },
      printer: printer)
    environment.keeper = keeper
    environment.action = Stage.ofProcess?.title
    environment.isRehearsal = Stage.ofProcess?.isRehearsal ?? false
    return environment
  }

  /// The screen of this process; a reviewer does not page on its own terminal, for what it writes is paged where it is
  /// relayed.
  package static func screenOfProcess(keeper: (any KeeperLink)? = nil) -> any Screen {
    SystemScreen(stage: keeper == nil ? Stage.ofProcess : nil)
  }

  /// The screen, which says above its second screens what the person is doing.
  package var namedScreen: any Screen {
    action == nil ? screen : RehearsalScreen(screen, action: action, isRehearsal: isRehearsal)
  }

  /// The same environment, in which a command runs only behind the fence that its arguments leave.
  package func fenced() -> SignerEnvironment {
    var fenced = waiting()
    let hasKeeper = keeper != nil
    fenced.confine = { [home] (arguments) throws(IsolationError) in
      // The runs that `watch` starts, each with a fence of its own, would inherit this one; it reads nothing from
      // outside. The desk has its own as soon as it was split in two.
      guard !["watch", "desk"].contains(arguments.first) else { return }
      if arguments.first == ReachableFiles.listing {
        _ = try ReachableFiles.listingFence(arguments: arguments).raise()
        return
      }
      let opensNoVault = hasKeeper || ReachableFiles.opensNoVault(arguments)
      let fence =
        opensNoVault
        ? ReachableFiles.reviewerFence(arguments: arguments, home: home)
        : ReachableFiles.fence(arguments: arguments, home: home)
      _ = try fence.raise()
    }
    fenced.confineDesk = { [deskReads] () throws(IsolationError) in
      _ = try ReachableFiles.deskFence(reading: deskReads).raise()
      try Isolation.allowOnlyKeeping()
    }
    return fenced
  }

  /// The same environment, in which a command waits a while for another one that has the home.
  package func waiting() -> SignerEnvironment {
    var waiting = self
    waiting.patience = 3_000
    return waiting
  }

  /// The clock of the machine: it may be wrong, nobody sets it over a network.
  @Sendable public static func systemTime() -> Int64 { Int64(time(nil)) }

  /// `OFFLINE_SIGNER_HOME`, else `.offline-signer` below `HOME`.
  ///
  /// Foundation's way to a home folder asks a daemon through a socket, which is refused here.
  private static var homeOfProcess: String? {
    if let chosen = variable("OFFLINE_SIGNER_HOME") { return chosen }
    return variable("HOME").map { $0 + "/.offline-signer" }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The environment that commands run in: the parser makes them, so it cannot be handed over.
  @TaskLocal package static var current: SignerEnvironment = .system
}
