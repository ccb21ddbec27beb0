import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import Foundation
import Mnemonics
import SecureMemory
import SeedShares
import SheetPages
import TestSupport
import Testing

@testable import RecoverySheets
@testable import SheetDrawing

/// All kinds of sheets on both papers and in every language, laid out as they are drawn.
@Suite struct SheetWalkTests {
  /// A sheet to be printed, and how many sides it may take; nil where that depends on what is in it.
  struct Walk: Sendable, CustomTestStringConvertible {
    let name: String
    let sides: Int?
    let isSecret: Bool
    let make: @Sendable (SheetFrame) throws -> RecoverySheet

    /// Those whose frame is moved there.
    var isOnMainnet: Bool { name.hasPrefix("blank") || name.hasSuffix("with a passphrase") }

    var testDescription: String { name }
  }

  // MARK: What is printed

  private static func seed(
    _ language: MnemonicLanguage, bytes: Int, _ facts: SheetSeed.Facts = Wallets.facts
  ) throws -> SheetSeed {
    try `Recovery sheets`.seed(language, bytes: bytes, facts)
  }

  private static func share(_ form: ShareForm, _ whole: SheetShare.Whole, _ text: String)
    -> SheetShare
  {
    SheetShare(
      form: form, name: form == .codex32 ? "A" : "1",
      rule: form == .xor
        ? .all(count: 2, isInAnyOrder: true) : .some(needed: 2, count: 3),
      identifier: form == .xor ? nil : "3283", whole: whole,
      threshold: form == .xor ? (2, 2) : (2, 3), text: secret(text), symbol: secret(text))
  }

  /// So many different words of SLIP-39; no checksum is looked at.
  ///
  /// 59 of them take 447 bytes: of a hundred shares drawn by chance, no more than one is longer.
  private static func slip39(_ count: Int) -> String {
    let words = [
      "academic", "domestic", "exchange", "acid", "language", "spirit", "large", "browser",
      "chest", "detailed", "coal", "humidity", "improve", "swimming", "alto", "diagnose",
    ]
    return (0..<count).map { words[$0 % words.count] }.joined(separator: " ")
  }

