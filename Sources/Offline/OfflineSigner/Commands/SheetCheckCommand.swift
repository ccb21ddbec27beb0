internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import EncryptedVault
internal import Mnemonics
internal import RecoverySheets
internal import Refusals
internal import SecureMemory
internal import SeedForms
internal import SheetMaking
internal import SheetPages
internal import SignerHome
internal import TerminalUI

/// `sheet check`: reads a printed sheet back.
struct SheetCheckCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Reads a printed sheet back and compares it with the vault, byte for byte.",
    discussion: """
      The paper counts, not the file: photograph or scan it, or hold it in front of
      the camera. Name all of its pages, or the folder or PDF that they are in, in
      any order; several sheets may be read at once.

        offline-signer sheet check camera
        offline-signer sheet check scan.pdf
        offline-signer sheet check page-1.jpg page-2.jpg
        offline-signer sheet check photos/

      What is checked
        It shows what was read and what is missing; if nothing is missing, it records
        the date. The newest print counts: every wallet of it must be there. The
        sheet's own mark, at the foot of each page, shows which sheet it is; for
        older sheets, --kind tells a public sheet from a letter. Of several pages it
        says what each is, and which of them belongs to another seed, wallet or
        print. If there are several sheets, each picture must show the mark of its
        own; the camera takes one sheet at a time.

      Pictures that cannot be read
        Each is named, and what is on it was not checked: then the exit code is 1,
        even if a sheet was read whole and recorded.

      Other sheets
        You are asked for the sheet words of an encrypted sheet. Shares are read one
        at a time; the seed counts as read back when enough of them were read. A
        SeedQR that was copied by hand is read as well.
      """)

  @Argument(
    help: ArgumentHelp(
      "Pictures, PDFs of scans, folders of them, or `camera`.", valueName: "input"))
  var inputs: [String]

  @Option(
    help: ArgumentHelp(
      "For a sheet without a mark: its kind, as its title says.", valueName: "kind"))
  var kind: SheetKind?

  @Option(
    name: .customLong("sheet-words-file"),
    help: ArgumentHelp(
      "For an encrypted sheet: read the sheet words from a file instead of the terminal.",
      valueName: "path"))
  var wordsFile: String?

  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let sources = inputs.map { PrivateInput($0) }
    try session.requireVault()
    for source in sources {
      if let drawn = try source.file(
        whoseFirst: DrawnMark.headLength, are: { DrawnMark.isIn($0) })
      {
        throw PrivateInput.pageRefusal(drawn)
      }
    }
    // Bytes from outside are read before any key is in memory.
    var unread: [UnreadPicture] = []
    var pages: [ReadPage] = []
    let symbols = try read(sources, unread: &unread, pages: &pages, on: session.console)
    let pile = SheetPile(symbols, pages: pages.map(\.symbols))
    let cameras = sources.filter(\.isCamera).map(\.argument)
    for page in pages where cameras.contains(page.name) {
      if let refusal = pile.refusal(ofLook: page.symbols) { throw refusal }
    }
    var vault = try session.openVault()
    var contents = vault.contents
    // Said also when nothing on the others is of this vault: the sheet may be on the one that is torn.
    for picture in unread { session.console.warn("not read: \(picture.text)") }
    let seeds = session.seeds(of: vault)
    var sheets: [CheckedSheet]
    do throws(ProgramError) {
      if pile.marks.count > 1 && kind == nil || pile.hasStrays {
        sheets = try checked(pile, symbols, contents, opening: seeds, session)
      } else {
        let check = try check(symbols, contents, opening: seeds, session)
        sheets = [CheckedSheet(check: check, places: check.places)]
      }
    } catch {
      // Whoever holds several pages of which none is ours wants to know all the more which is which.
      Self.show(pages, symbols, session.console)
      throw error
    }
    for index in sheets.indices {
      sheets[index].readBack = contents.stamp(sheets[index].check, now: session.now)
    }
    if sheets.contains(where: \.check.isWhole) {
      try vault.keep(contents)
    }
    let words = PageReport(
      symbols, pages: pages.map(\.symbols), sheets: sheets.map { ($0.check.title, $0.places) })
    var lines = words.lines
    let used = sheets.reduce(into: Set<Int>()) { $0.formUnion($1.places) }
    var uncounted: [UncountedPage] = []
    for index in pile.shared {
      let page = pages[index]
      let marks = pile.marks(onPage: page.symbols).count
      let isElsewhere = used.isSuperset(of: page.symbols)
      let uncountedPage = UncountedPage(name: page.text, marks: marks)
      lines[index] =
        isElsewhere
        ? "\(uncountedPage.what); all that is on it was read on other pages" : uncountedPage.reason
      if !isElsewhere { uncounted.append(uncountedPage) }
    }
    let report = SheetCheckReport(
      sheets: sheets, unread: unread, uncounted: uncounted,
      pages: Array(zip(pages.map(\.text), lines)),
      notes: Self.notes(on: pages, sheets, symbols, contents))
    report.show(contents, session.console)
    if let trouble = report.trouble { throw trouble.besideResult() }
  }

  /// Says what each of several pages is, where nothing on them is of this vault.
  private static func show(
    _ pages: [ReadPage], _ symbols: borrowing SecretList, _ console: Console
  ) {
    guard pages.count > 1 else { return }
    let report = PageReport(symbols, pages: pages.map(\.symbols), sheets: [])
    let lines = zip(pages, report.lines).map { "  \($0.text): \($1)" }
    console.talk((["Pages:"] + lines).joined(separator: "\n"))
  }

  /// What is to be said about pages beside what they are: QR codes that were seen and not read, copies
  /// that are gone.
  private static func notes(
    on pages: [ReadPage], _ sheets: [CheckedSheet], _ symbols: borrowing SecretList,
    _ contents: VaultContents
  ) -> [(name: String, words: String)] {
    var notes: [(name: String, words: String)] = []
    for page in pages {
      var lost: [String] = []
      for sheet in sheets where !sheet.places.isDisjoint(with: page.symbols) {
        guard let record = sheet.check.record else { continue }
        let own = page.once.filter { sheet.places.contains($0) }
        lost += SecondCopies.lost(among: own, in: symbols, of: contents.sheets[record])
      }
      var words = page.words
      words += lost.map {
        "the QR code of \($0) stands on it twice, and one of the two was not read: if it is damaged, "
          + "print the sheet again while the other can be read"
      }
      notes += words.map { (page.text, $0) }
    }
    for sheet in sheets {
      guard let record = sheet.check.record else { continue }
      let lost = SecondCopies.lostParts(
        of: sheet.places, on: pages.map { ($0.symbols, $0.notes.copies) }, in: symbols,
        of: contents.sheets[record])
      notes += lost.map { page, name in
        (
          pages[page].text,
          "the QR code of \(name) stands on this sheet twice, and one of the two was not read: check "
            + "all pages; if it is damaged, print the sheet again while the other can be read"
        )
      }
    }
    return notes
  }

  /// Checks each sheet of which a mark was read, and those without a mark beside it.
  private func checked(
    _ pile: SheetPile, _ symbols: borrowing SecretList, _ contents: VaultContents,
    opening seeds: SeedOpener, _ session: SignerSession
  ) throws(ProgramError) -> [CheckedSheet] {
    var sheets: [CheckedSheet] = []
    var trouble: ProgramError?
    for mark in pile.marks {
      let sheet = pile.sheet(mark, in: symbols)
      var result: SheetCheck
      do throws(ProgramError) {
        result = try check(sheet.symbols, contents, opening: seeds, session)
      } catch {
        // The other sheets count; this one is named as one that is not ours.
        trouble = trouble ?? error
        result = SheetCheck(unknown: mark, because: error.message)
      }
      if !result.isWhole, !pile.shared.isEmpty {
        result.notes.append(
          "what is missing may be on a page that shows no mark, or several: such a page counts for "
            + "none of these sheets, so check this sheet alone")
      }
      sheets.append(CheckedSheet(check: result, places: sheet.all(result.places)))
    }
    for stray in pile.strays {
      let sheet = pile.sheet(stray, in: symbols)
      var result: SheetCheck
      do throws(ProgramError) {
        result = try check(sheet.symbols, contents, opening: seeds, session)
      } catch {
        trouble = trouble ?? error
        result = SheetCheck(
          unchecked: "\(stray.isSealed ? "an encrypted" : "a") sheet without a mark",
          because: error.message)
      }
      sheets.append(CheckedSheet(check: result, places: sheet.all(result.places)))
    }
    if sheets.allSatisfy({ $0.check.found.isEmpty }), let trouble { throw trouble }
    return sheets
  }

  // MARK: Reading

  /// The QR codes of the sheet.
  ///
  /// Only the vault could say when all of a sheet was seen through a camera, and it is closed: the
  /// look ends when nothing new comes. An encrypted sheet says by itself how many QR codes it has.
  private func read(
    _ sources: [PrivateInput], unread: inout [UnreadPicture], pages: inout [ReadPage],
    on console: Console
  ) throws(ProgramError) -> SecretList {
    guard sources.contains(where: \.isCamera) else {
      return try PrivateInput.symbols(of: sources, on: console, unread: &unread, pages: &pages)
    }
    console.talk(
      """
      Hold each page of the sheet in front of the camera, one after the other, and keep the last one \
      there: the reading ends when the camera has seen nothing new for a while.
      """)
    return try PrivateInput.symbols(
      of: sources, on: console, unread: &unread, pages: &pages
    ) { symbols in
      SealedParts(symbols).isComplete && !SheetMark.marks(in: symbols).isEmpty
    }
  }

  private func check(
    _ symbols: borrowing SecretList, _ contents: VaultContents, opening seeds: SeedOpener,
    _ session: SignerSession
  ) throws(ProgramError) -> SheetCheck {
    let parts = SealedParts(symbols)
    if !parts.isEmpty {
      _ = try SheetCheck.mark(in: symbols, expecting: kind)
      var check = try opened(parts, symbols, contents, seeds, session)
      check.missing += [contents.missingMark(of: parts, in: symbols)].compactMap(\.self)
      return check
    }
    if let check = try SheetCheck(symbols, contents, kind: kind, opening: seeds) { return check }
    let holdsSeed = (0..<symbols.count).contains { index in
      symbols.withUnsafeBytes(at: index) {
        RecoveryQR.isOne($0) || SecretForm(symbol: $0) != .unknown
      }
    }
    throw ProgramError(
      holdsSeed
        ? "this sheet holds a seed or a share that is not in this vault"
        : "nothing on this sheet belongs to this vault (QR codes read: \(symbols.count))",
      hint: holdsSeed
        ? "check that it is the right sheet: a seed that was changed after printing has a newer one"
        : "check that this is the right sheet and the right home")
  }

  /// Opens an encrypted sheet and compares what is in it.
  private func opened(
    _ parts: SealedParts, _ symbols: borrowing SecretList, _ contents: VaultContents,
    _ seeds: SeedOpener, _ session: SignerSession
  ) throws(ProgramError) -> SheetCheck {
    let sealed = try parts.sheet(minimum: session.environment.parameters)
    let opened = try SheetWords.open(
      sealed, from: wordsFile.map { .file(path: $0) }, on: session.console)
    let reading = SeedReading(console: session.console, language: opened.language)
    let read = try reading.read(text: opened.seed, on: contents.knownNetwork())
    guard let seed = try contents.seed(heldAs: read.seed, opening: seeds) else {
      throw ProgramError(
        "the encrypted sheet holds a seed that is not in this vault",
        hint: "to import it: `seed import NAME --from \(ForeignText.shown(inputs[0]))`")
    }
    var check = SheetCheck(
      opened: parts, in: symbols, record: contents.sealedRecord(parts), seed: seed.name, contents)
    let descriptors = Set(opened.wallets.map(\.descriptor))
    if let newest = contents.sheets.last(where: {
      $0.sheetKind == .encrypted && $0.name == seed.name
    }) {
      for wallet in try contents.sheetWallets(ofSeed: seed.name, until: newest.printed)
      where !descriptors.contains(wallet.descriptor.canonical) {
        check.missing.append(
          "the wallet \(wallet.name) (on the newest print, of \(UTCTime(newest.printed).text))")
      }
    }
    for wallet in opened.wallets {
      let isKnown = contents.wallets.contains { $0.descriptor == wallet.descriptor }
      if !isKnown {
        check.notes.append(
          "the sheet holds the wallet \(ForeignText.name(wallet.name)), which is not registered here"
        )
      }
    }
    return check
  }
}
