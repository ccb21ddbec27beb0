import Bytes
import EncryptedVault
import FakeMachine
import Foundation
import Isolation
import RecordingScreens
import SecureMemory
import SheetPrinting
import TerminalUI
import Testing

@testable import OfflineSigner
@testable import SignerHome

/// A signer's home in a folder of its own, removed afterwards, and a person with answers.
final class Desk {
  static let passphrase = "velvet orbit claim dune tuna lamp"
  static let words =
    "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"

  let folder: URL
  /// The `/sys` and `/proc` of this desk's machine: isolated, until a test plugs something in.
  let machine: FakeMachine
  /// Half a second for each review with a stranger's coin, if it were the program's own number.
  var farKeys = 300

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "offline-signer-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    machine = try FakeMachine(in: folder.appending(path: "machine"))
    _ = try write(Self.passphrase + "\n", to: "passphrase")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// What one run said.
  struct Run {
    let code: TerminalUI.ExitCode
    let out: String
    let err: String
    let terminal: String

    var json: JSONValue { (try? JSONReader.parse(Array(out.utf8))) ?? .null }
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: folder.appending(path: name))
    return path(name)
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  /// Runs a command; with answers there is a terminal, without there is none.
  func run(
    _ arguments: String..., answers: [String]? = nil, passphrase: String? = "passphrase",
    random: any RandomSource = SystemRandomSource(), now: Int64 = 1_800_000_000,
    size: (columns: Int, rows: Int) = (80, 24)
  ) -> Run {
    run(arguments, answers: answers, passphrase: passphrase, random: random, now: now, size: size)
  }

  func run(
    _ arguments: [String], answers: [String]? = nil, passphrase: String? = "passphrase",
    random: any RandomSource = SystemRandomSource(), now: Int64 = 1_800_000_000,
    size: (columns: Int, rows: Int) = (80, 24), printer: PrinterHelper? = nil,
    isOnTerminal: Bool = false, clock: (@Sendable () -> Int64)? = nil
  ) -> Run {
    let options = passphrase.map { ["--passphrase-file", path($0)] } ?? []
    return Self.unlocked { () -> Run in
      let screen = RecordingScreen(
        answers: answers ?? [], hasTerminal: answers != nil, talkIsOnTerminal: isOnTerminal,
        resultIsOnTerminal: isOnTerminal, size: size)
      let environment = environment(
        screen, random: random, now: now, printer: printer, clock: clock)
      let code = SignerProgram.run(arguments + options, in: environment)
      return Run(code: code, out: screen.result, err: screen.talk, terminal: screen.terminal)
    } isLocked: {
      $0.code == .failed && $0.err.contains(Self.lockMark)
    }
  }

  /// Runs a command whose result and talk go to a terminal of so many columns.
  func run(_ arguments: String..., columns: Int) -> Run {
    run(arguments, answers: [], size: (columns, 24), isOnTerminal: true)
  }

  /// What is said of a home that another program has open.
  static let lockMark = "another program holds the lock"

  /// Does something again while the home is locked: a helper that another test starts at this moment has
  /// a copy of every open file until it runs, and with it the lock.
  static func unlocked<Value>(
    _ body: () throws -> Value, isLocked: (Value) -> Bool = { _ in false },
    orElse isLockedError: (any Error) -> Bool = { "\($0)".contains(lockMark) }
  ) rethrows -> Value {
    for _ in 1..<100 {
      do {
        let value = try body()
        if !isLocked(value) { return value }
      } catch  where isLockedError(error) {
        continue
      }
    }
    return try body()
  }

  /// What the commands find on this desk.
  func environment(
    _ screen: RecordingScreen, random: any RandomSource = SystemRandomSource(),
    now: Int64 = 1_800_000_000, printer: PrinterHelper? = nil,
    clock: (@Sendable () -> Int64)? = nil
  ) -> SignerEnvironment {
    var environment = SignerEnvironment(
      home: path("home"), screen: screen, random: random, now: clock ?? { now },
      parameters: KDFParameters(unchecked: 4, r: 1, p: 1),
      machine: { [root = machine.root] in MachineFindings(root: root) },
      lockDown: { [root = machine.root] in LockDown(root: root) },
      printer: printer)
    environment.farKeys = farKeys
    return environment
  }

  /// Lets `--yes` answer for real money, as a person may.
  func allowUnattended() throws {
    let name = "unattended-signing"
    try #require(run("vault", "settings", name, "1", answers: [name]).code == .done)
  }

  /// A home without any seed.
  static func fresh() throws -> Desk {
    let desk = try Desk()
    try #require(desk.run("init", "--network", "regtest", "--yes").code == .done)
    return desk
  }

  /// How many seeds there are; -1 when the list cannot be read.
  var seedCount: Int { run("seed", "list", "--json").json.arrayValue?.count ?? -1 }

  /// Rolls of a die that look random: the sixth digits of squares.
  static func rolls(_ count: Int) -> String {
    var state: UInt64 = 88_172_645_463_325_252
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return String(state >> 32 % 6 + 1)
    }.joined()
  }

  /// A home with the seed that everybody uses for tests, or another one, and nothing else.
  static func withSeed(
    network: String = "regtest", words: String = Desk.words
  ) throws -> Desk {
    let desk = try Desk()
    try #require(desk.run("init", "--network", network, "--yes").code == .done)
    let words = try desk.write(words + "\n", to: "words.txt")
    let ran = desk.run("seed", "import", "first", "--from", words)
    try #require(ran.code == .done, "\(ran.err)")
    return desk
  }
}
