import ArgumentParser
import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import Foundation
import KeeperProcess
import RecordingScreens
import SecondReading
import SecureMemory
import SignedMessages
import SignerHome
import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import KeyKeeper
@testable import OfflineSigner

/// The way to what holds the seeds, with somebody in it who changes what the reviewer asks for.
private final class LyingLink: KeeperLink {
  private let server: KeeperServer
  private let change: @Sendable (inout TextRequest) -> Void
  let answers = Mutex<[KeeperAnswer]>([])

  init(_ server: KeeperServer, _ change: @escaping @Sendable (inout TextRequest) -> Void) {
    self.server = server
    self.change = change
  }

  func answer(to request: [UInt8]) throws(KeeperProcessError) -> [UInt8] {
    var message = request
    if case .text(var asked)? = try? KeeperRequest(decoding: request) {
      change(&asked)
      message = KeeperRequest.text(asked).encoded
    }
    let answer = server.answer(to: message)
    if let read = try? KeeperAnswer(decoding: answer) { answers.withLock { $0.append(read) } }
    return answer
  }
}

extension Desk {
  /// Runs `message sign` with a reviewer that somebody has taken over; gives the run, and whether a signature was handed
  /// out.
  fileprivate func sign(
    _ request: String, of wallet: String = "first-wpkh-0", typing answers: [String]?,
    _ options: [String] = [], change: @escaping @Sendable (inout TextRequest) -> Void
  ) throws -> (run: Run, isSigned: Bool) {
    let screen = RecordingScreen(answers: answers ?? [], hasTerminal: answers != nil)
    var environment = environment(screen, random: FixedChance())
    let arguments =
      ["message", "sign", request, "--wallet", wallet, "--out", path("signed.txt")] + options
      + ["--passphrase-file", path("passphrase")]
    let command = try #require(try OfflineSigner.parseAsRoot(arguments) as? MessageSignCommand)
    let link = LyingLink(
      KeeperServer(try SignerSession(command.common, in: environment), for: command.keeperTask),
      change)
    environment.keeper = link
    let code = Desk.unlocked { SignerProgram.run(arguments, in: environment) }
    let run = Run(code: code, out: screen.result, err: screen.talk, terminal: screen.terminal)
    let isSigned = link.answers.withLock {
      $0.contains { if case .signed = $0 { true } else { false } }
    }
    return (run, isSigned)
  }

  fileprivate func groups(_ descriptor: Descriptor, index: UInt32) throws -> [String] {
    let address = try #require(
      try descriptor.address(branch: 0, index: index, on: .regtest)?.string)
    return stride(from: 0, to: address.count, by: 4).map {
      String(address.dropFirst($0).prefix(4))
    }
  }
}

/// Of a text nothing is signed that the person did not read, and nothing but a text.
@Suite struct `A reviewer that is taken over, at a text` {
  @Test func `is needed for nothing else: the honest one gets its signature`() throws {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    let groups = try desk.groups(descriptor, index: 5)
    let ran = try desk.sign(
      try desk.request(descriptor), typing: [groups[1] + groups[2]]
    ) { _ in }
    #expect(ran.run.code == .done && ran.isSigned, "\(ran.run.err)\(ran.run.terminal)")
    #expect(ran.run.terminal.unwrapped.contains("I hold the coins of this address."))
  }

