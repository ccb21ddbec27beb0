import ArgumentParser
import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import EncryptedVault
import Foundation
import KeeperProcess
import PacketSigning
import PaymentSigning
import RecordingScreens
import SecondReading
import SecureMemory
import SeedForms
import SignerHome
import Synchronization
import TerminalUI
import TestSupport
import Testing
import TransactionReview

@testable import KeyKeeper
@testable import OfflineSigner
@testable import Signing

/// The way to what holds the seeds, with somebody in it who changes what the reviewer says.
private final class TakenOverLink: KeeperLink {
  private let server: KeeperServer
  private let change: @Sendable (inout SignRequest) throws -> Void
  /// How many answers had signatures.
  let signatures = Mutex(0)
  let asked = Mutex(0)

  init(_ server: KeeperServer, _ change: @escaping @Sendable (inout SignRequest) throws -> Void) {
    self.server = server
    self.change = change
  }

  func answer(to request: [UInt8]) throws(KeeperProcessError) -> [UInt8] {
    var message = request
    if case .sign(var asked)? = try? KeeperRequest(decoding: request) {
      try? change(&asked)
      self.asked.withLock { $0 += 1 }
      message = KeeperRequest.sign(asked).encoded
    }
    let answer = server.answer(to: message)
    if case .signed? = try? KeeperAnswer(decoding: answer) { signatures.withLock { $0 += 1 } }
    return answer
  }
}

/// The way to what holds the seeds, and all that came back.
private final class ListeningLink: KeeperLink {
  private let server: KeeperServer
  let answers = Mutex<[[UInt8]]>([])

  init(_ server: KeeperServer) { self.server = server }

  func answer(to request: [UInt8]) throws(KeeperProcessError) -> [UInt8] {
    let answer = server.answer(to: request)
    answers.withLock { $0.append(answer) }
    return answer
  }
}

/// Always the same: the question is about groups 2 and 3 of the first recipient.
private struct NoChance: RandomSource {
  func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
    for index in memory.indices { memory[index] = 0 }
  }
}

extension Desk {
  /// Runs `sign` with a reviewer that somebody has taken over; gives the run, how often signatures were handed out,
  /// and how often they were asked for.
  func signTakenOver(
    _ packet: PSBT, typing answers: [String]? = nil, _ options: String...,
    change: @escaping @Sendable (inout SignRequest) throws -> Void
  ) throws -> (run: Run, signatures: Int, asked: Int) {
    try signTakenOver(packet, typing: answers, options, change: change)
  }

  func signTakenOver(
    _ packet: PSBT, typing answers: [String]?, _ options: [String],
    change: @escaping @Sendable (inout SignRequest) throws -> Void
  ) throws -> (run: Run, signatures: Int, asked: Int) {
    let screen = RecordingScreen(answers: answers ?? [], hasTerminal: answers != nil)
    var environment = environment(screen, random: NoChance())
    let unlocking = ["--passphrase-file", path("passphrase")]
    let arguments =
      ["sign", try write(packet), "--out", path("signed.psbt")] + options + unlocking
    let command = try #require(try OfflineSigner.parseAsRoot(arguments) as? SignCommand)
    let link = TakenOverLink(
      KeeperServer(try SignerSession(command.common, in: environment), for: command.keeperTask),
      change)
    environment.keeper = link
    let code = Desk.unlocked { SignerProgram.run(arguments, in: environment) }
    let run = Run(code: code, out: screen.result, err: screen.talk, terminal: screen.terminal)
    return (run, link.signatures.withLock { $0 }, link.asked.withLock { $0 })
  }

  fileprivate var hasAnswer: Bool { FileManager.default.fileExists(atPath: path("signed.psbt")) }
}

/// The reviewer reads hostile bytes: whatever they make of it, nothing is signed that the person did not see.
@Suite struct `A reviewer that is taken over` {
  /// The address of the honest payment, as the person has it on paper: groups 2 and 3.
  private static let typed = "1qw5 08d6"
  private static let thief = "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry"

  @Test func `is needed for nothing else: the honest one gets its signature`() throws {
    let desk = try Desk.withSeed()
    let packet = try PaymentFixture().psbt(from: desk.account())
    let ran = try desk.signTakenOver(packet, typing: [Self.typed]) { _ in }
    #expect(ran.run.code == .done, "\(ran.run.err)\(ran.run.terminal)")
    #expect(ran.signatures == 1 && desk.hasAnswer)
    // Whatever it says about the payment: what was signed is in the log.
    let log = try #require(desk.run("log", "--json").json.arrayValue)
    #expect(log.count == 1 && log[0]["txid"]?.stringValue == "\(packet.unsignedTransaction.txid)")
  }

