import ArgumentParser
import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import Foundation
import KeeperProcess
import RecordingScreens
import SignerHome
import Synchronization
import TerminalUI
import Testing

@testable import KeyKeeper
@testable import OfflineSigner

/// Somebody between the reviewer and what holds the seed of one run.
private final class ChangingLink: KeeperLink {
  private let server: KeeperServer
  private let change: @Sendable (inout KeeperRequest) -> Void
  let signatures = Mutex(0)

  init(_ server: KeeperServer, _ change: @escaping @Sendable (inout KeeperRequest) -> Void) {
    self.server = server
    self.change = change
  }

  func answer(to request: [UInt8]) throws(KeeperProcessError) -> [UInt8] {
    var message = request
    if var asked = try? KeeperRequest(decoding: request) {
      change(&asked)
      message = asked.encoded
    }
    let answer = server.answer(to: message)
    if case .signed(let made, log: _)? = try? KeeperAnswer(decoding: answer) {
      signatures.withLock { $0 += made.count }
    }
    return answer
  }
}

/// Without a vault the payment and the wallet are read by the reviewer, and the seed is held beside it.
@Suite struct `A reviewer that is taken over, without a vault` {
  private let family: Family
  private let desk: Desk
  private let descriptor: Descriptor
  private let arguments: [String]

  init() throws {
    family = try Family()
    descriptor = try family.descriptor()
    desk = try Desk()
    let wallet = try desk.write(descriptor.canonical, to: "wallet.txt")
    _ = try desk.write(PaymentFixture().psbt(from: descriptor))
    arguments = [
      "sign", desk.path("unsigned.psbt"), "--seed", family.desks[0].path("words.txt"), "--wallet",
      wallet, "--network", "regtest", "--out", desk.path("signed.psbt"),
    ]
  }

