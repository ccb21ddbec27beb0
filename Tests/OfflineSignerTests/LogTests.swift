import AirgapMessages
import AirgapTransfer
import BitcoinPrimitives
import Bytes
import Foundation
import RecordingScreens
import SecureMemory
import TerminalUI
import Testing

@testable import EncryptedVault
@testable import OfflineSigner

@Suite struct `The log of what was signed` {
  /// Signs a payment of its own amount, so that none is the same as another.
  @discardableResult
  private static func sign(_ desk: Desk, _ number: Int64) throws -> Desk.Run {
    let fixture = PaymentFixture(coin: 100_000_000 + number, payment: 1_000_000 * number)
    let run = desk.run(
      "sign", try desk.write(fixture.psbt(from: desk.account())), "--out", desk.path("a.psbt"),
      "--yes", "--force", "--json")
    try #require(run.code == .done, "\(run.err)")
    return run
  }

  private static func words(_ desk: Desk, _ arguments: String...) -> String? {
    desk.run(["log", "verify", "--json"] + arguments).json["words"]?.stringValue
  }

  @Test func `shows the same four words after each signature and whenever it is asked`() throws {
    let desk = try Desk.withSeed()
    // The words of 32 zero bytes.
    #expect(Self.words(desk) == "fossil observe tongue acoustic")
    #expect(desk.run("log", "verify").out.contains("The log is empty."))
    var seen: [String] = []
    for number: Int64 in 1...2 {
      let signed = try Self.sign(desk, number)
      let words = try #require(signed.json["log"]?["words"]?.stringValue)
      #expect(signed.json["log"]?["entries"]?.integerValue == number)
      #expect(signed.err.contains(words) && Self.words(desk) == words)
      #expect(desk.run("log").out.contains(words))
      seen.append(words)
    }
    #expect(Set(seen).count == 2)
    // Earlier words are found again by their number.
    #expect(Self.words(desk, "--entries", "1") == seen[0])
    #expect(Self.words(desk, "--entries", "2") == seen[1])
    #expect(Self.words(desk, "--entries", "0") == "fossil observe tongue acoustic")
    #expect(desk.run("log", "verify", "--entries", "-1").code == .wrongUsage)
    let text = desk.run("log", "verify", "--entries", "1").out
    #expect(text.contains("The log is intact: 2 entries.") && text.contains(seen[0]), "\(text)")
  }

  @Test func `of an older vault that was put back lacks entries or has other words`() throws {
    let desk = try Desk.withSeed()
    try Self.sign(desk, 1)
    let older = try Data(contentsOf: URL(filePath: desk.path("home/vault")))
    try Self.sign(desk, 2)
    let words = try #require(Self.words(desk))
    try older.write(to: URL(filePath: desk.path("home/vault")))
    let missing = desk.run("log", "verify", "--entries", "2")
    #expect(missing.code == .failed && missing.err.contains("only 1 entry, not 2 (R26)"))
    #expect(missing.err.contains("an older copy of it was put back"), "\(missing.err)")
    try Self.sign(desk, 3)
    #expect(Self.words(desk, "--entries", "2") != words)
  }

  @Test func `keeps by which words a warning was acknowledged`() throws {
    let desk = try Desk.withSeed()
    let fixture = PaymentFixture(coin: 1_000_000, payment: 200_000, fee: 60_000)
    let unsigned = try desk.write(fixture.psbt(from: desk.account()))
    for (round, options, answers) in [
      ("a", [], ["R04", RecordingScreen.read]), ("b", ["--yes", "--accept", "R04"], nil),
    ] as [(String, [String], [String]?)] {
      let run = desk.run(
        ["sign", unsigned, "--out", desk.path("\(round).psbt")] + options, answers: answers)
      #expect(run.code == .done, "\(run.err)")
    }
    let log = desk.run("log", "--json").json
    let typed = log[0]?["answers"]?[0]
    #expect(typed?["name"]?.stringValue == "R04" && typed?["by"]?.stringValue == "typed")
    #expect(typed?["words"]?.stringValue == "R04")
    let named = log[1]?["answers"]?[0]
    #expect(named?["by"]?.stringValue == "--accept" && named?["words"] == .null)
  }

