import Bytes
import Foundation
import Mnemonics
import QRDrawing
import SecretCodes
import SecureMemory
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner
@testable import SeedShares

// The standards' vectors: BIP-93, SLIP-39, SSKR (BCR-2020-011), SeedQR, Seed XOR.
private let shareA = "MS12NAMEA320ZYXWVUTSRQPNMLKJHGFEDCAXRPP870HKKQRM"
private let shareC = "MS12NAMECACDEFGHJKLMNPQRSTUVWXYZ023FTR2GDZMPY6PN"
private let codexSecret = "MS12NAMES6XQGUZTTXKEQNJSJZV4JV3NZ5K3KWGSPHUH6EVW"
private let slip39 = [
  "shadow pistol academic always adequate wildlife fancy gross oasis cylinder mustang wrist "
    + "rescue view short owner flip making coding armed",
  "shadow pistol academic acid actress prayer class unknown daughter sweater depict flip twice "
    + "unkind craft early superior advocate guest smoking",
]
private let sskr = [
  "ur:sskr/gogrrsbyadaohtrygabavahphnlrlpmkghwyiojkjtkpmdkncfjp",
  "ur:sskr/gogrrsbyadaefmnlbnctaaecvoqdfnjpbzecstfgaxtifpsskbfw",
  "ur:sskr/gogrrsbybgaefywsfefhiymofseyihfremkivwsogrespmclwepd",
  "ur:sskr/gogrrsbybgadjlzocwbnskpyfdhehtiobwjzladnswkgtscfhfvt",
  "ur:sskr/gogrrsbybgaootkoehgoztzcreloknrfvawyinssrksnmedtfmks",
]
private let xorParts = [
  "romance wink lottery autumn shop bring dawn tongue range crater truth ability",
  "boat unfair shell violin tree robust open ride visual forest vintage approve",
  "lion misery divide hurry latin fluid camp advance illegal lab pyramid unhappy",
]
private let xorWhole =
  "cannon opinion leader nephew found yard metal galaxy crouch between real trade"

@Suite struct `Seeds in other forms than words` {
  private func desk(_ network: String = "regtest") throws -> Desk {
    let desk = try Desk()
    try #require(desk.run("init", "--network", network, "--yes").code == .done)
    return desk
  }

  private func fingerprint(_ run: Desk.Run) throws -> String {
    try #require(run.code == .done, "\(run.err)")
    return try #require(run.json["fingerprint"]?.stringValue)
  }

  @Test func `a SeedQR and cut words are the words`() throws {
    let desk = try desk()
    let digits = try desk.write(
      "0000 0000".replacing(" ", with: "") + String(repeating: "0000", count: 9) + "0003\n",
      to: "qr")
    let ran = desk.run("seed", "import", "qr", "--from", digits, "--json")
    #expect(try fingerprint(ran) == "73c5da0a")
    #expect(ran.json["origin"]?.stringValue == "imported SeedQR")
    let cut = try desk.write(String(repeating: "aban ", count: 11) + "abou", to: "cut")
    let again = desk.run("seed", "import", "cut", "--from", cut)
    #expect(again.code == .failed && again.err.contains("already in the vault, as qr"))
    let wrong = try desk.write(String(repeating: "0000", count: 11) + "2048", to: "wrong")
    let refused = desk.run("seed", "import", "wrong", "--from", wrong)
    #expect(refused.err.contains("digits of word 12") && refused.err.contains("above 2047"))
  }

  @Test func `a picture of a SeedQR, of words or of a share is read`() throws {
    let desk = try desk()
    for (name, text) in [
      ("qr", String(repeating: "0000", count: 11) + "0003"), ("words", xorWhole.uppercased()),
      ("codex", codexSecret),
    ] {
      let picture = desk.path("\(name).png")
      try Data(QRPicture(QRSymbol(text: text)).png()).write(to: URL(fileURLWithPath: picture))
      let ran = desk.run("seed", "import", name, "--from", picture, "--json")
      #expect(ran.code == .done, "\(ran.err)")
    }
    let fingerprints = desk.run("seed", "list", "--json").json.arrayValue?.compactMap {
      $0["fingerprint"]?.stringValue
    }
    #expect(fingerprints?.first == "73c5da0a")
    #expect(fingerprints?.count == 3)
  }

