import Foundation
import QRReading
import SecureMemory
import SheetPages
import TestSupport
import Testing

@testable import SheetDrawing

@Suite struct SheetDrawingTests {
  private static let descriptor =
    "wsh(sortedmulti(2,[73c5da0a/48h/0h/0h/2h]xpub6DkFAXWQ2dHxq2vatrt9qyA3bXYU4ToWQwCHbf5XB2mSTexcHZCeKS1VZYcPoBd5X8yVcbXFHJR9R8UCVpt82VX1VhR28mCyxUFL4r6KFrf/<0;1>/*,[f00dbabe/48h/0h/0h/2h]xpub6DkFAXWQ2dHxq2vatrt9qyA3bXYU4ToWQwCHbf5XB2mSTexcHZCeKS1VZYcPoBd5X8yVcbXFHJR9R8UCVpt82VX1VhR28mCyxUFL4r6KFrg/<0;1>/*))#abcdefgh"
  private static let words = (1...24).map { "word\($0)" }

  private func full(_ paper: Paper) throws -> SecretBytes {
    try Drawn.document(paper, title: "Recovery sheet", footer: "offline-signer · full") {
      $0.notice("Whoever reads this page can spend the coins.")
      $0.heading("Words")
      $0.words(Drawn.secret(Self.words.joined(separator: " ")))
      $0.facts([
        SheetFact("Fingerprint", "73c5da0a", isCode: true),
        SheetFact("Descriptor", Self.descriptor, isCode: true),
        SheetFact("Policy", "Two of two people sign."),
      ])
      $0.symbol(
        caption: "The seed.", try Drawn.modules(String(repeating: "0123", count: 24)), width: 60)
      $0.symbol(caption: "The descriptor.", try Drawn.modules(Self.descriptor), width: 80)
      $0.columns(left: 80)
      $0.note("In the left column.")
      $0.rightColumn()
      $0.steps([SheetStep("In the right column:", "a --command")])
      $0.endColumns()
      $0.panel("What is this?", [SheetFact("This is", "a test."), SheetFact("", "And more.")])
      $0.copy(caption: "To copy.", try Drawn.modules(String(repeating: "0123", count: 24)))
      $0.plate(Drawn.secret("abandon 1 zoo 2048"))
      for part in 1...7 {
        $0.tile(caption: "part \(part)", try Drawn.modules("PART \(part) " + Self.descriptor))
      }
      $0.numbered(["bc1qfirst", "bc1qsecond"], from: 0, isCode: true)
      $0.secretLine(label: "Share", Drawn.secret("ms12namea320zyxwvutsrqpn"))
      $0.secretLine(label: "Passphrase", Drawn.secret("two words"))
      $0.box(label: "Next drill")
      $0.box(label: "Read back")
      $0.pageBreak()
      $0.paragraph("A paragraph.\n\nAnd another.")
      $0.blankGrid(size: 29, caption: "A grid to fill in.")
      $0.lines(count: 24, columns: 3, numbered: true, label: "Lines to fill in")
    }
  }

  @Test(.enabled(if: Drawn.hasPoppler, "skipped: poppler-utils is not there"))
  func `an option of a command is never broken at the end of a line`() async throws {
    let option = "--with-bip39-passphrase"
    let document = try Drawn.document { writer in
      for count in 0..<100 {
        writer.numbered([String(repeating: "x ", count: count) + option + ", and so on"])
      }
    }
    let pdf = try await Drawn.files(document, as: .pdf)
    try #require(pdf.count == 1)
    let lines = try Drawn.text(of: pdf[0]).flatMap { $0.split(separator: "\n") }
    #expect(lines.filter { $0.contains(option) }.count == 100)
    #expect(lines.allSatisfy { !$0.contains("--") || $0.contains(option) })
  }

