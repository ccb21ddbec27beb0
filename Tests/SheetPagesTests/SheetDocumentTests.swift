import SecureMemory
import SheetPages
import Testing

@Suite struct SheetDocumentTests {
  private func secret(_ text: String) -> SecretBytes {
    var bytes = Array(text.utf8)
    return SecretBytes(moving: &bytes)
  }

  private func bytes(_ secret: borrowing SecretBytes) -> [UInt8] {
    secret.withUnsafeBytes { [UInt8]($0) }
  }

  /// A document with every kind of block.
  private func sample() throws -> SecretBytes {
    var writer = SheetWriter(
      paper: .letter, title: "Seed savings", subtitle: "Bitcoin",
      footer: "Drawbridge 1\nsecond line")
    writer.heading("Words")
    writer.paragraph("Two\nlines.")
    writer.notice("Whoever reads this page can spend the coins.")
    writer.facts([
      SheetFact("Fingerprint", "73c5da0a", isCode: true), SheetFact("Made", "2026-11-21"),
    ])
    writer.numbered(["bc1qone", "bc1qtwo"], from: 0, isCode: true)
    writer.numbered(["Open the envelope."])
    writer.words(secret("あいこくしん あいさつ zoo"))
    writer.secretLine(label: "Share A", secret("ms10testsxxx"))
    let modules = (0..<21 * 21).map { UInt8($0 % 3 == 0 ? 1 : 0) }
    writer.symbol(
      caption: "SeedQR", try SecretModules(size: 21, modules: modules), width: 60)
    writer.tile(caption: "part 1 of 1", try SecretModules(size: 21, modules: modules))
    writer.blankGrid(size: 25, caption: "by hand")
    writer.lines(count: 24, columns: 3, numbered: true, label: "Words by hand")
    writer.box(label: "Next drill")
    writer.pageBreak()
    writer.mark(try SecretModules(size: 21, modules: modules))
    writer.columns(right: 60)
    writer.note("A note.")
    writer.rightColumn()
    writer.words(secret("zoo 2048 zero 2047"), Self.numbered)
    writer.endColumns()
    writer.panel("What is this?", [SheetFact("This is", "a test.")])
    writer.steps([SheetStep("Do it:", "do it"), SheetStep("Wait.")], from: 7)
    writer.copy(caption: "CompactSeedQR", try SecretModules(size: 21, modules: modules))
    writer.plate(secret("zoo 2048"))
    writer.secretLine(label: "Digits", secret("2047 2046"), isSmall: true)
    return try writer.document()
  }

  private static let numbered = SheetWordStyle(hasNumbers: true, marksFourLetters: true)