  /// What the reviewer says about the payment, with one thing of it changed.
  private static let lies: [(String, @Sendable (inout SignRequest) -> Void)] = [
    ("a smaller amount", { $0.claims.outputs[0].amount = 1_000 }),
    ("another payee's script", { $0.claims.outputs[0].script[6] ^= 1 }),
    ("another payee's address", { $0.claims.outputs[0].address = "bcrt1q" }),
    ("the payee is us", { $0.claims.outputs[0].returns = true }),
    ("the payee's output is change", { $0.claims.outputs[0].home = $0.claims.outputs[1].home }),
    ("nobody is paid", { $0.claims.payees = [] }),
    ("nothing leaves", { $0.claims.leaving = 0 }),
    ("no fee", { $0.claims.fee = 0 }),
    ("an unknown fee", { $0.claims.fee = nil }),
    ("less comes in", { $0.claims.totalIn = 12_001_000 }),
    ("more goes out", { $0.claims.totalOut = 100_000_000 }),
    ("the coin is worth less", { $0.claims.coins[0].amount = 12_001_000 }),
    ("the coin is somebody else's", { $0.claims.coins[0].home = nil }),
    (
      "the coin is elsewhere in the wallet",
      {
        $0.claims.coins[0].home = Home(wallet: 0, branch: 0, index: 4)
      }
    ),
    (
      "the coin is in another wallet",
      {
        $0.claims.coins[0].home = Home(wallet: 1, branch: 0, index: 3)
      }
    ),
    ("the coin is another one", { $0.claims.coins[0].txid = .zero }),
    ("the amount was only claimed", { $0.claims.coins[0].proof = .claimed }),
    ("another sequence", { $0.claims.coins[0].sequence = 0 }),
    ("a lock time", { $0.claims.lockTime = 500 }),
    ("another version", { $0.claims.version = 1 }),
    ("the change is nobody's", { $0.claims.outputs[1].home = nil }),
    ("a coin more", { $0.claims.coins.append($0.claims.coins[0]) }),
    ("an output less", { $0.claims.outputs.removeLast() }),
    ("no packet", { $0.packet = [] }),
    ("half of the packet", { $0.packet = Array($0.packet.prefix($0.packet.count / 2)) }),
    ("an input that is not there", { $0.inputs = [1] }),
    ("an input twice", { $0.inputs = [0, 0] }),
    ("an input of a large number", { $0.inputs = [Int(UInt32.max)] }),
    (
      "a byte of the payee changed in the packet alone",
      { request in
        let payee = request.claims.outputs[0].script
        guard
          let place = request.packet.indices.first(where: {
            request.packet[$0...].starts(with: payee)
          })
        else { return }
        request.packet[place + 5] ^= 1
      }
    ),
  ]

  @Test func `gets no signature for any one thing that is not so`() throws {
    let desk = try Desk.withSeed()
    let packet = try PaymentFixture().psbt(from: desk.account())
    for (name, lie) in Self.lies {
      // The person types what is right, or said in advance that nobody need be asked.
      for (answers, options) in [([Self.typed], []), (nil, ["--yes"])] as [([String]?, [String])] {
        let ran =
          options.isEmpty
          ? try desk.signTakenOver(packet, typing: answers, change: lie)
          : try desk.signTakenOver(packet, typing: answers, "--yes", change: lie)
        #expect(ran.asked == 1 && ran.signatures == 0, "\(name)")
        #expect(ran.run.code == .failed && !desk.hasAnswer, "\(name): \(ran.run.err)")
      }
    }
    #expect(desk.run("log", "--json").json == .array([]))
  }

  /// A reviewer that reads one payment to the person and hands over another, with all that is true of it.
  private func handingOver(
    _ other: PSBT, _ desk: Desk
  ) throws -> @Sendable (inout SignRequest) throws -> Void {
    var passphrase = Array(Desk.passphrase.utf8)
    let opened = try Vault.open(
      in: desk.path("home"), passphrase: SecretBytes(moving: &passphrase),
      minimum: KDFParameters(unchecked: 4, r: 1, p: 1))
    let context = try opened.contents.reviewContext(now: 1_800_000_000)
    let review = Review(of: other, in: context)
    let request = SignRequest(
      packet: other.encoded(), isPutTogether: false, claims: ReviewClaims(review),
      inputs: review.signableInputs, accepted: [])
    return { $0 = request }
  }

