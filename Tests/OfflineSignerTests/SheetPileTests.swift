import Bytes
import EncryptedVault
import Foundation
import Photographs
import QRDrawing
import RecoverySheets
import SecureMemory
import SheetMaking
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner
@testable import QRReading
@testable import SignerHome

/// Pages of several sheets read at once: as files in any order, as a folder, as a PDF of scans.
@Suite struct SheetPileTests {
  /// A seed with a wallet, and the scanned pages of a public sheet, a letter and a full one.
  private static func printed() throws -> (desk: Desk, pages: [String: [String]]) {
    let desk = try Desk.withUncheckedSeed()
    let ran = desk.run(
      "account", "export", "fresh", "--script", "wpkh", "--out", desk.path("wpkh.txt"))
    try #require(ran.code == .done, "\(ran.err)")
    var pages: [String: [String]] = [:]
    for kind in ["public", "inheritance", "full"] {
      let folder = try desk.print(kind, of: "fresh")
      pages[kind] = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        .map { "\(folder)/\($0)" }
    }
    return (desk, pages)
  }

  /// A PDF with a JPEG of each page, as a scanner writes it; every second one upside down.
  private static func pdf(of pages: [String]) throws -> [UInt8] {
    let pictures = try pages.enumerated().map { index, page in
      let picture = try GrayPicture(png: Data(contentsOf: URL(fileURLWithPath: page)))
      return try #require(
        GrayPicture(
          width: picture.width, height: picture.height,
          pixels: index % 2 == 0 ? picture.pixels : picture.pixels.reversed()))
    }
    return Desk.pdf(of: pictures)
  }

  @Test func `sheets in any order are each read whole and recorded`() throws {
    let (desk, pages) = try Self.printed()
    let all = (pages["full"] ?? []) + (pages["public"] ?? []) + (pages["inheritance"] ?? [])
    let run = desk.run(["sheet", "check"] + all.reversed() + ["--json"])
    #expect(run.code == .done, "\(run.err)")
    let titles = run.json["sheets"]?.arrayValue?.compactMap { $0["sheet"]?.stringValue } ?? []
    #expect(titles.count == 3, "\(titles)")
    for kind in [SheetKind.public, .inheritance, .full] {
      #expect(titles.contains { $0.hasPrefix("the \(kind.title.lowercased()) of fresh") })
    }
    #expect(run.json["pages"]?.arrayValue?.count == all.count)
    #expect(try desk.contents().sheets.allSatisfy { $0.verified != nil })
    #expect(run.out.contains(#""readBack": "fresh""#) || run.out.contains(#""readBack":"fresh""#))
  }

  @Test func `a PDF of scans says of each page what it is`() throws {
    let (desk, pages) = try Self.printed()
    let both = (pages["public"] ?? []) + (pages["inheritance"] ?? [])
    let file = desk.path("scan.pdf")
    try Data(Self.pdf(of: both)).write(to: URL(fileURLWithPath: file))
    let run = desk.run("sheet", "check", file)
    #expect(run.code == .done, "\(run.err)")
    #expect(run.out.contains("scan.pdf, page 1: the public sheet of fresh"), "\(run.out)")
    #expect(run.out.contains("the letter of fresh"), "\(run.out)")
    let words = desk.run("sheet", "check", file, "--json").json["pages"]?.arrayValue
    #expect(words?.count == both.count)
  }

  @Test func `what is missing, and pages of another seed or print, are named`() throws {
    let (desk, pages) = try Self.printed()
    let other = try Desk.withUncheckedSeed()
    let folder = try other.print("full", of: "fresh")
    let strange = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .map { "\(folder)/\($0)" }
    let run = desk.run(["sheet", "check"] + strange + (pages["public"] ?? []))
    #expect(run.code == .failed)
    #expect(run.err.contains("1 of the 2 sheets was not read whole"), "\(run.err)")
    #expect(run.err.contains("no record of printing it"), "\(run.err)")
    // Its number says nothing more: the seed is another one.
    #expect(run.out.contains("; the recovery sheet with the number"), "\(run.out)")
    #expect(run.out.contains("OF ANOTHER SEED"), "\(run.out)")
    #expect(!run.out.contains("OF ANOTHER PRINT: the recovery sheet"), "\(run.out)")
    #expect(run.out.contains("Read: the public sheet of fresh"), "\(run.out)")
    #expect(try desk.contents().sheets.contains { $0.verified != nil })
    let nothing = desk.run(["sheet", "check"] + strange)
    #expect(nothing.code == .failed && nothing.err.contains("no record of printing it"))
    // One page needs no list; of several of which none is of this vault, each is named.
    #expect(!nothing.err.contains("Pages:"))
    _ = other.run(
      "account", "export", "fresh", "--script", "wpkh", "--out", other.path("wpkh.txt"))
    let shared = try other.print("public", of: "fresh")
    let both = desk.run(["sheet", "check", shared] + strange)
    #expect(both.code == .failed && both.err.contains("no record of printing it"), "\(both.err)")
    let lines = both.err.split(separator: "\n").drop { $0 != "Pages:" }.dropFirst()
    #expect(
      lines.contains { $0.contains("; the public sheet with the number ") }
        && lines.contains { $0.contains("; the recovery sheet with the number ") }, "\(both.err)")
    #expect(!both.err.contains("OF ANOTHER"))
  }

  @Test func `a QR code with a part of some text is not called another wallet's`() throws {
    let (desk, pages) = try Self.printed()
    let file = desk.path("text.png")
    let symbol = try QRSymbol(text: "B$HU0200" + String(repeating: "48656C6C6F", count: 4))
    try Data(QRPicture(mosaic: [symbol], columns: 1).png()).write(to: URL(fileURLWithPath: file))
    let run = desk.run(["sheet", "check", file] + (pages["public"] ?? []))
    #expect(
      run.out.contains("OF NONE OF THESE SHEETS: QR code 1 of 2 of a text"), "\(run.out)\(run.err)")
    #expect(!run.out.contains("OF ANOTHER WALLET"))
  }

  @Test func `a file that cannot be read does not hide the others`() throws {
    let (desk, pages) = try Self.printed()
    let bad = try desk.write("%PDF-1.4\nnothing", to: "drawn.pdf")
    let run = desk.run(["sheet", "check", bad] + (pages["public"] ?? []))
    #expect(run.code == .failed)
    #expect(run.err.contains("drawn.pdf is the file of a page"), "\(run.err)")
    #expect(run.out.contains("Read: the public sheet of fresh"), "\(run.out)")
    let alone = desk.run("sheet", "check", bad)
    #expect(alone.code == .failed && alone.err.contains("what counts is the paper"))
  }

  @Test func `a second copy that is gone is named, and so is a QR code that was seen and not read`()
    throws
  {
    let (desk, pages) = try Self.printed()
    let all = (pages["full"] ?? []) + (pages["public"] ?? [])
    let clean = desk.run(["sheet", "check"] + all)
    #expect(clean.code == .done && !clean.out.contains("note:"), "\(clean.out)")
    let first = try #require(pages["full"]?.first)
    let page = try GrayPicture(png: Data(contentsOf: URL(fileURLWithPath: first)))
    let read = SecondScanner.scan(page).filter { $0.content != nil }
    let seed = try #require(
      read.first { one in read.count { $0.content == one.content } == 2 }?.content)
    let copy = try #require(read.filter { $0.content == seed }.max { $0.place.top < $1.place.top })
    for isPainted in [true, false] {
      let place = copy.place.grown(isPainted ? 1.2 : 0.55)
      let pixels = page.pixels.indices.map { index in
        let point = SymbolPlace.Point(
          x: Double(index % page.width), y: Double(index / page.width))
        return place.holds(point) ? isPainted ? 120 : 0 : page.pixels[index]
      }
      let damaged = try #require(
        GrayPicture(width: page.width, height: page.height, pixels: pixels))
      let file = desk.path("damaged.jpg")
      try Data(Scenes.jpeg(damaged)).write(to: URL(fileURLWithPath: file))
      let run = desk.run(["sheet", "check", file] + all.dropFirst())
      // Nothing is missing: the other copy was read.
      #expect(run.code == .done, "\(run.err)")
      let out = run.out.unwrapped
      #expect(
        out.contains("the QR code of the seed stands on it twice, and one of the two was not"))
      #expect(out.contains("a QR code on it could not be read") == !isPainted, "\(out)")
    }
  }

  /// The pages of a sheet of a seed with a wallet of three keys.
  private static func family(
    _ kind: String, of subject: String, _ options: [String] = []
  ) throws -> (desk: Desk, pages: [String]) {
    let family = try Family()
    let desk = family.desks[0]
    try #require(desk.register(family.descriptor()).code == .done)
    let words = try desk.write("six words that nobody would guess", to: "sheet-words")
    let isSealed = kind == "encrypted"
    let folder = try desk.print(
      kind, of: subject, options + (isSealed ? ["--sheet-words-file", words] : []))
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .map { "\(folder)/\($0)" }
    return (desk, pages)
  }

  /// A page, and its QR codes from the left to the right and down.
  private static func read(_ page: String) throws -> (GrayPicture, [FoundSymbol]) {
    let picture = try GrayPicture(png: Data(contentsOf: URL(fileURLWithPath: page)))
    let read = SecondScanner.scan(picture).filter { symbol in
      symbol.content.map { $0.starts(with: "B$".utf8) } ?? false
    }
    return (picture, read.sorted { $0.place.middle.x < $1.place.middle.x })
  }

  /// A page on which something is painted over.
  private static func painted(
    _ page: GrayPicture, _ place: SymbolPlace, at path: String
  ) throws -> String {
    let over = place.grown(1.2)
    let pixels = page.pixels.indices.map { index in
      let point = SymbolPlace.Point(x: Double(index % page.width), y: Double(index / page.width))
      return over.holds(point) ? 120 : page.pixels[index]
    }
    let damaged = try #require(
      GrayPicture(width: page.width, height: page.height, pixels: pixels))
    try Data(Scenes.jpeg(damaged)).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test
  func `both QR codes of three keys stand on one page twice, and a copy that is gone is named`()
    throws
  {
    let (desk, pages) = try Self.family("public", of: "family")
    try #require(pages.count == 1)
    let clean = desk.run(["sheet", "check"] + pages)
    #expect(clean.code == .done && !clean.out.contains("note:"), "\(clean.out)")
    #expect(clean.out.unwrapped.contains("QR code 1 of 2 of the descriptor of family"))
    let (page, read) = try Self.read(pages[0])
    try #require(read.count == 4)
    let gone = read[0]
    let file = try Self.painted(page, gone.place, at: desk.path("damaged.jpg"))
    let run = desk.run(["sheet", "check", file])
    #expect(run.code == .done, "\(run.err)")
    let part = gone.content.map { $0[7] } == UInt8(ascii: "0") ? 1 : 2
    let note = "the QR code of part \(part) of 2 of the wallet stands on this sheet twice"
    #expect(run.out.unwrapped.contains(note), "\(run.out)")
    #expect(!run.out.contains("part \(3 - part) of 2"), "\(run.out)")
    // Without both of them a part is missing, and nobody speaks of a copy.
    let (second, rest) = try Self.read(pages[0])
    let other = try #require(rest.last { $0.content == gone.content })
    let twice = try Self.painted(second, other.place, at: desk.path("one.jpg"))
    let third = try GrayPicture(jpeg: Data(contentsOf: URL(fileURLWithPath: twice)))
    let none = try Self.painted(third, gone.place, at: desk.path("none.jpg"))
    let lost = desk.run(["sheet", "check", none])
    #expect(lost.code == .failed)
    #expect(!lost.out.contains("stands on this sheet twice"), "\(lost.out)")
  }

  @Test func `each QR code of an encrypted sheet stands on two pages, and either page is enough`()
    throws
  {
    let (desk, pages) = try Self.family("encrypted", of: "first")
    let words = ["--sheet-words-file", desk.path("sheet-words")]
    let (first, read) = try Self.read(pages[0])
    let (_, again) = try Self.read(pages[1])
    try #require(read.count > 1 && read.count == again.count)
    #expect(Set(read.map(\.content)) == Set(again.map(\.content)))
    let clean = desk.run(["sheet", "check"] + pages + words)
    #expect(clean.code == .done && !clean.out.contains("note:"), "\(clean.out)")
    #expect(clean.out.unwrapped.contains("all \(read.count) QR codes of the encrypted seed"))
    for page in pages.prefix(2) {
      let alone = desk.run(["sheet", "check", page] + words)
      #expect(alone.code == .done, "\(alone.err)")
      #expect(alone.out.unwrapped.contains("check all pages"), "\(alone.out)")
    }
    let file = try Self.painted(first, read[0].place, at: desk.path("damaged.jpg"))
    let run = desk.run(["sheet", "check", file] + pages.dropFirst() + words)
    #expect(run.code == .done, "\(run.err)")
    let note = "part 1 of \(read.count) of the encrypted seed stands on this sheet twice"
    #expect(run.out.unwrapped.contains(note), "\(run.out)")
    #expect(!run.out.contains("part 2 of"), "\(run.out)")
  }

  // MARK: Nothing is lent

  /// A scan of a page without its foot, where the mark stands.
  private static func footless(_ page: String, at path: String) throws -> String {
    let whole = try GrayPicture(png: Data(contentsOf: URL(fileURLWithPath: page)))
    let height = whole.height * 88 / 100
    let upper = try #require(
      GrayPicture(
        width: whole.width, height: height, pixels: Array(whole.pixels[..<(whole.width * height)]))
    )
    try Data(Scenes.jpeg(upper)).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// One picture of two pages that lie side by side.
  private static func both(_ one: String, _ other: String, at path: String) throws -> String {
    let pages = try [one, other].map {
      try GrayPicture(png: Data(contentsOf: URL(fileURLWithPath: $0)))
    }
    let height = try #require(pages.map(\.height).min())
    let pixels = (0..<height).flatMap { row in
      pages.flatMap { $0.pixels[row * $0.width..<(row + 1) * $0.width] }
    }
    let picture = try #require(
      GrayPicture(width: pages.reduce(0) { $0 + $1.width }, height: height, pixels: pixels))
    try Data(Scenes.jpeg(picture)).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// What a sheet of this kind misses, and the notes on it.
  private static func torn(_ kind: SheetKind, in run: Desk.Run) -> (missing: String, notes: String)?
  {
    let sheet = run.json["sheets"]?.arrayValue?.first {
      $0["sheet"]?.stringValue?.hasPrefix("the \(kind.title.lowercased()) of fresh") == true
    }
    guard let sheet, sheet["whole"] == .bool(false) else { return nil }
    func words(_ name: String) -> String {
      sheet[name]?.arrayValue?.compactMap(\.stringValue).joined(separator: "; ") ?? ""
    }
    return (words("missing"), words("notes"))
  }

  @Test func `a page without a mark counts for none of several sheets`() throws {
    let (desk, pages) = try Self.printed()
    let letter = pages["inheritance"] ?? []
    let page = try #require(pages["public"]?.first)
    let footless = try Self.footless(page, at: desk.path("footless.jpg"))
    // Of one sheet it counts.
    let alone = desk.run(["sheet", "check", footless] + (pages["public"] ?? []).reversed())
    #expect(alone.code == .done, "\(alone.err)")
    // The full sheet has its mark alone, from a picture of two sheets; its QR codes of the wallet
    // are those of the public sheet, and no other page lends them.
    let first = try #require(pages["full"]?.first)
    let two = try Self.both(first, page, at: desk.path("two.jpg"))
    let run = desk.run(["sheet", "check", two, footless] + letter + ["--json"])
    #expect(run.code == .failed && run.json["whole"] == .bool(false), "\(run.out)")
    let full = try #require(Self.torn(.full, in: run), "\(run.out)")
    #expect(full.missing.contains("fresh-wpkh-0") && full.missing.contains("SeedQR"), "\(full)")
    #expect(full.notes.contains("check this sheet alone"), "\(full)")
    let torn = try #require(Self.torn(.public, in: run), "\(run.out)")
    #expect(torn.missing.contains("fresh-wpkh-0"), "\(torn)")
    #expect(Self.torn(.inheritance, in: run) == nil, "the letter has pages of its own")
    #expect(run.err.contains("check each sheet alone"), "\(run.err)")
    #expect(!run.out.contains(#""readBack": "fresh""#), "\(run.out)")
    let read = try desk.contents().sheets.filter { $0.verified != nil }.map(\.sheetKind)
    #expect(Set(read) == [.public, .inheritance], "the public sheet by itself, before")
  }

  @Test func `a page without a mark that was not counted is told, beside whole sheets`() throws {
    let (desk, pages) = try Self.printed()
    let first = try #require(pages["full"]?.first)
    let footless = try Self.footless(first, at: desk.path("footless.jpg"))
    let both = (pages["public"] ?? []) + (pages["inheritance"] ?? [])
    let run = desk.run(["sheet", "check", footless] + both + ["--json"])
    #expect(run.code == .failed && run.json["whole"] == .bool(false), "\(run.out)")
    #expect(run.json["uncounted"]?.arrayValue?.count == 1, "\(run.out)")
    #expect(run.err.contains("footless.jpg shows no mark"), "\(run.err)")
    #expect(run.err.contains("the sheets that were read are whole"), "\(run.err)")
    #expect(desk.run(["sheet", "check"] + both).code == .done)
    // What is on it was read on pages of its own, too: nothing is missing.
    let all = desk.run(["sheet", "check", footless] + both + (pages["full"] ?? []))
    #expect(all.code == .done, "\(all.err)")
    #expect(all.out.contains("shows no mark; all that is on it was read on other pages"))
  }

  @Test func `what one look through a camera saw of two sheets is refused`() throws {
    let marks = [SheetKind.full, .public].map { SheetMark($0, .zero, of: "fresh", printed: 1) }
    var symbols = SecretList()
    for mark in marks { mark.symbol.withUnsafeBytes { symbols.append($0) } }
    Array("wallet".utf8).withUnsafeBytes { symbols.append($0) }
    let look = SheetPile(symbols, pages: [[0, 2, 1]])
    let refusal = try #require(look.refusal(ofLook: [0, 2, 1]))
    #expect(refusal.message.contains("2 different sheets"))
    #expect(refusal.hint.contains("one at a time"))
    #expect(look.refusal(ofLook: [0, 2, 0]) == nil)
  }

  @Test func `a QR code belongs to the one mark on its page, whatever else was read`() {
    let marks = [SheetKind.full, .public].map { SheetMark($0, .zero, of: "fresh", printed: 1) }
    var symbols = SecretList()
    for mark in marks { mark.symbol.withUnsafeBytes { symbols.append($0) } }
    for text in ["own", "other", "bare", "common"] {
      Array(text.utf8).withUnsafeBytes { symbols.append($0) }
    }
    func counts(_ pages: [[Int]], _ mark: Int) -> Set<Int> {
      let sheet = SheetPile(symbols, pages: pages).sheet(marks[mark], in: symbols)
      return sheet.all(Set(0..<sheet.symbols.count))
    }
    #expect(counts([[0, 2, 0], [1, 3], [4], [0, 1, 5]], 0) == [0, 2])
    #expect(counts([[0, 2, 0], [1, 3], [4], [0, 1, 5]], 1) == [1, 3])
    #expect(SheetPile(symbols, pages: [[0, 2], [1, 3], [4], [0, 1, 5], []]).shared == [2, 3])
    // The same QR code on a page of each is of both.
    #expect(counts([[0, 5], [1, 5]], 0) == [0, 5] && counts([[0, 5], [1, 5]], 1) == [1, 5])
  }

  @Test func `a page without a mark counts for the only sheet that was read`() {
    var symbols = SecretList()
    let mark = SheetMark(.full, .zero, of: "fresh", printed: 1)
    mark.symbol.withUnsafeBytes { symbols.append($0) }
    Array("bare".utf8).withUnsafeBytes { symbols.append($0) }
    let pile = SheetPile(symbols, pages: [[0], [1]])
    #expect(!pile.hasStrays)
    #expect(pile.shared.isEmpty && pile.sheet(mark, in: symbols).symbols.count == 2)
  }
}
