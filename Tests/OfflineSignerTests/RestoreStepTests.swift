import Bytes
import Foundation
import Mnemonics
import RecordingScreens
import SecureMemory
import TerminalUI
import Testing

@testable import OfflineSigner
@testable import SeedForms

/// What stands under "To restore" on each sheet, typed as it stands there, on another machine.
@Suite struct `Restoring as the sheet says` {
  /// A sheet, and what its seed is.
  struct Sheet: Sendable, CustomTestStringConvertible {
    let kind: String
    var language = MnemonicLanguage.english
    /// Whether accounts of the seed need a BIP-39 passphrase.
    var isLocked = false
    /// Whether an account was exported before.
    var hasWallet = false
    /// Of shares: how they are made, and which are brought together.
    var options: [String] = []
    var shares: [Int] = []
    /// Of shares: whether they have a passphrase of SLIP-39.
    var hasOwnPassphrase = false
    var hasChild = false

    var testDescription: String {
      ([kind, "\(language)"] + options + (isLocked ? ["locked"] : [])
        + (hasWallet ? ["wallet"] : []) + (hasOwnPassphrase ? ["passphrase"] : [])
        + (hasChild ? ["child"] : [])).joined(separator: " ")
    }

    static func share(
      _ form: String, _ language: MnemonicLanguage = .english, isLocked: Bool = false,
      hasOwnPassphrase: Bool = false
    ) -> Sheet {
      let isXOR = form == "xor"
      return Sheet(
        kind: "share", language: language, isLocked: isLocked,
        options: ["--as", form, "--shares", isXOR ? "2-of-2" : "2-of-3"],
        shares: isXOR ? [1, 2] : [1, 3], hasOwnPassphrase: hasOwnPassphrase)
    }
  }

  private static let sheets: [Sheet] = [
    Sheet(kind: "full"), Sheet(kind: "full", hasWallet: true),
    Sheet(kind: "full", language: .japanese, hasWallet: true),
    Sheet(kind: "full", language: .chineseTraditional, isLocked: true),
    Sheet(kind: "full", isLocked: true, hasWallet: true), Sheet(kind: "full", hasChild: true),
    Sheet(kind: "encrypted"), Sheet(kind: "encrypted", language: .japanese, hasWallet: true),
    Sheet(kind: "encrypted", isLocked: true, hasWallet: true),
    Sheet(kind: "encrypted", hasChild: true),
    Sheet(kind: "public", hasWallet: true), Sheet(kind: "inheritance", hasWallet: true),
    Sheet(kind: "inheritance", hasWallet: true, hasChild: true),
    .share("slip39"), .share("slip39", .japanese), .share("slip39", hasOwnPassphrase: true),
    .share("codex32"), .share("codex32", .japanese),
    .share("sskr"), .share("sskr", .japanese), .share("sskr", isLocked: true),
    .share("sskr", .japanese, isLocked: true),
    .share("xor"), .share("xor", .japanese), .share("xor", isLocked: true),
    .share("xor", .japanese, isLocked: true),
  ]

  static let (locked, shared, sealed) = ("TREZOR", "shared", "six words nobody would guess")

