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
      the camera. All of its pages go into one folder.

        offline-signer sheet check camera
        offline-signer sheet check scan.png
        offline-signer sheet check photos/

      What is checked
        It shows what was read and what is missing; if nothing is missing, it records
        the date. The newest print counts: every wallet of it must be there. The
        sheet's own mark, under "Tried", shows which sheet it is; for older sheets,
        --kind tells a public sheet from a letter.

      Pictures that cannot be read
        Each is named, and what is on it was not checked: then the exit code is 1,
        even if a sheet was read whole and recorded.

      Other sheets
        You are asked for the words of an encrypted sheet. Shares are read one at a
        time; the seed counts as read back when enough of them were read. A SeedQR
        that was copied by hand is read as well.
      """)

  @Argument(help: "A picture, a folder of pictures, or `camera`.")
  var input: String

  @Option(
    help: ArgumentHelp(
      "For a sheet without a mark: its kind, as its title says.", valueName: "kind"))
  var kind: SheetKind?

  @Option(
    name: .customLong("sheet-words-file"),
    help: ArgumentHelp(
      "For an encrypted sheet: read the words from a file instead of the terminal.",
      valueName: "path"))
  var wordsFile: String?

  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let source = PrivateInput(input)
    try session.requireVault()
    if let drawn = try source.file(whoseFirst: DrawnMark.headLength, are: { DrawnMark.isIn($0) }) {
      throw PrivateInput.pageRefusal(drawn)
    }
    // Bytes from outside are read before any key is in memory.
    var unread: [UnreadPicture] = []
    let symbols = try read(source, unread: &unread, on: session.console)
    var vault = try session.openVault()
    var contents = vault.contents
    // Said also when nothing on the others is of this vault: the sheet may be on the one that is torn.
    for picture in unread { session.console.warn("not read: \(picture.text)") }
    let check = try check(symbols, contents, opening: session.seeds(of: vault), session)
    let readBack = contents.stamp(check, now: session.now)
    if check.isWhole {
      try vault.keep(contents)
    }
    report(check, unread, readBack, contents, session.console)
    guard check.isWhole else {
      throw ProgramError(
        "the sheet was not read whole: missing \(check.missing.joined(separator: ", "))",
        hint:
          "take pictures of all pages, in one folder: each wallet has a page of its own, and the "
          + "sheet's own mark is under \"Tried\". If this is an older print, check the newest one "
          + "and destroy this; if the paper is torn or faint, print it again"
      ).besideResult()
    }
    // What was read is noted; what was not read may be another sheet, of which nothing is known.
    guard unread.isEmpty else {
      let isOne = unread.count == 1
      throw ProgramError(
        "\(isOne ? "1 picture" : "\(unread.count) pictures") could not be read, so what "
          + "\(isOne ? "it shows" : "they show") was not checked; the sheet that was read is whole",
        hint: "take pictures that show something else out of the folder; take the others again, "
          + "sharper, then run this again"
      ).besideResult()
    }
  }

  // MARK: Reading

  /// The QR codes of the sheet.
  ///
  /// Only the vault could say when all of a sheet was seen through a camera, and it is closed: the
  /// look ends when nothing new comes. An encrypted sheet says by itself how many QR codes it has.
  private func read(
    _ source: PrivateInput, unread: inout [UnreadPicture], on console: Console
  ) throws(ProgramError) -> SecretList {
    guard source.isCamera else { return try source.symbols(on: console, unread: &unread) }
    console.talk(
      """
      Hold each page of the sheet in front of the camera, one after the other, and keep the last one \
      there: the reading ends when the camera has seen nothing new for a while.
      """)
    return try source.symbols(on: console, unread: &unread) { symbols in
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
      var check = try opened(parts, contents, seeds, session)
      check.missing += [contents.missingMark(of: parts, in: symbols)].compactMap(\.self)
      return check
    }
    if let check = try SheetCheck(symbols, contents, kind: kind, opening: seeds) { return check }
    let holdsSeed = (0..<symbols.count).contains { index in
      symbols.withUnsafeBytes(at: index) {
        RecoveryQR.isOne($0) || SecretForm(recognising: $0) != .unknown
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
    _ parts: SealedParts, _ contents: VaultContents, _ seeds: SeedOpener,
    _ session: SignerSession
  ) throws(ProgramError) -> SheetCheck {
    let sealed = try parts.sheet(minimum: session.environment.parameters)
    let opened = try SheetWords.open(
      sealed, from: wordsFile.map { .file(path: $0) }, on: session.console)
    let reading = SeedReading(console: session.console, language: opened.language)
    let read = try reading.read(text: opened.seed, on: contents.knownNetwork())
    guard let seed = try contents.seed(heldAs: read.seed, opening: seeds) else {
      throw ProgramError(
        "the encrypted sheet holds a seed that is not in this vault",
        hint: "to import it: `seed import NAME --from \(ForeignText.shown(input))`")
    }
    var check = SheetCheck(
      opened: parts, record: contents.sealedRecord(parts), seed: seed.name, contents)
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

  // MARK: Report

  private func report(
    _ check: SheetCheck, _ unread: [UnreadPicture], _ readBack: String?, _ contents: VaultContents,
    _ console: Console
  ) {
    var lines = ["Read: \(check.title)."]
    lines += check.found.map { "  the same, byte for byte: \($0)" }
    lines += check.missing.map { "  MISSING: \($0)" }
    lines += unread.map { "  NOT READ: \($0.text)" }
    if check.strangers > 0 {
      lines.append("  other QR codes that do not belong to this sheet: \(check.strangers)")
    }
    lines += check.notes.map { "  note: \($0)" }
    if let readBack, let seed = contents.seed(named: readBack) {
      let next = seed.nextDrill.map { "; next drill by \(UTCTime($0).date)" } ?? ""
      lines.append("The backup of \(readBack) counts as read back\(next).")
    } else if let record = check.record, check.isWhole,
      let set = PrintedShares(contents.sheets[record], in: contents)
    {
      lines.append(set.progress)
      if set.isEnough, set.needsPassphrase {
        lines.append(
          "These shares have a passphrase, which was not tried: `seed verify \(set.seed) --from "
            + "PICTURE --from PICTURE` asks for it, and then the backup counts as read back.")
      }
    }
    console.result(
      sentences: lines.joined(separator: "\n"),
      json: [
        "sheet": .string(check.title), "found": .array(check.found.map { .string($0) }),
        "missing": .array(check.missing.map { .string($0) }), "others": .integer(check.strangers),
        "unread": .array(
          unread.map { ["picture": .string($0.name), "reason": .string($0.reason)] }),
        "notes": .array(check.notes.map { .string($0) }), "whole": .bool(check.isWhole),
        "readBack": readBack.map { .string($0) } ?? .null,
      ])
  }
}
