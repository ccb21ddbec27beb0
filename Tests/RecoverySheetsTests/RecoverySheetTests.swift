import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import Foundation
import Mnemonics
import QRDrawing
import SecureMemory
import SheetPages
import Testing

@testable import RecoverySheets

@Suite struct `Recovery sheets` {
  /// Everything on a sheet that a person reads, in order; secrets too.
  static func words(on sheet: borrowing RecoverySheet) throws -> String {
    let document = try SheetDocument(decoding: sheet.document.duplicated())
    var lines = [document.title, document.subtitle, document.footer]
    for block in document.blocks {
      switch block {
      case .heading(let text), .paragraph(let text), .notice(let text), .note(let text),
        .listing(let text):
        lines.append(text)
      case .facts(let rows), .panel(_, let rows, _): lines += rows.map { "\($0.label): \($0.text)" }
      case .numbered(let rows, let first, _):
        lines += rows.enumerated().map { "\(first + $0). \($1)" }
      case .steps(let rows, let first):
        lines += rows.enumerated().map { "\($0 + first). \($1.text)\n\($1.command)" }
      case .words(let range, let style):
        let text = document.withSecret(range) { Self.letters($0) }
        lines.append(style.hasNumbers ? Self.withoutNumbers(text) : text)
      case .plate(let range):
        lines.append("PLATE " + document.withSecret(range) { Self.letters($0) })
      case .secretLine(let label, let range, _):
        lines.append("\(label): " + document.withSecret(range) { Self.letters($0) })
      case .symbol(let symbol, let width):
        lines.append("SYMBOL \(symbol.size) \(width) \(symbol.caption)")
      case .copy(let symbol): lines.append("COPY \(symbol.size) \(symbol.caption)")
      case .mark(let symbol): lines.append("MARK \(symbol.size)")
      case .tile(let symbol): lines.append("TILE \(symbol.size) \(symbol.caption)")
      case .blankGrid(let size, let caption): lines.append("GRID \(size) \(caption)")
      case .lines(let count, _, let isNumbered, let label):
        lines.append("LINES \(count) \(isNumbered) \(label)")
      case .box(let label): lines.append("BOX \(label)")
      case .pageBreak: lines.append("PAGE")
      case .standing(let standing):
        lines.append("HEAD \(standing.text) \(standing.practice)")
      case .beside: break
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func letters(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Words of a text in which each is followed by its number.
  private static func withoutNumbers(_ text: String) -> String {
    text.split(separator: " ").enumerated().filter { $0.offset % 2 == 0 }.map { String($0.element) }
      .joined(separator: " ")
  }

  static func seed(
    _ language: MnemonicLanguage = .english, bytes: Int = 16,
    _ facts: SheetSeed.Facts = Wallets.facts
  ) throws -> SheetSeed {
    SheetSeed(try Mnemonic(entropy: SecretBytes(count: bytes), language: language), facts)
  }

  @Test func `a full sheet has the words, the SeedQR and everything that a wallet needs`() throws {
    let sheet = try RecoverySheet.full(
      Self.seed(), [Wallets.one(), Wallets.multisig()], Wallets.frame())
    let words = try Self.words(on: sheet)
    for expected in [
      "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
      "SYMBOL 25 58 The SeedQR of savings", "MARK 25",
      "the place of each word in the list, counted from 0: 0000 0000 ", "Fingerprint: 73c5da0a",
      "Coins since: block 850000 (birth height)",
      "offline-signer 0.2", "2 of", "again before 2027-11-21",
      "0. tb1q skj2 s0cn qpjh gzfk nm77 fcs5 a25j 5lum zgx6 l6",
      "1. tb1q xmhz 2pl5 kk3c fhzr trhh 0x66 7ve3 7s9h vsz6 fl",
      "Native SegWit (P2WPKH), m/84'/1'/0'",
      "QR code 1 of 2 of the descriptor of family", "PRACTICE on signet: worth nothing",
      "SECRET: whoever sees this page can take the coins",
      "NO KEY: show this page",
    ] { #expect(words.contains(expected), "\(expected) is not in \(words)") }
    // The descriptor in lines of 56 letters, each with its check.
    for line in CheckedLine.lines(of: Wallets.multisigText, letters: 56) {
      #expect(words.contains("\n\(line.number): \(line.printed)\n"))
    }
    #expect(sheet.symbols.count == 4)
    #expect(sheet.symbols.map(\.isSecret) == [true, false, false, false])
    #expect(
      sheet.symbols[0].withUnsafeBytes { Self.letters($0) }
        == "000000000000000000000000000000000000000000000003")
  }

  @Test func `a sheet is the same each time, and another one when anything on it changes`() throws {
    let make = { (height: UInt32) throws -> (Bytes32, String) in
      let facts = SheetSeed.Facts(
        name: "savings", fingerprint: "73c5da0a", origin: "x", created: "y", birthHeight: height)
      let sheet = try RecoverySheet.full(Self.seed(facts), [Wallets.one()], Wallets.frame())
      return (sheet.digest, text(sheet.document))
    }
    #expect(try make(1) == make(1))
    #expect(try make(1).1 != make(2).1)
    let one = try RecoverySheet.full(Self.seed(), [Wallets.one()], Wallets.frame()).digest
    let two = try RecoverySheet.full(Self.seed(), [Wallets.multisig()], Wallets.frame()).digest
    let other = try RecoverySheet.full(Self.seed(bytes: 32), [Wallets.one()], Wallets.frame())
      .digest
    #expect(Set([one, two, other]).count == 3)
  }

  private static func seed(_ facts: SheetSeed.Facts) throws -> SheetSeed {
    try seed(.english, bytes: 16, facts)
  }

  @Test(arguments: MnemonicLanguage.allCases)
  func `words of every language are printed, and their symbol gives them back`(
    language: MnemonicLanguage
  ) throws {
    for bytes in [16, 32] {
      let seed = try Self.seed(language, bytes: bytes)
      let sheet = try RecoverySheet.full(seed, [], Wallets.frame(.letter))
      let content = sheet.symbols[0].withUnsafeBytes { SecretBytes(copying: $0) }
      let read =
        language == .english
        ? try Mnemonic(seedQR: content) : try Mnemonic(parsing: content, language: language)
      let entropy = read.withEntropy { Array($0) }
      #expect(entropy == [UInt8](repeating: 0, count: bytes))
      #expect(try Self.words(on: sheet).contains(text(seed.text)))
    }
  }

  @Test(arguments: [MnemonicLanguage.english, .spanish], [16, 20, 32])
  func `a page for steel has four letters and numbers, and changes nothing that is read back`(
    language: MnemonicLanguage, bytes: Int
  ) throws {
    let plain = try RecoverySheet.full(Self.seed(language, bytes: bytes), [], Wallets.frame())
    let sheet = try RecoverySheet.full(
      Self.seed(language, bytes: bytes), [], forSteel: true, Wallets.frame())
    #expect(sheet.digest == plain.digest && sheet.symbols.count == 1)
    let words = try Self.words(on: sheet)
    let first = language == .english ? "abandon 1 abandon 1" : "ábaco 1 ábaco 1"
    #expect(words.contains("PAGE\nFor steel: the \(bytes * 3 / 4) words"))
    #expect(words.contains("PLATE \(first)"))
    let hasCompact = language == .english && bytes != 20
    #expect(words.contains("\nCOPY \(bytes == 16 ? 21 : 25) ") == hasCompact)
  }

  @Test func `what four letters do not tell apart is not stamped`() throws {
    #expect(throws: RecoverySheetError.self) {
      try Box(RecoverySheet.full(Self.seed(.japanese), [], forSteel: true, Wallets.frame()))
    }
    #expect(throws: RecoverySheetError.self) {
      let key = SheetSeed(secret("cKey"), .singleKey, Wallets.facts)
      return try Box(RecoverySheet.full(key, [], forSteel: true, Wallets.frame()))
    }
  }

  @Test func `words stand with their numbers, counted from 1, and four letters mark them`() throws {
    let sheet = try RecoverySheet.full(Self.seed(bytes: 32), [], Wallets.frame())
    let document = try SheetDocument(decoding: sheet.document.duplicated())
    var styles: [SheetWordStyle] = []
    for block in document.blocks {
      guard case .words(let range, let style) = block else { continue }
      styles.append(style)
      let text = document.withSecret(range) { Self.letters($0) }
      #expect(text == String(repeating: "abandon 1 ", count: 23) + "art 103")
    }
    #expect(styles == [SheetWordStyle(hasNumbers: true, marksFourLetters: true)])
  }

  @Test func `symbols have the best correction that costs no size, and more where there is room`()
    throws
  {
    // 48 digits fit 25 modules at Q, 96 digits 29 at M (ISO/IEC 18004, table 7).
    for (digits, size) in [(48, 25), (96, 29)] {
      let symbol = PrintedSymbol("x", text: String(repeating: "7", count: digits))
      #expect(try symbol.modules().size == size)
      #expect(try symbol.modules(.quartile).size == (digits == 48 ? 25 : 33))
      #expect(try symbol.modules(width: 58).size == (digits == 48 ? 25 : 33))
      #expect(try symbol.modules(width: 20).size == size)
    }
    // The descriptor of a wallet of one key, whatever its kind of addresses.
    for form in ["wpkh(", "pkh(", "tr(", "sh(wpkh("] {
      let close = form.contains("sh(wpkh") ? "))" : ")"
      let wallet = try SheetWallet(
        name: "x", Descriptor(parsing: "\(form)\(Wallets.keys[1])/<0;1>/*\(close)"), on: .signet,
        ownKeys: [])
      let symbol = try #require(try wallet.symbols().first)
      let sizes = try (symbol.modules(.quartile).size, symbol.modules(.medium).size)
      #expect(sizes.0 > sizes.1)
      #expect(try symbol.modules(width: SheetWriter.figureWidth).size == sizes.0, "\(form)")
    }
  }

  @Test func `public sheets, letters and blank sheets hold no secret`() throws {
    let wallets = [try Wallets.one(), try Wallets.multisig()]
    for sheet in [
      try Box(RecoverySheet.public("savings", wallets, Wallets.frame())),
      try Box(
        RecoverySheet.inheritance("savings", wallets, seeds: [Wallets.facts], Wallets.frame())),
      try Box(RecoverySheet.blank(words: 24, paper: .a4, program: "offline-signer 0.2")),
    ] {
      let document = try SheetDocument(decoding: sheet.value.document.duplicated())
      for block in document.blocks {
        switch block {
        case .words, .secretLine, .copy, .plate: Issue.record("a secret in \(sheet.value.kind)")
        default: break
        }
      }
      #expect(sheet.value.symbols.allSatisfy { !$0.isSecret })
      #expect(!sheet.value.kind.isSecret)
    }
  }

  @Test func `every symbol has a heading of its own wallet right above, on a page of its own`()
    throws
  {
    let wallets = [try Wallets.one(), try Wallets.multisig()]
    let maps = wallets.map { PrintedSymbol("the map of \($0.name)", text: "MAP") }
    let codes = wallets.map { PrintedSymbol("the Recovery QR of \($0.name)", text: "CODE") }
    let frame = Wallets.frame()
    for sheet in [
      try Box(RecoverySheet.full(Self.seed(), wallets, extra: codes, frame)),
      try Box(RecoverySheet.public("savings", wallets, extra: maps, frame)),
      try Box(RecoverySheet.inheritance("savings", wallets, seeds: [], frame)),
      try Box(
        RecoverySheet.encrypted(Self.seed(), `Encrypted sheets`.sealed(), wallets, frame)),
    ] {
      let document = try SheetDocument(decoding: sheet.value.document.duplicated())
      var heading: String?
      var onPage: Set<String> = []
      for block in document.blocks {
        switch block {
        case .pageBreak: (heading, onPage) = (nil, [])
        case .heading(let text): heading = text
        case .tile(let symbol), .symbol(let symbol, _):
          for wallet in wallets where symbol.caption.hasSuffix(" of \(wallet.name)") {
            let above = try #require(heading, "\(symbol.caption)")
            #expect(above.contains(wallet.name), "\(symbol.caption) under \(above)")
            onPage.insert(wallet.name)
          }
          #expect(onPage.count <= 1, "\(sheet.value.kind)")
        default: break
        }
      }
    }
  }

  @Test func `QR codes of a row are one size, the shorter one with more correction`() throws {
    let symbols = try Wallets.multisig().symbols()
    try #require(symbols.count > 1)
    let sizes = try symbols.map { try $0.modules(width: 60, beside: symbols).size }
    #expect(Set(sizes).count == 1, "\(sizes)")
    let short = PrintedSymbol("short", text: "SHORT")
    let row = [symbols[0], short]
    let drawn = try short.modules(width: 60, beside: row)
    #expect(drawn.size == (try symbols[0].modules(width: 60, beside: row).size))
  }

  @Test func `the QR code of a wallet of one key stands twice on its page`() throws {
    let frame = Wallets.frame()
    for sheet in [
      try Box(RecoverySheet.full(Self.seed(), [Wallets.one()], frame)),
      try Box(RecoverySheet.public("savings", [Wallets.one()], frame)),
      try Box(RecoverySheet.inheritance("savings", [Wallets.one()], seeds: [], frame)),
    ] {
      let document = try SheetDocument(decoding: sheet.value.document.duplicated())
      let last = document.blocks.lastIndex { $0 == .pageBreak } ?? 0
      let sizes = document.blocks[last...].compactMap { block -> Int? in
        if case .symbol(let symbol, _) = block { symbol.size } else { nil }
      }
      #expect(sizes.count == 2, "\(sheet.value.kind)")
    }
  }

  /// A wallet of eight keys: its descriptor takes more than two QR codes.
  private static func large() throws -> SheetWallet {
    let more = [
      "tpubDEfobrrtptRTbKf4gysDhoabneABDTAcdj3Vbn4XwPsLE2pmqpizSPRG6zHsbAMuiSgWmWPsYCLHTKTPpyrGJ5rAoTpKoQNZcxodiPf2tSJ",
      "tpubDFekS5zvPSdW6WWjH2p7vPRkxmeeNGnirmj36AUyoAYbJvfKBj6UARWR5gQ6FRrr98dzT1XFTi6rfGo9AAAeutY1S6SoWijQ8BKxDhYQzDR",
      "tpubDEwqCvJxKwKWX9xvRe48uofWJn1Y89Jn8UeH1Efrjb1UEVjUDy3URYTiqWaVCW7WdvHrL8XrSihHEhTwv5H3VDJoakjuCHiAnr6xcF2Xm4s",
      "tpubDDoMgvaNmCDun1o6DQo9fKHLPFUZ8NMseWXVbBFLgEqtpVMVe2dCzVbMntD85DYb8DDyqSE8ypiqhRuoLMeReAfJd71NKJLwn6dVhMEzHtf",
    ]
    let keys = (Wallets.keys + more).map { "\($0)/<0;1>/*" }
    return try SheetWallet(
      name: "family", Descriptor(parsing: "wsh(sortedmulti(2,\(keys.joined(separator: ","))))"),
      on: .signet, ownKeys: [])
  }

  @Test func `each QR code of a wallet of several keys stands twice on its sheet`() throws {
    let frame = Wallets.frame()
    for wallet in [try Wallets.multisig(), try Self.large()] {
      let symbols = try wallet.symbols()
      try #require(wallet.descriptor.keys.count == 4 ? symbols.count == 2 : symbols.count > 2)
      for sheet in [
        try Box(RecoverySheet.full(Self.seed(), [wallet], frame)),
        try Box(RecoverySheet.public("family", [wallet], frame)),
        try Box(RecoverySheet.inheritance("family", [wallet], seeds: [], frame)),
      ] {
        let captions = try Self.captions(on: sheet.value).filter { $0.hasPrefix("QR code ") }
        let names = symbols.map { $0.name }
        let copies = symbols.indices.map { "QR code \($0 + 1) of \(symbols.count), again" }
        // Beside each other below a row, the last of them stands first.
        #expect(captions == names + (symbols.count == 2 ? copies.reversed() : copies))
      }
    }
  }

  @Test func `each QR code of an encrypted sheet stands twice, and with several on the next page`()
    throws
  {
    let wallets = try [Wallets.one(), Wallets.multisig()]
    for isLong in [false, true] {
      var text = Array(String(repeating: "a", count: isLong ? 1_000 : 100).utf8)
      let sealed = try SealedSheet(
        sealing: SecretBytes(moving: &text), words: Self.bytes("six words"),
        salt: Array(repeating: 1, count: 16), parameters: KDFParameters(unchecked: 10, r: 8, p: 1))
      let count = try sealed.symbols(of: "savings").count
      try #require((count > 1) == isLong)
      let sheet = try Box(
        RecoverySheet.encrypted(Self.seed(), sealed, wallets, Wallets.frame()))
      let pages = try Self.words(on: sheet.value).components(separatedBy: "\nPAGE\n")
      let copies = (1...count).map { FactSentences.english.copyCaption($0 - 1, of: count) }
      for copy in copies { #expect(pages[isLong ? 1 : 0].contains(copy)) }
      #expect(pages[0].contains(copies[0]) != isLong)
    }
  }

  private static func bytes(_ text: String) -> SecretBytes {
    var bytes = Array(text.utf8)
    return SecretBytes(moving: &bytes)
  }

  /// What stands under the QR codes of a sheet, in their order.
  private static func captions(on sheet: borrowing RecoverySheet) throws -> [String] {
    try SheetDocument(decoding: sheet.document.duplicated()).blocks.compactMap { block in
      switch block {
      case .tile(let symbol), .symbol(let symbol, _): symbol.caption
      default: nil
      }
    }
  }

  @Test(arguments: [12, 15, 18, 21, 24])
  func `a blank sheet has a line for each word and grids of the right size`(count: Int) throws {
    let sheet = try RecoverySheet.blank(words: count, paper: .a4, program: "offline-signer 0.2")
    let words = try Self.words(on: sheet)
    #expect(words.contains("LINES \(count) true"))
    #expect(words.contains(count <= 18 ? "GRID 25 SeedQR" : "GRID 29 SeedQR"))
    #expect(words.contains("CompactSeedQR") == (count == 12 || count == 24))
  }

  @Test func `sheets without a wallet say so`() throws {
    #expect(throws: RecoverySheetError.self) {
      _ = try RecoverySheet.public("savings", [], Wallets.frame())
    }
    #expect(throws: RecoverySheetError.self) {
      _ = try RecoverySheet.inheritance("savings", [], seeds: [], Wallets.frame())
    }
  }

  @Test func `what was read is compared byte for byte, and what is missing is named`() throws {
    let sheet = try RecoverySheet.full(Self.seed(), [Wallets.multisig()], Wallets.frame())
    var symbols = SecretList()
    let read = { (sheet: borrowing RecoverySheet, symbols: borrowing SecretList) in
      SheetReadBack(sheet.symbols, in: symbols)
    }
    try #require(sheet.symbols.count == 3)
    #expect(!read(sheet, symbols).isWhole && read(sheet, symbols).missing.count == 3)
    sheet.symbols[2].withUnsafeBytes { symbols.append($0) }
    sheet.symbols[0].withUnsafeBytes { symbols.append($0) }
    let torn = read(sheet, symbols)
    #expect(torn.missing == ["QR code 1 of 2 of the descriptor of family"])
    #expect(torn.found == ["the SeedQR of savings", "QR code 2 of 2 of the descriptor of family"])
    sheet.symbols[1].withUnsafeBytes { symbols.append($0) }
    #expect(read(sheet, symbols).isWhole && read(sheet, symbols).strangers == 0)
    // One letter off is another QR code.
    var wrong = SecretList()
    for symbol in sheet.symbols {
      symbol.withUnsafeBytes { bytes in
        var changed = Array(bytes)
        changed[changed.count / 2] ^= 1
        changed.withUnsafeBytes { wrong.append($0) }
      }
    }
    #expect(read(sheet, wrong).found.isEmpty && read(sheet, wrong).strangers == 3)
  }
}

/// An array cannot hold what is not copied.
private final class Box {
  let value: RecoverySheet
  init(_ value: consuming RecoverySheet) { self.value = value }
}
