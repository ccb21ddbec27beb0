import Bytes
import Foundation
import Photographs
import QRDrawing
import QRReading
import SeedForms
import TerminalUI
import Testing

@testable import OfflineSigner

/// Seeds read from several pages: of each it is said what it is.
@Suite struct SeedPagesTests {
  // Two shares of vector 2 of BIP-93, and one of vector 3.
  private let shareA = "MS12NAMEA320ZYXWVUTSRQPNMLKJHGFEDCAXRPP870HKKQRM"
  private let shareC = "MS12NAMECACDEFGHJKLMNPQRSTUVWXYZ023FTR2GDZMPY6PN"
  private let strange = "ms13casha320zyxwvutsrqpnmlkjhgfedca2a8d0zehn8a0t"
  private let seedQR = String(repeating: "0000", count: 11) + "0003"
  private let poster = "https://example.org/buy-now"

  private func desk() throws -> Desk {
    let desk = try Desk()
    try #require(desk.run("init", "--network", "regtest", "--yes").code == .done)
    return desk
  }

  private func picture(_ text: String) throws -> GrayPicture {
    try GrayPicture(png: Data(QRPicture(QRSymbol(text: text)).png()))
  }

  private func scan(_ texts: [String?], in desk: Desk) throws -> String {
    let blank = try #require(
      GrayPicture(width: 300, height: 300, pixels: Array(repeating: 255, count: 90_000)))
    let file = desk.path("scan.pdf")
    let pages = try texts.map { try $0.map { try picture($0) } ?? blank }
    try Data(Desk.pdf(of: pages)).write(to: URL(fileURLWithPath: file))
    return file
  }

  @Test func `all shares in a PDF are taken, and each page is named`() throws {
    let desk = try desk()
    let file = try scan([shareA, poster, nil, shareC], in: desk)
    let ran = desk.run("seed", "import", "codex", "--from", file, "--json")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["origin"]?.stringValue == "imported codex32, 2 shares")
    for line in [
      "scan.pdf, page 1: share A of codex32", "scan.pdf, page 2: a QR code that holds no seed",
      "scan.pdf, page 3: no QR code was found on it", "scan.pdf, page 4: share C of codex32",
    ] { #expect(ran.err.contains(line), "\(ran.err)") }
    #expect(!ran.err.contains(shareA))
    let one = try desk.write("nothing", to: "empty")
    #expect(!desk.run("seed", "verify", "codex", "--from", one).err.contains("Pages:"))
  }

  @Test func `the pages of an encrypted sheet come in any order, the reader's source too`() throws {
    let desk = try Desk.withUncheckedSeed()
    let words = try desk.write("lamp orbit cheese north window seven", to: "sheet-words")
    let options = ["--sheet-words-file", words]
    let folder = try desk.print("encrypted", of: "fresh", options + ["--resolution", "150"])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    try #require(names.count >= 3)
    for (number, name) in names.reversed().enumerated() {
      try FileManager.default.moveItem(
        atPath: "\(folder)/\(name)", toPath: "\(folder)/from-behind-\(number).png")
    }
    let other = try self.desk()
    let ran = other.run(["seed", "import", "fresh", "--from", folder, "--json"] + options)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.err.contains(".png: the reader of encrypted sheets"), "\(ran.err)")
    let both = names.indices.flatMap { ["--from", "\(folder)/from-behind-\($0).png"] }
    let named = other.run(["seed", "verify", "fresh"] + both + options)
    #expect(named.code == .done, "\(named.err)")
  }

  @Test func `a share of another set is named by its page`() throws {
    let desk = try desk()
    let file = try scan([shareA, strange, shareC], in: desk)
    let ran = desk.run("seed", "import", "codex", "--from", file)
    #expect(ran.code == .failed)
    #expect(ran.err.contains("page 2: share A of codex32; OF ANOTHER SET"), "\(ran.err)")
  }

  @Test func `two seeds in a PDF are refused by their pages`() throws {
    let desk = try desk()
    let other = String(repeating: "0001", count: 11) + "0009"
    let file = try scan([seedQR, other], in: desk)
    let ran = desk.run("seed", "import", "one", "--from", file)
    #expect(ran.code == .failed)
    #expect(ran.err.contains("hold a seed each") || ran.err.contains("checksum"), "\(ran.err)")
    #expect(ran.err.contains("scan.pdf, page 1: a seed (SeedQR)"), "\(ran.err)")
  }

  @Test func `a part of Seed XOR that a PDF lacks is not passed over`() throws {
    let desk = try desk()
    let file = try scan([seedQR, nil, seedQR], in: desk)
    let ran = desk.run("seed", "import", "xor", "--xor", "--from", file, answers: ["yes"])
    #expect(ran.code == .failed)
    #expect(ran.err.contains("no QR code with a part was found on"), "\(ran.err)")
    #expect(ran.err.contains("page 2"))
  }

  /// The picture of a page: QR codes below and beside each other.
  private func page(_ texts: [String], _ name: String, in desk: Desk) throws -> String {
    let file = desk.path(name)
    let symbols = try texts.map { try QRSymbol(text: $0) }
    try Data(QRPicture(mosaic: symbols, columns: 2).png()).write(to: URL(fileURLWithPath: file))
    return file
  }

  @Test func `a page of another seed is named as one, and of another print only the same seed's`()
    throws
  {
    let desk = try desk()
    let strange = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    let own = try page([seedQR, "DRAWBRIDGE/FULL/01234567"], "own.png", in: desk)
    let older = try page([seedQR, "DRAWBRIDGE/FULL/89ABCDEF"], "older.png", in: desk)
    let words = String(repeating: "abandon ", count: 11) + "about"
    let asText = try page([words, "DRAWBRIDGE/FULL/01234567"], "words.png", in: desk)
    let other = try page([strange, "DRAWBRIDGE/FULL/00000001"], "other.png", in: desk)
    let ran = desk.run("seed", "import", "one", "--from", own, "--from", older, "--from", asText)
    #expect(
      ran.err.contains(
        "older.png: a seed (SeedQR); the recovery sheet with the number 89AB CDEF; OF ANOTHER PRINT"
      ), "\(ran.err)")
    #expect(!ran.err.contains("OF ANOTHER SEED"), "\(ran.err)")
    let two = desk.run("seed", "import", "one", "--from", own, "--from", other)
    #expect(two.code == .failed)
    #expect(
      two.err.contains("with the number 0000 0001; OF ANOTHER SEED, with the fingerprint "),
      "\(two.err)")
    #expect(!two.err.contains("ANOTHER PRINT"), "\(two.err)")
    // Each part of Seed XOR looks like a seed, and none of them is.
    let xor = desk.run(
      ["seed", "import", "xor", "--xor", "--from", own, "--from", other], answers: ["yes"])
    #expect(!xor.err.contains("OF ANOTHER"), "\(xor.err)")
  }

  @Test func `the page of a wallet in parts of BBQr is named, and what takes it`() throws {
    let desk = try desk()
    let parts = ["B$ZU0200NXAAAAAAAAAAAA", "B$2U0201AAAAAAAAAAAAAA"]
    let wallet = try page(parts, "wallet.png", in: desk)
    let alone = desk.run("seed", "import", "one", "--from", wallet)
    #expect(alone.code == .failed)
    #expect(
      alone.err.contains("wallet.png has a wallet or another text, and no QR code of a seed"),
      "\(alone.err)")
    #expect(
      alone.err.contains("hint: register a wallet with `wallet register NAME --from FILE`"),
      "\(alone.err)")
    let file = try scan([seedQR, parts[0], "B$2P0100AAAAAAAAAAAAAA"], in: desk)
    let ran = desk.run("seed", "import", "one", "--from", file)
    #expect(ran.code == .done, "\(ran.err)")
    for line in [
      "page 2: QR code 1 of 2 of a text, such as a wallet's descriptor (BBQr), not looked into\n",
      "page 3: a payment (PSBT) (BBQr), not looked into\n",
    ] { #expect((ran.err + "\n").contains(line), "\(ran.err)") }
  }

  @Test(arguments: [
    "B$2B0100AAAA", "B$2U0101AAAA", "B$2U01-1AAAA", "B$3U0100AAAA", "B$2Q0100AAAA", "B$2U0100",
  ])
  func `what is no other part of BBQr is not taken for one`(text: String) {
    let bytes = Array(text.utf8)
    #expect(bytes.withUnsafeBytes { CarriedPart($0) } == nil)
  }

  @Test func `pages of another print are named`() throws {
    let desk = try desk()
    let texts = try [
      (shareA, "DRAWBRIDGE/SHARE/01234567"), (shareC, "DRAWBRIDGE/SHARE/89ABCDEF"),
    ].map { [try QRSymbol(text: $0.0), try QRSymbol(text: $0.1)] }
    var files: [String] = []
    for (index, symbols) in texts.enumerated() {
      let file = desk.path("\(index).png")
      try Data(QRPicture(mosaic: symbols, columns: 2).png())
        .write(to: URL(fileURLWithPath: file))
      files += ["--from", file]
    }
    let ran = desk.run(["seed", "import", "codex"] + files)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(
      ran.err.contains("0.png: share A of codex32; the share with the number 0123 4567"),
      "\(ran.err)")
    #expect(!ran.err.contains("ANOTHER PRINT"))
  }
}