  @Test func `that does not fit is an error of its own, and signing goes on with a warning`() throws
  {
    let desk = try Desk.withSeed()
    try Self.sign(desk, 1)
    try Self.sign(desk, 2)
    try Self.breakLog(of: desk)
    let verified = desk.run("log", "verify")
    #expect(verified.code == .failed && verified.err.contains("entry 1 does not follow"))
    #expect(verified.err.contains("(R26)"), "\(verified.err)")
    let signed = try Self.sign(desk, 3)
    #expect(signed.err.contains("the signing log is damaged"), "\(signed.err)")
    let doctor = desk.run("doctor", "--log", "--json").json.arrayValue ?? []
    let check = doctor.first { $0["check"]?.stringValue == "log" }
    #expect(check?["ok"]?.boolValue == false, "\(doctor)")
  }

  /// Puts a log without its first entry into the home.
  private static func breakLog(of desk: Desk) throws {
    var passphrase = Array(Desk.passphrase.utf8)
    let secret = SecretBytes(moving: &passphrase)
    let vault = try Vault.open(
      in: desk.path("home"), passphrase: secret, minimum: KDFParameters(unchecked: 4, r: 1, p: 1))
    var contents = vault.contents
    contents.log = SigningLog(
      unchecked: Array(contents.log.entries.dropFirst()), head: contents.log.head)
    // The other vault has another key.
    contents.seeds = try contents.seeds.map { try vault.opened($0) }
    let files = FileManager.default
    let made = desk.path("made")
    _ = try Vault.create(
      in: made, contents: contents, passphrase: secret,
      parameters: KDFParameters(unchecked: 4, r: 1, p: 1))
    try files.removeItem(atPath: desk.path("home/vault"))
    try files.copyItem(atPath: "\(made)/vault", toPath: desk.path("home/vault"))
  }

  // MARK: Exported

  private static func exported(_ desk: Desk, _ name: String) throws -> SigningLogExport {
    let input = MessageInput(desk.path(name))
    let console = Console(screen: RecordingScreen(hasTerminal: false))
    guard case .signingLog(let log) = try input.message(on: console) else {
      throw Surprise(what: name)
    }
    return log
  }

  private struct Surprise: Error { let what: String }

  @Test func `goes across the gap without recipients, and with what tells payments apart`() throws {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    let txids = try (1...2).map { try #require(try Self.sign(desk, $0).json["txid"]?.stringValue) }
    let ran = desk.run("log", "export", "--out", desk.path("log.txt"))
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.out.contains("Exported the log: 2 entries."), "\(ran.out)")
    let words = try #require(Self.words(desk))
    #expect(ran.out.contains("Words: \(words)"), "\(ran.out)")
    let log = try Self.exported(desk, "log.txt")
    #expect(log.words == words && log.count == 2 && log.network == "regtest")
    #expect(log.entries.map { "\($0.txid)" } == txids && log.made == 1_800_000_000)
    let entry = log.entries[1]
    #expect(entry.sent == 2_000_000 && entry.fee == 1_000 && entry.coins.count == 1)
    #expect(entry.unsignedTxid == entry.txid)
    let wallet = try #require(log.wallets.first { $0.name == "first-wpkh-0" })
    #expect(wallet.mark == SigningLogExport.mark(of: descriptor))
    #expect(wallet.needsSigner && wallet.registered == 1_800_000_000)
    // Neither a recipient's script nor a way to a key.
    let bytes = log.encoded()
    let script = try Address(parsing: PaymentFixture().destination, on: .regtest).script.bytes
    for secret in [script, Array("73c5da0a".utf8), Array("tpub".utf8)] {
      #expect(bytes.firstRange(of: secret) == nil)
    }
  }