  @Test func `gets no signature for another payment by the characters of the one that was meant`()
    throws
  {
    let desk = try Desk.withSeed()
    let wallet = try desk.account()
    let meant = try PaymentFixture().psbt(from: wallet)
    var others: [(String, PSBT)] = [
      ("a thief is paid", try PaymentFixture(destination: Self.thief).psbt(from: wallet)),
      (
        "a thief is paid all of it",
        try PaymentFixture(
          payment: 99_000_000, destination: Self.thief
        ).psbt(from: wallet)
      ),
    ]
    // The change goes to the thief: two are paid then, and the thief gets nearly all of it.
    var stolen = meant
    let script = try Address(parsing: Self.thief, on: .regtest).script
    var transaction = meant.unsignedTransaction
    transaction.outputs[1].scriptPubKey = script
    var updater = Updater(try Creator(transaction).created())
    let previous = try #require(meant.inputs[0].nonWitnessUTXO)
    try updater.addPreviousTransaction(Array(previous.bytes), toInput: 0)
    try updater.add(wallet, branch: 0, index: 3, toInput: 0)
    stolen = updater.psbt
    others.append(("the change goes to a thief", stolen))
    for (name, other) in others {
      let lie = try handingOver(other, desk)
      // The person has the right address on paper and types its characters, whatever stands in the question.
      let ran = try desk.signTakenOver(
        meant, typing: [Self.typed, Self.typed, Self.typed, "0.12"], change: lie)
      #expect(ran.asked == 1 && ran.signatures == 0, "\(name): \(ran.run.err)")
      #expect(ran.run.code == .failed && !desk.hasAnswer, "\(name)")
      // The question names the thief, or the amount to type is not the one that was meant.
      #expect(
        ran.run.terminal.contains("2 1qrp")
          || ran.run.terminal.unwrapped.contains("Leaving us 0.99999000 BTC, fee 0.00001000 BTC."),
        "\(name)")
    }
  }

  @Test func `cannot make the last question say another amount or fee`() throws {
    let desk = try Desk.withSeed()
    let wallet = try desk.account()
    let meant = try PaymentFixture().psbt(from: wallet)
    let more = try PaymentFixture(payment: 99_000_000, fee: 900_000).psbt(from: wallet)
    let ran = try desk.signTakenOver(
      meant, typing: ["no"], change: try handingOver(more, desk))
    #expect(ran.signatures == 0)
    #expect(
      ran.run.terminal.unwrapped.contains("Leaving us 0.99000000 BTC, fee 0.00900000 BTC."),
      "\(ran.run.terminal)")
  }

  @Test func `gets an answer once, in its turn, and none to what is no message`() throws {
    let desk = try Desk.withSeed()
    let packet = try desk.write(PaymentFixture().psbt(from: desk.account()))
    let screen = RecordingScreen()
    let environment = desk.environment(screen)
    let arguments = [
      "sign", packet, "--out", desk.path("signed.psbt"), "--yes", "--passphrase-file",
      desk.path("passphrase"),
    ]
    let command = try #require(try OfflineSigner.parseAsRoot(arguments) as? SignCommand)
    func server() throws -> KeeperServer {
      KeeperServer(try SignerSession(command.common, in: environment), for: command.keeperTask)
    }
    func refusal(_ answer: [UInt8]) throws -> ProgramError? {
      guard case .refused(let error) = try KeeperAnswer(decoding: answer) else { return nil }
      return error
    }
    let kept = Mutex<SignRequest?>(nil)
    _ = try desk.signTakenOver(try desk.psbt("unsigned.psbt"), "--yes") { request in
      kept.withLock { $0 = request }
      request.packet = []
    }
    let request = try #require(kept.withLock { $0 })
    let sign = KeeperRequest.sign(request).encoded

    let early = try server()
    #expect(try refusal(early.answer(to: sign)) == ProgramError(KeyKeeperError.outOfTurn))
    let twice = try server()
    #expect(try refusal(twice.answer(to: KeeperRequest.open.encoded)) == nil)
    #expect(
      try refusal(twice.answer(to: KeeperRequest.open.encoded))
        == ProgramError(KeyKeeperError.outOfTurn))
    #expect(try refusal(twice.answer(to: sign)) == nil)
    // One payment for one question.
    #expect(try refusal(twice.answer(to: sign)) == ProgramError(KeyKeeperError.outOfTurn))
    for message in [[], [0], [9], [1, 0], Array(sign.dropLast()), sign + [0]] as [[UInt8]] {
      #expect(
        try refusal(server().answer(to: message)) == ProgramError(KeyKeeperError.message),
        "\(message.prefix(4))")
    }
  }

  @Test func `is handed nothing to spend with where signatures are only compared`() throws {
    let desk = try Desk.withSeed()
    let packet = try PaymentFixture().psbt(from: desk.account())
    let whole = desk.run("sign", try desk.write(packet), "--out", desk.path("theirs.psbt"), "--yes")
    try #require(whole.code == .done, "\(whole.err)")
    let signature = try #require(
      try desk.psbt("theirs.psbt").inputs[0].partialSigs.first?.signature)
    let arguments = [
      "sign", desk.path("unsigned.psbt"), "--compare", desk.path("theirs.psbt"), "--yes",
      "--passphrase-file", desk.path("passphrase"),
    ]
    let command = try #require(try OfflineSigner.parseAsRoot(arguments) as? SignCommand)
    var environment = desk.environment(RecordingScreen())
    let server = KeeperServer(
      try SignerSession(command.common, in: environment), for: command.keeperTask)
    let link = ListeningLink(server)
    environment.keeper = link
    let code = Desk.unlocked { SignerProgram.run(arguments, in: environment) }
    #expect(code == .done)
    let answers = link.answers.withLock { $0 }
    #expect(answers.count == 2)
    #expect(
      !answers.contains { $0.windows(of: signature.count).contains { $0.elementsEqual(signature) } }
    )
    // One signing is in the log, that of the whole run.
    #expect(desk.run("log", "--json").json.arrayValue?.count == 1)
  }

  @Test func `cannot have the passphrase asked for again, or fill the log`() throws {
    let desk = try Desk.withSeed()
    let packet = try PaymentFixture().psbt(from: desk.account())
    let wrong = try desk.write("not the passphrase\n", to: "wrong")
    let command = try #require(
      try OfflineSigner.parseAsRoot(["sign", "-", "--out", "-", "--passphrase-file", wrong])
        as? SignCommand)
    let server = KeeperServer(
      try SignerSession(command.common, in: desk.environment(RecordingScreen())),
      for: command.keeperTask)
    for expected in [false, true] {
      guard
        case .refused(let error) = try KeeperAnswer(
          decoding: server.answer(to: KeeperRequest.open.encoded))
      else {
        Issue.record("opened")
        return
      }
      #expect((error == ProgramError(KeyKeeperError.outOfTurn)) == expected)
    }
    let long = String(repeating: "x", count: 201)
    let entries: [[LoggedAcceptance]] = [
      [LoggedAcceptance("R04", .typed(long))], [LoggedAcceptance("a name of nothing", .option)],
      Array(repeating: LoggedAcceptance("R04", .option), count: 101),
    ]
    for accepted in entries {
      let ran = try desk.signTakenOver(packet, typing: [Self.typed]) { $0.accepted = accepted }
      #expect(ran.asked == 1 && ran.signatures == 0 && !desk.hasAnswer)
    }
  }

  @Test func `finds no seed in what it is handed`() throws {
    let words =
      "legal winner thank year wave sausage worth useful legal winner thank yellow"
    let desk = try Desk.withSeed(words: words)
    let command = try #require(
      try OfflineSigner.parseAsRoot([
        "sign", "-", "--out", "-", "--passphrase-file", desk.path("passphrase"),
      ]) as? SignCommand)
    let server = KeeperServer(
      try SignerSession(command.common, in: desk.environment(RecordingScreen())),
      for: command.keeperTask)
    let answer = server.answer(to: KeeperRequest.open.encoded)
    guard case .contents(let bytes) = try KeeperAnswer(decoding: answer) else {
      Issue.record("the vault was not opened")
      return
    }
    // These words are sixteen times the same byte (BIP-39's vectors).
    let entropy = [UInt8](repeating: 0x7f, count: 16)
    #expect(!bytes.windows(of: 16).contains { $0.elementsEqual(entropy) })
    let passphrase = Array(Desk.passphrase.utf8)
    #expect(!bytes.windows(of: passphrase.count).contains { $0.elementsEqual(passphrase) })
    let seeds = try VaultContents(sealedBytes: bytes).seeds
    #expect(seeds.map(\.name) == ["first"])
    #expect(throws: (any Error).self) { _ = try GivenSeed(seeds[0]) }
  }
}

extension [UInt8] {
  /// Every stretch of so many bytes.
  fileprivate func windows(of count: Int) -> some Sequence<ArraySlice<UInt8>> {
    (0..<Swift.max(0, self.count - count + 1)).lazy.map { self[$0..<($0 + count)] }
  }
}
