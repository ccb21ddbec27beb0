import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import ExtendedKeys
import Foundation
import KeyKeeper
import PacketSigning
import RecordingScreens
import Secp256k1Signing
import SecretKeys
import SecureMemory
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner

/// A reviewer that is taken over cannot answer for a person what only words answer.
@Suite struct `Consents in words, past a reviewer that is taken over` {
  /// Groups 2 and 3 of the first recipient's address, which is what the tests' chance asks for.
  private static func groups(of address: String) -> String {
    let letters = Array(address)
    return "\(String(letters[4..<8])) \(String(letters[8..<12]))"
  }

  /// A payment that wants one consent in words.
  private struct Case {
    let name: String
    let sentence: String
    let desk: Desk
    let packet: PSBT
    let address: String
  }

  private static let elsewhere =
    "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry"

  private static func replacing() throws -> Case {
    let desk = try Desk.withSeed()
    let account = try desk.account()
    let first = desk.run(
      "sign", try desk.write(PaymentFixture().psbt(from: account)), "--out",
      desk.path("first.psbt"), "--yes")
    try #require(first.code == .done, "\(first.err)")
    return Case(
      name: "replace", sentence: "replace the payment of 2027-01-15", desk: desk,
      packet: try PaymentFixture(destination: elsewhere).psbt(from: account), address: elsewhere)
  }

  /// Pays a key from outside or a child's wallet; silent about the keys of that output, as a coordinator may be.
  private static func neverPaid(_ name: String) throws -> Case {
    let desk = try Desk.withSeed()
    let account = try desk.account()
    let isSweep = name == "sweep"
    if isSweep {
      // BIP-38's first example, as the test networks write it.
      var bytes = Array("L44B5gGEpqEDRS9vVPz7QT35jcBG2r3CZwSwQ4fCewXAhAhqGVpP".utf8)
      let key = try WIFKey(parsing: SecretBytes(moving: &bytes))
      let other = try WIFKey(key.privateKey.duplicated(), network: .testnets, isCompressed: true)
      let text = other.revealingText().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      let ran = desk.run(
        "seed", "import", "paper", "--from", try desk.write(text + "\n", to: "wif"))
      try #require(ran.code == .done, "\(ran.err)")
    } else {
      let derived = desk.run("seed", "derive", "first", "--as", "words", "--into", "niece")
      try #require(derived.code == .done, "\(derived.err)")
      let ran = desk.run(
        "account", "export", "niece", "--script", "wpkh", "--out", desk.path("niece.txt"))
      try #require(ran.code == .done, "\(ran.err)")
    }
    let shown = desk.run(
      "address", "show", isSweep ? "paper-combo" : "niece-wpkh-0", isSweep ? "0" : "7", "--json")
    let addresses = shown.json["addresses"]?.arrayValue?.compactMap(\.stringValue) ?? []
    let address = try #require(addresses.first { $0.hasPrefix("bcrt1q") }, "\(shown.err)")
    return Case(
      name: name,
      sentence: isSweep ? "pay a key that came from outside" : "pay a wallet that was handed out",
      desk: desk, packet: try PaymentFixture(destination: address).psbt(from: account),
      address: address)
  }

