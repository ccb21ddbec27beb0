import Bytes
import EncryptedVault
import Foundation
import QRDrawing
import RecoverySheets
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner
@testable import SeedForms
@testable import SignerHome

/// Which sheet was read, of which print, and whether all of it was.
@Suite struct `Sheets told apart` {
  private static let kinds = ["full", "encrypted", "public", "share", "inheritance"]

  /// Prints each kind of sheet of one seed with two wallets; the folders of the scans by kind.
  private static func printed() throws -> (desk: Desk, words: String, folders: [String: String]) {
    let desk = try Desk.withSeed()
    let words = try desk.write("six words that nobody would guess", to: "sheet-words")
    for script in ["wpkh", "tr"] {
      let ran = desk.run(
        "account", "export", "first", "--script", script, "--out", desk.path("\(script).txt"))
      try #require(ran.code == .done, "\(ran.err)")
    }
    var folders: [String: String] = [:]
    for kind in kinds {
      let options =
        switch kind {
        case "encrypted": ["--sheet-words-file", words]
        case "share": ["--as", "codex32", "--shares", "2-of-3", "--share", "1"]
        default: [String]()
        }
      folders[kind] = try desk.print(kind, of: "first", options)
    }
    return (desk, words, folders)
  }

  private static func verified(_ desk: Desk) throws -> [SheetKind] {
    try desk.contents().sheets.filter { $0.verified != nil }.compactMap(\.sheetKind)
  }

