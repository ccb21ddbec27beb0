import Bytes
import Foundation
import Photographs
import RecoverySheets
import TerminalUI
import Testing

@testable import OfflineSigner
@testable import QRReading
@testable import SheetMaking

/// Whoever photographs the page of a wallet takes that wallet and no other.
@Suite struct `Pages of wallets` {
  /// A seed with wallets of every kind: of one key in each script, of three people, and one so
  /// large that its QR codes fill several rows.
  private static func desk() throws -> Desk {
    let desk = try Desk.withSeed()
    for script in ["pkh", "sh-wpkh", "wpkh", "tr"] {
      let ran = desk.run(
        "account", "export", "first", "--script", script, "--out", desk.path("\(script).txt"))
      try #require(ran.code == .done, "\(ran.err)")
    }
    try register("family", keys: 3, on: desk)
    try register("tr-0", keys: 2, from: 20, on: desk)
    try register("village", keys: 14, from: 40, on: desk)
    return desk
  }

  /// Registers a wallet of several accounts of the seed.
  static func register(
    _ name: String, keys count: Int, from first: Int = 0, on desk: Desk, now: Int64 = 1_800_000_000
  ) throws {
    let keys = try (first..<first + count).map { account in
      let ran = desk.run(
        "account", "export", "first", "--script", "wsh", "--account", "\(account)", "--out",
        desk.path("\(name)-\(account).txt"), "--json")
      return try #require(ran.json["key"]?.stringValue, "\(ran.err)") + "/<0;1>/*"
    }
    let text = "wsh(sortedmulti(2,\(keys.joined(separator: ","))))"
    let file = try desk.write(text, to: "\(name).txt")
    let ran = desk.run(
      ["wallet", "register", name, "--from", file, "--accept", "R23", "--yes"], now: now)
    try #require(ran.code == .done, "\(ran.err)")
  }

  /// The wallet that each QR code of a sheet belongs to, by what the QR code holds.
  private static func owners(of seed: String, on desk: Desk) throws -> [String: String] {
    var owners: [String: String] = [:]
    for wallet in try desk.contents().sheetWallets(ofSeed: seed) {
      for symbol in try wallet.symbols() { owners[symbol.publicText] = wallet.name }
    }
    return owners
  }

  /// A page: its lines from top to bottom, and what its QR codes hold.
  private struct Page {
    let lines: [String]
    let symbols: [String]

    /// The names in the headings of wallets, in order.
    var headings: [String] {
      let heading = /Wallet ([a-z0-9-]+)(, continued|, the same QR codes again)?/
      return lines.compactMap { $0.wholeMatch(of: heading).map { "\($0.1)" } }
    }
  }

  private static func pages(of pdf: String) throws -> [Page] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/pdftotext")
    process.arguments = ["-enc", "UTF-8", "-raw", pdf, "-"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let scanner = try #require(SymbolScanner())
    let pictures = try Paper.pages(in: URL(fileURLWithPath: pdf).deletingLastPathComponent().path)
    let texts = text.split(separator: "\u{c}")
    try #require(texts.count == pictures.count)
    return zip(texts, pictures).map { text, picture in
      Page(
        lines: text.split(separator: "\n").map(String.init),
        symbols: PictureReader.page(picture, with: scanner).symbols.map {
          String(decoding: $0, as: UTF8.self)
        })
    }
  }

  @Test(
    .enabled(if: Paper.hasPoppler, "skipped: poppler-utils is not there"),
    arguments: [("full", "a4"), ("public", "letter"), ("inheritance", "a4")])
  func `every symbol stands under the heading of its wallet, and shares its page with no other's`(
    _ kind: String, _ paper: String
  ) throws {
    let desk = try Self.desk()
    let owners = try Self.owners(of: "first", on: desk)
    #expect(Set(owners.values).count == 7 && owners.count > 9)
    let folder = desk.path("pdf")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let ran = desk.run(
      ["sheet", "print", "first", "--kind", kind, "--paper", paper]
        + (kind == "public" ? ["--account-map"] : [])
        + ["--out", "\(folder)/sheet.pdf"], answers: ["first"])
    try #require(ran.code == .done, "\(ran.err)")
    var found: Set<String> = []
    for (number, page) in try Self.pages(of: "\(folder)/sheet.pdf").enumerated() {
      let symbols = page.symbols.filter { owners[$0] != nil }
      found.formUnion(symbols)
      let names = Set(symbols.compactMap { owners[$0] })
      #expect(names.count <= 1, "page \(number + 1) has symbols of \(names)")
      // The only heading of a wallet on the page, and before it stands no QR code's caption.
      if let name = names.first { #expect(Set(page.headings) == [name], "page \(number + 1)") }
      let isHeading =
        /(Wallet [a-z0-9-]+)(, for other programs|, the same QR codes again)?(, continued)?/
      var heading: String?
      for line in page.lines {
        if let match = line.wholeMatch(of: isHeading) {
          heading = "\(match.1)"
        }
        guard let caption = line.firstMatch(of: /the (descriptor|Account Map) of ([a-z0-9-]+)/)
        else { continue }
        #expect(heading == "Wallet \(caption.2)", "page \(number + 1): \(line)")
      }
    }
    #expect(found == Set(owners.keys), "every symbol is on a page")
  }

  @Test func `the photograph of a wallet's page gives that wallet`() throws {
    let desk = try Self.desk()
    let pages = try desk.print("public", of: "first")
    let files = try FileManager.default.contentsOfDirectory(atPath: pages).sorted()
    let other = try Desk.withSeed()
    var taken: [String] = []
    for file in files {
      let ran = other.run("wallet", "register", file, "--from", "\(pages)/\(file)", "--yes")
      guard ran.code == .done else { continue }
      let address = other.run("address", "show", file, "0", "--json").json["address"]?.stringValue
      let list = desk.run("wallet", "list", "--json").json.arrayValue ?? []
      let name = list.compactMap { $0["name"]?.stringValue }.first {
        desk.run("address", "show", $0, "0", "--json").json["address"]?.stringValue == address
      }
      taken.append(try #require(name))
    }
    #expect(Set(taken).count == 7 && taken.count == 7, "\(taken)")
  }
}
