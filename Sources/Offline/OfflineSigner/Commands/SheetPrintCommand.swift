internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import EncryptedVault
internal import RecoverySheets
internal import Refusals
internal import SecureMemory
internal import SeedEntropy
internal import SeedForms
internal import SeedShares
internal import SheetMaking
internal import SheetPages
internal import SignerHome
internal import TerminalUI

/// `sheet print`: draws a recovery sheet.
struct SheetPrintCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Draws a recovery sheet of a seed or a wallet.",
    discussion: """
      full         the words, the SeedQR, wallets; --for-steel adds a page for metal
      encrypted    the same, locked with sheet words: choose them, or press Enter to
                   have six drawn; without them the sheet is useless
      public       wallets, keys and addresses; no secret
      share        one share of a seed (--as, --shares 2-of-3 --share 1), one a sheet
      inheritance  a letter to your heirs, with the steps to take; no secret
      blank        lines and empty grids to be filled in by hand; needs no seed

        offline-signer sheet print savings --kind full --out savings.pdf
        offline-signer sheet print savings --kind encrypted --out savings.pdf
        offline-signer sheet print savings --kind share --as codex32 \\
            --shares 2-of-3 --share 1 --out share-1.pdf
        offline-signer sheet print family --kind public --out family.pdf
        offline-signer sheet print --kind blank --words 12 --out blank.pdf

      Shares are the same in each run: print each one separately. They cannot all be
      put into one file. A file with a secret is a copy of the seed:
      print it from a memory file system and destroy it. Then run `sheet check`.
      """)

  @Argument(help: "The seed, or for public and inheritance the wallet.")
  var subject: EntryName?

  @Option(help: ArgumentHelp("The kind of sheet.", valueName: "kind"))
  var kind: SheetKind

  @Option(
    help: ArgumentHelp("The size of the paper; a4 unless given.", valueName: "paper"))
  var paper: Paper?

  @Option(
    help: ArgumentHelp(
      "What heirs read: \(SheetLanguage.list); a letter is in English too. en unless given.",
      valueName: "language"))
  var language: SheetLanguage?

  @Option(
    name: .customLong("birth-height"),
    help: ArgumentHelp(
      "The block before which the seed had no coins; kept with the seed.", valueName: "block"))
  var birthHeight: IndexArgument?

  @Option(help: ArgumentHelp("For a blank sheet: how many words.", valueName: "words"))
  var words: WordCount?

  @Flag(
    name: .customLong("recovery-qr"),
    help: "For a full sheet: also print FullyNoded 2's Recovery QR of each wallet.")
  var recoveryQR = false

  @Flag(
    name: .customLong("for-steel"),
    help: "For a full sheet: also print a page to stamp the words into metal from.")
  var forSteel = false

  @Flag(
    name: .customLong("account-map"),
    help: "For a public sheet: also print an Account Map of each wallet."
  )
  var accountMap = false

  @Option(
    name: .customLong("sheet-words-file"),
    help: ArgumentHelp(
      "For an encrypted sheet: read the sheet words from a file instead of the terminal.",
      valueName: "path"))
  var wordsFile: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("For a share: slip39, codex32, sskr or xor.", valueName: "form"))
  var form: ShareForm?

  @Option(help: ArgumentHelp("For a share: which one, from 1.", valueName: "number"))
  var share: Int?

  @OptionGroup var target: SheetOutputOptions
  @OptionGroup var split: SplitOptions
  @OptionGroup var consent: SignerConsentOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    try requireOptions()
    let output = try target.output(session)
    if kind == .blank { return try printBlank(to: output, session.console) }
    var vault = try session.openVault()
    var contents = vault.contents
    let name = try requiredSubject(in: contents)
    try keepBirthHeight(of: name, in: &contents)
    if kind.isSecret { try requireConsent(name, output, session.console) }
    try output.requireConsent(isSecret: kind.isSecret, agreed: consent.yes, session.console)
    // One moment for the mark on the paper and for the record: drawing takes longer than a second, a question longer still.
    let printed = session.now
    let sheet = try sheet(
      of: name, contents, opening: session.seeds(of: vault), printed: printed, session)
    let written = try output.write(sheet.document, on: session.console)
    contents.sheets.append(
      SheetRecord(
        name: name, kind: recordKind(sheet), printed: printed, digest: sheet.digest))
    try vault.keep(contents)
    report(name, output, written, session.console)
  }

  // MARK: Options

  /// Refuses options that belong to another kind, before anything is asked.
  private func requireOptions() throws(ProgramError) {
    let wrong: (option: String, kind: SheetKind)? =
      if words != nil, kind != .blank {
        ("--words", .blank)
      } else if recoveryQR, kind != .full {
        ("--recovery-qr", .full)
      } else if forSteel, kind != .full {
        ("--for-steel", .full)
      } else if accountMap, kind != .public {
        ("--account-map", .public)
      } else if wordsFile != nil, kind != .encrypted {
        ("--sheet-words-file", .encrypted)
      } else if form != nil || share != nil || !split.shares.isEmpty, kind != .share {
        ("--as, --shares and --share", .share)
      } else { nil }
    if let wrong {
      throw ProgramError(
        "\(wrong.option) works only with --kind \(wrong.kind.rawValue)", hint: "leave it out",
        exitCode: .wrongUsage)
    }
    guard birthHeight == nil || kind != .blank else {
      throw ProgramError(
        "a blank sheet has a line for the birth height", hint: "write it there, by hand",
        exitCode: .wrongUsage)
    }
    guard kind == .share else { return }
    guard let form, let share else {
      throw ProgramError(
        "a sheet holds one share", hint: "add --as codex32 --shares 2-of-3 --share 1",
        exitCode: .wrongUsage)
    }
    try split.require(for: form)
    let count = split.shares.reduce(0) { $0 + $1.count }
    guard (1...count).contains(share) else {
      throw ProgramError(
        "there is no share \(share) of \(count)", hint: "give --share a number from 1 to \(count)",
        exitCode: .wrongUsage)
    }
  }

  /// The name of the seed, or for sheets without a secret of the wallet.
  private func requiredSubject(in contents: VaultContents) throws(ProgramError) -> String {
    guard let subject else {
      throw ProgramError(
        "name the seed or wallet that the sheet is for",
        hint: "`seed list` and `wallet list` show them",
        exitCode: .wrongUsage)
    }
    if !kind.isSecret, contents.wallet(named: subject.text) != nil { return subject.text }
    return try contents.requiredSeed(subject).name
  }

  /// Keeps the birth height with the seed that the sheet is of; a wallet has that of its seeds.
  private func keepBirthHeight(
    of name: String, in contents: inout VaultContents
  ) throws(ProgramError) {
    guard let birthHeight else { return }
    let wallet = kind.isSecret ? nil : contents.wallet(named: name)
    if let wallet, !wallet.seeds.contains(name) {
      throw ProgramError(
        "a birth height is kept with a seed, and \(name) is a wallet",
        hint: wallet.seeds.first.map {
          "give it to its seed, and this sheet has it too: `sheet print \($0) --kind public "
            + "--birth-height \(birthHeight.value) --out FILE"
        } ?? "no seed of this vault has a key in it: write the block on the paper by hand",
        exitCode: .wrongUsage)
    }
    guard let index = contents.seeds.firstIndex(where: { $0.name == name }) else { return }
    contents.seeds[index].birthHeight = birthHeight.value
  }

  private func requireConsent(
    _ name: String, _ output: SheetOutput, _ console: Console
  ) throws(ProgramError) {
    let what =
      switch kind {
      case .encrypted: "the seed \(name), encrypted under words that you choose"
      case .share: "share \(share ?? 1) of the seed \(name)"
      default: "the seed \(name) in the clear: whoever sees it can take its coins"
      }
    let place = output.title.prefix(1).uppercased() + output.title.dropFirst()
    guard
      try console.typed(
        name,
        to: "\(place) will hold \(what). Make sure that nobody is watching, and no camera.",
        orElse: "a secret is printed only after its name was typed on a terminal")
    else { throw ProgramError("declined: nothing was printed", hint: "type the seed's name") }
  }

  // MARK: Sheets

  private func frame(_ contents: VaultContents, _ now: Int64) throws(ProgramError) -> SheetFrame {
    let head = LogHead(contents.log)
    let network = try contents.knownNetwork()
    guard kind != .inheritance || network.forkHeight == nil else {
      throw ProgramError(
        "no letter is written for \(network.name): its steps lead heirs to programs of Bitcoin, which do not show these coins",
        hint:
          "print the sheets (`--kind full`, `--kind public`), and write by hand which chain the coins are on"
      )
    }
    return SheetFrame(
      paper: paper ?? .a4, program: SheetProgram.name, network: network,
      printed: UTCTime(now).date, nextDrill: UTCTime(contents.nextDrill(after: now)).date,
      time: now,
      // The words of an empty log are everybody's: nothing could be noticed by them.
      log: contents.log.isEmpty ? nil : SheetLog(entries: head.count, words: head.words),
      language: language ?? .english)
  }

  /// The sheet, without anything that was asked before.
  func sheet(
    of name: String, _ contents: VaultContents, opening seeds: SeedOpener, printed: Int64,
    _ session: SignerSession
  ) throws(ProgramError) -> RecoverySheet {
    let frame = try frame(contents, printed)
    switch kind {
    case .full: return try full(name, contents, seeds, frame)
    case .encrypted: return try encrypted(name, contents, seeds, frame, session)
    case .share: return try shareSheet(name, contents, seeds, frame, session.console)
    case .public:
      let wallets = try contents.publicWallets(of: name)
      let extra = accountMap ? try AccountMaps.symbols(of: wallets) : []
      return try hinted { () throws(RecoverySheetError) in
        try RecoverySheet.public(name, wallets, extra: extra, frame)
      }
    case .inheritance, .blank:
      let wallets = try contents.publicWallets(of: name)
      let seeds = contents.seeds.filter { seed in
        seed.name == name || wallets.contains { $0.seeds.contains(seed.name) }
      }
      let facts = seeds.map { contents.sheetFacts(of: $0) }
      let others = contents.otherWallets(of: seeds.map(\.name), than: wallets.map(\.name))
      return try hinted { () throws(RecoverySheetError) in
        try RecoverySheet.inheritance(name, wallets, seeds: facts, otherWallets: others, frame)
      }
    }
  }

  private func full(
    _ name: String, _ contents: VaultContents, _ seeds: SeedOpener, _ frame: SheetFrame
  ) throws(ProgramError) -> RecoverySheet {
    let stored = try seeds.opened(contents.requiredSeed(named: name))
    let seed = try stored.forSheet(contents.sheetFacts(of: stored))
    let wallets = try contents.sheetWallets(ofSeed: name)
    let extra = recoveryQR ? try stored.recoverySymbols(wallets) : []
    return try hinted { () throws(RecoverySheetError) in
      try RecoverySheet.full(seed, wallets, extra: extra, forSteel: forSteel, frame)
    }
  }

  private func encrypted(
    _ name: String, _ contents: VaultContents, _ seeds: SeedOpener, _ frame: SheetFrame,
    _ session: SignerSession
  ) throws(ProgramError) -> RecoverySheet {
    let stored = try seeds.opened(contents.requiredSeed(named: name))
    let seed = try stored.forSheet(contents.sheetFacts(of: stored))
    let wallets = try contents.sheetWallets(ofSeed: name)
    let words = try SheetWords.new(
      from: wordsFile.map { .file(path: $0) }, drawnFrom: session.environment.random,
      on: session.console)
    let text = SealedContents.text(of: seed, on: frame.network.name, wallets)
    let salt = try hinted { () throws(RandomnessError) in
      try session.environment.random.bytes(count: 16)
    }
    let parameters = session.environment.parameters
    let sealed = try session.console.working("computing the key from the sheet words") {
      () throws(ProgramError) in
      try hinted { () throws(SealedSheetError) in
        try SealedSheet(sealing: text, words: words, salt: salt, parameters: parameters)
      }
    }
    return try hinted { () throws(RecoverySheetError) in
      try RecoverySheet.encrypted(seed, sealed, wallets, frame)
    }
  }

  private func shareSheet(
    _ name: String, _ contents: VaultContents, _ seeds: SeedOpener, _ frame: SheetFrame,
    _ console: Console
  ) throws(ProgramError) -> RecoverySheet {
    guard let form, let share else {
      throw ProgramError("no share was named", hint: "add --share", exitCode: .wrongUsage)
    }
    let seed = try seeds.opened(contents.requiredSeed(named: name))
    let sheet = try split.sheet(of: seed, form, number: share, on: console)
    let wallets = try contents.sheetWallets(ofSeed: name)
    return try hinted { () throws(RecoverySheetError) in
      try RecoverySheet.share(sheet, of: contents.sheetFacts(of: seed), wallets: wallets, frame)
    }
  }

  private func printBlank(to output: SheetOutput, _ console: Console) throws(ProgramError) {
    let count = words ?? .twentyFour
    let sheet = try hinted { () throws(RecoverySheetError) in
      try RecoverySheet.blank(
        words: count.rawValue, paper: paper ?? .a4, program: SheetProgram.name,
        language: language ?? .english)
    }
    try output.requireConsent(isSecret: false, agreed: consent.yes, console)
    let written = try output.write(sheet.document, on: console)
    report(nil, output, written, console)
  }

  // MARK: Report

  /// How the sheet is remembered; shares of one set have all but the last word in common.
  private func recordKind(_ sheet: borrowing RecoverySheet) -> String {
    guard kind == .share, let form, let share else {
      return kind.rawValue + (recoveryQR ? "+recovery-qr" : accountMap ? "+account-map" : "")
        + SheetRecord.markSuffix
    }
    let set =
      sheet.set.map { $0.filter { !$0.isWhitespace } } ?? "set\(split.setNumber?.value ?? 1)"
    let mark = split.isAskingForPassphrase ? PrintedShares.passphraseMark : ""
    return
      "\(kind.rawValue)\(SheetRecord.markSuffix) \(form.rawValue)\(mark) \(set) \(split.setName) \(share)"
  }

  private func report(
    _ name: String?, _ output: SheetOutput, _ written: [String], _ console: Console
  ) {
    let list = written.map { ForeignText.shown($0) }.joined(separator: ", ")
    if kind.isSecret {
      switch output {
      case .file:
        console.warn(
          "\(list): a file with a secret is a copy of it. Print it, then destroy the file; "
            + "`doctor --printers` says what a printer may remember")
      case .device, .queue:
        console.warn(
          "`doctor --printers` says what a printer may remember, and how to make it forget")
      }
    }
    // The desk leads on by itself.
    if kind != .blank, SignerEnvironment.current.action == nil {
      console.talk(
        "Then read the paper back: offline-signer sheet check camera, or a photograph or scan of it."
      )
    }
    let what = "the \(kind.title.lowercased())\(name.map { " of \($0)" } ?? "")"
    let isFile = if case .file = output { true } else { false }
    console.result(
      sentences: isFile ? "Drew \(what): \(list)." : "Printed \(what) on \(list).",
      json: [
        "kind": .string(kind.rawValue), "subject": name.map { .string($0) } ?? .null,
        (isFile ? "files" : "printer"): isFile
          ? .array(written.map { .string($0) }) : .string(list),
      ])
  }
}

/// The program as sheets name it.
enum SheetProgram {
  static let name = "offline-signer \(OfflineSigner.configuration.version)"
}
