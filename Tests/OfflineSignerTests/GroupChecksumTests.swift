import Bytes
import FakeMachine
import Foundation
import RecordingScreens
import TerminalUI
import Testing

@testable import OfflineSigner

/// What the members of a group compare, and what they need no acknowledgement for.
@Suite struct `Group wallets at the signer` {
  /// The keys of three public BIP-39 sentences, the first of which is the desk's seed; the coordinator's
  /// test `a group wallet has the same checksum and words in every file` has the same ones.
  private static let keys = [
    "[73c5da0a/48h/1h/0h/2h]tpubDFH9dgzveyD8zTbPUFuLrGmCydNvxehyNdUXKJAQN8x4aZ4j6UZqGfnqFrD4NqyaTVGKbvEW54tsvPTK2UoSbCC1PJY8iCNiwTL3RWZEheQ",
    "[b8688df1/48h/1h/0h/2h]tpubDEfobrrtptRTbKf4gysDhoabneABDTAcdj3Vbn4XwPsLE2pmqpizSPRG6zHsbAMuiSgWmWPsYCLHTKTPpyrGJ5rAoTpKoQNZcxodiPf2tSJ",
    "[28645006/48h/1h/0h/2h]tpubDEwqCvJxKwKWX9xvRe48uofWJn1Y89Jn8UeH1Efrjb1UEVjUDy3URYTiqWaVCW7WdvHrL8XrSihHEhTwv5H3VDJoakjuCHiAnr6xcF2Xm4s",
  ]
  private static let checksum = "8clpt92m"
  /// Worked out with Python's hashlib, by what docs/formats.md says.
  private static let words = "apart trial obey seat"

  private static func desk() throws -> Desk {
    let desk = try Desk.withSeed()
    let list = keys.map { $0 + "/<0;1>/*" }.joined(separator: ",")
    let file = try desk.write("wsh(sortedmulti(2,\(list)))", to: "family.txt")
    let ran = desk.run(
      "wallet", "register", "family", "--from", file, "--accept", "R23", "--yes", "--json")
    try #require(ran.code == .done, "\(ran.err)")
    #expect(ran.json["checksum"]?.stringValue == checksum)
    #expect(ran.err.contains(checksum))
    #expect(ran.json["words"]?.stringValue == words)
    #expect(ran.err.contains("Words          \(words) (compare with the coordinator)"))
    return desk
  }

  @Test func `show the same checksum and words on the screen and in every file`() throws {
    let desk = try Self.desk()
    let shown = desk.run("wallet", "show", "family", "--json")
    #expect(shown.json["checksum"]?.stringValue == Self.checksum)
    #expect(shown.json["words"]?.stringValue == Self.words)
    #expect(desk.run("wallet", "show", "family").out.contains(Self.words))
    #expect(desk.run("wallet", "show", "family").out.contains(Self.checksum))
    for form in [
      "descriptor", "bip388", "bsms", "caravan", "coldcard", "specter", "specter-diy",
      "account-map", "sparrow", "crypto-output",
    ] {
      let file = desk.path("\(form).\(form == "crypto-output" ? "png" : "txt")")
      let ran = desk.run(
        "wallet", "export", "family", "--as", form, "--out", file, "--json")
      #expect(ran.code == .done, "\(form): \(ran.err)")
      #expect(ran.json["checksum"]?.stringValue == Self.checksum, "\(form)")
      #expect(ran.json["words"]?.stringValue == Self.words, "\(form)")
      // And it is said again when the file is read.
      let other = try Desk.withSeed()
      let back = other.run(
        "wallet", "register", "family", "--from", file, "--accept", "R23", "--yes", "--json")
      #expect(back.json["checksum"]?.stringValue == Self.checksum, "\(form): \(back.err)")
      #expect(back.json["words"]?.stringValue == Self.words, "\(form): \(back.err)")
    }
  }

  @Test(arguments: ["specter", "specter-diy", "account-map"])
  func `a wallet that this program exported needs no acknowledgement at the next signer`(
    form: String
  ) throws {
    let desk = try Self.desk()
    let file = desk.path("wallet.\(form == "specter-diy" ? "txt" : "json")")
    let ran = desk.run("wallet", "export", "family", "--as", form, "--out", file)
    try #require(ran.code == .done, "\(ran.err)")
    let other = try Desk.withSeed()
    let back = other.run("wallet", "register", "family", "--from", file, "--yes", "--json")
    #expect(back.code == .done, "\(back.err)")
    #expect(back.json["checksum"]?.stringValue == Self.checksum)
    #expect(!back.err.contains("R23"), "\(back.err)")
  }
}

/// A child seed (BIP-85) is the same on every network, whatever a key of it says.
@Suite struct `Children of a seed without a vault` {
  @Test func `need a machine that is shut off, as their keys may hold real coins`() throws {
    let desk = try Desk()
    let words = try desk.write(Desk.words + "\n", to: "words.txt")
    let export = { (child: String) in
      desk.run(
        "account", "export", "--seed", words, "--network", "regtest", "--bip85", child, "--out",
        desk.path("a.txt"), "--force", passphrase: nil)
    }
    #expect(export("wif/0").code == .done, "\(export("wif/0").err)")
    #expect(export("wif/0").err.contains("NOT A REHEARSAL"))
    try desk.machine.plugIn()
    let shut = export("wif/0")
    #expect(shut.code == .failed && shut.err.contains("not isolated"), "\(shut.err)")
  }
}