  /// The same entropy in words of each language.
  static func words(in language: MnemonicLanguage) throws -> String {
    var entropy = [UInt8](repeating: 0x7f, count: 16)
    let words = try Mnemonic(entropy: SecretBytes(moving: &entropy), language: language)
    return words.revealingSentence().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// A home with the seed `first`, and what belongs to it.
  static func home(of sheet: Sheet) throws -> Desk {
    let desk = try Desk.fresh()
    let text = try words(in: sheet.language)
    let taken = desk.run(
      ["seed", "import", "first", "--from", try desk.write(text, to: "words")]
        + ["--language", "\(sheet.language)", "--birth-height", "777"]
        + (sheet.isLocked ? ["--with-bip39-passphrase"] : []))
    try #require(taken.code == .done, "\(taken.err)")
    if sheet.hasWallet { try account(desk, sheet) }
    if sheet.hasChild {
      let made = desk.run(
        "seed", "derive", "first", "--as", "words", "--words", "15", "--index", "7", "--into", "kid"
      )
      try #require(made.code == .done, "\(made.err)")
    }
    return desk
  }

  static func account(_ desk: Desk, _ sheet: Sheet) throws {
    let file = try desk.write(locked, to: "locked")
    let made = desk.run(
      ["account", "export", "first", "--script", "wpkh", "--out", desk.path("account.txt")]
        + (sheet.isLocked ? ["--bip39-passphrase-file", file] : []))
    try #require(made.code == .done, "\(made.err)")
  }

  /// What a person answers to a command of the sheet.
  private static func answers(to command: [String], for sheet: Sheet) -> [String] {
    let lock = sheet.isLocked ? [locked, "yes"] : []
    if command.first == "init" { return ["yes"] }
    switch command.prefix(2).joined(separator: " ") {
    case "seed import":
      if sheet.options.contains("xor") { return ["yes"] }
      if sheet.options.contains("slip39") { return [sheet.hasOwnPassphrase ? shared : ""] }
      guard sheet.kind == "encrypted" else { return [] }
      return [sealed] + (sheet.hasWallet ? lock + [RecordingScreen.read] : [])
    case "account export", "seed derive": return lock
    case "wallet register": return lock + [RecordingScreen.read]
    default: return []
    }
  }

  /// A sheet on paper, or the parts that are brought together.
  struct Printed {
    /// A folder with a photograph of each page.
    let paper: String
    /// The photographs by themselves, in the order of the pages.
    let photos: [String]
    /// What the sheet says; the parts of a set say the same.
    let text: SheetText
  }

  static func printed(_ sheet: Sheet, by desk: Desk) throws -> Printed {
    var options = sheet.options
    if sheet.kind == "encrypted" {
      options += ["--sheet-words-file", try desk.write(Self.sealed, to: "sheet-words")]
    }
    if sheet.hasOwnPassphrase {
      options += ["--slip39-passphrase-file", try desk.write(Self.shared, to: "shared")]
    }
    var photos: [String] = []
    var texts: [SheetText] = []
    for share in sheet.shares.isEmpty ? [nil] : sheet.shares.map(Optional.some) {
      let all = options + (share.map { ["--share", "\($0)"] } ?? [])
      let pages = try desk.print(sheet.kind, of: "first", all + ["--resolution", "150"])
      texts.append(try desk.text(ofSheet: ["first", "--kind", sheet.kind] + all))
      for page in try FileManager.default.contentsOfDirectory(atPath: pages).sorted() {
        let photo = "\(pages)/\(share ?? 0)-\(page)"
        try FileManager.default.moveItem(atPath: "\(pages)/\(page)", toPath: photo)
        // Of parts of Seed XOR the sheet asks for their QR codes and nothing else.
        if sheet.options.contains("xor"), !holdsSeed(photo, desk) { continue }
        photos.append(photo)
      }
    }
    #expect(Set(texts.map(\.steps)).count == 1)
    return Printed(
      paper: try desk.folder(of: photos, named: "paper"), photos: photos,
      text: try #require(texts.first))
  }

  @Test(arguments: sheets)
  func `every command of every sheet brings the same seed back`(_ sheet: Sheet) throws {
    let desk = try Self.home(of: sheet)
    let printed = try Self.printed(sheet, by: desk)
    let text = printed.text

    let other = try Desk()
    let isSeed = sheet.kind != "public"
    if !isSeed {
      // The sheet goes with the seed's own, from which the seed is back already.
      try #require(other.run("init", "--network", "regtest", "--yes").code == .done)
      let words = try other.write(desk.read("words"), to: "words")
      try #require(other.run("seed", "import", "first", "--from", words).code == .done)
    }
    let commands = text.commands(of: "offline-signer")
    #expect(commands.count >= (isSeed ? 2 : 1), "\(text.steps)")
    for command in commands {
      // Without a camera the lines of letters are typed in place of the step before: the seed is there already.
      if command.contains("sheet.txt") { continue }
      // There is nothing to sign here: a letter's payment is made in `Tests/Journeys`.
      if sheet.kind == "inheritance", command.first == "sign" { continue }
      try Self.type(command, on: other, printed, sheet)
    }
    try Self.compare(desk, other, sheet)
  }

  /// Whether a picture holds the QR code of a seed or of a part.
  private static func holdsSeed(_ photo: String, _ desk: Desk) -> Bool {
    !desk.run("seed", "verify", "first", "--from", photo).err.contains("no QR code with a seed")
  }

  /// Types a command of a sheet; for what only the reader knows stands what the line says.
  static func type(
    _ command: [String], on desk: Desk, _ printed: Printed, _ sheet: Sheet
  ) throws {
    let isWallet = command.first == "wallet"
    let walletPage = printed.walletPage(of: sheet)
    let seedPage = sheet.kind == "inheritance" ? try seedSheet(for: desk, sheet) : printed.paper
    let typed = command.map { word in
      switch word {
      case "camera": isWallet ? walletPage : seedPage
      case "NAME": isWallet ? "first-wpkh-0" : "first"
      case "SEED": "first"
      case let file where file.hasSuffix(".gif") || file.hasSuffix(".png"): desk.path(file)
      default: word
      }
    }
    let ran = desk.run(typed, answers: answers(to: command, for: sheet))
    #expect(ran.code == .done, "\(command): \(ran.err)\n\(ran.terminal)")
  }

  /// The sheet of the seed itself, which a letter speaks of: here its words.
  private static func seedSheet(for desk: Desk, _ sheet: Sheet) throws -> String {
    try desk.write(words(in: sheet.language), to: "seed-sheet")
  }

  /// The same seeds, and the same coins.
  private static func compare(_ desk: Desk, _ other: Desk, _ sheet: Sheet) throws {
    let seeds = { (desk: Desk) in
      (desk.run("seed", "list", "--json").json.arrayValue ?? []).compactMap {
        $0["fingerprint"]?.stringValue
      }
    }
    #expect(!seeds(desk).isEmpty)
    if sheet.kind == "encrypted", sheet.hasChild {
      #expect(seeds(desk).first == seeds(other).first)
    } else {
      #expect(seeds(desk) == seeds(other))
    }
    if !sheet.hasWallet { try account(desk, sheet) }
    let address = { (desk: Desk) in desk.run("address", "show", "first-wpkh-0", "4").out }
    #expect(address(desk).contains("bcrt1"))
    #expect(address(desk) == address(other))
  }

  @Test func `an encrypted sheet that is taken says how the children come back`() throws {
    let desk = try Self.home(of: Sheet(kind: "encrypted", hasChild: true))
    let toy = desk.run("seed", "derive", "kid", "--as", "wif", "--index", "3", "--into", "toy")
    try #require(toy.code == .done, "\(toy.err)")
    let words = try desk.write(Self.sealed, to: "sheet-words")
    let pages = try desk.print("encrypted", of: "first", "--sheet-words-file", words)
    let other = try Desk.fresh()
    let taken = other.run(
      "seed", "import", "again", "--from", pages, "--sheet-words-file", words, "--yes")
    #expect(
      taken.err.contains(
        "seed derive again --as words --words 15 --index 7 --into kid"), "\(taken.err)")
    #expect(taken.err.contains("seed derive kid --as wif --index 3 --into toy"), "\(taken.err)")
  }

  // MARK: What a sheet says

  @Test func `a passphrase of SLIP-39 stands on the sheet only where there is one`() throws {
    let desk = try Desk.withSeed()
    let share = [
      "first", "--kind", "share", "--as", "slip39", "--shares", "2-of-3", "--share", "1",
    ]
    let (some, none) = (try desk.write("shared", to: "some"), try desk.write("", to: "none"))
    for (file, needed) in [(nil, false), (none, false), (some, true)] as [(String?, Bool)] {
      let text = try desk.text(
        ofSheet: share + (file.map { ["--slip39-passphrase-file", $0] } ?? []))
      #expect(text.facts["Passphrase"]?.hasPrefix("NEEDED: SLIP-39 passphrase") == needed)
      #expect(
        text.facts["What it restores"]
          == "the key itself (64-byte BIP-39 seed); no words can be made of it")
    }
  }