  private func server(
    _ options: [String], _ screen: RecordingScreen = RecordingScreen(hasTerminal: false)
  ) throws -> KeeperServer {
    let command = try #require(
      try OfflineSigner.parseAsRoot(arguments + options) as? any SignerCommand)
    let session = try SignerSession(command.common, in: desk.environment(screen))
    return KeeperServer(session, for: command.keeperTask)
  }

  private func run(
    _ options: [String], change: @escaping @Sendable (inout KeeperRequest) -> Void
  ) throws -> (code: TerminalUI.ExitCode, err: String, signatures: Int) {
    let screen = RecordingScreen(hasTerminal: false)
    var environment = desk.environment(screen)
    let link = ChangingLink(try server(options, screen), change)
    environment.keeper = link
    let code = SignerProgram.run(arguments + options, in: environment)
    return (code, screen.talk, link.signatures.withLock { $0 })
  }

  @Test func `is needed for nothing else: the honest one gets its signature`() throws {
    let ran = try run(["--accept", "wallet", "--yes"]) { _ in }
    #expect(ran.code == .done && ran.signatures == 1, "\(ran.err)")
  }

  @Test func `is asked about the wallet itself, and yes in advance does not answer that`() throws {
    let ran = try run(["--yes"]) { _ in }
    #expect(ran.code == .failed && ran.signatures == 0)
    #expect(ran.err.contains("--accept wallet"), "\(ran.err)")
  }

  @Test func `gets no signature for a wallet that it shows otherwise than it is`() throws {
    let other = try Family.descriptor("wsh(sortedmulti(1,@))", family.keys).canonical
    let lies: [(String, @Sendable (inout RegisterRequest) -> Void)] = [
      ("another wallet", { $0.descriptor = other }),
      ("another name", { $0.name = "mine" }),
      ("other keys ours", { $0.own.append(OwnKey(position: 1, seed: "given")) }),
      ("another rule", { $0.policy = "3 of 3 keys must sign" }),
      ("another class", { $0.trust = "sole" }),
      ("other words", { $0.words = "one two three four" }),
      ("other addresses", { $0.addresses.swapAt(0, 1) }),
    ]
    for (name, lie) in lies {
      let ran = try run(["--accept", "wallet", "--yes"]) { request in
        guard case .register(var shown) = request else { return }
        lie(&shown)
        request = .register(shown)
      }
      #expect(ran.code == .failed && ran.signatures == 0, "\(name)")
      #expect(ran.err.contains("two readings of the wallet differ"), "\(name): \(ran.err)")
    }
    // Another wallet from the start: what the payment spends is not of it.
    let pair = try Family.descriptor("wsh(sortedmulti(2,@))", Array(family.keys.prefix(2)))
    let ran = try run(["--accept", "wallet", "--yes"]) { request in
      if case .keys = request { request = .keys(ofWallet: pair.canonical) }
    }
    #expect(ran.code == .failed && ran.signatures == 0, "\(ran.err)")
  }

  @Test func `gets no signature for another payment than the one it shows`() throws {
    let other = try PaymentFixture(
      destination: "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry"
    )
    .psbt(from: descriptor).encoded()
    let ran = try run(["--accept", "wallet", "--yes"]) { request in
      guard case .sign(var asked) = request else { return }
      asked.packet = other
      request = .sign(asked)
    }
    #expect(ran.code == .failed && ran.signatures == 0, "\(ran.err)")
    #expect(ran.err.contains("two readings"), "\(ran.err)")
  }

  @Test func `cannot leave out that nothing is remembered`() throws {
    // Somebody else's coin beside ours: it may be ours in another signing.
    let honest = try PaymentFixture().psbt(from: descriptor)
    let previous = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 7))],
      outputs: [
        TxOut(
          rawValue: 50_000,
          scriptPubKey: try Address(
            parsing: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", on: .regtest
          ).script)
      ])
    var transaction = honest.unsignedTransaction
    transaction.inputs.append(
      TxIn(previousOutput: OutPoint(txid: previous.txid, vout: 0), sequence: 0xffff_fffd))
    transaction.outputs[0].rawValue += 50_000
    var updater = Updater(try Creator(transaction).created())
    let own = try #require(honest.inputs[0].nonWitnessUTXO)
    try updater.addPreviousTransaction(Array(own.bytes), toInput: 0)
    try updater.addPreviousTransaction(previous.encoded(), toInput: 1)
    try updater.add(descriptor, branch: 0, index: 3, toInput: 0)
    try updater.add(descriptor, branch: 1, index: 0, toOutput: 1)
    _ = try desk.write(updater.psbt)
    let options = ["--accept", "wallet", "--accept", "R12", "--yes"]
    let said: [LoggedAcceptance.Answer?] = [
      nil, .option, .typed("coins shown as other people's may be mine"),
    ]
    for answer in said {
      let ran = try run(options) { request in
        guard case .sign(var asked) = request else { return }
        asked.accepted.removeAll { $0.name == "no-vault" }
        if let answer { asked.accepted.append(LoggedAcceptance("no-vault", answer)) }
        request = .sign(asked)
      }
      #expect(ran.code == .failed && ran.signatures == 0, "\(ran.err)")
      let reason =
        answer == nil ? "consents in words" : "not acknowledged: this signing uses no vault"
      #expect(ran.err.contains(reason), "\(ran.err)")
    }
    let told = try run(options + ["--accept", "no-vault"]) { _ in }
    #expect(told.code == .done && told.signatures == 1, "\(told.err)")
  }

  @Test func `gets an answer in its turn, and once`() throws {
    let requests = Mutex<[KeeperRequest]>([])
    _ = try run(["--accept", "wallet", "--yes"]) { request in
      requests.withLock { $0.append(request) }
    }
    let asked = requests.withLock { $0 }
    try #require(asked.count == 4)
    let (keys, register, sign) = (asked[1], asked[2], asked[3])
    let outOfTurn = KeeperAnswer.refused(ProgramError(KeyKeeperError.outOfTurn))
    func answer(_ server: KeeperServer, _ request: KeeperRequest) throws -> KeeperAnswer {
      try KeeperAnswer(decoding: server.answer(to: request.encoded))
    }
    let server = try server(["--accept", "wallet", "--yes"])
    // Nothing of a vault is there to be handed over.
    guard case .contents(let bytes) = try answer(server, .open) else {
      Issue.record("no contents")
      return
    }
    let contents = try VaultContents(sealedBytes: bytes)
    #expect(contents.seeds.isEmpty && contents.wallets.isEmpty)
    for early in [register, sign, .remove(name: "wallet"), .backupKey, .archive([])] {
      #expect(try answer(server, early) == outOfTurn)
    }
    guard case .keys = try answer(server, keys) else {
      Issue.record("no keys")
      return
    }
    #expect(try answer(server, keys) == outOfTurn)
    // No signature for a wallet that nobody agreed to; and with that the run is over.
    #expect(try answer(server, sign) == outOfTurn)
    #expect(try answer(server, register) == outOfTurn)

    let second = try self.server(["--accept", "wallet", "--yes"])
    guard case .keys = try answer(second, keys), case .saved = try answer(second, register) else {
      Issue.record("not agreed")
      return
    }
    #expect(try answer(second, register) == outOfTurn)
  }
}
