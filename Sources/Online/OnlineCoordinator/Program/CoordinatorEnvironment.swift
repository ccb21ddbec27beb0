internal import DurableFiles
internal import Glibc
internal import NodeClients
public import TerminalUI
internal import WalletStorage

/// What the commands find outside of themselves: where the home is, the screen, the time, a chain.
///
/// The program has ``system``; tests hand in their own.
public struct CoordinatorEnvironment: Sendable {
  /// The folder of the home; nil when neither `ONLINE_COORDINATOR_HOME` nor `HOME` says.
  public let home: String?
  /// The folder of what all homes of this user share; nil shares nothing.
  let shared: String?
  /// Whether nothing says where that folder is, which is said when an address is handed out.
  let lacksSharedFolder: Bool
  /// Where words go and answers come from.
  public let screen: any Screen
  /// Seconds since 1970.
  public let now: @Sendable () -> Int64
  /// Another way to a node than the usual one; nil goes the usual way.
  let source: (@Sendable (NodeRecord) -> (any ChainSource)?)?
  /// The home folder of the user, in which Bitcoin Core keeps its cookie unless told otherwise; nil when nothing says.
  var userFolder: String?
  /// How long a node is waited for that is asked only for more detail, where the command goes on
  /// without it.
  var questionLimit: Duration = .seconds(10)
  /// How long a node is waited for before what is known is shown.
  var syncLimit: Duration = .seconds(10)
  /// How long `sync` asks a node for what the blocks of the last year paid; `watch --chain` takes a fifth of it.
  var feeLimit: Duration = .seconds(10)
  /// How long an upload at the end of a command may take, its proof of work included.
  var uploadLimit: Duration = .seconds(20)
  /// The longest that the proof of work for an upload is searched there.
  var uploadWorkLimit: Duration = .seconds(10)
  /// Another way to a backup server than the usual one; nil goes the usual way.
  var backupTransport: (@Sendable (BackupServerRecord) -> (any HTTPTransport)?)?
  /// Whether the desk has started this run.
  var isOfDesk = false
  /// Whether this is a look of the desk's pages, which look again whenever the records were changed: it writes no backup.
  ///
  /// One that fails is noted in the records, and every page would look for ever. The desk's looks at the chain write what is
  /// due.
  var onlyShows = false
  /// Whether what a payment is written to as it is built goes to a signer: under the desk nobody gets it.
  var writesForSigners = true
  /// What ends the waiting before.
  var stop = StopSignal.none
  /// Whether nobody reads standard output any more: whoever started this program and waits for its result has ended.
  var isUnheard: @Sendable () -> Bool = { false }
  /// Waits between two looks at a folder.
  var pause: @Sendable () -> Void = Self.halfASecond
  /// Standard input to its end, up to so many bytes.
  var input: @Sendable (Int) throws -> [UInt8] = { limit in
    try BoundedFile.read(descriptor: STDIN_FILENO, limit: limit, named: "standard input")
  }

  /// Takes what a test hands in; what is not given is the machine's.
  public init(
    home: String?, screen: any Screen, now: @escaping @Sendable () -> Int64 = Self.systemTime
  ) {
    self.init(home: home, shared: nil, screen: screen, now: now, source: nil)
  }

  init(
    home: String?, shared: String? = nil, lacksSharedFolder: Bool = false, screen: any Screen,
    now: @escaping @Sendable () -> Int64 = Self.systemTime,
    source: (@Sendable (NodeRecord) -> (any ChainSource)?)?
  ) {
    self.home = home
    self.shared = shared
    self.lacksSharedFolder = lacksSharedFolder
    self.screen = screen
    self.now = now
    self.source = source
  }

  /// The environment of this process.
  public static var system: CoordinatorEnvironment {
    let shared = sharedOfProcess
    var environment = CoordinatorEnvironment(
      home: homeOfProcess, shared: shared, lacksSharedFolder: shared == nil,
      screen: RelayedScreen.ofProcess ?? SystemScreen(), source: nil)
    environment.userFolder = userFolderOfProcess
    environment.stop = .system
    environment.isOfDesk = RelayedScreen.ofProcess != nil
    environment.writesForSigners = !environment.isOfDesk
    environment.isUnheard = hasNoReader
    return environment
  }

  /// A pipe says so; a file or a terminal never does.
  @Sendable private static func hasNoReader() -> Bool {
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&output, 1, 0) == 1 && Int32(output.revents) & Int32(POLLERR) != 0
  }

  @Sendable private static func halfASecond() {
    var time = timespec(tv_sec: 0, tv_nsec: 500_000_000)
    nanosleep(&time, nil)
  }

  /// The clock of the machine.
  @Sendable public static func systemTime() -> Int64 { Int64(time(nil)) }

  private static var homeOfProcess: String? {
    if let chosen = variable("ONLINE_COORDINATOR_HOME") { return chosen }
    return variable("HOME").map { $0 + "/.online-coordinator" }
  }

  /// By the XDG Base Directory Specification; a relative path there is to be ignored.
  ///
  private static var sharedOfProcess: String? {
    if let state = variable("XDG_STATE_HOME"), state.hasPrefix("/") { return state + "/drawbridge" }
    return userFolderOfProcess.map { $0 + "/.local/state/drawbridge" }
  }

  /// A program that runs by itself may have no `HOME`: then the list of users says.
  private static var userFolderOfProcess: String? { variable("HOME") ?? homeOfUser }

  /// The folder of this user in the list of users.
  private static var homeOfUser: String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var text = [CChar](repeating: 0, count: 1 << 14)
    guard getpwuid_r(geteuid(), &entry, &text, text.count, &found) == 0, found != nil,
      let folder = entry.pw_dir
    else { return nil }
    let path = String(cString: folder)
    return path.hasPrefix("/") ? path : nil
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The environment that commands run in: the parser makes them, so it cannot be handed over.
  @TaskLocal static var current: CoordinatorEnvironment = .system
}
