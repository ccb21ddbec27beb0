import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Foundation
import QRTransport
import RecordingScreens
import TerminalUI
import Testing
import WalletFiles

@testable import AirgapMessages
@testable import AirgapTransfer

/// What is written for each peer, and what answers a message in its own dialect.
@Suite struct PeerTests {
  final class Scratch {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peers-\(UUID())")
    let screen = RecordingScreen()
    let console: Console

    init() throws {
      console = Console(screen: screen)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appending(path: name).path }
    /// What a reader finds in what `write` was given a place for, and how it came.
    func crossing(
      _ name: String = "frames/", _ write: (String) throws -> Void
    ) throws -> MessageInput.Received {
      // A URL drops the slash that says it is a folder.
      let path = path("\(UUID())-\(name)") + (name.hasSuffix("/") ? "/" : "")
      try write(path)
      return try MessageInput(path.hasSuffix("/") ? String(path.dropLast()) : path)
        .received(on: console)
    }
  }

  /// A payment that spends a segwit coin and a legacy one, each from a transaction of `outputs` outputs.
  static func payment(outputs: Int = 60) throws -> PSBT {
    let hash = [UInt8](repeating: 7, count: 20)
    let scripts = [Script.p2wpkh(hash: hash), Script.p2pkh(hash: hash)]
    let previous = scripts.map { script in
      Transaction(
        inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 1))],
        outputs: (0..<outputs).map { TxOut(rawValue: 10_000 + Int64($0), scriptPubKey: script) })
    }
    let unsigned = Transaction(
      inputs: previous.map { TxIn(previousOutput: OutPoint(txid: $0.txid, vout: 0)) },
      outputs: [TxOut(rawValue: 15_000, scriptPubKey: scripts[0])])
    var updater = Updater(try Creator(unsigned).created())
    for (index, transaction) in previous.enumerated() {
      try updater.addPreviousTransaction(transaction.encoded(), toInput: index)
    }
    return updater.psbt
  }

  private static let otherKey =
    "[00000002/48h/1h/0h/2h]tpubDFH9dgzveyD8zTbPUFuLrGmCydNvxehyNdUXKJAQN8x4aZ4j6UZqGfnqFrD4NqyaTVGKbvEW54tsvPTK2UoSbCC1PJY8iCNiwTL3RWZEheQ"
  private static let key =
    "[00000001/48h/1h/0h/2h]tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M"

  // MARK: Payments

  @Test(arguments: Peer.allCases)
  func `a payment for a peer comes back, in its dialect and no denser than it reads`(
    peer: Peer
  ) throws {
    let scratch = try Scratch()
    let profile = peer.profile
    // Electrum has one QR code for all of it.
    let payment = try Self.payment(outputs: peer == .electrum ? 4 : 60)
    let received = try scratch.crossing {
      try MessageOutput($0, for: peer).write(.psbt(payment.encoded()), on: scratch.console)
    }
    let expected =
      profile.previous == .unread ? try payment.withoutPreviousTransactions().psbt : payment
    #expect(received.message == .psbt(expected.encoded()))
    #expect(received.carriage.format(inQRCodes: true) == profile.payment)
    // What is deflated may fit one QR code.
    let isAlone = received.carriage.series == nil
    #expect(!isAlone || [.bbqr, .compact, .base43].contains(profile.payment))
    #expect(received.carriage.series ?? profile.series <= profile.series)
    // A file is a file for everybody.
    let file = try scratch.crossing("payment.psbt") {
      try MessageOutput($0, for: peer).write(payment, as: nil, on: scratch.console)
    }
    #expect(file.message == .psbt(expected.encoded()))
    #expect(file.carriage.dialect == .binary)
  }

  @Test func `only who looks at no previous transaction gets none, and it is said`() throws {
    #expect(Peer.allCases.filter { $0.profile.previous == .unread } == [.seedSigner])
    let scratch = try Scratch()
    let payment = try Self.payment()
    try MessageOutput(scratch.path("a.psbt"), for: .seedSigner)
      .write(payment, as: nil, on: scratch.console)
    #expect(
      scratch.screen.talk.contains(
        "the previous transactions of 1 segwit input were left out: SeedSigner does not look at them"
      ))
    // Asked for, it is a warning of another kind; the legacy input keeps its own.
    try MessageOutput(scratch.path("b.psbt"), withoutPrevious: true)
      .write(.psbt(payment.encoded()), on: scratch.console)
    #expect(scratch.screen.talk.contains("refuses this payment (R01)"))
    let bytes = [UInt8](try Data(contentsOf: scratch.folder.appending(path: "b.psbt")))
    let inputs = try PSBT(decoding: bytes).inputs
    #expect(inputs.map { $0.nonWitnessUTXO == nil } == [true, false])
    #expect(inputs[0].witnessUTXO?.rawValue == 10_000 && inputs[1].witnessUTXO == nil)
  }

  @Test func `a previous transaction that proves a lie is not left out`() throws {
    let scratch = try Scratch()
    var payment = try Self.payment()
    let coin = try #require(payment.claimedOutput(ofInput: 0))
    payment.updateInput(0) {
      $0.setWitnessUTXO(TxOut(rawValue: 9_000, scriptPubKey: coin.scriptPubKey))
    }
    for (peer, isAsked) in [(Peer.seedSigner, false), (nil, true)] {
      let output = try MessageOutput(
        scratch.path("lie.psbt"), for: peer, withoutPrevious: isAsked)
      for write in [
        { try output.write(payment, as: nil, on: scratch.console) },
        { try output.write(.psbt(payment.encoded()), on: scratch.console) },
      ] {
        #expect {
          try write()
        } throws: {
          ($0 as? ProgramError)?.message.hasPrefix(
            "the witness UTXO of input 0 is not the output of its previous transaction; ") == true
            && ($0 as? ProgramError)?.message.hasSuffix("(R02)") == true
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.path("lie.psbt")))
      }
    }
  }

  @Test(arguments: Peer.allCases.filter { $0.profile.previous == .needed })
  func `who proves amounts by previous transactions gets them always`(peer: Peer) {
    #expect {
      try MessageOutput("a.psbt", for: peer, withoutPrevious: true)
    } throws: {
      let error = $0 as? ProgramError
      return error?.message
        == "\(peer.profile.name) needs the previous transactions: they prove the amounts"
        && error?.hint == "leave --without-previous out"
    }
  }

  @Test func `a device that reads one QR code at a time gets no mosaic`() throws {
    let scratch = try Scratch()
    let payment = OutgoingMessage.psbt(try Self.payment().encoded())
    #expect {
      try MessageOutput(scratch.path("a.png"), for: .jade).write(payment, on: scratch.console)
    } throws: {
      ($0 as? ProgramError)?.message.hasSuffix("QR codes, and Jade reads one at a time") == true
    }
    try MessageOutput(scratch.path("b.png"), for: .drawbridge).write(payment, on: scratch.console)
  }

  // MARK: Wallets and accounts

  private static func wallet(taproot: Bool = false) throws -> WalletFile {
    let keys = [key, otherKey]
    let text =
      taproot
      ? "tr(\(key.replacing("48h/1h/0h/2h", with: "86h/1h/0h"))/<0;1>/*)"
      : "wsh(sortedmulti(1,\(keys[0])/<0;1>/*))"
    return WalletFile(name: "family", descriptor: try Descriptor(parsing: text), network: .signet)
  }

  @Test(arguments: Peer.allCases)
  func `a wallet for a peer comes back as the same wallet`(peer: Peer) throws {
    let scratch = try Scratch()
    let file = try Self.wallet()
    let received = try scratch.crossing(peer == .electrum ? "w.json" : "frames/") {
      try MessageOutput($0, for: peer).write(.wallet(file), on: scratch.console)
    }
    let wallet = try received.message.wallet(on: .signet)
    #expect(wallet?.descriptor == file.descriptor)
    if peer == .coldcardQ { #expect(received.carriage.dialect == .bbqr) }
    guard peer == .electrum else { return }
    #expect {
      try MessageOutput(scratch.path("w.png"), for: peer)
        .write(.wallet(file), on: scratch.console)
    } throws: {
      ($0 as? ProgramError)?.message == "Electrum takes this as a file only, not as QR codes"
    }
  }

  @Test func `a wallet that no form of a peer can hold is refused with the reason`() throws {
    let scratch = try Scratch()
    let file = try Self.wallet(taproot: true)
    #expect {
      try MessageOutput(scratch.path("w.txt"), for: .passport)
        .write(.wallet(file), on: scratch.console)
    } throws: {
      ($0 as? ProgramError)?.message.hasPrefix("Passport cannot take this wallet: ") == true
    }
    // Krux takes a descriptor, and never the account map that it misreads.
    try MessageOutput(scratch.path("k.txt"), for: .krux).write(.wallet(file), on: scratch.console)
    #expect {
      try MessageOutput(scratch.path("m.json"), for: .krux)
        .write(.wallet(file), as: .accountMap, on: scratch.console)
    } throws: {
      ($0 as? ProgramError)?.message
        == "Krux does not read account-map rightly: it takes change addresses for receiving ones"
    }
  }

  private static func account(_ script: StandardAccount) throws -> AccountExport {
    let path = script == .wsh ? "48h/1h/0h/2h" : "84h/1h/0h"
    return try AccountText.export(
      "\(script.rawValue) \(key.replacing("48h/1h/0h/2h", with: path))")
  }

  @Test func `Electrum gets an account as a wallet, as a bare key it would restore another one`()
    throws
  {
    let scratch = try Scratch()
    let export = OutgoingMessage.account(try Self.account(.wpkh))
    let received = try scratch.crossing("a.json") {
      try MessageOutput($0, for: .electrum).write(export, on: scratch.console)
    }
    let wallet = try #require(try received.message.wallet(on: .signet))
    #expect(wallet.format == .electrum && wallet.descriptor.script == .wpkh)
    #expect {
      try MessageOutput(scratch.path("b.txt"), for: .electrum)
        .write(export, as: .text, on: scratch.console)
    } throws: {
      ($0 as? ProgramError)?.message.contains("as a legacy wallet") == true
    }
    #expect {
      try MessageOutput(scratch.path("c.json"), for: .electrum)
        .write(.account(Self.account(.wsh)), on: scratch.console)
    } throws: {
      ($0 as? ProgramError)?.hint.contains("wallet export NAME --for electrum") == true
    }
  }

  @Test(arguments: [Peer.seedSigner, .krux, .jade, .passport, .keystone, .specterDIY])
  func `a signer takes no account of another signer`(peer: Peer) throws {
    let scratch = try Scratch()
    #expect {
      try MessageOutput(scratch.path("a.gif"), for: peer)
        .write(.account(Self.account(.wpkh)), on: scratch.console)
    } throws: {
      ($0 as? ProgramError)?.message.contains("takes no account of another signer") == true
    }
  }

  @Test func `Coldcard takes a cosigner's key as BBQr, and no wallet of one key`() throws {
    let scratch = try Scratch()
    let received = try scratch.crossing {
      try MessageOutput($0, for: .coldcardQ)
        .write(.account(Self.account(.wsh)), on: scratch.console)
    }
    #expect(received.message == .account(try Self.account(.wsh)))
    #expect(received.carriage.dialect == .bbqr)
    #expect {
      try MessageOutput(scratch.path("b.gif"), for: .coldcardQ)
        .write(.account(Self.account(.wpkh)), on: scratch.console)
    } throws: {
      ($0 as? ProgramError)?.message.contains("takes cosigners' keys only") == true
    }
  }

  // MARK: Answers

  @Test(arguments: [
    PayloadFormat.ur, .newerUR, .firstUR, .bbqr, .specter, .compact, .base64, .hex, .base43,
  ])
  func `what came in QR codes goes back in their dialect`(format: PayloadFormat) throws {
    let scratch = try Scratch()
    let isSingle = [.base64, .hex, .base43].contains(format)
    let payment = try Self.payment(outputs: isSingle ? 4 : 60)
    let question = try scratch.crossing {
      try MessageOutput($0).write(.psbt(payment.encoded()), as: format, on: scratch.console)
    }
    #expect(question.message == .psbt(payment.encoded()))
    let answer = try scratch.crossing("answer.gif") {
      try MessageOutput($0).answering(question.carriage)
        .write(.psbt(payment.encoded()), on: scratch.console)
    }
    #expect(answer.message == question.message)
    #expect(answer.carriage.dialect == question.carriage.dialect)
    // --as and a peer that was named have the last word.
    let asked = try scratch.crossing("asked.gif") {
      try MessageOutput($0).answering(question.carriage)
        .write(.psbt(payment.encoded()), as: .ur, on: scratch.console)
    }
    #expect(asked.carriage.dialect == .ur)
    let named = try scratch.crossing("named.gif") {
      try MessageOutput($0, for: .coldcardQ).answering(question.carriage)
        .write(.psbt(payment.encoded()), on: scratch.console)
    }
    #expect(named.carriage.dialect == .bbqr)
  }

  @Test
  func `an answer is no denser than the question, and a lone QR code says nothing about that`()
    throws
  {
    let scratch = try Scratch()
    let payment = try Self.payment().encoded()
    let question = try scratch.crossing {
      try MessageOutput($0, for: .krux).write(.psbt(payment), on: scratch.console)
    }
    let shown = try #require(question.carriage.series)
    #expect(shown <= Peer.krux.profile.series)
    let answer = try scratch.crossing {
      try MessageOutput($0).answering(question.carriage).write(.psbt(payment), on: scratch.console)
    }
    #expect(try #require(answer.carriage.series) <= shown)
    let alone = try scratch.crossing("small.png") {
      try MessageOutput($0).write(.psbt(Array(payment.prefix(40))), on: scratch.console)
    }
    #expect(alone.carriage.series == nil)
  }

  @Test func `a lone form that the answer outgrew is written as ur, with a word`() throws {
    let scratch = try Scratch()
    let small = try Self.payment(outputs: 4).encoded()
    let question = try scratch.crossing("q.png") {
      try MessageOutput($0).write(.psbt(small), as: .base43, on: scratch.console)
    }
    let large = try Self.payment().encoded()
    let answer = try scratch.crossing("a.gif") {
      try MessageOutput($0).answering(question.carriage).write(.psbt(large), on: scratch.console)
    }
    #expect(answer.message == .psbt(large) && answer.carriage.dialect == .ur)
    #expect(
      scratch.screen.talk.contains("the answer no longer fits into QR codes as base43"))
  }

  @Test func `text is answered by text alike, and QR codes change no file`() throws {
    let scratch = try Scratch()
    let payment = try Self.payment().encoded()
    let hex = try scratch.crossing("q.txt") {
      try MessageOutput($0).write(.psbt(payment), as: .hex, on: scratch.console)
    }
    let answer = try scratch.crossing("a.txt") {
      try MessageOutput($0).answering(hex.carriage).write(.psbt(payment), on: scratch.console)
    }
    #expect(answer.carriage.dialect == .hex)
    // A picture of it is written as every picture is.
    let picture = try scratch.crossing("a.gif") {
      try MessageOutput($0).answering(hex.carriage).write(.psbt(payment), on: scratch.console)
    }
    #expect(picture.carriage.dialect == .ur)
    let text = try scratch.crossing("b.txt") {
      try MessageOutput($0).answering(picture.carriage).write(.psbt(payment), on: scratch.console)
    }
    #expect(text.carriage.dialect == .base64)
  }
}