  @Test func `a CompactSeedQR is read with a word about its fingerprint`() throws {
    let desk = try desk()
    let picture = desk.path("compact.png")
    let symbol = try QRSymbol(bytes: [UInt8](repeating: 0, count: 16))
    try Data(QRPicture(symbol).png()).write(to: URL(fileURLWithPath: picture))
    let ran = desk.run("seed", "import", "compact", "--from", picture)
    #expect(ran.code == .done && ran.out.contains("73c5da0a"), "\(ran.out) \(ran.err)")
    #expect(ran.err.replacing("\n", with: " ").contains("has no checksum"), "\(ran.err)")
    let checked = desk.run(
      "seed", "verify", "compact", "--from", picture)
    #expect(checked.code == .done, "\(checked.err)")
  }

  @Test func `after the picture of one share the next one is typed`() throws {
    let desk = try desk()
    let picture = desk.path("share.png")
    try Data(QRPicture(QRSymbol(text: shareA)).png()).write(to: URL(fileURLWithPath: picture))
    let ran = desk.run("seed", "import", "codex", "--from", picture, "--json", answers: [shareC])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["origin"]?.stringValue == "imported codex32, 2 shares")
    #expect(!ran.terminal.contains("camera"))
  }

  @Test func `of two seeds in one picture neither is taken`() throws {
    let desk = try desk()
    let digits = String(repeating: "0000", count: 11)
    let (first, second) = (
      try QRSymbol(text: digits + "0003"), try QRSymbol(text: codexSecret)
    )
    let poster = try QRSymbol(text: "https://example.org/buy-now")
    let picture = desk.path("wall.png")
    func draw(_ symbols: [QRSymbol]) throws {
      try Data(QRPicture(mosaic: symbols, columns: 2).png())
        .write(to: URL(fileURLWithPath: picture))
    }
    for symbols in [[first, second], [second, first], [poster, first, second]] {
      try draw(symbols)
      let ran = desk.run("seed", "import", "one", "--from", picture)
      #expect(ran.code == .failed, "\(ran.out)")
      #expect(ran.err.contains("holds more than one seed"), "\(ran.err)")
    }
    // The same one twice, or beside something else, is that one.
    let note = try QRSymbol(text: "two words")
    for (name, symbols) in [
      ("twice", [first, first]), ("beside", [poster, second, note]),
    ] {
      try draw(symbols)
      let ran = desk.run("seed", "import", name, "--from", picture)
      #expect(ran.code == .done, "\(ran.err)")
    }
  }

  @Test func `a folder with two seeds asks for one of them, by name`() throws {
    let desk = try desk()
    let folder = desk.path("photos")
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let digits = String(repeating: "0000", count: 11)
    func draw(_ text: String, _ name: String) throws {
      try Data(QRPicture(QRSymbol(text: text)).png())
        .write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    try draw(digits + "0003", "a.png")
    try draw(codexSecret, "b.png")
    for command in [["import", "first"], ["verify", "first"]] {
      let ran = desk.run(["seed"] + command + ["--from", folder])
      #expect(ran.code == .failed)
      #expect(ran.err.contains("2 files hold a seed each"), "\(ran.err)")
      #expect(ran.err.contains("photos/a.png") && ran.err.contains("photos/b.png"))
      #expect(ran.err.contains("give one of them: --from"))
      #expect(!ran.err.contains("0000") && !ran.err.contains("MS12"))
    }
    // A whole seed beside a share is not a set of shares; the same seed twice is one seed.
    try draw(shareA, "b.png")
    let mixed = desk.run("seed", "import", "first", "--from", folder)
    #expect(mixed.code == .failed && mixed.err.contains("a.png holds a whole seed"), "\(mixed.err)")
    try draw(digits + "0003", "b.png")
    let once = desk.run("seed", "import", "first", "--from", folder, "--json")
    #expect(try fingerprint(once) == "73c5da0a")
    // Parts of Seed XOR are seeds by themselves, and meant.
    let parts = try xorParts.enumerated().map { try desk.write($1, to: "part\($0)") }
    let apart = desk.run(["seed", "import", "xor", "--json"] + parts.flatMap { ["--from", $0] })
    #expect(apart.code == .failed && apart.err.contains("add --xor"), "\(apart.err)")
    let whole = desk.run(
      ["seed", "import", "xor", "--xor", "--xor-parts", "3", "--json"]
        + parts.flatMap { ["--from", $0] })
    #expect(whole.json["origin"]?.stringValue == "imported Seed XOR of 3 parts", "\(whole.err)")
  }

  @Test func `codex32 shares are collected from a file and from the terminal`() throws {
    let desk = try desk()
    let file = try desk.write("\(shareA)\n\n\(shareC.lowercased())\n", to: "shares")
    let first = desk.run("seed", "import", "codex", "--from", file, "--json")
    let expected = try fingerprint(first)
    #expect(first.json["kind"]?.stringValue == "seed")
    #expect(first.json["words"] == .null)
    #expect(first.json["origin"]?.stringValue == "imported codex32, 2 shares")
    // Its backup is verified by the seed itself or by shares.
    let verified = desk.run("seed", "verify", "codex", answers: [codexSecret])
    #expect(verified.code == .done, "\(verified.err)")
    let typed = desk.run("seed", "verify", "codex", answers: [shareC, shareA])
    #expect(typed.code == .done, "\(typed.err)")
    #expect(
      typed.terminal.unwrapped.contains("Any other share of this set (1 given, 1 more needed)"))
    #expect(!typed.terminal.contains(shareA))
    let other = try desk.run(
      "seed", "import", "same", "--from", desk.write(codexSecret, to: "secret"), "--json")
    #expect(other.code == .failed && other.err.contains("already in the vault, as codex"))
    // And it signs: its accounts are derived as from any seed.
    let exported = desk.run(
      "account", "export", "codex", "--script", "wpkh", "--out", desk.path("account.txt"), "--as",
      "text")
    #expect(exported.code == .done, "\(exported.err)")
    #expect(try desk.read("account.txt").contains(expected))
    let few = try desk.run("seed", "import", "few", "--from", desk.write(shareA, to: "one"))
    #expect(few.code == .failed && few.err.contains("1 of the 2 needed shares"))
  }

  @Test func `a seed without words is shown as codex32 and comes back from it`() throws {
    let desk = try desk()
    let file = try desk.write("\(shareA)\n\(shareC)\n", to: "shares")
    let expected = try fingerprint(desk.run("seed", "import", "codex", "--from", file, "--json"))
    let shown = desk.run("seed", "show", "codex", answers: ["codex", ""])
    #expect(shown.code == .done, "\(shown.err)")
    let sheet = try #require(
      shown.terminal.firstRange(of: "MS10").map { shown.terminal[$0.lowerBound...] })
    let written = String(sheet.prefix(48))
    #expect(!shown.out.contains("MS10") && !shown.err.contains("MS10"))
    _ = desk.run("seed", "remove", "codex", answers: ["codex"])
    let back = desk.run("seed", "import", "back", "--json", answers: [written])
    #expect(try fingerprint(back) == expected)
  }

  @Test func `a damaged codex32 string is mended only when the person agrees`() throws {
    let desk = try desk()
    let torn = codexSecret.replacing("QGUZTT", with: "QGUZ?P")
    let unattended = try desk.run("seed", "import", "torn", "--from", desk.write(torn, to: "torn"))
    #expect(unattended.code == .failed)
    #expect(unattended.err.contains("can be corrected (characters: 16, 17)"), "\(unattended.err)")
    let declined = desk.run("seed", "import", "torn", answers: [torn, "", "no"])
    #expect(declined.code == .failed)
    #expect(desk.run("seed", "list", "--json").json == .array([]))
    let agreed = desk.run("seed", "import", "torn", "--json", answers: [torn, "", "yes"])
    #expect(agreed.code == .done, "\(agreed.err)")
    #expect(agreed.terminal.contains(codexSecret))
  }

  @Test func `SLIP-39 shares are collected, and their passphrase is asked for`() throws {
    let desk = try desk("mainnet")
    let file = try desk.write(slip39.joined(separator: "\n"), to: "shares")
    let unattended = desk.run("seed", "import", "slip", "--from", file)
    #expect(unattended.code == .failed && unattended.err.contains("--slip39-passphrase-file"))
    let passphrase = try desk.write("TREZOR", to: "slip-passphrase")
    let ran = desk.run(
      "seed", "import", "slip", "--from", file, "--slip39-passphrase-file", passphrase, "--json")
    #expect(ran.json["origin"]?.stringValue == "imported SLIP-39, 2 shares")
    _ = try fingerprint(ran)
    let right = desk.run("seed", "verify", "slip", answers: [slip39[1], slip39[0], "TREZOR"])
    #expect(right.code == .done, "\(right.err)")
    #expect(
      right.terminal.unwrapped.contains("Any other share of this set (1 given, 1 more needed)"))
    // The same share once more is none more, and said to be the same.
    let twice = desk.run(
      "seed", "verify", "slip", answers: [slip39[1], slip39[1], slip39[0], "TREZOR"])
    #expect(twice.code == .done && twice.err.contains("that share was given already"))
    let wrong = desk.run("seed", "verify", "slip", answers: [slip39[1], slip39[0], "TREZER"])
    #expect(wrong.code == .failed)
    let mistyped = slip39[0].replacing("oasis", with: "paper")
    let help = desk.run("seed", "verify", "slip", answers: [mistyped, ""])
    #expect(help.code == .failed)
    #expect(help.terminal.unwrapped.contains("word 9 is probably oasis"))
    #expect(!help.err.contains("oasis") && !help.out.contains("oasis"))
  }

  @Test func `shares of two sets are told apart by name`() throws {
    let desk = try desk()
    let other =
      "duckling enlarge academic academic agency result length solution fridge kidney coal piece "
      + "deal husband erode duke ajar critical decision keyboard"
    let file = try desk.write("\(slip39[0])\n\(other)\n", to: "mixed")
    let ran = desk.run("seed", "import", "mixed", "--from", file)
    #expect(ran.code == .failed)
    #expect(
      ran.err.contains("share 2 does not belong to the set of share 1: it has another identifier"))
  }

  @Test func `SSKR shares give words`() throws {
    let desk = try desk()
    let file = try desk.write(sskr.joined(separator: "\n"), to: "shares")
    let ran = desk.run("seed", "import", "sskr", "--from", file, "--json")
    _ = try fingerprint(ran)
    #expect(ran.json["words"]?.intValue == 12)
    #expect(ran.json["origin"]?.stringValue == "imported SSKR, 5 shares")
    let typed = desk.run("seed", "verify", "sskr", answers: sskr)
    #expect(typed.code == .done, "\(typed.err)")
    #expect(typed.terminal.contains("2 groups are needed"))
  }

  @Test func `parts of Seed XOR give the whole when it is said that they are parts`() throws {
    let desk = try desk()
    let whole = try fingerprint(desk.run("seed", "import", "whole", "--json", answers: [xorWhole]))
    _ = desk.run("seed", "remove", "whole", answers: ["whole"])
    let file = try desk.write(xorParts.joined(separator: "\n"), to: "parts")
    let ran = desk.run("seed", "import", "xor", "--from", file, "--xor", "--json", answers: ["yes"])
    #expect(try fingerprint(ran) == whole)
    #expect(ran.json["origin"]?.stringValue == "imported Seed XOR of 3 parts")
    let typed = desk.run("seed", "verify", "xor", "--xor", answers: xorParts + [""])
    #expect(typed.code == .done, "\(typed.err)")
  }

  /// Parts of Seed XOR are seeds by themselves: drawn by hand as a SeedQR, they look like whole ones.
  @Test(arguments: [true, false])
  func `a part of Seed XOR in a SeedQR is joined and never kept as a seed`(isCompact: Bool) throws {
    let desk = try desk()
    var files: [String] = []
    for (number, part) in xorParts.enumerated() {
      let words = try Mnemonic(parsing: SecretBytes(notSecretText: part))
      let bytes = try isCompact ? words.revealingCompactSeedQR() : words.revealingSeedQR()
      let content = bytes.withUnsafeBytes { Array($0) }
      let symbol =
        try isCompact
        ? QRSymbol(bytes: content) : QRSymbol(text: String(decoding: content, as: UTF8.self))
      files.append(desk.path("part-\(number).png"))
      try Data(QRPicture(symbol).png()).write(to: URL(fileURLWithPath: files[number]))
    }
    let command = ["seed", "import", "xor", "--xor", "--json"]
    let alone = desk.run(command + ["--from", files[0], "--xor-parts", "3"])
    #expect(alone.code == .failed && alone.err.contains("1 parts"), "\(alone.err)")
    let yes = desk.run(command + ["--from", files[0]], answers: ["", "yes", "yes"])
    #expect(yes.code == .failed, "\(yes.out) \(yes.err)")
    #expect(desk.run("seed", "list", "--json").json == .array([]))
    // One picture, and the others typed; then all as pictures.
    let typed = desk.run(
      command + ["--from", files[0], "--xor-parts", "3"],
      answers: [xorParts[1], xorParts[2], ""])
    #expect(typed.json["origin"]?.stringValue == "imported Seed XOR of 3 parts", "\(typed.err)")
    #expect(typed.err.contains("has no checksum") == isCompact, "\(typed.err)")
    let drawn = desk.run(
      ["seed", "verify", "xor", "--xor", "--xor-parts", "3"] + files.flatMap { ["--from", $0] })
    #expect(drawn.code == .done, "\(drawn.err)")
    let whole = desk.run("seed", "verify", "xor", answers: [xorWhole])
    #expect(whole.code == .done, "\(whole.err)")
    let poster = desk.path("poster.png")
    try Data(QRPicture(QRSymbol(bytes: Array("Drink more water".utf8))).png())
      .write(to: URL(fileURLWithPath: poster))
    let other = desk.run(command + ["--from", files[0], "--from", poster, "--xor-parts", "2"])
    #expect(other.code == .failed && other.err.contains("not taken as a part"), "\(other.err)")
  }

  /// A folder with the parts of Seed XOR as pictures; the last of them is blurred.
  private func blurredParts(_ desk: Desk) throws -> (
    folder: String, readable: String, blurred: String
  ) {
    let folder = desk.path("parts")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (number, part) in xorParts.enumerated() {
      let picture =
        number == 2
        ? try QRPicture(QRSymbol(text: "https://example.org/blurred")).png()
        : try QRPicture(QRSymbol(text: part.uppercased())).png()
      try Data(picture).write(to: URL(fileURLWithPath: "\(folder)/\(number).png"))
    }
    return (folder, "\(folder)/0.png", "\(folder)/2.png")
  }

  @Test func `with --xor a picture of a folder that cannot be read is named and nothing is kept`()
    throws
  {
    let desk = try desk()
    let (folder, readable, blurred) = try blurredParts(desk)
    for options in [["--from", folder], ["--from", readable, "--from", folder]] {
      for command in [["import", "xor", "--yes"], ["verify", "first"]] {
        let ran = desk.run(
          ["seed"] + command + ["--xor"] + options, answers: ["yes", "yes", "yes"])
        #expect(ran.code == .failed)
        #expect(
          ran.err.contains("parts/2.png was not read, and Seed XOR needs every part"), "\(ran.err)")
        #expect(ran.err.contains("hint: take a better picture of it"), "\(ran.err)")
        #expect(!ran.err.contains("skipped"))
      }
    }
    let account = desk.run(
      "account", "export", "--seed", folder, "--xor", "--xor-parts", "2", "--network", "regtest",
      "--script", "wpkh", "--out", desk.path("account.txt"))
    #expect(account.code == .failed && account.err.contains("parts/2.png"), "\(account.err)")
    let named = desk.run(
      "seed", "import", "xor", "--xor", "--from", readable, "--from", blurred, answers: ["yes"])
    #expect(named.code == .failed && named.err.contains("2.png was not read"), "\(named.err)")
    #expect(desk.run("seed", "list", "--json").json == .array([]))
  }

  @Test
  func `a seed joined by Seed XOR is kept when its fingerprint was compared or its parts counted`()
    throws
  {
    let desk = try desk()
    let two = try desk.write(xorParts.prefix(2).joined(separator: "\n"), to: "two")
    let three = try desk.write(xorParts.joined(separator: "\n"), to: "three")
    let command = ["seed", "import", "xor", "--xor", "--from"]
    // Without a terminal nobody compares it, and a consent in advance says no number.
    let unseen = desk.run(command + [two, "--yes"])
    #expect(unseen.code == .failed && unseen.err.contains("--xor-parts"), "\(unseen.err)")
    let declined = desk.run(command + [two, "--yes"], answers: ["no"])
    #expect(declined.code == .failed && declined.err.contains("declined"), "\(declined.err)")
    #expect(declined.err.contains("2 parts of Seed XOR join to a seed with the fingerprint"))
    let few = desk.run(command + [two, "--xor-parts", "3", "--yes"], answers: ["yes"])
    #expect(few.code == .failed)
    #expect(few.err.contains("2 parts of Seed XOR were given, but there are 3"), "\(few.err)")
    #expect(desk.run("seed", "list", "--json").json == .array([]))
    // The same for a seed that is there for one run: its accounts would be another seed's.
    let carried = [
      "account", "export", "--seed", two, "--xor", "--network", "regtest", "--script", "wpkh",
      "--out", desk.path("account.txt"),
    ]
    #expect(desk.run(carried).code == .failed)
    #expect(desk.run(carried, answers: ["no"]).code == .failed)
    #expect(desk.run(carried + ["--xor-parts", "3"], answers: ["yes"]).code == .failed)
    #expect(!FileManager.default.fileExists(atPath: desk.path("account.txt")))
    let whole = desk.run(command + [three, "--xor-parts", "3", "--json"])
    #expect(whole.json["origin"]?.stringValue == "imported Seed XOR of 3 parts", "\(whole.err)")
    // Said of a backup that is checked, too: two parts are not another backup, one is missing.
    let checked = desk.run("seed", "verify", "xor", "--xor", "--xor-parts", "3", "--from", two)
    #expect(checked.code == .failed)
    #expect(
      checked.err.contains("2 parts of Seed XOR were given, but there are 3"), "\(checked.err)")
    for wrong in [["--xor-parts", "3"], ["--xor", "--xor-parts", "1"]] {
      let ran = desk.run(["seed", "import", "again", "--from", three] + wrong)
      #expect(ran.code == .wrongUsage && ran.err.contains("--xor-parts"), "\(ran.err)")
    }
  }

  @Test func `a picture that was named is never skipped, whatever folder is named after it`() throws
  {
    let desk = try desk()
    let folder = desk.path("photos")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func draw(_ text: String, _ path: String) throws {
      try Data(QRPicture(QRSymbol(text: text)).png()).write(to: URL(fileURLWithPath: path))
    }
    let named = desk.path("named.png")
    try draw("https://example.org/blurred", named)
    try draw(String(repeating: "0000", count: 11) + "0003", "\(folder)/a.png")
    try draw("https://example.org/wallets", "\(folder)/b.png")
    for order in [[named, folder], [folder, named], ["\(folder)/b.png", folder]] {
      let ran = desk.run(["seed", "import", "first"] + order.flatMap { ["--from", $0] })
      #expect(ran.code == .failed, "\(order): \(ran.err)")
    }
    let alone = desk.run("seed", "import", "first", "--from", folder)
    #expect(alone.code == .done, "\(alone.err)")
    #expect(alone.err.contains("photos/b.png: a QR code that holds no seed"), "\(alone.err)")
  }

  @Test func `an extended private key must be a master key of this network`() throws {
    let main =
      "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi"
    let desk = try desk("mainnet")
    let ran = try desk.run(
      "seed", "import", "master", "--from", desk.write(main, to: "xprv"), "--json")
    #expect(try fingerprint(ran) == "3442193e")
    #expect(ran.json["kind"]?.stringValue == "xpriv")
    let shown = desk.run("seed", "show", "master", answers: ["master", ""])
    #expect(shown.terminal.contains(main), "\(shown.err)")
    let listed = desk.run("seed", "list")
    #expect(listed.out.contains("xpriv"))
    let passphrase = desk.run(
      "seed", "import", "other", "--from", desk.path("xprv"), "--with-bip39-passphrase")
    #expect(passphrase.code == .wrongUsage)
    let child =
      "xprv9uHRZZhk6KAJC1avXpDAp4MDc3sQKNxDiPvvkX8Br5ngLNv1TxvUxt4cV1rGL5hj6KCesnDYUhd7oWgT11eZG7XnxHrnYeSvkzY7d2bhkJ7"
    let deep = try desk.run("seed", "import", "deep", "--from", desk.write(child, to: "child"))
    #expect(deep.code == .failed && deep.err.contains("1 steps below"))
    let elsewhere = try self.desk("regtest")
    let refused = try elsewhere.run(
      "seed", "import", "master", "--from", elsewhere.write(main, to: "xprv"))
    #expect(refused.code == .failed && refused.err.contains("belongs to mainnet"))
  }

  @Test func `mistyped words are helped with on the terminal alone`() throws {
    let desk = try desk()
    let unknown = Desk.words.replacing("about", with: "abuot")
    let first = desk.run("seed", "import", "a", answers: [unknown, ""])
    #expect(first.code == .failed)
    #expect(
      first.terminal.unwrapped.contains("Word 12 is not in the english list")
        && first.terminal.contains("about"))
    #expect(!first.err.contains("about"))
    let swapped = "legal winner thank year wave sausage worth useful legal thank winner yellow"
    let second = desk.run("seed", "import", "a", answers: [swapped, ""])
    #expect(second.code == .failed)
    #expect(second.terminal.unwrapped.contains("words 10 and 11 could be swapped"))
  }

  @Test func `shares that ask for hours of work are named before it begins`() throws {
    let share = SLIP39Share(
      ShareSetHeader(
        identifier: 1, isExtendable: true, iterationExponent: 15, groupThreshold: 1, groupCount: 1),
      SharePlace(group: 0, member: 0, memberThreshold: 1), SecretBytes(count: 16))
    let words = share.revealingSentence().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    let desk = try desk()
    let file = try desk.write(words, to: "bomb")
    let alone = desk.run("seed", "import", "bomb", "--from", file)
    #expect(alone.code == .failed && alone.err.contains("327680000 iterations"), "\(alone.err)")
    #expect(alone.err.contains("hint: ") && alone.err.contains("--slip39-iterations 327680000"))
    let declined = desk.run("seed", "import", "bomb", "--from", file, answers: ["yes"])
    #expect(declined.code == .failed && declined.err.contains("not started"))
    #expect(declined.terminal.unwrapped.contains("To continue, type: 327680000"))
    let less = desk.run("seed", "import", "bomb", "--from", file, "--slip39-iterations", "700000")
    #expect(less.code == .failed && less.err.contains("327680000 iterations"))
  }
}