  private static func realCoins() throws -> Case {
    let desk = try Desk.withSeed()
    let ran = desk.run(
      "account", "export", "first", "--script", "wsh", "--path", "m/45h", "--out",
      desk.path("account.txt"), "--json")
    try #require(ran.code == .done, "\(ran.err)")
    let key = try #require(ran.json["key"]?.stringValue)
    let file = try desk.write("\(Descriptor(parsing: "wpkh(\(key)/<0;1>/*)"))\n", to: "far.txt")
    let registered = desk.run("wallet", "register", "far", "--from", file, "--yes")
    try #require(registered.code == .done, "\(registered.err)")
    let text = try #require(
      desk.run("wallet", "show", "far", "--json").json["descriptor"]?.stringValue)
    let payment = PaymentFixture()
    return Case(
      name: "real-coins", sentence: "these signatures could spend real coins", desk: desk,
      packet: try payment.psbt(from: Descriptor(parsing: text)), address: payment.destination)
  }

  /// A payment on a fork of Bitcoin that Bitcoin could confirm, too.
  private static func replayed() throws -> Case {
    let desk = try Desk.withSeed(network: "ecash")
    try desk.allowUnattended()
    let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    return Case(
      name: "replay", sentence: "this payment may move bitcoins too", desk: desk,
      packet: try PaymentFixture(destination: address, network: .mainnet).psbt(
        from: desk.account()), address: address)
  }

  private static let cases: [(String, @Sendable () throws -> Case)] = [
    ("replace", { try replacing() }), ("sweep", { try neverPaid("sweep") }),
    ("handed-out", { try neverPaid("handed-out") }), ("real-coins", { try realCoins() }),
    ("replay", { try replayed() }),
  ]

  @Test(arguments: ["replace", "sweep", "handed-out", "real-coins", "replay"])
  func `are asked by key-keeper, whatever the reviewer says was answered`(name: String) throws {
    let made = try #require(Self.cases.first { $0.0 == name }).1
    let payment = try made()
    let desk = payment.desk
    let groups = Self.groups(of: payment.address)
    let out = desk.path("signed.psbt")
    func signing(
      _ answers: [String]?, _ options: [String] = [],
      change: @escaping @Sendable (inout SignRequest) -> Void
    ) throws -> (run: Desk.Run, signatures: Int, asked: Int) {
      try desk.signTakenOver(payment.packet, typing: answers, options, change: change)
    }
    // It says that nothing is to be said in words, also of an output that it calls a stranger's.
    let silent: [@Sendable (inout SignRequest) -> Void] = [
      { $0.accepted.removeAll { $0.name == name } },
      { request in
        request.accepted.removeAll { $0.name == name }
        guard name != "real-coins" else { return }
        request.claims.outputs[0].home = nil
      },
      { $0.accepted = [] },
    ]
    for lie in silent {
      for answers in [[groups], [payment.sentence, groups]] {
        let ran = try signing(answers, change: lie)
        #expect(ran.asked == 1 && ran.signatures == 0, "\(ran.run.terminal)")
        let error = ran.run.err.unwrapped
        let differs = "consents in words: the review says none, the second reading \(name)"
        #expect(error.contains(differs), "\(error)")
      }
    }
    // It says that the sentence was typed, or named on the command line: then it is asked for all the same.
    let said: [LoggedAcceptance.Answer] = [.typed(payment.sentence), .option, .notKept]
    for answer in said {
      for (answers, options) in [([groups], []), (["yes", groups], []), (nil, ["--yes"])]
        as [([String]?, [String])]
      {
        let ran = try signing(answers, options) { request in
          request.accepted = request.accepted.map {
            $0.name == name ? LoggedAcceptance(name, answer) : $0
          }
        }
        #expect(ran.asked == 1 && ran.signatures == 0, "\(ran.run.terminal)")
        #expect(ran.run.err.contains("not acknowledged: "), "\(ran.run.err)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: out))
    // A consent more than there is to give: nobody would ask for it.
    let more = try signing([payment.sentence, groups]) {
      $0.accepted.append(LoggedAcceptance("no-vault", .option))
    }
    #expect(more.signatures == 0 && more.run.err.contains("consents in words"), "\(more.run.err)")

    // With the sentence and the characters there is a signature, and the log says what was really typed.
    let honest = try signing([payment.sentence, groups]) { request in
      request.accepted = request.accepted.map {
        $0.name == name ? LoggedAcceptance(name, .option) : $0
      }
    }
    #expect(honest.signatures == 1, "\(honest.run.err)\(honest.run.terminal)")
    let log = desk.run("log", "--last", "1", "--json").json[0]
    #expect(log?["accepted"] == .array([.string(name)]))
    let told = "\(String(describing: log?["answers"]))"
    #expect(told.contains(payment.sentence), "\(told)")
  }
}