  @Test(
    .enabled(if: Drawn.hasPoppler, "skipped: poppler-utils is not there"), arguments: Paper.allCases
  )
  func `everything is on the pages, letter for letter`(paper: Paper) async throws {
    let pdf = try await Drawn.files(try full(paper), as: .pdf)
    try #require(pdf.count == 1)
    let pages = try Drawn.text(of: pdf[0])
    let all = Drawn.letters(pages.joined())
    let expected =
      Self.words + [
        "Recovery sheet", "Whoever reads this page can spend the coins.", "Words", "73c5da0a",
        Self.descriptor, "Two of two people sign.", "The seed.", "The descriptor.", "part 7",
        "bc1qfirst", "bc1qsecond", "ms12namea320zyxwvutsrqpn", "read without the spaces",
        "two words", "one space between words", "Next drill", "Read back", "A paragraph.",
        "And another.", "In the left column.", "In the right column:", "a --command",
        "What is this?", "This is: a test.", "And more.", "To copy.", "ABAN", "ZOO2048",
        "A grid to fill in.", "Lines to fill in", "Fingerprint",
      ]
    for text in expected { #expect(all.contains(Drawn.letters(text)), "\(text)") }
    for (index, page) in pages.enumerated() {
      let text = Drawn.letters(page)
      #expect(text.contains("offline-signer·full"))
      #expect(text.contains("page\(index + 1)of\(pages.count)"))
      #expect(text.contains("Recoverysheet"))
    }
    #expect(pages.count > 3)
  }

  @Test(arguments: Paper.allCases)
  func `the camera reads every symbol back, and nothing is printed in the margins`(
    paper: Paper
  ) async throws {
    let scanner = try #require(SymbolScanner())
    var found: Set<String> = []
    let margin = Int(10 / 25.4 * 200)
    for page in try await Drawn.files(try full(paper), as: .png, resolution: 200) {
      #expect(DrawnMark.isIn(page), "a copy of it is to be told from the paper")
      let picture = try GrayPicture(png: page)
      #expect(picture.width == Int((paper.width * 200 / 72).rounded(.up)))
      for symbol in scanner.symbols(in: picture) {
        found.insert(String(decoding: symbol, as: UTF8.self))
      }
      expectWhite(picture, margin)
    }
    let parts = (1...7).map { "PART \($0) " + Self.descriptor }
    #expect(
      found == Set(parts + [Self.descriptor, String(repeating: "0123", count: 24)]))
  }

