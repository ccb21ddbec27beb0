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
  public let screen: any Screen
  /// Seconds since 1970.
  public let now: @Sendable () -> Int64
  /// Another way to a node than the usual one; nil goes the usual way.
  let source: (@Sendable (NodeRecord) -> (any ChainSource)?)?
  /// How long a node is waited for that is asked only to say more, where the command goes on without.
  var questionLimit: Duration = .seconds(10)

  public init(
    home: String?, screen: any Screen, now: @escaping @Sendable () -> Int64 = Self.systemTime
  ) {
    self.init(home: home, shared: nil, screen: screen, now: now, source: nil)
  }

  init(
    home: String?, shared: String? = nil, screen: any Screen,
    now: @escaping @Sendable () -> Int64 = Self.systemTime,
    source: (@Sendable (NodeRecord) -> (any ChainSource)?)?
  ) {
    self.home = home
    self.shared = shared
    self.screen = screen
    self.now = now
    self.source = source
  }

  /// The environment of this process.
  public static var system: CoordinatorEnvironment {
    CoordinatorEnvironment(
      home: homeOfProcess, shared: sharedOfProcess, screen: SystemScreen(), source: nil)
  }

  /// The clock of the machine.
  @Sendable public static func systemTime() -> Int64 { Int64(time(nil)) }

  private static var homeOfProcess: String? {
    if let chosen = variable("ONLINE_COORDINATOR_HOME") { return chosen }
    return variable("HOME").map { $0 + "/.online-coordinator" }
  }

  /// By the XDG Base Directory Specification; a relative path there is to be ignored.
  private static var sharedOfProcess: String? {
    if let state = variable("XDG_STATE_HOME"), state.hasPrefix("/") { return state + "/drawbridge" }
    return variable("HOME").map { $0 + "/.local/state/drawbridge" }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The environment that commands run in: the parser makes them, so it cannot be handed over.
  @TaskLocal static var current: CoordinatorEnvironment = .system
}