  @Test
  func `a wallet's sheet has the lowest birth height of its seeds here, or says it is unknown`()
    throws
  {
    let desk = try Desk.withSeed()
    for (name, last) in [("second", "wrong"), ("third", "")] {
      let text =
        last.isEmpty
        ? "legal winner thank year wave sausage worth useful legal winner thank yellow"
        : String(repeating: "zoo ", count: 11) + last
      let file = try desk.write(text, to: "\(name)-words")
      try #require(desk.run("seed", "import", name, "--from", file).code == .done)
    }
    var keys: [String] = []
    for name in ["first", "second", "third"] {
      let key = desk.run(
        "account", "export", name, "--script", "wsh", "--out", desk.path("\(name).txt"), "--json")
      keys.append(try #require(key.json["key"]?.stringValue, "\(key.err)") + "/<0;1>/*")
    }
    let wallet = try desk.write(
      "wsh(sortedmulti(2,\(keys.joined(separator: ","))))", to: "family.txt")
    let registered = desk.run(
      "wallet", "register", "family", "--from", wallet, "--accept", "R23", "--yes")
    try #require(registered.code == .done, "\(registered.err)")
    for kind in ["public", "inheritance"] {
      let text = try desk.text(ofSheet: "family", "--kind", kind)
      #expect(text.facts["Coins since"] == "not known: search the whole chain")
      let refused = desk.run(
        "sheet", "print", "family", "--kind", kind, "--birth-height", "900", "--out",
        desk.path("refused.png"))
      #expect(refused.code == .wrongUsage)
      #expect(refused.err.contains("a birth height is kept with a seed, and family is a wallet"))
      #expect(refused.err.contains("sheet print first --kind public --birth-height 900 --out FILE"))
    }
    // As the refusal says it.
    for (seed, height) in [("second", "950"), ("third", "900")] {
      let kept = desk.run(
        "sheet", "print", seed, "--kind", "public", "--birth-height", height, "--out",
        desk.path("\(seed).png"))
      #expect(kept.code == .done, "\(kept.err)")
    }
    for kind in ["public", "inheritance"] {
      let text = try desk.text(ofSheet: "family", "--kind", kind)
      #expect(text.facts["Coins since"] == "block 900 (birth height)")
      #expect(
        text.steps.contains { $0.contains("wallet import ") && $0.contains("height 900") })
      #expect(text.footer.contains(" Check again before "))
    }
    let blank = desk.run(
      "sheet", "print", "--kind", "blank", "--birth-height", "900", "--out", desk.path("b.png"))
    #expect(blank.code == .wrongUsage && blank.err.contains("a line for the birth height"))
  }