  @Test func `exports its newest entries where asked for, or where QR codes hold no more`() throws {
    let desk = try Desk.withSeed()
    try Self.sign(desk, 1)
    try Self.sign(desk, 2)
    let one = desk.run("log", "export", "--last", "1", "--out", desk.path("one.txt"), "--json")
    #expect(one.json["entries"]?.intValue == 1 && one.json["leftOut"]?.intValue == 1)
    let log = try Self.exported(desk, "one.txt")
    #expect(log.entries.map(\.sent) == [2_000_000] && log.leftOut == 1)
    for count in ["0", "-1"] {
      let none = desk.run("log", "export", "--last", count, "--out", desk.path("no.txt"))
      #expect(none.code == .wrongUsage, "\(none.err)")
    }
    try Self.fillLog(of: desk, entries: 300)
    let picture = desk.run("log", "export", "--out", desk.path("log.png"))
    #expect(picture.code == .done, "\(picture.err)")
    #expect(picture.out.contains("Exported the newest"), "\(picture.out)")
    #expect(picture.out.contains("of 302 entries; a .txt file holds more."), "\(picture.out)")
    let read = try Self.exported(desk, "log.png")
    #expect(read.count == 302 && (80..<302).contains(read.entries.count))
    #expect(desk.run("log", "export", "--out", desk.path("all.txt")).code == .done)
    let all = try Self.exported(desk, "all.txt").entries
    #expect(all.count == 302 && Array(all.suffix(read.entries.count)) == read.entries)
  }

  /// Adds entries with a coin each to the log.
  private static func fillLog(of desk: Desk, entries: Int) throws {
    var passphrase = Array(Desk.passphrase.utf8)
    var vault = try Vault.open(
      in: desk.path("home"), passphrase: SecretBytes(moving: &passphrase),
      minimum: KDFParameters(unchecked: 4, r: 1, p: 1))
    var contents = vault.contents
    for number in 0..<entries {
      contents.appendToLog(
        SigningRecord(
          time: 1_800_000_000 + Int64(number), wallet: "first-wpkh-0", txid: .zero, sent: 1, fee: 1,
          lockTime: 0, accepted: [], unsignedTxid: .zero,
          spent: [CoinKey(txid: .zero, vout: UInt32(number))], own: [true]))
    }
    try vault.save(contents)
  }

  @Test func `says of a wallet of several people whether they can spend without this signer`()
    throws
  {
    let family = try Family()
    let desk = family.desks[0]
    for (name, keys, needs) in [("three", 3, false), ("two", 2, true)] {
      let descriptor = try Family.descriptor(
        "wsh(sortedmulti(2,@))", Array(family.keys.prefix(keys)))
      let ran = try desk.register(descriptor, as: name)
      try #require(ran.code == .done, "\(ran.err)")
      try #require(
        desk.run("log", "export", "--out", desk.path("log.txt"), "--force").code == .done)
      let wallet = try Self.exported(desk, "log.txt").wallets.first { $0.name == name }
      #expect(wallet?.needsSigner == needs, "\(name)")
    }
  }

  @Test func `is shown by doctor where its vault is opened, and by no other means`() throws {
    let desk = try Desk.withSeed()
    let words = try #require(try Self.sign(desk, 1).json["log"]?["words"]?.stringValue)
    let plain = desk.run("doctor", passphrase: nil)
    #expect(
      !plain.out.contains(words) && plain.out.contains("run `doctor --log`"), "\(plain.out)")
    let shown = desk.run("doctor", "--log")
    #expect(shown.out.contains("1 entry, words:"), "\(shown.out)")
    let checks = desk.run("doctor", "--log", "--json").json.arrayValue ?? []
    let check = checks.first { $0["check"]?.stringValue == "log" }
    #expect(
      check?["found"]?.stringValue?.contains(words) == true && check?["ok"]?.boolValue == true)
  }

  @Test func `stands on every kind of sheet as it was on the day of printing`() throws {
    let desk = try Desk.withSeed()
    let fresh = try desk.text(ofSheet: ["first", "--kind", "full"])
    #expect(fresh.facts["Signer's log"] == nil)
    let words = try #require(try Self.sign(desk, 1).json["log"]?["words"]?.stringValue)
    for sheet in [
      ["first", "--kind", "full"], ["first", "--kind", "public"],
      ["first", "--kind", "inheritance"],
      ["first", "--kind", "share", "--as", "codex32", "--shares", "2-of-3", "--share", "1"],
    ] {
      let text = try desk.text(ofSheet: sheet)
      let fact = "1 entry, words: \(words); to compare: `offline-signer log verify --entries 1`"
      #expect(text.facts["Signer's log"] == fact, "\(sheet)")
      #expect(text.footer.split(separator: "\n").count == 3, "\(sheet): \(text.footer)")
    }
  }
}
