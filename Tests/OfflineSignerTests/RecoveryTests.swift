import AirgapTransfer
import BitcoinPrimitives
import Bytes
import Foundation
import QRDrawing
import SecureMemory
import TerminalUI
import Testing

@testable import OfflineSigner
@testable import SeedForms

/// Recovery QRs of FullyNoded 2.
///
/// The example is recomputed from Recovery.md, whose own is not consistent with itself; its words
/// are public.
@Suite struct `Recovery QRs` {
  static let words =
    "unfold light protect unfold pulp like vintage drive receive egg dune sketch"
  static let privateKey =
    "tprv8h9XdFy7mfEpt2GBLhCwNghDCVjeGQ44sGoQpZTkWu7iWEYV9ncbMJ2NTnTF4w8HpKG5D6M1JpCwkUrzGKWjHRhacymwo2nXaF4DQzNc4dc"
  static let publicKey =
    "tpubDDqZmg1Mv2vVmVHyELsXn6MKmXFaRjEySaQC75W3wAv7LioFnBSBXneEdwC47NTWRrHEkbKewqQWUQixCJjuAJY23mctwHftAENGyNGNRbL"
  static let entropy = "ed3032b2f69ad7037d0a1ab388d91065"

  static func example(
    entropy: String = entropy, origin: String = "253110e5/84'/1'/0'",
    checksum: String = "#zkjnnv8q",
    label: String = "FullyNoded2 - SingleSig"
  ) -> String {
    """
    {"entropy":"\(entropy)","descriptor":"wpkh([\(origin)]\(privateKey)/0/*)\(checksum)",\
    "birthdate":1582800776,"blockheight":61904,"label":"\(label)"}
    """
  }

  static func desk(_ network: String = "testnet3") throws -> Desk {
    let desk = try Desk()
    try #require(desk.run("init", "--network", network, "--yes").code == .done)
    return desk
  }

  /// That nothing of the secret was said.
  static func expectNoSecret(_ ran: Desk.Run, location: SourceLocation = #_sourceLocation) {
    for said in [ran.out, ran.err] {
      for secret in [entropy, "tprv", "unfold", "sketch"] {
        #expect(!said.contains(secret), sourceLocation: location)
      }
    }
  }