  /// The family of docs/sheets: three keys on one path.
  private static func family() throws -> SheetWallet {
    let keys = [Wallets.keys[0], Wallets.keys[2], Wallets.keys[3]]
    return try SheetWallet(
      name: "family",
      Descriptor(
        parsing: "wsh(sortedmulti(2,\(keys.map { "\($0)/<0;1>/*" }.joined(separator: ","))))"),
      on: .signet, ownKeys: [OwnKey(position: 0, seed: "savings")], birthHeight: 180_000)
  }

  /// All of them, or those whose names begin as the environment says, one after the other between commas.
  private static let sheets: [Walk] = {
    let asked = ProcessInfo.processInfo.environment["DRAWBRIDGE_WALKS"]?.split(separator: ",")
    return everySheet.filter { walk in asked?.contains { walk.name.hasPrefix($0) } ?? true }
  }()

  private static let everySheet: [Walk] = [
    Walk(name: "full 12", sides: 1, isSecret: true) {
      try .full(seed(.english, bytes: 16), [], $0)
    },
    Walk(name: "full 24", sides: 1, isSecret: true) {
      try .full(seed(.english, bytes: 32), [], $0)
    },
    Walk(name: "full 24 of Japanese", sides: 1, isSecret: true) {
      try .full(seed(.japanese, bytes: 32), [], $0)
    },
    // With a passphrase there is a line and a step more; on mainnet a month stands beside the birth height.
    Walk(name: "full 12 with a passphrase", sides: 1, isSecret: true) {
      try .full(seed(.english, bytes: 16, locked), [], onMainnet($0))
    },
    Walk(name: "full 24 with a passphrase", sides: 1, isSecret: true) {
      try .full(seed(.english, bytes: 32, locked), [], onMainnet($0))
    },
    Walk(name: "full 24 of Japanese with a passphrase", sides: 1, isSecret: true) {
      try .full(seed(.japanese, bytes: 32, locked), [], onMainnet($0))
    },
    Walk(name: "full 12 for steel, two wallets", sides: 4, isSecret: true) {
      try .full(seed(.english, bytes: 16), [Wallets.one(), family()], forSteel: true, $0)
    },
    Walk(name: "full 24 for steel", sides: 2, isSecret: true) {
      try .full(seed(.english, bytes: 32), [], forSteel: true, $0)
    },
    Walk(name: "full codex32", sides: 1, isSecret: true) {
      try .full(
        SheetSeed(
          secret(
            "MS100C8VSM32ZXFGUHPCHTLUPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZYGSFJD6AN074RXVCEMLH8WU3TK925ACDEFGHJKLMNPQRSTUVWXY06FHPV80UNDVARHRAK"
          ),
          .codex32, Wallets.facts), [], $0)
    },
    Walk(name: "full xprv", sides: 1, isSecret: true) {
      try .full(
        SheetSeed(
          secret("tprv" + String(repeating: "8ZgxMBicQKs", count: 10)), .extendedKey, Wallets.facts),
        [], $0)
    },
    Walk(name: "full WIF", sides: 1, isSecret: true) {
      try .full(
        SheetSeed(
          secret("cTpB4YiyKiBcPxnefsDpbnDxFDffjqJob8wGCEDXxgQ7zQoMXJdH"), .singleKey, Wallets.facts),
        [], $0)
    },
    Walk(name: "share SLIP-39 of 20", sides: 1, isSecret: true) {
      try .share(
        share(.slip39, .root(bytes: 16, isOfWords: false), slip39(20)), of: Wallets.facts,
        wallets: [Wallets.one(), family()], $0)
    },
    Walk(name: "share SLIP-39 of 33", sides: 1, isSecret: true) {
      try .share(
        share(.slip39, .root(bytes: 32, isOfWords: false), slip39(33)), of: Wallets.facts,
        wallets: [Wallets.one(), family()], $0)
    },
    Walk(name: "share SLIP-39 of 59", sides: 1, isSecret: true) {
      try .share(
        share(.slip39, .root(bytes: 64, isOfWords: true), slip39(59)), of: Wallets.facts,
        wallets: [Wallets.one(), family()], $0)
    },
    Walk(name: "share codex32", sides: 1, isSecret: true) {
      try .share(
        share(
          .codex32, .root(bytes: 64, isOfWords: true),
          "MS12NAMEA320ZYXWVUTSRQPNMLKJHGFEDCAXRPP870HKKQRMMS12NAMEA320ZYXWVUTSRQPNMLKJHGFEDCAXRPP870HKKQRMZYXWVUTSRQPNMLKJHGFEDCAXRPP"
        ),
        of: Wallets.facts, wallets: [Wallets.one(), family()], $0)
    },
    Walk(name: "share SSKR", sides: 1, isSecret: true) {
      try .share(
        share(
          .sskr, .words(.english, count: 24), (0..<46).map { _ in "tuna" }.joined(separator: " ")),
        of: Wallets.facts, wallets: [Wallets.one(), family()], $0)
    },
    Walk(name: "share XOR of 12", sides: 1, isSecret: true) {
      try .share(
        share(
          .xor, .words(.english, count: 12),
          String(
            decoding: seed(.english, bytes: 16).text.withUnsafeBytes { [UInt8]($0) }, as: UTF8.self)
        ),
        of: Wallets.facts, wallets: [Wallets.one(), family()], $0)
    },
    Walk(name: "share XOR of 24", sides: 1, isSecret: true) {
      try .share(
        share(
          .xor, .words(.english, count: 24),
          String(
            decoding: seed(.english, bytes: 32).text.withUnsafeBytes { [UInt8]($0) }, as: UTF8.self)
        ),
        of: Wallets.facts, wallets: [Wallets.one()], $0)
    },
    Walk(name: "encrypted", sides: nil, isSecret: true) {
      try .encrypted(
        seed(.english, bytes: 16), `Encrypted sheets`.sealed(), [Wallets.one(), family()], $0)
    },
    Walk(name: "public of one key", sides: 1, isSecret: false) {
      try .public("savings", [Wallets.one()], $0)
    },
    Walk(name: "public of 2-of-3", sides: 1, isSecret: false) {
      try .public("family", [family()], $0)
    },
    Walk(name: "public of 2-of-4", sides: nil, isSecret: false) {
      try .public("family", [Wallets.multisig()], $0)
    },
    Walk(name: "inheritance", sides: nil, isSecret: false) {
      try .inheritance("family", [family()], seeds: [Wallets.facts], $0)
    },
    Walk(name: "inheritance of two", sides: nil, isSecret: false) {
      try .inheritance("savings", [Wallets.one(), family()], seeds: [Wallets.facts], $0)
    },
    Walk(name: "inheritance of all kinds of one key", sides: nil, isSecret: false) {
      try .inheritance("savings", everyKind(), seeds: [Wallets.facts], $0)
    },
    Walk(name: "blank 12", sides: 2, isSecret: true) {
      try .blank(words: 12, withoutDates($0))
    },
    Walk(name: "blank 24", sides: 2, isSecret: true) {
      try .blank(words: 24, withoutDates($0))
    },
  ]

  private static let locked = SheetSeed.Facts(
    name: "savings", fingerprint: "73c5da0a", origin: "system+dice(50)",
    created: "2026-11-21 05:47", birthHeight: 850_000, usesPassphrase: true, isEnglishWords: true)

  /// What the account exports of one seed register.
  private static func everyKind() throws -> [SheetWallet] {
    try ["pkh(KEY)", "sh(wpkh(KEY))", "wpkh(KEY)", "tr(KEY)"].map { form in
      let text = form.replacing("KEY", with: "\(Wallets.keys[0])/<0;1>/*")
      return try SheetWallet(
        name: "savings-\(form.prefix { $0 != "(" })-0", Descriptor(parsing: text), on: .signet,
        ownKeys: [OwnKey(position: 0, seed: "savings")])
    }
  }

  /// The languages with the longest sentences, with the place of an archive or without; with
  /// `DRAWBRIDGE_ALL_LANGUAGES=1` each language both ways.
  ///
  /// Without one some pages of Letter have lines to pay, with one the box is longer.
  private static let tongues: [(language: SheetLanguage, archive: SheetArchive?)] = {
    let isWhole = ProcessInfo.processInfo.environment["DRAWBRIDGE_ALL_LANGUAGES"] == "1"
    let without: [SheetLanguage] = [.english, .french, .czech, .japanese]
    let with: [SheetLanguage] = [.english, .german, .french]
    let all = SheetLanguage.allCases
    return (isWhole ? all : without).map { ($0, nil) }
      + (isWhole ? all : with).map { ($0, SheetBoxTests.archive) }
  }()

  private static func onMainnet(_ frame: SheetFrame) -> SheetFrame {
    with(frame, printed: frame.printed, nextDrill: frame.nextDrill, log: frame.log)
  }

  private static func withoutDates(_ frame: SheetFrame) -> SheetFrame {
    with(frame, printed: "", nextDrill: "", log: nil)
  }

  private static func with(
    _ frame: SheetFrame, printed: String, nextDrill: String, log: SheetLog?
  ) -> SheetFrame {
    var made = SheetFrame(
      paper: frame.paper, program: frame.program, network: .mainnet, printed: printed,
      nextDrill: nextDrill, time: frame.time, log: log, language: frame.language)
    (made.archive, made.commit) = (frame.archive, frame.commit)
    return made
  }

  private static func secret(_ text: String) -> SecretBytes {
    var bytes = Array(text.utf8)
    return SecretBytes(moving: &bytes)
  }

  /// With the longest place of the source that a build takes, or none, and with the commit that was built.
  private static func frame(
    _ paper: Paper, _ language: SheetLanguage, archive: SheetArchive? = nil
  ) -> SheetFrame {
    var frame = SheetFrame(
      paper: paper, program: "offline-signer 0.2", network: .signet, printed: "2026-11-21",
      nextDrill: "2027-11-21", time: 1,
      log: SheetLog(entries: 127, words: "velvet orbit claim dune"),
      language: language)
    frame.archive = archive
    frame.commit = SheetBoxTests.commit
    return frame
  }

  // MARK: How it is laid out

  @Test(arguments: sheets)
  func `a sheet takes the sides that it should, and no page is nearly empty`(walk: Walk)
    async throws
  {
    for paper in Paper.allCases {
      for (language, archive) in Self.tongues {
        let sheet = try walk.make(Self.frame(paper, language, archive: archive))
        let place =
          "\(walk.name), \(paper), \(language)\(archive == nil ? "" : ", archive")"
        let document = try SheetDocument(decoding: sheet.document.duplicated())
        try await Self.show(sheet, place)
        try await DrawingTurn.take {
          let isLonger =
            paper == .letter
            && (Self.longerOnLetter.contains(walk.name)
              || language == .japanese && Self.longerInJapanese.contains(walk.name))
          let sides = walk.sides.map { $0...($0 + (isLonger ? 1 : 0)) }
          Self.look(
            at: try SheetLayout(document, try Self.fonts(language)), sides: sides,
            // Beside a QR code its longest command has no room for one line: the second stands further right.
            breaks: paper == .letter && Self.longerOnLetter.contains(walk.name), place)
        }
      }
    }
  }

  // One test at a time draws.
  nonisolated(unsafe) private static var sets: [Bool: FontSet] = [:]

  /// Fonts for a page in a language, the same ones again while no page has loaded others: to load those of East Asia takes
  /// longer than all pages of a walk.
  private static func fonts(_ language: SheetLanguage) throws -> FontSet {
    let isEastAsian = [.japanese, .korean, .chinese].contains(language)
    if let set = sets[isEastAsian], set.hasNotoCJK == isEastAsian { return set }
    let set = try FontSet()
    sets[isEastAsian] = set
    return set
  }

  /// What takes a side more on Letter in Japanese, whose letters are as wide as they are high, and whose lines stand
  /// farther apart.
  private static let longerInJapanese = [
    "full 24 for steel", "public of one key", "public of 2-of-3", "full 12 with a passphrase",
    "share XOR of 12",
  ]

  /// What takes a side more on Letter: 24 Japanese words, which stand farther apart, and a passphrase's line and step.
  private static let longerOnLetter = ["full 24 of Japanese with a passphrase"]

  private static func look(
    at layout: SheetLayout, sides: ClosedRange<Int>?, breaks: Bool = false, _ place: String
  ) {
    if let sides { #expect(sides.contains(layout.pages.count), "\(place)") }
    for (number, fill) in layout.fills.enumerated() {
      #expect(fill > 0.33 && fill <= 1, "page \(number + 1) of \(place): \(layout.fills)")
      // Neither a heading nor the first line of something stands alone at the foot.
      #expect(layout.pages[number].last?.piece.keepsWithNext == false, "\(place)")
      let smaller = layout.pages[number].filter { $0.scale < 1 }
      #expect(smaller.isEmpty, "\(place)")
      // Whoever types two lines types two commands.
      let broken = layout.pages[number].flatMap(\.piece.brokenCommands)
      #expect(broken.count <= (breaks ? 1 : 0), "page \(number + 1) of \(place): \(broken)")
    }
  }

  @Test(arguments: sheets)
  func `each QR code has level M or more and modules that a scan shows`(walk: Walk) async throws {
    for paper in Paper.allCases {
      for language in [SheetLanguage.english, .german] {
        let sheet = try walk.make(Self.frame(paper, language))
        let document = try SheetDocument(decoding: sheet.document.duplicated())
        try await DrawingTurn.take {
          Self.measureCodes(
            of: try SheetLayout(document, try Self.fonts(language)),
            "\(walk.name), \(paper), \(language)")
        }
      }
    }
  }

  private static func measureCodes(of layout: SheetLayout, _ sheet: String) {
    for (number, page) in layout.pages.enumerated() {
      for code in page.flatMap(\.piece.codes) {
        let place = "page \(number + 1) of \(sheet)"
        let side = code.module / PageGeometry.millimeter
        // The format information (ISO/IEC 18004, 7.9) begins with the level; L is 01 under its mask.
        let isLow = code.modules.isDark(8, 0) && code.modules.isDark(8, 1)
        #expect(!isLow, "\(place)")
        // Three dots of a scan at 150 dots per inch have 0.5 mm.
        #expect(side >= 0.5, "\(place): \(side) mm")
      }
    }
  }

  /// Draws it for a person to look at, where the environment names a folder.
  private static func show(_ sheet: borrowing RecoverySheet, _ name: String) async throws {
    guard let folder = ProcessInfo.processInfo.environment["DRAWBRIDGE_GALLERY"] else { return }
    var number = 0
    let file = name.replacing(" ", with: "").replacing(",", with: "-")
    let document = try SheetDocument(decoding: sheet.document.duplicated())
    try await DrawingTurn.take {
      try SheetDrawing.draw(document, as: .png, resolution: 80) { page in
        number += 1
        try? Data(page).write(to: URL(filePath: "\(folder)/\(file)-\(number).png"))
      }
    }
  }

  @Test(arguments: sheets)
  func `each page says whether it is secret and whether it is for practice`(walk: Walk) async throws
  {
    for language in SheetLanguage.allCases {
      let sheet = try walk.make(Self.frame(.a4, language))
      // Somebody would type a full stop that stands behind a command or a path.
      let text = try `Recovery sheets`.words(on: sheet)
      for glued in text.matches(of: /.{0,40}(?:`|[0-9]['h])[.。](?:\s|$)/) {
        Issue.record("\(walk.name), \(language): \(glued.output)")
      }
      let document = try SheetDocument(decoding: sheet.document.duplicated())
      let heads = document.blocks.compactMap { block in
        if case .standing(let standing) = block { standing } else { nil }
      }
      let first = try #require(heads.first)
      #expect(first.isSecret == walk.isSecret)
      // Nobody knows yet of which network a blank sheet will be.
      let practices = Set(heads.map { $0.practice.contains("signet") })
      #expect(practices == [!walk.isOnMainnet])
      // Pages of wallets come after the seed's own, and hold no key.
      let secrets = heads.dropFirst().filter(\.isSecret)
      #expect(secrets.isEmpty)
      #expect(document.footer.split(separator: "\n").count <= 3)
      // Fonts take their time, and most titles are as long as these.
      let titles = ["full 12", "share codex32", "inheritance"]
      for paper in Paper.allCases where titles.contains(walk.name) {
        let lines = try await Self.footLines(of: document, on: paper, language)
        #expect(lines <= 3, "\(walk.name), \(paper), \(language): \(document.footer)")
      }
      // A page begins with it: what follows a new page says it again or stays what it was.
      guard case .standing = document.blocks.first else {
        Issue.record("\(walk.name) begins with something else")
        continue
      }
    }
  }

  /// How many lines the foot of its pages takes.
  private static func footLines(
    of document: borrowing SheetDocument, on paper: Paper, _ language: SheetLanguage
  ) async throws -> Int {
    var mark: Modules?
    for case .mark(let symbol) in document.blocks { mark = Modules(symbol, document) }
    let (drawn, footer, phrases) = (mark, document.footer, document.phrases)
    var lines = 0
    try await DrawingTurn.take {
      let fonts = try Self.fonts(language)
      try fonts.prepare(open: Set((footer + phrases.text).unicodeScalars), secret: [])
      let room = PageGeometry(paper).room
      lines = PageFoot(footer, drawn, phrases, fonts, room: room).lineCount
    }
    return lines
  }

  /// What blur takes first stands as large as the page has room for, whatever letters had to become.
  @Test(arguments: [("public of 2-of-3", 0.68), ("share SLIP-39 of 59", 0.57)])
  func `fine modules are larger than the letters beside them became smaller`(
    name: String, least: Double
  ) async throws {
    let walk = try #require(Self.everySheet.first { $0.name == name })
    for paper in Paper.allCases {
      let sheet = try walk.make(Self.frame(paper, .english))
      let document = try SheetDocument(decoding: sheet.document.duplicated())
      try await DrawingTurn.take {
        let layout = try SheetLayout(document, try FontSet())
        let modules = layout.pages.flatMap { $0 }.flatMap(\.piece.codes).map {
          $0.module / PageGeometry.millimeter
        }
        #expect(layout.pages.count == 1)
        #expect((modules.max() ?? 0) >= least, "\(name), \(paper): \(modules)")
      }
    }
  }

  @Test func `on mainnet nothing is for practice`() throws {
    let frame = Wallets.frame(on: .mainnet)
    #expect(frame.standing(.seed).practice.isEmpty)
    #expect(frame.standing(.seed).isSecret && !frame.standing(.noKey).isSecret)
  }

  @Test(arguments: SheetLanguage.allCases)
  func `no head is left out, and braces are filled in`(language: SheetLanguage) {
    let own = language.pages.all
    #expect(!own.contains(""))
    for (sentence, english) in zip(own, SheetLanguage.english.pages.all) {
      #expect(
        Set(SheetSentences.names(in: sentence)) == Set(SheetSentences.names(in: english)),
        "\(sentence)")
    }
  }
}