  private func expectWhite(_ picture: GrayPicture, _ margin: Int) {
    let width = picture.width
    let height = picture.height
    var isWhite = true
    picture.pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<height {
        let isEdge = y < margin || y >= height - margin
        let parts = isEdge ? [0..<width] : [0..<margin, width - margin..<width]
        for part in parts {
          isWhite =
            isWhite
            && pixels[y * width + part.lowerBound..<y * width + part.upperBound]
              .allSatisfy { $0 >= 250 }
        }
      }
    }
    #expect(isWhite)
  }

  @Test(arguments: [SheetFormat.pdf, .postScript, .svg, .png])
  func `the same document is the same file`(format: SheetFormat) throws {
    let document = try full(.a4)
    let first = try outside(document, format)
    let second = try outside(document, format)
    #expect(first.count == (format.isPaged ? 4 : 1))
    #expect(first.count == second.count && zip(first, second).allSatisfy { $0 == $1 })
    for file in first {
      let text = String(decoding: file, as: UTF8.self)
      // A date would have the year in it.
      #expect(!text.contains("CreationDate: ") || text.contains("%%CreationDate:  "))
      #expect(!text.contains("/CreationDate") && !text.contains("/ModDate"))
    }
  }

  /// In a process of its own each time, as the signer has it done: cairo counts its surfaces through.
  private func outside(
    _ document: borrowing SecretBytes, _ format: SheetFormat
  ) throws -> [[UInt8]] {
    var files: [[UInt8]] = []
    try SheetDrawer().draw(document, as: format, resolution: 72) { _, page in
      files.append(page.withUnsafeBytes { [UInt8]($0) })
    }
    return files
  }

  @Test func `each format is what it says`() async throws {
    let document = try Drawn.document { $0.paragraph("x") }
    let heads: [(SheetFormat, String)] = [
      (.pdf, "%PDF-1.5"), (.postScript, "%!PS-Adobe-3.0"), (.svg, "<?xml version"),
      (.png, "\u{89}PNG"),
    ]
    for (format, head) in heads {
      let files = try await Drawn.files(document, as: format)
      #expect(files.count == 1)
      #expect(files[0].starts(with: head.unicodeScalars.map { UInt8($0.value) }))
    }
  }

  @Test func `a picture too large is refused before it is made`() async throws {
    let document = try Drawn.document { $0.paragraph("x") }
    await #expect(throws: SheetRefusal.tooManyDots) {
      _ = try await Drawn.files(document, as: .png, resolution: 1_200)
    }
  }

  // MARK: Pages

  @Test(.enabled(if: Drawn.hasPoppler, "skipped: poppler-utils is not there"))
  func `long lists go on, and no row is lost or parted`() async throws {
    let document = try Drawn.document {
      for chapter in 0..<8 {
        $0.heading("chapter \(chapter)")
        $0.facts((0..<40).map { SheetFact("c\(chapter)r\($0)", "(value of c\(chapter)r\($0))") })
        $0.numbered((0..<40).map { "[row c\(chapter)n\($0)]" })
      }
    }
    let pages = try Drawn.text(of: try await Drawn.files(document, as: .pdf)[0])
    let all = pages.joined()
    for chapter in 0..<8 {
      for row in 0..<40 {
        #expect(all.components(separatedBy: "(value of c\(chapter)r\(row))").count == 2)
        #expect(all.components(separatedBy: "[row c\(chapter)n\(row)]").count == 2)
        // Label and value are on one page.
        #expect(
          pages.contains {
            $0.contains("c\(chapter)r\(row) ") && $0.contains("(value of c\(chapter)r\(row))")
          })
      }
      // A heading is never the last thing on a page.
      let page = try #require(pages.first { $0.contains("chapter \(chapter)") })
      #expect(page.contains("(value of c\(chapter)r0)"))
    }
  }

  @Test(.enabled(if: Drawn.hasPoppler, "skipped: poppler-utils is not there"))
  func `what goes on over a page's end has its heading there again`() async throws {
    let document = try Drawn.document {
      $0.heading("Before")
      $0.paragraph("short")
      $0.heading("Wallet one")
      for tile in 0..<20 { $0.tile(caption: "one \(tile).", try Drawn.modules("1 \(tile)")) }
      for tile in 20..<40 {
        $0.symbol(
          caption: "one \(tile).", try Drawn.modules(Self.descriptor + "\(tile)"), width: 150)
      }
      $0.heading("Wallet two")
      for tile in 0..<20 {
        $0.symbol(caption: "two \(tile).", try Drawn.modules("2 \(tile)"), width: 60)
      }
      $0.pageBreak()
      $0.paragraph("A page of its own.")
    }
    let pages = try Drawn.text(of: try await Drawn.files(document, as: .pdf)[0])
    #expect(pages.count > 8)
    var (heading, captions) = ("", 0)
    for (number, page) in pages.enumerated() {
      if number > 0 { heading = "" }
      for line in page.split(separator: "\n") {
        if line.hasPrefix("Wallet ") || line == "Before" { heading = String(line) }
        guard let match = line.firstMatch(of: /(one|two) \d+\./) else { continue }
        captions += line.matches(of: /(one|two) \d+\./).count
        #expect(heading.hasPrefix("Wallet \(match.1)"), "page \(number + 1): \(line)")
      }
    }
    #expect(captions == 60)
    #expect(pages[1].contains("Wallet one, continued"))
    #expect(pages.last?.contains("continued") == false)
  }

  @Test(.enabled(if: Drawn.hasPoppler, "skipped: poppler-utils is not there"))
  func `text without a space wraps, and no hyphen is put in`() async throws {
    let long = String(repeating: "abcdefghij", count: 1_000)
    let label = String(repeating: "W", count: 1_000)
    let document = try Drawn.document(title: label, footer: label) {
      $0.paragraph(long)
      $0.notice(long)
      $0.facts([SheetFact(label, long, isCode: true), SheetFact("label", long)])
      $0.numbered([long])
      $0.heading(label)
      $0.box(label: label)
      $0.symbol(caption: label, try Drawn.modules("X"), width: 30)
      $0.tile(caption: label, try Drawn.modules("X"))
      $0.words(Drawn.secret(String(repeating: "x", count: 2_000)))
      $0.secretLine(label: label, Drawn.secret(String(repeating: "y", count: 2_000)))
      $0.secretLine(label: label, Drawn.secret(String(repeating: "z", count: 1_000) + " z"))
    }
    let pages = try Drawn.text(of: try await Drawn.files(document, as: .pdf)[0])
    let all = pages.joined()
    #expect(!all.contains("-"))
    // Five times the paragraph's letters, and all the others.
    #expect(all.filter { $0 == "a" }.count >= 5 * 1_000)
    #expect(all.filter { $0 == "j" }.count == 5 * 1_000)
    #expect(all.filter { $0 == "y" }.count == 2_000)
    #expect(all.filter { $0 == "z" }.count == 1_001)
    let margin = Int(10 / 25.4 * 60)
    for page in try await Drawn.files(document, as: .png, resolution: 60) {
      expectWhite(try GrayPicture(png: page), margin)
    }
  }

  @Test func `more pages than are drawn are refused`() async throws {
    let document = try Drawn.document { for _ in 0..<201 { $0.heading("x"); $0.pageBreak() } }
    await #expect(throws: SheetRefusal.tooManyPages) {
      _ = try await Drawn.files(document, as: .pdf)
    }
    let fewer = try Drawn.document { for _ in 0..<200 { $0.heading("x"); $0.pageBreak() } }
    #expect(try await Drawn.files(fewer, as: .pdf).count == 1)
  }

  @Test func `an empty document is one page`() async throws {
    let document = try Drawn.document(title: "", footer: "") { _ in }
    #expect(try await Drawn.files(document, as: .svg).count == 1)
  }

  // MARK: Fonts

  /// All letters that a word list has, taken from its source.
  private func letters(_ list: String) throws -> String {
    let source = Vectors.packageRoot
      .appending(path: "Sources/Shared/WordLists/\(list)Words.swift")
    let text = try String(contentsOf: source, encoding: .utf8)
    var letters = ""
    for scalar in Set(text.unicodeScalars).sorted() where !scalar.isASCII {
      // Marks need a letter to stand on.
      if scalar.properties.generalCategory == .nonspacingMark { letters += "か" }
      letters.unicodeScalars.append(scalar)
      letters += " "
    }
    return letters
  }

  @Test(
    arguments: [
      "ChineseSimplified", "ChineseTraditional", "Czech", "English", "French", "Italian",
      "Japanese", "Korean", "Portuguese", "Spanish",
    ])
  func `the fonts have every letter of every word list`(list: String) async throws {
    let letters = try letters(list)
    let document = try Drawn.document { $0.paragraph("x" + letters) }
    #expect(try await Drawn.files(document, as: .svg).count >= 1)
  }

  @Test(
    .enabled(if: Drawn.hasPoppler, "skipped: poppler-utils is not there"),
    // Those of East Asia are shapes, which no program reads as text: `LetterShapeTests` looks at them.
    arguments: ["académie élève zoologie", "ábaco zumo ñandú", "čáp šťáva žížala"])
  func `words of European scripts are read back in both Unicode forms`(words: String) async throws {
    for form in [
      words.decomposedStringWithCanonicalMapping, words.precomposedStringWithCanonicalMapping,
    ] {
      let document = try Drawn.document { $0.words(Drawn.secret(form)) }
      let text = Drawn.letters(try Drawn.text(of: try await Drawn.files(document, as: .pdf)[0])[0])
      for word in words.split(separator: " ") {
        #expect(text.contains(Drawn.letters(String(word))), "\(word) in \(text)")
      }
    }
  }

  @Test func `a font that is missing is named by its package`() async throws {
    let plain = try Drawn.document { $0.paragraph("plain") }
    await #expect(throws: SheetRefusal.fontMissing(package: .dejaVu)) {
      _ = try await Drawn.files(plain, as: .pdf, fontRoot: "/nonexistent")
    }
    let root = FileManager.default.temporaryDirectory.appending(path: "fonts-\(UUID())")
    defer { try? FileManager.default.removeItem(at: root) }
    let folder = root.appending(path: "usr/share/fonts/truetype")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "dejavu"),
      withDestinationURL: URL(fileURLWithPath: "/usr/share/fonts/truetype/dejavu"))
    #expect(try await Drawn.files(plain, as: .pdf, fontRoot: root.path).count == 1)
    let japanese = try Drawn.document { $0.words(Drawn.secret("あいこくしん")) }
    await #expect(throws: SheetRefusal.fontMissing(package: .notoCJK)) {
      _ = try await Drawn.files(japanese, as: .pdf, fontRoot: root.path)
    }
  }

  @Test func `a letter that no font has is named, unless it is part of a secret`() async throws {
    let label = try Drawn.document { $0.paragraph("savings \u{1F9C0}") }
    await #expect(throws: SheetRefusal.letterMissing(0x1F9C0)) {
      _ = try await Drawn.files(label, as: .pdf)
    }
    let secret = try Drawn.document { $0.secretLine(label: "x", Drawn.secret("\u{1F9C0}")) }
    await #expect(throws: SheetRefusal.letterMissing(nil)) {
      _ = try await Drawn.files(secret, as: .pdf)
    }
  }

  // MARK: Heads, feet, commands

  @Test(.enabled(if: Drawn.hasPoppler, "skipped: poppler-utils is not there"))
  func `each page has its head, until another one begins, and its footer with rules`() async throws
  {
    let document = try Drawn.document(footer: "First\nDone on ____ by ____ again __") { writer in
      writer.standing(SheetStanding("SECRET page", practice: "PRACTICE", isSecret: true))
      for count in 0..<80 { writer.paragraph("line \(count)") }
      writer.pageBreak()
      writer.standing(SheetStanding("NO KEY here", isSecret: false))
      writer.paragraph("the end")
    }
    let pages = try Drawn.text(of: try await Drawn.files(document, as: .pdf)[0])
    try #require(pages.count > 2)
    for page in pages.dropLast() {
      #expect(page.contains("SECRET page") && page.contains("PRACTICE"))
      #expect(!page.contains("NO KEY here"))
    }
    let last = try #require(pages.last)
    #expect(last.contains("NO KEY here") && !last.contains("SECRET page"))
    #expect(!last.contains("PRACTICE"))
    for page in pages {
      // Three underlines and more are drawn as a rule, fewer are letters.
      #expect(page.contains("Done on") && page.contains("again __") && !page.contains("____"))
    }
    #expect(PageFoot.parts(of: "a ___ b __ c ____") == ["a ", " b __ c ", ""])
  }

  @Test func `a secret page has a black bar at its head, and another one has none`() async throws {
    var dark: [Int] = []
    for isSecret in [true, false] {
      let document = try Drawn.document { writer in
        writer.standing(SheetStanding("X", isSecret: isSecret))
        writer.paragraph("x")
      }
      let picture = try GrayPicture(
        png: try await Drawn.files(document, as: .png, resolution: 72)[0])
      dark.append(picture.pixels.prefix(picture.width * 100).count { $0 < 100 })
    }
    #expect(dark[0] > dark[1] + 3_000, "\(dark)")
  }

  @Test(arguments: Paper.allCases)
  func `QR codes in a row end in line with the margin`(paper: Paper) async throws {
    let (geometry, scale) = (PageGeometry(paper), 2.0)
    for isBeside in [true, false] {
      let document = try Drawn.document(paper) {
        if isBeside {
          $0.columns(right: 112)
          $0.rightColumn()
        }
        for part in 1...2 {
          $0.tile(caption: "part", try Drawn.modules("PART \(part) " + Self.descriptor))
        }
        if isBeside { $0.endColumns() }
      }
      let picture = try GrayPicture(
        png: try await Drawn.files(document, as: .png, resolution: 144)[0])
      // Rows in the middle of the QR codes, where nothing else stands.
      let rows =
        Int(60 * PageGeometry.millimeter * scale)..<Int(70 * PageGeometry.millimeter * scale)
      var (left, right) = (picture.width, 0)
      for y in rows {
        for x in 0..<picture.width where picture.pixels[y * picture.width + x] < 100 {
          (left, right) = (min(left, x), max(right, x))
        }
      }
      #expect(abs(Double(right + 1) - (geometry.width - geometry.right) * scale) <= 2)
      if !isBeside { #expect(abs(Double(left) - geometry.left * scale) <= 2) }
    }
  }

  @Test(arguments: Paper.allCases)
  func `the mark at the foot has four modules of white around it`(paper: Paper) async throws {
    let size = try Drawn.modules("DRAWBRIDGE SHEET 1").size
    let document = try Drawn.document(paper, footer: "Footer, first line\nDone ____ by ____") {
      try $0.mark(Drawn.modules("DRAWBRIDGE SHEET 1"))
      for count in 0..<80 { $0.paragraph("line \(count) " + String(repeating: "x ", count: 60)) }
    }
    let picture = try GrayPicture(
      png: try await Drawn.files(document, as: .png, resolution: 144)[0])
    let (geometry, scale) = (PageGeometry(paper), 2.0)
    let side = 21 * PageGeometry.millimeter
    let quiet = 4 * side / Double(size)
    let right = (geometry.width - geometry.right) * scale
    let bottom = (geometry.height - geometry.bottom) * scale
    let (left, top) = (right - side * scale, bottom - side * scale)
    // Dots that a line of the mark's edge touches are left out.
    let around = (
      Int(left - quiet * scale) + 1..<Int(right), Int(top - quiet * scale) + 1..<Int(bottom)
    )
    let mark = (Int(left) - 1...Int(right) + 1, Int(top) - 1...Int(bottom) + 1)
    var dark = 0
    for y in around.1 {
      for x in around.0 where !(mark.0.contains(x) && mark.1.contains(y)) {
        if picture.pixels[y * picture.width + x] < 250 { dark += 1 }
      }
    }
    #expect(dark == 0)
    // The mark stands there.
    let middle = picture.pixels[(Int(top) + 8) * picture.width + Int(left) + 2]
    #expect(middle < 100)
  }

  @Test func `what stands between two backticks is a command, and a lone one stays`() {
    let (plain, ranges) = BlockLayout.commands(in: "type `--from x`, then é `y`.")
    #expect(plain == "type --from x, then é y.")
    #expect(ranges == [5..<13, 23..<24])
    #expect(BlockLayout.commands(in: "a ` b").plain == "a ` b")
    #expect(BlockLayout.commands(in: "").ranges.isEmpty)
    #expect(TextLines.rules(in: "a ___ b __") == [2..<5])
  }

  @Test
  func `no line begins with a mark that French puts behind a space, nor ends with an open quote`()
    async throws
  {
    #expect(
      TextLines.marksBehindSpaces(in: "« é » a ; b: c !") == [0..<4, 5..<8, 10..<12, 17..<19])
    #expect(TextLines.marksBehindSpaces(in: "a b, c. ").isEmpty)
    let text = Array(repeating: "« mot » suivi : deux ; trois !", count: 6).joined(separator: " ")
    let bytes = Array(text.utf8)
    try await DrawingTurn.take {
      let fonts = try FontSet()
      for width in stride(from: 60.0, through: 300, by: 1) {
        let laid = TextLines(text, .body, fonts, width: width)
        // Its lines live as long as it does.
        let starts = withExtendedLifetime(laid) { laid.lines.map(\.start) }
        for start in starts where start > 0 {
          let first = bytes[start...].prefix(2)
          #expect(!":;!".utf8.contains(bytes[start]) && !first.elementsEqual("»".utf8), "\(width)")
          // What ends the line before: the space, and « before it.
          #expect(!bytes[..<(start - 1)].suffix(2).elementsEqual("«".utf8), "\(width)")
        }
      }
    }
  }

  @Test func `a command within a sentence is never broken where a line has room for it`()
    async throws
  {
    let command = "online-coordinator pay NAME --out small.gif"
    let text = String(repeating: "and so on ", count: 6) + command + " now"
    let range = 60..<60 + command.utf8.count
    try await DrawingTurn.take {
      let fonts = try FontSet()
      for width in stride(from: 240.0, through: 420, by: 10) {
        let lines = TextLines(text, .body, fonts, width: width, commands: [range])
        #expect(!lines.lines.contains { $0.start > 60 && $0.start < range.upperBound }, "\(width)")
      }
      // Longer than a line, it is broken all the same, and nothing goes over the edge.
      let narrow = TextLines(text, .body, fonts, width: 120, commands: [range])
      #expect(narrow.lines.contains { range.contains($0.start) } && narrow.width <= 120.5)
    }
  }

  @Test(arguments: ["and so on ", "以及其他", "et ainsi « de suite » : "])
  func `an address on the web ends a line behind a slash alone, and a hyphen ends none`(
    sentence: String
  ) async throws {
    let address = "https://code.example.org/drawbridge/2026/11/draw-bridge-source_20251124.tar"
    let before = String(repeating: sentence, count: 6)
    let text = before + address + "; 8 letters"
    let range = before.utf8.count..<before.utf8.count + address.utf8.count
    let bytes = Array(text.utf8)
    try await DrawingTurn.take {
      let fonts = try FontSet()
      for width in stride(from: 60.0, through: 420, by: 1) {
        let laid = TextLines(text, .panel, fonts, width: width, commands: [range])
        let starts = withExtendedLifetime(laid) { laid.lines.map(\.start) }
        #expect(laid.width <= width + 0.5, "\(width)")
        for start in starts where start > range.lowerBound && start < range.upperBound {
          let last = bytes[start - 1]
          #expect(last != UInt8(ascii: "-"), "\(width)")
          // The longest part has 33 letters of 4.34 points.
          #expect(width < 144 || last == UInt8(ascii: "/"), "\(width): \(starts)")
          #expect(!(range.lowerBound..<range.lowerBound + 8).contains(start) || width < 120)
        }
      }
    }
    #expect(TextLines.addressParts(in: "`node add` x", 1..<9, room: 4).isEmpty)
    #expect(
      TextLines.addressParts(in: "at ftp://a/b-c/d", 3..<16, room: 9)
        == [3..<11, 11..<15, 15..<16])
    #expect(TextLines.addressParts(in: "at ftp://a/b-c/d", 3..<16, room: 3) == [12..<14, 15..<16])
  }

  @Test(arguments: [1, 12, 30, 60, 95, 130])
  func `the last of several pages is never nearly empty`(lines: Int) async throws {
    let document = try Drawn.document { writer in
      for count in 0..<lines { writer.paragraph("line \(count)") }
    }
    try await Drawn.lookAtLayout(of: document) { layout in
      #expect(layout.pages.count == 1 || (layout.fills.last ?? 0) >= 0.35, "\(layout.fills)")
    }
  }

  @Test func `letters of a box are nine points, and smaller only where a page would be two`()
    async throws
  {
    var sizes: [Double] = []
    for count in [1, 34] {
      let document = try Drawn.document { writer in
        writer.panel(
          "Title", [SheetFact("This is", String(repeating: "words ", count: 60))], leading: 1)
        for number in 0..<count { writer.paragraph("line \(number)") }
      }
      try await Drawn.lookAtLayout(of: document) { layout in
        #expect(layout.pages.count == 1)
        sizes.append(layout.pages[0].first?.piece.height ?? 0)
      }
    }
    #expect(sizes[0] > sizes[1])
  }

  @Test func `a box ends with two lines to write on where its text ends with one`() async throws {
    var heights: [Double] = []
    for text in ["kept at:", "kept at: ____"] {
      let document = try Drawn.document { $0.panel("Title", [SheetFact("Copy", text)], leading: 0) }
      try await Drawn.lookAtLayout(of: document) {
        heights.append($0.pages[0].first?.piece.height ?? 0)
      }
    }
    #expect(abs(heights[1] - heights[0] - 13 * PageGeometry.millimeter) < 1, "\(heights)")
  }

  @Test func `lines behind labels begin below one another, and stay together`() async throws {
    try await DrawingTurn.take {
      let layout = BlockLayout(fonts: try FontSet(), room: 400)
      let pieces = try layout.lines(behind: ["Name", "First block with coins"])
      #expect(pieces.map(\.keepsWithNext) == [true, false])
    }
    let document = try Drawn.document { writer in
      writer.lines(count: 1, label: "Name")
      writer.lines(count: 1, label: "First block with coins")
      writer.lines(count: 2, label: "Two lines")
    }
    try await Drawn.lookAtLayout(of: document) { #expect($0.pages[0].count == 5) }
  }

  @Test func `no step stands alone at the foot of a page, nor without what leads to it`()
    async throws
  {
    for filler in 20..<60 {
      let document = try Drawn.document { writer in
        for number in 0..<filler { writer.paragraph("line \(number)") }
        writer.heading("A way")
        writer.paragraph("What it needs.")
        writer.lines(count: 1, label: "Where it is")
        writer.steps((1...3).map { SheetStep("Step \($0)", "command \($0)") })
        for number in 0..<30 { writer.paragraph("line \(number)") }
      }
      try await Drawn.lookAtLayout(of: document) { layout in
        // Heading, two texts, and three steps of two lines: all of the way is on one page.
        let pieces = layout.pages.map { page in page.filter { $0.piece.heading != nil }.count }
        let began = layout.pages.firstIndex { page in page.contains { $0.piece.keepsWithNext } }
        let page = try #require(began)
        #expect(pieces[page] >= 8, "\(filler): \(pieces)")
      }
    }
  }

  @Test(.enabled(if: Drawn.hasPoppler, "skipped: poppler-utils is not there"))
  func `without Lato text is drawn in DejaVu Sans, and every letter stands there`() async throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "fonts-\(UUID())")
    defer { try? FileManager.default.removeItem(at: root) }
    let folder = root.appending(path: "usr/share/fonts/truetype")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "dejavu"),
      withDestinationURL: URL(fileURLWithPath: "/usr/share/fonts/truetype/dejavu"))
    let document = try Drawn.document { $0.paragraph("Příliš žluťoučký kůň") }
    let with = try await Drawn.files(document, as: .pdf)[0]
    let without = try await Drawn.files(document, as: .pdf, fontRoot: root.path)[0]
    for (pdf, font) in [(with, "Lato"), (without, "DejaVuSans")] {
      #expect(String(decoding: pdf, as: UTF8.self).contains("+\(font)"), "\(font)")
      #expect(try Drawn.letters(Drawn.text(of: pdf)[0]).contains("Přílišžluťoučkýkůň"))
    }
  }
}