  @Test func `a Recovery QR is read from a picture, after its addresses were shown`() throws {
    let desk = try Self.desk()
    let picture = desk.path("recovery.png")
    let symbol = try QRSymbol(text: Self.example())
    try Data(QRPicture(symbol).png()).write(to: URL(fileURLWithPath: picture))
    let declined = desk.run("seed", "import", "old", "--from", picture, answers: ["no"])
    #expect(declined.code == .failed)
    #expect(desk.run("seed", "list", "--json").json == .array([]))
    let map = desk.path("map.txt")
    let ran = desk.run(
      "seed", "import", "old", "--from", picture, "--account-map", map, answers: ["yes"])
    #expect(ran.code == .done, "\(ran.err)")
    Self.expectNoSecret(ran)
    for shown in [
      "FullyNoded2 - SingleSig", "61904", "253110e5",
      // Addresses 0 and 1 and the node's name, as FullyNoded 2 has them.
      "tb1q skj2 s0cn qpjh gzfk nm77 fcs5 a25j 5lum zgx6 l6",
      "tb1q xmhz 2pl5 kk3c fhzr trhh 0x66 7ve3 7s9h vsz6 fl",
      "6150a2cdf365fbd8a1195b4f0fcbd7934683cf10686a58052d3e7ca58d7b4588",
    ] {
      #expect(ran.err.contains(shown), "\(shown) is not in \(ran.err)")
    }
    let listed = desk.run("seed", "list", "--json").json[0]
    #expect(listed?["fingerprint"]?.stringValue == "253110e5")
    #expect(listed?["origin"]?.stringValue == "Recovery QR of FullyNoded 2")
    let shown = desk.run("seed", "show", "old", answers: ["old", ""])
    #expect(shown.terminal.contains(" 1  unfold") && shown.terminal.contains("12  sketch"))
    let mapped = try JSONReader.parse(Array(desk.read("map.txt").utf8))
    #expect(
      mapped["descriptor"]?.stringValue == "wpkh([253110e5/84h/1h/0h]\(Self.publicKey)/0/*)")
    #expect(mapped["blockheight"]?.intValue == 61904)
    let registered = desk.run(
      "wallet", "register", "spend", "--from", map, "--accept", "R23", "--yes")
    #expect(registered.code == .done, "\(registered.err)")
  }

  @Test func `a Recovery QR is read from text as phones write it, slashes escaped`() throws {
    let desk = try Self.desk()
    let text = Self.example().replacingOccurrences(of: "/", with: "\\/")
    let file = try desk.write(text + "\n", to: "recovery.json")
    let ran = desk.run("seed", "import", "old", "--from", file, "--yes", "--json")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["fingerprint"]?.stringValue == "253110e5")
    Self.expectNoSecret(ran)
  }

  @Test(arguments: [
    (example(entropy: "00000000000000000000000000000000"), "no key of its seed"),
    // The document's own example: its origin is not the fingerprint of its entropy.
    (example(origin: "fb41f110/84'/1'/0'", checksum: ""), "no key of its seed"),
    (example(checksum: "#zkjnnv8p"), "checksum"), (example(checksum: "#zkj"), "checksum"),
    (example(entropy: "ed30"), "entropy"), (example(entropy: "xy"), "not hexadecimal"),
    (example(entropy: "ed3032b2f69ad7037d0a1ab388d9106"), "not hexadecimal"),
    (example().replacingOccurrences(of: "\"entropy\"", with: "\"other\""), "lacks its entropy"),
    (example().replacingOccurrences(of: "birthdate", with: "date"), "lacks its birthdate"),
    (example().replacingOccurrences(of: "61904", with: "\"61904\""), "not a whole number"),
    (example().replacingOccurrences(of: "61904", with: "-1"), "not a whole number"),
    (example().replacingOccurrences(of: "61904", with: "99999999999"), "too far"),
    (example().replacingOccurrences(of: "Nc4dc/", with: "Nc4dd/"), "private key is damaged"),
    (example().replacingOccurrences(of: "\"label\"", with: "\"entropy\""), "twice"),
    (example() + "x", "follows"), ("{}", "lacks its entropy"), ("{\"entropy\":{}}", "neither"),
  ])
  func `a Recovery QR that is not right is refused and not repeated`(
    text: String, words: String
  ) throws {
    let desk = try Self.desk()
    let file = try desk.write(text, to: "recovery.json")
    let ran = desk.run("seed", "import", "old", "--from", file, "--yes")
    #expect(ran.code == .failed)
    #expect(ran.err.contains(words), "\(ran.err)")
    Self.expectNoSecret(ran)
    #expect(desk.run("seed", "list", "--json").json == .array([]))
  }

  @Test func `a Recovery QR of another network is refused`() throws {
    let desk = try Self.desk("mainnet")
    let file = try desk.write(Self.example(), to: "recovery.json")
    let ran = desk.run("seed", "import", "old", "--from", file, "--yes")
    #expect(ran.code == .failed && ran.err.contains("network"))
    Self.expectNoSecret(ran)
  }

  @Test func `a Recovery QR cut anywhere is refused`() throws {
    let bytes = Array(Self.example().utf8)
    for length in 1..<bytes.count {
      #expect(throws: RecoveryError.self, "\(length)") {
        var part = Array(bytes.prefix(length))
        _ = try RecoveryQR(parsing: SecretBytes(moving: &part), on: .testnet3)
      }
    }
  }

  @Test func `a Recovery QR is written as FullyNoded 2 did, after the name was typed`() throws {
    let desk = try Self.desk()
    let words = try desk.write(Self.words, to: "words.txt")
    _ = desk.run("seed", "import", "old", "--from", words, now: 1_582_800_776)
    _ = desk.run("account", "export", "old", "--script", "wpkh", "--out", desk.path("a.txt"))
    let file = desk.path("recovery.png")
    let command = [
      "seed", "show", "old", "--as", "recovery-qr", "--birth-height", "61904", "--out", file,
    ]
    for answers in [nil, ["yes"], [""]] as [[String]?] {
      #expect(desk.run(command, answers: answers).code == .failed)
      #expect(!FileManager.default.fileExists(atPath: file))
    }
    let ran = desk.run(command, answers: ["old"])
    #expect(ran.code == .done, "\(ran.err)")
    Self.expectNoSecret(ran)
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let read = try ReaderProcess().read(path: file)
    #expect(
      read.first?.first.map { String(decoding: $0, as: UTF8.self) }
        == Self.example(label: "old-wpkh-0"))
    // And back.
    let other = try Self.desk()
    let back = other.run("seed", "import", "again", "--from", file, "--yes", "--json")
    #expect(back.json["fingerprint"]?.stringValue == "253110e5", "\(back.err)")
    #expect(desk.run(command, answers: ["old"]).code == .failed, "it is never overwritten")
  }

  @Test func `a Recovery QR on the terminal is the symbol, and the screen must hold it`() throws {
    let desk = try Self.desk()
    let words = try desk.write(Self.words, to: "words.txt")
    _ = desk.run("seed", "import", "old", "--from", words, now: 1_582_800_776)
    let nothing = desk.run("seed", "show", "old", "--as", "recovery-qr", answers: ["old", ""])
    #expect(nothing.code == .failed && nothing.err.contains("no registered wallet"))
    _ = desk.run("account", "export", "old", "--script", "wpkh", "--out", desk.path("a.txt"))
    let small = desk.run("seed", "show", "old", "--as", "recovery-qr", answers: ["old", ""])
    #expect(small.code == .failed && small.err.contains("24"))
    let ran = desk.run(
      "seed", "show", "old", "--as", "recovery-qr", "--birth-height", "61904",
      answers: ["old", ""], size: (120, 60))
    #expect(ran.code == .done, "\(ran.err)")
    Self.expectNoSecret(ran)
    let symbol = try QRSymbol(bytes: Array(Self.example(label: "old-wpkh-0").utf8))
    #expect(ran.terminal.contains(TerminalDrawing.text(QRPicture(symbol))))
    _ = desk.run("account", "export", "old", "--script", "tr", "--out", desk.path("b.txt"))
    let several = desk.run("seed", "show", "old", "--as", "recovery-qr", answers: ["old", ""])
    #expect(several.code == .failed && several.err.contains("old-tr-0"))
    #expect(
      desk.run("seed", "show", "old", "--wallet", "old-tr-0", answers: ["old", ""]).code
        == .wrongUsage)
  }

  @Test func `what the format has no place for is not written`() throws {
    let desk = try Self.desk()
    let words = try desk.write(Self.words, to: "words.txt")
    _ = desk.run(
      "seed", "import", "old", "--from", words, "--with-bip39-passphrase")
    let ran = desk.run(
      "seed", "show", "old", "--as", "recovery-qr", answers: ["old", ""], size: (120, 60))
    #expect(ran.code == .failed && ran.err.contains("cannot hold a BIP-39 passphrase"))
  }
}
