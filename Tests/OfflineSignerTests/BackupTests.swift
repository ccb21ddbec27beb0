import BitcoinPrimitives
import Bytes
import ExtendedKeys
import Foundation
import Mnemonics
import SecretKeys
import SecureMemory
import TerminalUI
import TestSupport
import Testing
import WalletBackups

@testable import OfflineSigner

/// `backup`: the key that is handed over, and the container that is signed.
@Suite struct BackupTests {
  private static let document = #"{"version":"1","network":"test","transactions":{},"kept":[1]}"#

  private func handedOver(_ desk: Desk, to name: String = "key.txt") throws -> String {
    let ran = desk.run("backup", "key", "first", "--out", desk.path(name), "--yes", "--json")
    try #require(ran.code == .done, "\(ran.err)")
    #expect(ran.json["key"]?.stringValue == "73c5da0a")
    return try desk.read(name)
  }

  @Test func `the key is handed over after consent, and is the same each time`() throws {
    let desk = try Desk.withSeed()
    let text = try handedOver(desk)
    #expect(text.hasPrefix("drawbridge-backup-key:1:regtest:73c5da0a:"))
    #expect(try handedOver(desk, to: "again.txt") == text)
    let mode = try FileManager.default.attributesOfItem(atPath: desk.path("key.txt"))[
      .posixPermissions]
    #expect(mode as? Int == 0o600)
    // Declined, and nobody there to ask.
    let declined = desk.run(
      "backup", "key", "first", "--out", desk.path("no.txt"), answers: ["no"])
    #expect(declined.code == .failed && declined.terminal.unwrapped.contains("spends nothing"))
    let alone = desk.run("backup", "key", "first", "--out", desk.path("no.txt"))
    #expect(alone.code == .failed)
    #expect(!FileManager.default.fileExists(atPath: desk.path("no.txt")))
  }