  @Test func `what is written is what is read`() throws {
    let document = try SheetDocument(decoding: sample())
    #expect(document.paper == .letter)
    #expect(document.title == "Seed savings")
    #expect(document.footer == "Drawbridge 1\nsecond line")
    #expect(document.subtitle == "Bitcoin")
    let blocks = document.blocks
    #expect(blocks.count == 25)
    #expect(blocks[0] == .heading("Words"))
    #expect(blocks[1] == .paragraph("Two\nlines."))
    #expect(blocks[2] == .notice("Whoever reads this page can spend the coins."))
    #expect(
      blocks[3]
        == .facts([
          SheetFact("Fingerprint", "73c5da0a", isCode: true), SheetFact("Made", "2026-11-21"),
        ]))
    #expect(blocks[4] == .numbered(["bc1qone", "bc1qtwo"], first: 0, isCode: true))
    #expect(blocks[5] == .numbered(["Open the envelope."], first: 1, isCode: false))
    guard
      case .words(let words, SheetWordStyle(hasNumbers: false, marksFourLetters: false)) = blocks[6],
      case .secretLine("Share A", let line, isSmall: false) = blocks[7],
      case .symbol(let symbol, width: 60) = blocks[8],
      case .tile(let tile) = blocks[9]
    else {
      Issue.record("other blocks were read: \(blocks)")
      return
    }
    let text = document.withSecret(words) { String(decoding: $0, as: UTF8.self) }
    #expect(text == "あいこくしん あいさつ zoo")
    #expect(document.withSecret(line) { String(decoding: $0, as: UTF8.self) } == "ms10testsxxx")
    #expect(symbol.caption == "SeedQR" && tile.caption == "part 1 of 1")
    for index in 0..<21 * 21 {
      let isDark = document.isDark(symbol, row: index / 21, column: index % 21)
      #expect(isDark == (index % 3 == 0))
      #expect(document.isDark(tile, row: index / 21, column: index % 21) == isDark)
    }
    let outside = document.isDark(symbol, row: 21, column: 0)
    #expect(!outside)
    #expect(blocks[10] == .blankGrid(size: 25, caption: "by hand"))
    #expect(
      blocks[11] == .lines(count: 24, columns: 3, isNumbered: true, label: "Words by hand"))
    #expect(blocks[12] == .box(label: "Next drill"))
    #expect(blocks[13] == .pageBreak)
    #expect(blocks[15] == .beside(.begin(width: 60, isLeft: false)))
    #expect(blocks[16] == .note("A note."))
    #expect(blocks[17] == .beside(.turn) && blocks[19] == .beside(.end))
    #expect(
      blocks[20] == .panel(title: "What is this?", [SheetFact("This is", "a test.")], leading: 0))
    #expect(blocks[21] == .steps([SheetStep("Do it:", "do it"), SheetStep("Wait.")], first: 7))
    guard case .mark(let mark) = blocks[14], case .words(let pairs, Self.numbered) = blocks[18],
      case .copy(let copy) = blocks[22], case .plate(let plate) = blocks[23],
      case .secretLine("Digits", let digits, isSmall: true) = blocks[24]
    else {
      Issue.record("other blocks were read: \(blocks)")
      return
    }
    #expect(mark.caption.isEmpty && copy.caption == "CompactSeedQR" && copy.size == 21)
    let texts = [pairs, plate, digits].map { range in
      document.withSecret(range) { String(decoding: $0, as: UTF8.self) }
    }
    #expect(texts == ["zoo 2048 zero 2047", "zoo 2048", "2047 2046"])
  }

  @Test func `columns are two, begun and ended on one page`() {
    let wrong: [(inout SheetWriter) -> Void] = [
      { $0.rightColumn() }, { $0.endColumns() }, { $0.columns(left: 60) },
      {
        $0.columns(left: 60); $0.endColumns()
      },
      {
        $0.columns(left: 60); $0.columns(left: 60)
      },
      {
        $0.columns(left: 60); $0.rightColumn()
      },
      {
        $0.columns(left: 60); $0.pageBreak(); $0.rightColumn(); $0.endColumns()
      },
      {
        $0.columns(left: 14); $0.rightColumn(); $0.endColumns()
      },
      {
        $0.columns(right: 171); $0.rightColumn(); $0.endColumns()
      },
    ]
    for (index, fill) in wrong.enumerated() {
      var writer = SheetWriter(paper: .a4, title: "", footer: "")
      fill(&writer)
      var failure: SheetPagesError?
      do throws(SheetPagesError) { _ = try writer.document() } catch { failure = error }
      #expect(failure != nil, "\(index)")
    }
  }

  @Test(arguments: ["zoo", "zoo 1 zoo", "zoo 12345", "zoo x", "zoo 1x", "1 zoo"])
  func `words with numbers have one each`(words: String) {
    var writer = SheetWriter(paper: .a4, title: "", footer: "")
    writer.words(secret(words), Self.numbered)
    var failure: SheetPagesError?
    do throws(SheetPagesError) { _ = try writer.document() } catch { failure = error }
    #expect(failure != nil)
  }

  @Test func `a document cut off at any byte is refused`() throws {
    let whole = try sample()
    for count in 0..<whole.count {
      #expect(throws: SheetPagesError.self) {
        _ = try SheetDocument(decoding: whole.slice(0..<count))
      }
    }
  }

  @Test func `one byte more is refused`() throws {
    let whole = try sample()
    #expect(throws: SheetPagesError.malformed("something after the end", offset: whole.count)) {
      _ = try SheetDocument(decoding: SecretBytes(joining: whole, SecretBytes(count: 1)))
    }
  }

  @Test func `any byte may be changed and nothing traps`() throws {
    let whole = bytes(try sample())
    for index in whole.indices {
      for change: UInt8 in [0x01, 0x80, 0xFF] {
        var changed = whole
        changed[index] ^= change
        // Letters may change into other letters; what matters is that a read ends.
        _ = try? SheetDocument(decoding: SecretBytes(moving: &changed))
      }
    }
  }

  @Test func `what cannot be seen on paper is written visibly`() throws {
    var writer = SheetWriter(paper: .a4, title: "a\u{202e}b", footer: "")
    writer.paragraph("tab\there\nnext \u{200b}line")
    let document = try SheetDocument(decoding: try writer.document())
    #expect(document.title == "a\\u{202e}b")
    #expect(document.blocks == [.paragraph("tab\\u{9}here\nnext \\u{200b}line")])
  }

  @Test func `text that did not pass the gate is refused when read`() throws {
    var whole = bytes(try SheetWriter(paper: .a4, title: "title", footer: "").document())
    // The title begins after the magic, the version, the paper and its length.
    whole[8] = 0x1b
    #expect(
      throws: SheetPagesError.malformed("a label has characters that cannot be seen", offset: 6)
    ) { _ = try SheetDocument(decoding: SecretBytes(moving: &whole)) }
  }

  @Test(arguments: ["", " ", "a  b", "a b ", " a", "a\tb", "a\u{7f}"])
  func `words with other than one space between are refused`(words: String) {
    var writer = SheetWriter(paper: .a4, title: "", footer: "")
    writer.words(secret(words))
    var failure: SheetPagesError?
    do throws(SheetPagesError) { _ = try writer.document() } catch { failure = error }
    #expect(failure != nil)
  }

  @Test func `an error never says what the secret was`() {
    var writer = SheetWriter(paper: .a4, title: "", footer: "")
    writer.words(secret("abandon  ability"))
    do throws(SheetPagesError) {
      _ = try writer.document()
      Issue.record("it was written")
    } catch {
      #expect(!error.description.contains("aba") && !error.hint.contains("aba"))
    }
  }

  @Test func `limits are refused with their numbers`() {
    func refusal(_ fill: (inout SheetWriter) -> Void) -> SheetPagesError? {
      var writer = SheetWriter(paper: .a4, title: "", footer: "")
      fill(&writer)
      do throws(SheetPagesError) { _ = try writer.document() } catch { return error }
      return nil
    }
    let long = String(repeating: "x", count: 1_001)
    #expect(
      refusal { $0.heading(long) } == .tooLong("a heading", bytes: 1_001, limit: 1_000))
    #expect(refusal { $0.heading(String(long.dropLast())) } == nil)
    let longer = String(repeating: "x", count: 32_769)
    #expect(
      refusal { $0.paragraph(longer) } == .tooLong("a paragraph", bytes: 32_769, limit: 32_768))
    #expect(
      refusal { $0.words(secret(Array(repeating: "a", count: 65).joined(separator: " "))) } != nil)
    #expect(
      refusal { $0.words(secret(Array(repeating: "a", count: 64).joined(separator: " "))) } == nil)
    #expect(
      refusal { $0.secretLine(label: "", secret(String(repeating: "x", count: 2_049))) } != nil)
    #expect(refusal { $0.blankGrid(size: 22, caption: "") } != nil)
    #expect(refusal { $0.blankGrid(size: 181, caption: "") } != nil)
    #expect(refusal { $0.lines(count: 0) } != nil)
    #expect(refusal { $0.lines(count: 61) } != nil)
    #expect(refusal { $0.lines(count: 4, columns: 5) } != nil)
    #expect(refusal { $0.numbered([], from: -1) } != nil)
    #expect(refusal { $0.facts(Array(repeating: SheetFact("", ""), count: 501)) } != nil)
    let paragraph = String(repeating: "x", count: 31_000)
    let tooLarge = refusal { for _ in 0..<40 { $0.paragraph(paragraph) } }
    guard case .tooLarge(_, limit: 1 << 20) = tooLarge else {
      Issue.record("\(String(describing: tooLarge))")
      return
    }
  }

  @Test func `only the sizes of QR symbols make modules`() {
    #expect(throws: SheetPagesError.self) {
      _ = try SecretModules(size: 22, modules: [UInt8](repeating: 0, count: 484))
    }
    #expect(throws: SheetPagesError.self) {
      _ = try SecretModules(size: 21, modules: [UInt8](repeating: 0, count: 440))
    }
    #expect(throws: SheetPagesError.self) { _ = try SecretModules(size: 0, modules: [UInt8]()) }
  }
}
