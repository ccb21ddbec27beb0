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
    let files = FileManager.default
    let made = desk.path("made")
    _ = try Vault.create(
      in: made, contents: contents, passphrase: secret,
      parameters: KDFParameters(unchecked: 4, r: 1, p: 1))
    try files.removeItem(atPath: desk.path("home/vault"))
    try files.copyItem(atPath: "\(made)/vault", toPath: desk.path("home/vault"))
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
      #expect(text.facts["Signer's log"] == "1 entry, words: \(words)", "\(sheet)")
      let compare =
        "If `log verify --entries 1` shows other words on this vault, an older one was put back."
      #expect(text.paragraphs.contains { $0.hasSuffix(compare) }, "\(sheet): \(text.paragraphs)")
    }
  }
}