  @Test(arguments: MnemonicLanguage.allCases)
  func `what the vault says of a child names it as a person types it`(language: MnemonicLanguage)
    throws
  {
    for text in ["words/12/7/\(language)", "words/24/0/\(language)", "xprv/5", "wif/2147483647"] {
      let child = try #require(ChildArgument(argument: text))
      for behind in ["", " of savings", " of a.b-c_d"] {
        let read = try #require(ChildArgument(origin: child.origin + behind))
        #expect(read.text == text.replacing("/english", with: ""))
        #expect(read.origin == child.origin)
      }
    }
    for origin in [
      "", "dice(50)", "BIP-85: ", "BIP-85: of x", "BIP-85:  of ", "BIP-85: xprv",
      "BIP-85: xprv, index x", "BIP-85: index 1",
      "BIP-85: 13 words, english, index 1", "BIP-85: 12 words, latin, index 1",
    ] { #expect(ChildArgument(origin: origin) == nil, "\(origin)") }
  }

  @Test func `the help says what paper there is unless it is named`() throws {
    let help = try Desk().run("sheet", "print", "--help").out
    #expect(help.contains("The size of the paper; a4 unless given."), "\(help)")
    #expect(!help.contains("default: 1"))
  }
}

extension `Restoring as the sheet says`.Printed {
  /// What is held up where a wallet is asked for: the seed's pages are kept away from what reads wallets, which
  /// refuses a seed.
  func walletPage(of sheet: `Restoring as the sheet says`.Sheet) -> String {
    sheet.kind == "full" ? photos.last ?? "" : paper
  }
}
