import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Foundation
import RecordingScreens
import Secp256k1Signing
import SecretKeys
import SecureMemory
import TerminalUI
import Testing

@testable import OfflineSigner

/// A single private key in the vault and for one run: WIF and BIP-38, what it is paid with, and
/// how it signs.
@Suite struct `Single private keys` {
  // BIP-38's examples without multiplication.
  private static let compressed = "L44B5gGEpqEDRS9vVPz7QT35jcBG2r3CZwSwQ4fCewXAhAhqGVpP"
  private static let uncompressed = "5KN7MzqK5wt2TP1fQCYyHBtDrXdJuXbUzm4A9rKAteGu3Qi5CVR"
  private static let encrypted = "6PYNKZ1EAgYgmQfmNVamxyXVWHzK5s6DGhwP4J5o44cvXdoY7sRzhtpUeo"

  /// The same key for the test networks.
  private static func testnet(_ wif: String) throws -> String {
    var bytes = Array(wif.utf8)
    let key = try WIFKey(parsing: SecretBytes(moving: &bytes))
    let other = try WIFKey(
      key.privateKey.duplicated(), network: .testnets, isCompressed: key.isCompressed)
    return other.revealingText().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  private func desk(_ network: String = "regtest") throws -> Desk {
    let desk = try Desk()
    try #require(desk.run("init", "--network", network, "--yes").code == .done)
    return desk
  }

  @Test func `a wrong letter of a key is put right once a person agrees`() throws {
    let desk = try desk()
    let right = try Self.testnet(Self.compressed)
    var letters = Array(right)
    letters[20] = letters[20] == "x" ? "y" : "x"
    let wrong = String(letters)
    let unattended = try desk.run("seed", "import", "key", "--from", desk.write(wrong, to: "wrong"))
    #expect(unattended.code == .failed)
    #expect(unattended.err.contains("can be corrected (letters: 21)"), "\(unattended.err)")
    #expect(!unattended.err.contains(right))
    let declined = desk.run("seed", "import", "key", answers: [wrong, "", "no"])
    #expect(declined.code == .failed)
    let agreed = desk.run("seed", "import", "key", answers: [wrong, "", "yes"])
    #expect(agreed.code == .done, "\(agreed.err)")
    #expect(agreed.terminal.contains(right))
    letters[30] = letters[30] == "x" ? "y" : "x"
    let twice = try desk.run(
      "seed", "import", "other", "--from", desk.write(String(letters), to: "twice"))
    #expect(twice.code == .failed && !twice.err.contains("can be corrected"), "\(twice.err)")
  }

  /// A home with the key, and its combo.
  private func withKey(_ wif: String) throws -> (desk: Desk, combo: Descriptor) {
    let desk = try desk()
    let file = try desk.write(Self.testnet(wif) + "\n", to: "wif")
    let ran = desk.run("seed", "import", "paper", "--from", file, "--json")
    try #require(ran.code == .done, "\(ran.err)")
    #expect(ran.json["kind"]?.stringValue == "wif")
    let shown = desk.run("wallet", "show", "paper-combo", "--json")
    let text = try #require(shown.json["descriptor"]?.stringValue, "\(shown.err)")
    #expect(text.hasPrefix("combo("))
    return (desk, try Descriptor(parsing: text))
  }

  private func sign(_ desk: Desk, _ psbt: PSBT, _ options: String...) throws -> Desk.Run {
    let unsigned = try desk.write(psbt)
    return desk.run(
      [
        "sign", unsigned, "--out", desk.path("signed.psbt"), "--force", "--yes", "--json",
        // The change of these payments goes back to the key.
        "--accept", "R06",
      ] + options)
  }

  @Test(arguments: 0..<4)
  func `each kind of script of a compressed key is signed`(_ branch: Int) throws {
    let (desk, combo) = try withKey(Self.compressed)
    var fixture = PaymentFixture()
    (fixture.coinBranch, fixture.coinIndex) = (branch, 0)
    let ran = try sign(desk, fixture.psbt(from: combo))
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["complete"]?.boolValue == true)
  }