  @Test func `each kind of sheet that is scanned is recorded as that kind and no other`() throws {
    let (desk, words, folders) = try Self.printed()
    var done: [SheetKind] = []
    for kind in Self.kinds.reversed() {
      let folder = try #require(folders[kind])
      let run = desk.run("sheet", "check", folder, "--sheet-words-file", words, "--json")
      #expect(run.code == .done, "\(kind): \(run.err)")
      let known = try #require(SheetKind(rawValue: kind))
      let title = run.json["sheet"]?.stringValue ?? ""
      #expect(title.hasPrefix("the \(known.title.lowercased()) of first"), "\(title)")
      done.append(known)
      #expect(try Set(Self.verified(desk)) == Set(done), "\(kind)")
    }
    let both = try desk.folder(of: [], named: "both")
    for kind in ["public", "inheritance"] {
      let folder = try #require(folders[kind])
      for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
        try FileManager.default.copyItem(
          atPath: "\(folder)/\(file)", toPath: "\(both)/\(kind)-\(file)")
      }
    }
    let mixed = desk.run("sheet", "check", both, "--kind", "public")
    #expect(mixed.code == .failed && mixed.err.contains("2 different sheets"), "\(mixed.err)")
  }

  @Test func `any page with symbols that is lost is noticed, whatever was printed before`() throws {
    let desk = try Desk.withUncheckedSeed()
    let early = try desk.print("full", of: "fresh", now: 1_800_000_000)
    for script in ["wpkh", "tr"] {
      let ran = desk.run(
        ["account", "export", "fresh", "--script", script, "--out", desk.path("\(script).txt")],
        now: 1_800_000_100)
      try #require(ran.code == .done, "\(ran.err)")
    }
    let late = try desk.print("full", of: "fresh", now: 1_800_000_200)
    let names = try FileManager.default.contentsOfDirectory(atPath: late).sorted()
    var missing: Set<String> = []
    for name in names {
      let rest = try desk.folder(
        of: names.filter { $0 != name }.map { "\(late)/\($0)" }, named: "without-\(name)")
      let run = desk.run("sheet", "check", rest, "--json")
      // A page without a QR code is one of text, and nobody can read it back.
      if run.code == .done { continue }
      missing.formUnion(run.json["missing"]?.arrayValue?.compactMap(\.stringValue) ?? [])
      #expect(run.json["readBack"] == .null, "\(name)")
    }
    for expected in ["the SeedQR", "fresh-wpkh-0", "fresh-tr-0"] {
      #expect(missing.contains { $0.contains(expected) }, "\(expected): \(missing)")
    }
    // The older print is whole, and lacks what the newest has.
    let old = desk.run("sheet", "check", early, "--json")
    #expect(old.code == .failed, "\(old.out)")
    #expect(old.err.contains("fresh-tr-0 (on the newest print, of"), "\(old.err)")
    #expect(old.json["sheet"]?.stringValue?.contains("2027-01-15") == true)
    #expect(desk.run("sheet", "check", late).out.contains("fresh counts as read back"))
  }

  @Test func `a wallet that was registered after the print is named`() throws {
    let desk = try Desk.withUncheckedSeed()
    let pages = try desk.print("full", of: "fresh", now: 1_800_000_000)
    let ran = desk.run(
      ["account", "export", "fresh", "--script", "tr", "--out", desk.path("tr.txt")],
      now: 1_800_000_100)
    try #require(ran.code == .done, "\(ran.err)")
    let run = desk.run("sheet", "check", pages)
    #expect(run.code == .done, "\(run.err)")
    #expect(run.out.contains("registered after it was printed, so not on it: fresh-tr-0"))
  }

  @Test func `marks are read back, and nothing else is one`() throws {
    for kind in SheetKind.allCases {
      let mark = SheetMark(kind, .zero, of: "savings", printed: 1_800_000_000)
      let read = mark.symbol.withUnsafeBytes { SheetMark(reading: $0) }
      #expect(read == mark)
      #expect(mark.spoken.count == 9)
      #expect(mark.symbol.withUnsafeBytes { !SeedInput.isWanted($0) }, "it is not a seed")
    }
    let one = SheetMark(.full, .zero, of: "savings", printed: 1)
    #expect(one.number != SheetMark(.full, .zero, of: "savings", printed: 2).number)
    #expect(one.number != SheetMark(.full, .zero, of: "other", printed: 1).number)
    for text in [
      "", "DRAWBRIDGE", "DRAWBRIDGE/FULL", "DRAWBRIDGE/FULL/0123456", "DRAWBRIDGE/FULL/0123456G",
      "DRAWBRIDGE/OTHER/01234567", "DRAWBRIDGE/FULL/01234567/1", "drawbridge/full/01234567",
    ] { #expect(Array(text.utf8).withUnsafeBytes { SheetMark(reading: $0) } == nil, "\(text)") }
  }

  // MARK: Sheets of version 0.2

  /// The vault and scans of sheets that an earlier version printed.
  private static func old(_ pages: String...) throws -> (desk: Desk, folder: String) {
    let source = Vectors.packageRoot.appending(path: "Tests/OldSheets").path
    let desk = try Desk()
    _ = try desk.write("correct horse battery staple\n", to: "passphrase")
    let home = try desk.folder(of: ["\(source)/vault"], named: "home")
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: home)
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(home)/vault")
    let folder = try desk.folder(of: pages.map { "\(source)/\($0).png" }, named: "scans")
    try Desk.scan(pages.map { "\(folder)/\($0).png" })
    return (desk, folder)
  }

  @Test func `old sheets are still read and checked`() throws {
    let (full, pages) = try Self.old("full-1", "full-2", "full-3", "full-4")
    let whole = full.run("sheet", "check", pages)
    #expect(whole.code == .done, "\(whole.err)")
    #expect(whole.out.contains("The backup of first counts as read back"))
    let (sealed, sheet) = try Self.old("encrypted-1")
    let words = try sealed.write("lamp orbit cheese north window seven", to: "words")
    let opened = sealed.run("sheet", "check", sheet, "--sheet-words-file", words)
    #expect(opened.code == .done, "\(opened.err)")
    let (sharing, share) = try Self.old("share-1")
    let one = sharing.run("sheet", "check", share)
    #expect(one.code == .done && one.out.contains("1 of the 2 shares"), "\(one.err)")
  }

  /// The vault that printed the sheets of `Tests/OldSheets/today`, and their scans.
  private static func today() throws -> (desk: Desk, words: String, pages: [String]) {
    let source = Vectors.packageRoot.appending(path: "Tests/OldSheets/today").path
    let desk = try Desk()
    let home = try desk.folder(of: ["\(source)/vault"], named: "home")
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: home)
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(home)/vault")
    let words = try desk.write("lamp orbit cheese north window seven", to: "words")
    let names = try files.contentsOfDirectory(atPath: source).filter { $0.hasSuffix(".png") }
    return (desk, words, names.sorted().map { "\(source)/\($0)" })
  }

  @Test func `sheets of the layout of today are read whole by the vault that printed them`() throws
  {
    let (desk, words, pages) = try Self.today()
    let options = ["--sheet-words-file", words]
    let all = desk.run(["sheet", "check"] + pages + options + ["--json"])
    #expect(all.code == .done, "\(all.err)")
    #expect(all.json["sheets"]?.arrayValue?.count == 9, "\(all.out)")
    let printed = try desk.contents().sheets.filter { $0.sheetKind != .blank }
    #expect(printed.count == 9)
    for sheet in printed { #expect(sheet.verified != nil, "\(sheet.title)") }
    // Each QR code that should stand twice was read twice.
    #expect(!all.out.contains("was not read"), "\(all.out)")
    let kinds = Set(printed.compactMap(\.sheetKind))
    #expect(kinds == Set(SheetKind.allCases).subtracting([.blank]))
  }

  @Test(arguments: [
    ("full-1", "253110e5"), ("encrypted-1", "253110e5"), ("encrypted-2", "253110e5"),
  ])
  func `a page of today with a seed brings it back on a fresh machine`(
    page: String, fingerprint: String
  ) throws {
    let (_, _, pages) = try Self.today()
    let scan = try #require(pages.first { $0.hasSuffix("/\(page).png") })
    let desk = try Desk()
    try #require(desk.run("init", "--network", "signet", "--yes").code == .done)
    let words = try desk.write("lamp orbit cheese north window seven", to: "words")
    let taken = desk.run(
      ["seed", "import", "again", "--from", scan, "--json", "--yes"]
        + (page.hasPrefix("encrypted") ? ["--sheet-words-file", words] : []))
    try #require(taken.code == .done, "\(taken.err)")
    #expect(taken.json["fingerprint"]?.stringValue == fingerprint)
  }

  @Test(arguments: ["public", "inheritance-5", "full-4"])
  func `a page of today with a wallet of three keys brings it back on a fresh machine`(
    page: String
  ) throws {
    let (_, _, pages) = try Self.today()
    let scan = try #require(pages.first { $0.hasSuffix("/\(page).png") })
    let desk = try Desk.withSeed(
      network: "signet",
      words: "unfold light protect unfold pulp like vintage drive receive egg dune sketch")
    let taken = desk.run(
      "wallet", "register", "family", "--from", scan, "--accept", "R23", "--yes")
    try #require(taken.code == .done, "\(taken.err)")
    let shown = desk.run("address", "show", "family", "0", "--json")
    #expect(
      shown.json["address"]?.stringValue
        == "tb1qeanenzr6z3qgzqj79g8zz3vef0fvsqz0fs6268yn6440favg9mhqldjtmc")
  }

  @Test func `an old encrypted sheet beside a sheet with a mark does not hide it`() throws {
    let (desk, old) = try Self.old("encrypted-1")
    let words = try desk.write("lamp orbit cheese north window seven", to: "words")
    let full = try desk.print("full", of: "first")
    let pages = try FileManager.default.contentsOfDirectory(atPath: full).sorted()
      .map { "\(full)/\($0)" }
    let both = desk.run("sheet", "check", full, old, "--sheet-words-file", words, "--json")
    #expect(both.code == .done, "\(both.err)")
    let titles = both.json["sheets"]?.arrayValue?.compactMap { $0["sheet"]?.stringValue } ?? []
    #expect(titles.count == 2 && titles.contains { $0.hasPrefix("the recovery sheet of first") })
    #expect(try Set(Self.verified(desk)) == [.full, .encrypted])
    // Without the pages of its wallets the marked sheet is not whole, and the old one does not hide that.
    let torn = desk.run(
      ["sheet", "check", pages[0], old, "--sheet-words-file", words, "--json"])
    #expect(torn.code == .failed, "\(torn.out)")
    #expect(torn.err.contains("1 of the 2 sheets was not read whole"), "\(torn.err)")
    // Nor the other way: what is missing of the old one is said beside a sheet that is whole.
    let wrong = try desk.write("lamp orbit cheese north window eight", to: "wrong")
    let unopened = desk.run("sheet", "check", full, old, "--sheet-words-file", wrong, "--json")
    #expect(unopened.code == .failed, "\(unopened.out)")
    #expect(unopened.err.contains("an encrypted sheet without a mark"), "\(unopened.err)")
  }

  @Test func `a plain sheet without a mark is judged beside an encrypted one`() throws {
    let (desk, old) = try Self.old("full-1", "full-2", "full-3", "full-4")
    let words = try desk.write("lamp orbit cheese north window seven", to: "words")
    let options = ["--sheet-words-file", words]
    let sealed = try desk.print("encrypted", of: "first", options)
    let both = desk.run(["sheet", "check", sealed, old, "--json"] + options)
    #expect(both.code == .done, "\(both.err)")
    #expect(both.json["sheets"]?.arrayValue?.count == 2, "\(both.out)")
    #expect(!both.out.contains("OF ANOTHER"), "\(both.out)")
    #expect(try Set(Self.verified(desk)) == [.full, .encrypted])
    // One page of it, and a page that is of nobody here: each is missing something, which is said.
    let poster = desk.path("stranger.png")
    try Data(QRPicture(QRSymbol(text: String(repeating: "0000", count: 11) + "0003")).png())
      .write(to: URL(fileURLWithPath: poster))
    for page in ["\(old)/full-1.png", poster] {
      let torn = desk.run(["sheet", "check", sealed, page, "--json"] + options)
      #expect(torn.code == .failed, "\(torn.out)")
      #expect(torn.err.contains("1 of the 2 sheets was not read whole"), "\(torn.err)")
    }
    // An old encrypted sheet has no mark either.
    let (both2, pages) = try Self.old("encrypted-1")
    let more = try both2.write("lamp orbit cheese north window seven", to: "words")
    let two = both2.run("sheet", "check", pages, poster, "--sheet-words-file", more)
    #expect(two.code == .failed && two.err.contains("1 of the 2 sheets"), "\(two.err)")
    // The reader's source on its own pages is no seed, and a poster is no sheet.
    try Data(QRPicture(QRSymbol(text: "https://example.org/buy now")).png())
      .write(to: URL(fileURLWithPath: poster))
    let alone = desk.run(["sheet", "check", sealed, poster] + options)
    #expect(alone.code == .done, "\(alone.err)")
    #expect(alone.out.contains("the reader of encrypted sheets"), "\(alone.out)")
  }

  @Test
  func `an old sheet without its page of several keys is not whole, though an older had none`()
    throws
  {
    let (desk, folder) = try Self.old("full-1", "full-2", "full-3", "full-4")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    var refused = 0
    for name in names {
      let rest = try desk.folder(
        of: names.filter { $0 != name }.map { "\(folder)/\($0)" }, named: "without-\(name)")
      let run = desk.run("sheet", "check", rest)
      if run.code == .failed { refused += 1 }
      #expect(run.code == .done || run.err.contains("missing "), "\(run.err)")
    }
    #expect(refused >= 2, "the page of the seed, and that of the wallet")
  }

  @Test
  func `an old public sheet and a letter have the same symbols, and a person says which it is`()
    throws
  {
    let (desk, folder) = try Self.old("public-1", "public-2")
    let run = desk.run("sheet", "check", folder)
    #expect(run.code == .failed && run.err.contains("QR codes could be from the"), "\(run.err)")
    #expect(try Self.verified(desk).isEmpty)
    let said = desk.run("sheet", "check", folder, "--kind", "public")
    #expect(said.code == .done, "\(said.err)")
    #expect(try Self.verified(desk) == [.public])
  }
}