  @Test func `the key is shown as a symbol, or written as one`() throws {
    let desk = try Desk.withSeed()
    let shown = desk.run(
      "backup", "key", "first", "--out", "terminal", "--yes", answers: [""], size: (200, 100))
    #expect(shown.code == .done, "\(shown.err)")
    #expect(shown.terminal.contains("it spends nothing"))
    #expect(!shown.out.contains("drawbridge-backup-key") && !shown.err.contains("backup-key:1"))
    #expect(
      desk.run("backup", "key", "first", "--out", desk.path("key.png"), "--yes").code == .done)
    let small = desk.run("backup", "key", "first", "--out", "terminal", "--yes", answers: [""])
    #expect(small.code == .failed && small.err.contains("the terminal has"))
  }

  @Test(arguments: ["key", "key.pdf", "-", "keys/"])
  func `a target that says nothing is refused before the passphrase`(target: String) throws {
    let desk = try Desk.withSeed()
    let ran = desk.run("backup", "key", "first", "--out", target, "--yes", passphrase: nil)
    #expect(ran.code == .wrongUsage, "\(ran.err)")
  }

  @Test func `a file that is there is not overwritten unasked`() throws {
    let desk = try Desk.withSeed()
    _ = try handedOver(desk)
    let ran = desk.run("backup", "key", "first", "--out", desk.path("key.txt"), "--yes")
    #expect(ran.code == .failed && ran.err.contains("already exists"))
    #expect(
      desk.run("backup", "key", "first", "--out", desk.path("key.txt"), "--yes", "--force").code
        == .done)
  }

  @Test func `a document is signed into AEWB and read back`() throws {
    let desk = try Desk.withSeed()
    let plain = try desk.write(Self.document, to: "plain.json")
    let written = desk.run(
      "backup", "write", "first", "--from", plain, "--out", desk.path("first.aewb"), "--json")
    #expect(written.code == .done, "\(written.err)")
    #expect(written.json["timestamp"]?.intValue == 1_800_000_000)
    #expect(written.json["walletID"]?.stringValue?.hasPrefix("W") == true)
    let read = desk.run(
      "backup", "read", "first", "--from", desk.path("first.aewb"), "--out",
      desk.path("back.json"), "--json")
    #expect(read.code == .done, "\(read.err)")
    #expect(read.json["container"]?.stringValue == "aewb")
    #expect(try desk.read("back.json") == Self.document)
    let bytes = try Data(contentsOf: URL(filePath: desk.path("first.aewb")))
    #expect(bytes.first == 1)
  }

  @Test func `another seed's backup and a changed one are refused in words`() throws {
    let desk = try Desk.withSeed()
    let other = try Desk.withSeed(
      words: "legal winner thank year wave sausage worth useful legal winner thank yellow")
    let plain = try desk.write(Self.document, to: "plain.json")
    let file = desk.path("first.aewb")
    #expect(
      desk.run("backup", "write", "first", "--from", plain, "--out", file).code == .done)
    let stranger = other.run("backup", "read", "first", "--from", file)
    #expect(stranger.code == .failed && stranger.err.contains("does not verify"))
    var bytes = Array(try Data(contentsOf: URL(filePath: file)))
    bytes[40] ^= 1
    try Data(bytes).write(to: URL(filePath: file))
    let bent = desk.run("backup", "read", "first", "--from", file)
    #expect(bent.code == .failed && bent.err.contains("does not verify"))
  }

  @Test func `what Mycelium's own wallet of the words wrote is read as such`() throws {
    let words = """
      catalog way tower dinosaur ostrich harvest another plastic dance champion bargain sing
      """
    let desk = try Desk.withSeed(words: words)
    var sentence = Array(words.utf8)
    let seed = try Mnemonic(parsing: SecretBytes(moving: &sentence)).seed()
    let archive = try BackupKeyring(mycelium: seed, fingerprint: .zero, on: .regtest)
      .archive(Array(Self.document.utf8), timestamp: 1_427_720_967)
    try Data(archive.encoded()).write(to: URL(filePath: desk.path("old.aewb")))
    let plain = desk.run("backup", "read", "first", "--from", desk.path("old.aewb"))
    #expect(plain.code == .failed && plain.err.contains("does not verify"))
    let read = desk.run(
      "backup", "read", "first", "--mycelium", "--from", desk.path("old.aewb"), "--out",
      desk.path("old.json"))
    #expect(read.code == .done, "\(read.err)")
    #expect(try desk.read("old.json") == Self.document)
  }

  @Test func `a document of another network is refused`() throws {
    let desk = try Desk.withSeed()
    let main = try desk.write(#"{"version":"1","network":"main"}"#, to: "main.json")
    let ran = desk.run(
      "backup", "write", "first", "--from", main, "--out", desk.path("main.aewb"))
    #expect(ran.code == .failed && ran.err.contains("for mainnet"))
    let signet = try desk.write(
      #"{"version":"1","network":"test","drawbridge":{"version":1,"network":"signet","written":1}}"#,
      to: "signet.json")
    let other = desk.run(
      "backup", "write", "first", "--from", signet, "--out", desk.path("signet.aewb"))
    #expect(other.code == .failed && other.err.contains("for signet"))
  }

  @Test func `a backup key is no seed, no wallet and no payment`() throws {
    let desk = try Desk.withSeed()
    _ = try handedOver(desk)
    let ran = desk.run("review", desk.path("key.txt"))
    #expect(ran.code == .failed && ran.err.contains("backup key"), "\(ran.err)")
  }

  @Test func `all first accounts are written at once and registered`() throws {
    let desk = try Desk.withSeed()
    let ran = desk.run(
      "account", "export", "first", "--all", "--accounts", "2", "--out", desk.path("all.txt"),
      "--json")
    #expect(ran.code == .done, "\(ran.err)")
    let names = ran.json["wallets"]?.arrayValue?.compactMap(\.stringValue) ?? []
    #expect(names.count == 8 && names.contains("first-wpkh-1") && names.contains("first-tr-0"))
    #expect(try desk.read("all.txt").split(separator: "\n").count == 8)
    let one = desk.run(
      "account", "export", "first", "--all", "--script", "tr", "--out", desk.path("tr.txt"))
    #expect(one.code == .done)
    #expect(try desk.read("tr.txt").split(separator: "\n").count == 5)
    let listed = desk.run("wallet", "list", "--json")
    #expect(listed.out.contains("first-tr-4") && !listed.out.contains("first-wpkh-2"))
    for options in [["--account", "1"], ["--script", "wsh"], ["--profile", "chance"]] {
      let wrong = desk.run(
        ["account", "export", "first", "--all", "--out", desk.path("no.txt")] + options)
      #expect(wrong.code == .wrongUsage, "\(options)")
    }
    let lone = desk.run(
      "account", "export", "first", "--script", "wpkh", "--accounts", "3", "--out", "-")
    #expect(lone.code == .wrongUsage)
  }
}