  private static let lies: [(String, @Sendable (inout TextRequest) -> Void)] = [
    ("another address", { $0.address = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080" }),
    ("another index", { $0.index = 6 }), ("another branch", { $0.branch = 1 }),
    ("a branch that is not there", { $0.branch = 2 }), ("an index far out", { $0.index = .max }),
    ("another wallet", { $0.wallet = "first-tr-0" }), ("no wallet", { $0.wallet = "" }),
    ("a hash", { $0.text = Array(String(repeating: "0f", count: 32).utf8) }),
    ("bytes that are a hash", { $0.text = (0..<32).map { 0xe0 | $0 } }),
    ("a PSBT", { $0.text = Array("psbt".utf8) + [0xff, 1, 0] }),
    (
      "a PSBT as text",
      { $0.text = Array("cHNidP8BAHECAAAAAS0000000000000000000000000000000".utf8) }
    ), ("nothing", { $0.text = [] }),
    ("a longer text", { $0.text = [UInt8](repeating: 97, count: 4_001) }),
    (
      "a coin twice",
      {
        let coin = MessageReading.Shown(txid: .zero, vout: 0, amount: 1, branch: 0, index: 0)
        $0.coins = [coin, coin]
      }
    ),
    (
      "more money than there is",
      { $0.coins = [.init(txid: .zero, vout: 0, amount: .max, branch: 0, index: 0)] }
    ),
    (
      "a coin of no place",
      { $0.coins = [.init(txid: .zero, vout: 0, amount: 1, branch: 7, index: 0)] }
    ),
    (
      "BIP-137 with coins",
      {
        $0.form = .bip137
        $0.coins = [.init(txid: .zero, vout: 0, amount: 1, branch: 0, index: 0)]
      }
    ),
  ]

  @Test func `gets no signature for any one thing that is not so`() throws {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    _ = try desk.account("tr")
    let request = try desk.request(descriptor)
    let groups = try desk.groups(descriptor, index: 5)
    for (name, lie) in Self.lies {
      for (answers, options) in [([groups[1] + groups[2]], []), (nil, ["--yes"])]
        as [([String]?, [String])]
      {
        let ran = try desk.sign(request, typing: answers, options, change: lie)
        #expect(!ran.isSigned && ran.run.code == .failed, "\(name): \(ran.run.err)")
      }
    }
    // The form that the command line names is the one that is signed.
    let other = try desk.sign(request, typing: nil, ["--yes", "--format", "bip322"]) {
      $0.form = .bip137
    }
    #expect(!other.isSigned && other.run.err.contains("(R29)"), "\(other.run.err)")
    #expect(!FileManager.default.fileExists(atPath: desk.path("signed.txt")))
    #expect(desk.run("log", "--json").json == .array([]))
  }

  @Test func `gets no other text signed: the question shows the one that is`() throws {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    let lie: @Sendable (inout TextRequest) -> Void = {
      $0.text = Array("I owe the thief 1,000 BTC.".utf8)
    }
    let asked = try desk.sign(try desk.request(descriptor), typing: ["no"], change: lie)
    #expect(!asked.isSigned && asked.run.terminal.contains("| I owe the thief 1,000 BTC."))
    #expect(!asked.run.terminal.contains("I hold the coins"))
    // Whoever agrees all the same gets a signature that the reviewer's own check does not take for the text of the request.
    let groups = try desk.groups(descriptor, index: 5)
    let signed = try desk.sign(
      try desk.request(descriptor), typing: [groups[1] + groups[2]], change: lie)
    #expect(signed.isSigned && signed.run.code == .failed && signed.run.err.contains("(R29)"))
    #expect(
      desk.run("log", "--json").json[0]?["beginning"]?.stringValue == "I owe the thief 1,000 BTC.")
  }

  @Test func `gets by a proof of funds no signature that any other transaction takes`() throws {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    // A real coin of the wallet, named as a coin to show.
    let coin = MessageReading.Shown(
      txid: Bytes32([UInt8](repeating: 9, count: 32)) ?? .zero, vout: 0, amount: 5_000, branch: 0,
      index: 1)
    let asked = try desk.sign(try desk.request(descriptor), typing: ["no"]) { $0.coins = [coin] }
    #expect(!asked.isSigned)
    #expect(asked.run.terminal.unwrapped.contains("that this coin is yours"))
    let text = Array(Desk.text.utf8)
    let reading = try MessageReading(
      text, at: 0, 5, of: descriptor.canonical, on: .regtest, as: .generic, showing: [coin])
    // By the first reader: the payment that would spend this coin alone, to nobody or to the thief, has other digests.
    let script = try descriptor.derived(branch: 0, index: 5).scriptPubKey
    let message = GenericMessage(text, challenge: script)
    var whole = message.toSign
    let outPoint = OutPoint(txid: Txid(coin.txid), vout: coin.vout)
    whole.inputs.append(TxIn(previousOutput: outPoint, scriptSig: Script(), sequence: 0))
    #expect(reading.name == whole.txid.bytes)
    let digests = try reading.signings(by: [0]).map(\.digest)
    #expect(digests.count == 2)
    for changed in [
      { (t: inout Transaction) in t.inputs.removeFirst() },
      { t in t.outputs[0] = TxOut(rawValue: 5_000, scriptPubKey: script) },
      { t in
        t.inputs[0] = TxIn(
          previousOutput: OutPoint(txid: Txid(.zero), vout: 1), scriptSig: Script(), sequence: 0)
      },
      { t in t.version = 2 }, { t in t.lockTime = LockTime(rawValue: 1) },
    ] {
      var payment = whole
      changed(&payment)
      #expect(payment.txid.bytes != reading.name)
    }
  }

  @Test func `gets an answer in its turn, of the command that was typed, and once`() throws {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    let request = try desk.request(descriptor)
    let screen = RecordingScreen()
    let environment = desk.environment(screen)
    func server(_ arguments: [String]) throws -> KeeperServer {
      let all = arguments + ["--passphrase-file", desk.path("passphrase")]
      let command = try #require(try OfflineSigner.parseAsRoot(all) as? any SignerCommand)
      return KeeperServer(
        try SignerSession(command.common, in: environment), for: command.keeperTask)
    }
    func refusal(_ answer: [UInt8]) throws -> ProgramError? {
      guard case .refused(let error) = try KeeperAnswer(decoding: answer) else { return nil }
      return error
    }
    let address = try #require(try descriptor.address(branch: 0, index: 5, on: .regtest)?.string)
    let text = KeeperRequest.text(
      TextRequest(
        wallet: "first-wpkh-0", text: Array("Hello you".utf8), form: .bip322, branch: 0, index: 5,
        address: address)
    ).encoded
    let open = KeeperRequest.open.encoded
    let outOfTurn = ProgramError(KeyKeeperError.outOfTurn)
    let line = ["message", "sign", request, "--wallet", "first-wpkh-0", "--out", "-", "--yes"]
    let early = try server(line)
    #expect(try refusal(early.answer(to: text)) == outOfTurn)
    let twice = try server(line)
    #expect(try refusal(twice.answer(to: open)) == nil)
    #expect(try refusal(twice.answer(to: text)) == nil)
    #expect(try refusal(twice.answer(to: text)) == outOfTurn)
    // Nothing else is answered for a text, and no text for anything else.
    for message in [
      KeeperRequest.keys(ofWallet: descriptor.canonical), .remove(name: "first-wpkh-0"), .backupKey,
    ] {
      let other = try server(line)
      #expect(try refusal(other.answer(to: open)) == nil)
      #expect(try refusal(other.answer(to: message.encoded)) == outOfTurn)
    }
    for command in [
      ["sign", request, "--out", "-", "--yes"], ["log"], ["review", request],
      ["wallet", "remove", "first-wpkh-0", "--yes"],
    ] {
      let other = try server(command)
      #expect(try refusal(other.answer(to: open)) == nil)
      #expect(try refusal(other.answer(to: text)) == outOfTurn)
    }
  }
}
