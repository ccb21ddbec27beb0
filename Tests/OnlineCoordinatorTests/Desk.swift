import Bytes
import Foundation
import NodeClients
import RecordingScreens
import TerminalUI
import Testing
import WalletStorage

@testable import OnlineCoordinator

/// A coordinator's home in a folder of its own, removed afterwards, and a person with answers.
final class Desk {
  /// The account of BIP-84's test words, on the test networks.
  static let account =
    "wpkh([73c5da0a/84h/1h/0h]tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M/<0;1>/*)#lxek0ef2"
  static let elsewhere = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"

  let folder: URL
  /// The folder that it shares with other homes; nil shares nothing.
  var shared: String?
  /// Whether nothing says where that folder is.
  var lacksSharedFolder = false
  /// The user's home folder; nil when nothing says.
  var userFolder: String?
  /// Another way to the node than the usual one.
  var source: (@Sendable (NodeRecord) -> (any ChainSource)?)?
  /// How long a node is waited for that is asked only to say more.
  var questionLimit = Duration.seconds(600)
  /// How long a node is waited for before what is known is shown.
  var syncLimit = Duration.seconds(600)
  /// How long a node is asked for what blocks paid.
  var feeLimit = Duration.seconds(600)
  /// How long an upload may take.
  var uploadLimit = Duration.seconds(600)
  /// How long its proof of work may take.
  var uploadWorkLimit = Duration.seconds(600)
  /// Another way to the backup server than the usual one.
  var backupTransport: (@Sendable (BackupServerRecord) -> (any HTTPTransport)?)?
  /// What ends that before.
  var stop = StopSignal.none
  /// Whether a desk has started its commands.
  var isOfDesk = false
  /// Whether nobody reads the result any more.
  var isUnheard = false
  /// What happens between two looks at a folder.
  var pause: @Sendable () -> Void = {}
  /// What comes on standard input.
  var input = ""

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "online-coordinator-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
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

  /// Runs a command; with answers there is a terminal, without there is none.
  @discardableResult
  func run(
    _ arguments: String..., answers: [String]? = nil, now: Int64 = 1_800_000_000
  ) async -> Run {
    await execute(arguments, answers: answers, now: now)
  }

  /// Runs a command whose result and talk go to a terminal of so many columns.
  func run(_ arguments: String..., columns: Int) async -> Run {
    await execute(arguments, columns: columns)
  }

  /// The same for a list of arguments.
  @discardableResult
  func execute(
    _ arguments: [String], answers: [String]? = nil, now: Int64 = 1_800_000_000,
    lossOfResults: Int32? = nil, talkIsSeen: Bool = true, columns: Int? = nil
  ) async -> Run {
    let screen = RecordingScreen(
      answers: answers ?? [], hasTerminal: answers != nil || columns != nil,
      talkIsOnTerminal: columns != nil, resultIsOnTerminal: columns != nil,
      size: (columns ?? 80, 24), talkIsWhereQuestionsAre: talkIsSeen, lossOfResults: lossOfResults)
    var environment = CoordinatorEnvironment(
      home: path("home"), shared: shared, lacksSharedFolder: lacksSharedFolder, screen: screen,
      now: { now }, source: source)
    environment.questionLimit = questionLimit
    environment.userFolder = userFolder
    environment.syncLimit = syncLimit
    environment.feeLimit = feeLimit
    environment.uploadLimit = uploadLimit
    environment.uploadWorkLimit = uploadWorkLimit
    environment.backupTransport = backupTransport
    environment.stop = stop
    environment.isOfDesk = isOfDesk
    environment.isUnheard = { [isUnheard] in isUnheard }
    environment.pause = pause
    environment.input = { [input] limit in Array(input.utf8.prefix(limit)) }
    let code = await CoordinatorProgram.run(arguments, in: environment)
    return Run(code: code, out: screen.result, err: screen.talk, terminal: screen.terminal)
  }

  /// Runs a command that has to fail the way every failure does.
  @discardableResult
  func fails(
    _ arguments: [String], saying words: String = "", code: TerminalUI.ExitCode = .failed,
    location: SourceLocation = #_sourceLocation
  ) async -> Run {
    let screen = RecordingScreen(hasTerminal: false)
    var environment = CoordinatorEnvironment(
      home: path("home"), shared: shared, screen: screen, now: { 1_800_000_000 },
      source: source)
    environment.backupTransport = backupTransport
    let ended = await CoordinatorProgram.run(arguments, in: environment)
    let said = screen.talk
    #expect(ended == code, "\(said)", sourceLocation: location)
    let lines = said.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("error:") }.count == 1, "\(said)", sourceLocation: location)
    #expect(lines.contains { $0.hasPrefix("hint:") }, "\(said)", sourceLocation: location)
    #expect(words.isEmpty || said.contains(words), "\(said)", sourceLocation: location)
    return Run(code: ended, out: screen.result, err: said, terminal: screen.terminal)
  }

  /// A home with a rehearsal chain and a wallet, and as much money as is asked for.
  static func practising(_ coins: String...) async throws -> Desk {
    let desk = try Desk()
    try #require(await desk.run("node", "add", "practice", "rehearsal://").code == .done)
    let made = await desk.run("wallet", "create", "savings", account)
    try #require(made.code == .done, "\(made.err)")
    for coin in coins {
      let address = await desk.run("receive", "savings", "--json").json["address"]?.stringValue
      await desk.run("rehearse", "fund", try #require(address), coin)
    }
    if !coins.isEmpty { await desk.run("rehearse", "mine") }
    try #require(await desk.run("sync", "savings").code == .done)
    return desk
  }
}