  @Test(arguments: 0..<2)
  func `an uncompressed key has two kinds of script and signs both`(_ branch: Int) throws {
    let (desk, combo) = try withKey(Self.uncompressed)
    #expect(combo.scriptBranchCount == 2)
    var fixture = PaymentFixture()
    (fixture.coinBranch, fixture.coinIndex) = (branch, 0)
    let ran = try sign(desk, fixture.psbt(from: combo))
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["complete"]?.boolValue == true)
  }

  @Test func `a coordinator that says nothing of the key is understood, one that lies is not`()
    throws
  {
    let (desk, combo) = try withKey(Self.compressed)
    var fixture = PaymentFixture()
    (fixture.coinBranch, fixture.coinIndex) = (2, 0)
    var psbt = try fixture.psbt(from: combo)
    let key = try #require(psbt.inputs[0].bip32Derivations.first)
    psbt.updateInput(0) { $0.removeAll { $0.type == 0x06 } }
    let silent = try sign(desk, psbt)
    #expect(silent.code == .done, "\(silent.err)")
    let elsewhere = try key.origin.appending(DerivationPath(parsing: "m/0"))
    psbt.updateInput(0) {
      $0.setBIP32Derivation(publicKey: Array(key.publicKey), origin: elsewhere)
    }
    let lying = try sign(desk, psbt)
    #expect(lying.code == .failed && lying.err.contains("R12"), "\(lying.err)")
  }

  @Test func `what goes to the key itself is shown as ours, all else as a payment`() throws {
    let (desk, combo) = try withKey(Self.compressed)
    var fixture = PaymentFixture()
    (fixture.coinBranch, fixture.coinIndex) = (2, 0)
    let unsigned = try desk.write(fixture.psbt(from: combo))
    let review = desk.run("review", unsigned, "--json")
    let kinds = review.json["outputs"]?.arrayValue?.compactMap { $0["kind"]?.stringValue }
    #expect(kinds?.first == "payment")
    #expect(kinds?.last != "payment" && kinds?.last != "change", "\(review.out)")
  }

  @Test func `a key signs as the key of a wallet that names it with an origin`() throws {
    let (desk, combo) = try withKey(Self.compressed)
    let key = try #require(combo.keys.first)
    for (name, text) in [
      ("path", "wpkh([d34db33f/84h/1h/0h/0/0]\(key))"), ("tap", "tr(\(key))"),
      ("shared", "wsh(multi(1,\(key),\(Self.other)))"),
    ] {
      let descriptor = try Descriptor(parsing: text)
      let file = try desk.write(descriptor.canonical, to: name)
      // Of the shared one a single signature is enough, and one key is somebody else's.
      let accepted = name == "shared" ? ["--accept", "stranger", "--accept", "R07"] : []
      let registered = desk.run(
        ["wallet", "register", name, "--from", file, "--yes"] + accepted)
      guard name != "path" else {
        // It is in the combo already: the same scripts are the same wallet.
        #expect(registered.code == .failed && registered.err.contains("already"))
        continue
      }
      try #require(registered.code == .done, "\(registered.err)")
      var fixture = PaymentFixture()
      fixture.coinIndex = 0
      let ran = try sign(desk, fixture.psbt(fromSingle: descriptor), "--accept", "R33")
      #expect(ran.code == .done, "\(ran.err)")
      #expect(ran.json["complete"]?.boolValue == true)
    }
    _ = desk.run("wallet", "remove", "paper-combo", "--yes")
    let registered = desk.run(
      "wallet", "register", "path", "--from", desk.path("path"), "--yes", "--accept", "R07")
    try #require(registered.code == .done, "\(registered.err)")
    let descriptor = try Descriptor(parsing: "wpkh([d34db33f/84h/1h/0h/0/0]\(key))")
    var fixture = PaymentFixture()
    fixture.coinIndex = 0
    let ran = try sign(desk, fixture.psbt(fromSingle: descriptor), "--accept", "R33")
    #expect(ran.code == .done, "\(ran.err)")
  }

  private static let other = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"

  @Test func `a key's descriptor crosses as text and as a symbol, and only what it has`() throws {
    let (desk, combo) = try withKey(Self.compressed)
    let text = desk.run("account", "export", "paper", "--out", desk.path("key.txt"), "--json")
    #expect(text.code == .done, "\(text.err)")
    #expect(try desk.read("key.txt") == combo.canonical + "\n")
    #expect(text.json["wallet"]?.stringValue == "paper-combo")
    let words = try #require(text.json["words"]?.stringValue)
    #expect(
      desk.run("wallet", "show", "paper-combo", "--json").json["words"]?.stringValue == words)
    let picture = desk.run("account", "export", "paper", "--out", desk.path("key.png"))
    #expect(picture.code == .done, "\(picture.err)")
    #expect(picture.out.contains("\nWords: \(words) (compare with the coordinator)\n"))
    let one = desk.run(
      "account", "export", "paper", "--script", "wpkh", "--out", desk.path("one.txt"))
    #expect(one.code == .done, "\(one.err)")
    #expect(try desk.read("one.txt").hasPrefix("wpkh(02"))
    for wrong in [["--account", "1"], ["--script", "tr"], ["--path", "m/0"]] {
      let ran = desk.run(["account", "export", "paper", "--out", desk.path("no.txt")] + wrong)
      #expect(ran.code == .wrongUsage, "\(wrong)")
    }
    let (old, _) = try withKey(Self.uncompressed)
    let refused = old.run(
      "account", "export", "paper", "--script", "wpkh", "--out", old.path("no.txt"))
    #expect(refused.code == .wrongUsage && refused.err.contains("no wallet of the kind wpkh"))
  }

  @Test func `a key of another network is refused and never repeated`() throws {
    let desk = try desk()
    for key in [Self.compressed, Self.uncompressed] {
      let ran = try desk.run("seed", "import", "key", "--from", desk.write(key, to: "wif"))
      #expect(ran.code == .failed && ran.err.contains("is for mainnet"), "\(ran.err)")
      #expect(!ran.err.contains(key))
      let argument = desk.run("seed", "import", "key", "--from", key)
      #expect(argument.code == .wrongUsage && !argument.err.contains(key), "\(argument.err)")
    }
    let damaged = Self.compressed.replacing("GEp", with: "GEq")
    let ran = try desk.run("seed", "import", "key", "--from", desk.write(damaged, to: "wif"))
    #expect(ran.code == .failed && ran.err.contains("checksum"), "\(ran.err)")
    #expect(!ran.err.contains(damaged))
  }

  @Test func `an encrypted key asks for its passphrase`() throws {
    let desk = try desk("mainnet")
    let file = try desk.write(Self.encrypted, to: "key")
    let nobody = desk.run("seed", "import", "paper", "--from", file)
    #expect(nobody.code == .failed && nobody.err.contains("--bip38-passphrase-file"))
    let wrong = desk.run("seed", "import", "paper", "--from", file, answers: ["TestingOneTwoTwo"])
    #expect(wrong.code == .failed && wrong.err.contains("does not open this key"), "\(wrong.err)")
    #expect(wrong.err.contains("hint: capitals and spaces count"))
    let ran = desk.run(
      "seed", "import", "paper", "--from", file, "--json", answers: ["TestingOneTwoThree"])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["origin"]?.stringValue == "imported BIP-38")
    let shown = desk.run("seed", "show", "paper", answers: ["paper", ""])
    #expect(shown.terminal.contains(Self.compressed), "\(shown.err)")
    let sealed = desk.run(
      "seed", "show", "paper", "--as", "bip38",
      answers: ["paper", "TestingOneTwoThree", "TestingOneTwoThree", ""])
    #expect(sealed.terminal.contains(Self.encrypted), "\(sealed.err)")
    #expect(sealed.err.contains("the passphrase of the key is weak"), "\(sealed.err)")
    let verified = desk.run(
      "seed", "verify", "paper", "--from", file, answers: ["TestingOneTwoThree"])
    #expect(verified.code == .done, "\(verified.err)")
    // The same key in a test home: BIP-38 does not say its network, so it cannot open there.
    let test = try self.desk()
    let other = try test.run(
      "seed", "import", "paper", "--from", test.write(Self.encrypted, to: "key"),
      answers: ["TestingOneTwoThree"])
    #expect(other.code == .failed && other.err.contains("another network"))
  }

  @Test func `a key signs once without a vault, and needs no wallet`() throws {
    let (desk, combo) = try withKey(Self.compressed)
    var fixture = PaymentFixture()
    (fixture.coinBranch, fixture.coinIndex) = (3, 0)
    let unsigned = try desk.write(fixture.psbt(from: combo))
    let bare = try Desk()
    let ran = bare.run(
      "sign", unsigned, "--seed", desk.path("wif"), "--network", "regtest", "--out",
      bare.path("signed.psbt"), "--json",
      answers: [RecordingScreen.read, "R06", RecordingScreen.read], passphrase: nil)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["complete"]?.boolValue == true)
    #expect(ran.err.contains("STATELESS") && ran.err.contains("combo("))
    let foreign = try bare.write("wpkh(\(Self.other))", to: "foreign")
    let refused = bare.run(
      "sign", unsigned, "--seed", desk.path("wif"), "--wallet", foreign, "--network", "regtest",
      "--out", bare.path("no.psbt"), answers: ["yes", "yes"], passphrase: nil)
    #expect(refused.code == .failed && refused.err.contains("no key of this seed"))
  }

  @Test func `a key has no accounts, and goes with its wallet`() throws {
    let (desk, _) = try withKey(Self.compressed)
    for command in [
      ["seed", "show", "paper", "--as", "words"], ["seed", "show", "paper", "--as", "xprv"],
      ["seed", "derive", "paper", "--as", "words"],
    ] {
      let ran = desk.run(command, answers: ["paper", ""])
      #expect(ran.code == .failed && ran.err.contains("hint: "), "\(command): \(ran.err)")
    }
    let split = desk.run(
      "seed", "split", "paper", "--as", "slip39", "--shares", "2-of-3", answers: ["paper"])
    #expect(split.code == .failed, "\(split.err)")
    let same = desk.run("seed", "import", "again", "--from", desk.path("wif"))
    #expect(same.code == .failed && same.err.contains("already in the vault, as paper"))
    #expect(desk.run("seed", "remove", "paper", answers: ["paper"]).code == .done)
    #expect(desk.run("wallet", "list", "--json").json == .array([]))
  }
}

extension PaymentFixture {
  /// A payment from a wallet of one script, without change.
  func psbt(fromSingle descriptor: Descriptor) throws -> PSBT {
    let derived = try descriptor.derived(branch: 0, index: 0)
    let previous = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 1))],
      outputs: [TxOut(rawValue: coin, scriptPubKey: derived.scriptPubKey)])
    let transaction = Transaction(
      inputs: [
        TxIn(previousOutput: OutPoint(txid: previous.txid, vout: 0), sequence: sequence)
      ],
      outputs: [
        TxOut(
          rawValue: coin - fee,
          scriptPubKey: try Address(parsing: destination, on: network).script)
      ], lockTime: lockTime)
    var updater = Updater(try Creator(transaction).created())
    try updater.addPreviousTransaction(previous.encoded(), toInput: 0)
    try updater.add(descriptor, branch: 0, index: 0, toInput: 0)
    return updater.psbt
  }
}
