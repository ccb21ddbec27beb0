import Bytes
import Descriptors
import Foundation
import QRDrawing
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner

/// Seeds shown and written in every form, and read again from what was written.
@Suite struct `Seeds in every form out and in` {
  @Test(arguments: [
    "seedqr", "compact-seedqr", "crypto-seed", "ur-seed", "crypto-bip39", "ur-bip39", "words",
    "four-letters", "codex32", "xprv",
  ])
  func `a symbol of the seed is written after consent and is its backup`(_ form: String) throws {
    let desk = try Desk.withSeed()
    let file = desk.path("\(form).png")
    let command = ["seed", "show", "first", "--as", form, "--out", file]
    for answers in [nil, [""], ["yes"]] as [[String]?] {
      #expect(desk.run(command, answers: answers).code == .failed)
      #expect(!FileManager.default.fileExists(atPath: file))
    }
    let ran = desk.run(command, answers: ["first"])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(!(ran.out + ran.err + ran.terminal).contains("abandon"))
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let verified = desk.run("seed", "verify", "first", "--from", file)
    #expect(verified.code == .done, "\(form): \(verified.err)")
    #expect(desk.run(command, answers: ["first"]).code == .failed, "it is never overwritten")
    #expect(
      desk.run("seed", "show", "first", "--out", "words.txt", answers: ["first"]).code
        == .wrongUsage)
  }

  @Test func `text forms stand on the terminal alone`() throws {
    let desk = try Desk.withSeed()
    // The master key of the words, BIP-39's first vector without passphrase, for test networks.
    let shown = desk.run("seed", "show", "first", "--as", "xprv", answers: ["first", ""])
    #expect(shown.terminal.contains("tprv8ZgxMBicQKsP"))
    #expect(!shown.out.contains("tprv") && !shown.err.contains("tprv"))
    let cut = desk.run("seed", "show", "first", "--as", "four-letters", answers: ["first", ""])
    #expect(cut.terminal.contains("11  aban\n12  abou"), "\(cut.terminal)")
    let codex = desk.run("seed", "show", "first", "--as", "codex32", answers: ["first", ""])
    #expect(codex.terminal.contains("MS10"))
    let symbol = desk.run(
      "seed", "show", "first", "--as", "seedqr", answers: ["first", ""], size: (80, 40))
    let drawn = try QRPicture(QRSymbol(text: String(repeating: "0000", count: 11) + "0003"))
    #expect(symbol.terminal.contains(TerminalDrawing.text(drawn)), "\(symbol.err)")
    #expect(drawn.width == 25 + 8, "version 2, as every reader of them expects")
    for form in ["wif", "bip38"] {
      let ran = desk.run("seed", "show", "first", "--as", form, answers: ["first", ""])
      #expect(ran.code == .failed && ran.err.contains("not a single private key"))
    }
  }

  @Test func `resources are read as text, and a wrong one is named`() throws {
    let desk = try Desk()
    _ = desk.run("init", "--network", "regtest", "--yes")
    let seed = "ur:crypto-seed/oeadgdstaslplabghydrpfmkbggufgludprfgmaotpiecffltnlpqdenos"
    let ran = try desk.run(
      "seed", "import", "ur", "--from", desk.write(seed, to: "ur"), "--json")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["words"]?.intValue == 12)
    #expect(ran.json["origin"]?.stringValue == "imported uniform resource")
    let words = "shove equip gas caution tired flame gate engine educate floor humor place"
    #expect(desk.run("seed", "verify", "ur", answers: [words]).code == .done)
    let torn = try desk.run(
      "seed", "import", "torn", "--from", desk.write(String(seed.dropLast(2)), to: "torn"))
    #expect(torn.code == .failed && torn.err.contains("hint: "))
    #expect(!torn.err.contains("oeadgdst"))
  }

  @Test func `readable characters are no CompactSeedQR unless somebody says so`() throws {
    let desk = try Desk()
    _ = desk.run("init", "--network", "regtest", "--yes")
    let poster = desk.path("poster.png")
    try Data(QRPicture(QRSymbol(bytes: Array("Drink more water".utf8))).png())
      .write(to: URL(fileURLWithPath: poster))
    let alone = desk.run("seed", "import", "poster", "--from", poster)
    #expect(alone.code == .failed && alone.err.contains("--compact-seedqr"))
    let no = desk.run("seed", "import", "poster", "--from", poster, answers: ["no"])
    #expect(no.code == .failed && no.err.contains("not read as a seed"))
    #expect(!(no.err + no.terminal).contains("Drink"))
    let yes = desk.run("seed", "import", "poster", "--from", poster, "--compact-seedqr", "--json")
    #expect(yes.json["origin"]?.stringValue == "imported CompactSeedQR", "\(yes.err)")
    // Bytes that begin as a Recovery QR or end in a line feed are bytes.
    let bytes = Array("{".utf8) + [UInt8](repeating: 0xfe, count: 14) + [0x0a]
    let odd = desk.path("odd.png")
    try Data(QRPicture(QRSymbol(bytes: bytes)).png()).write(to: URL(fileURLWithPath: odd))
    let taken = desk.run("seed", "import", "odd", "--from", odd, "--json")
    #expect(taken.json["words"]?.intValue == 12, "\(taken.err)")
    // A QR code with a seed is still refused where none is expected.
    _ = desk.run(
      "seed", "show", "odd", "--as", "seedqr", "--out", desk.path("qr.png"), answers: ["odd"])
    let scanned = desk.run("qr", "read", desk.path("qr.png"))
    #expect(scanned.code == .failed && scanned.err.contains("SeedQR"), "\(scanned.err)")
  }
}

/// Seeds split and joined again.
@Suite struct `Seeds in shares` {
  @Test(
    arguments: [
      ("slip39", ["--shares", "2-of-3"]), ("codex32", ["--shares", "2-of-3"]),
      ("sskr", ["--shares", "1-of-1", "--shares", "2-of-3", "--groups-needed", "2"]),
      ("xor", ["--shares", "3-of-3"]),
    ], [false, true])
  func `shares in files bring the seed back`(
    _ split: (form: String, shares: [String]), _ asPictures: Bool
  ) throws {
    let desk = try Desk.withSeed()
    let folder = desk.path("shares")
    let command =
      ["seed", "split", "first", "--as", split.form, "--out", folder] + split.shares
      + (asPictures ? ["--symbol"] : [])
    #expect(desk.run(command).code == .failed)
    #expect(desk.run(command, answers: ["yes"]).code == .failed)
    #expect(!FileManager.default.fileExists(atPath: folder))
    let ran = desk.run(command, answers: ["first"])
    #expect(ran.code == .done, "\(ran.err)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(files.count == (split.form == "sskr" ? 4 : 3))
    let xor = split.form == "xor" ? ["--xor"] : []
    let empty = try desk.write("", to: "none")
    let options = xor + ["--slip39-passphrase-file", empty]
    let whole = desk.run(["seed", "verify", "first", "--from", folder] + options)
    #expect(whole.code == .done, "\(whole.err)")
    // As many as are needed are enough; one less is not, and says so.
    let first = "\(folder)/\(files[0])"
    let last = "\(folder)/\(files[files.count - 1])"
    let middle = "\(folder)/\(files[1])"
    let enough =
      split.form == "sskr" || split.form == "xor" ? [first, middle, last] : [first, last]
    let some = desk.run(["seed", "verify", "first"] + enough.flatMap { ["--from", $0] } + options)
    #expect(some.code == .done, "\(some.err)")
    guard split.form != "xor" else { return }
    let few = desk.run(["seed", "import", "few", "--from", last] + options)
    #expect(few.code == .failed && few.err.contains("1 of the 2 needed"), "\(few.err)")
  }

  @Test func `shares are shown one at a time and typed again`() throws {
    let desk = try Desk.withSeed()
    let ran = desk.run(
      "seed", "split", "first", "--as", "codex32", "--shares", "2-of-3", "--identifier", "TEST",
      answers: ["first", "", "", ""])
    #expect(ran.code == .done, "\(ran.err)")
    let shares = ran.terminal.split(separator: "\n").filter { $0.hasPrefix("MS12TEST") }
      .map { String($0.prefix { $0.isUppercase || $0.isNumber }) }
    #expect(shares.count == 3)
    for share in shares { #expect(!ran.out.contains(share) && !ran.err.contains(share)) }
    // A wrong one is named and asked for again; the others stay.
    let other = "MS12NAMEA320ZYXWVUTSRQPNMLKJHGFEDCAXRPP870HKKQRM"
    let typed = desk.run("seed", "verify", "first", answers: [shares[1], other, shares[2]])
    #expect(typed.code == .done, "\(typed.err)")
    #expect(typed.err.contains("not belong to the set of share 1: it has another"), "\(typed.err)")
    #expect(
      typed.terminal.unwrapped.contains("Any other share of this set (1 given, 1 more needed)"))
  }

  @Test func `a passphrase and groups of SLIP-39 belong to the shares`() throws {
    let desk = try Desk.withSeed()
    let passphrase = try desk.write("open sesame", to: "sesame")
    let ran = desk.run(
      "seed", "split", "first", "--as", "slip39", "--shares", "1-of-1", "--shares", "2-of-2",
      "--groups-needed", "2", "--not-extendable", "--iteration-exponent", "0",
      "--slip39-passphrase-file", passphrase, "--out", desk.path("shares"), "--json",
      answers: ["first"])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(
      ran.json["rule"]?.stringValue
        == "2 of 2 groups are needed (group 1: 1 of 1, group 2: 2 of 2)")
    let right = desk.run(
      "seed", "verify", "first", "--from", desk.path("shares"), "--slip39-passphrase-file",
      passphrase)
    #expect(right.code == .done, "\(right.err)")
    let wrong = try desk.run(
      "seed", "verify", "first", "--from", desk.path("shares"), "--slip39-passphrase-file",
      desk.write("", to: "none"))
    #expect(wrong.code == .failed)
  }

  @Test func `what cannot be split so is refused before anything is shown`() throws {
    let desk = try Desk.withSeed()
    for (arguments, expected) in [
      (["--as", "slip39"], "the number of shares is missing"),
      (["--as", "slip39", "--shares", "1-of-3"], "all be the same"),
      (["--as", "slip39", "--shares", "4-of-3"], "4 of 3"),
      (["--as", "xor", "--shares", "2-of-3"], "all parts"),
      (["--as", "codex32", "--shares", "2-of-3", "--groups-needed", "1"], "no groups"),
      (
        ["--as", "sskr", "--shares", "2-of-3", "--iteration-exponent", "1"],
        "work only with slip39"
      ),
      (["--as", "slip39", "--shares", "2-of-3", "--iteration-exponent", "9"], "be from 0 to 6"),
    ] {
      let ran = desk.run(["seed", "split", "first"] + arguments, answers: ["first"])
      #expect(ran.code != .done && ran.err.contains(expected), "\(arguments): \(ran.err)")
      #expect(ran.terminal.isEmpty)
    }
    _ = desk.run(
      "seed", "import", "hidden", "--from",
      try desk.write("zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong", to: "zoo"),
      "--with-bip39-passphrase")
    let hidden = desk.run(
      "seed", "split", "hidden", "--as", "slip39", "--shares", "2-of-3", answers: ["hidden"])
    #expect(hidden.code == .failed && hidden.err.contains("BIP-39 passphrase"))
  }
}

/// Children of a seed (BIP-85), with the examples of the BIP.
@Suite struct `Seeds derived from a seed` {
  private static let master =
    "xprv9s21ZrQH143K2LBWUUQRFXhucrQqBpKdRRxNVq2zBqsx8HVqFk2uYo8kmbaLLHRdqtQpUm98uKfu3vca1LqdGhUtyoFnCNkfmXRyPXLjbKb"

  private func desk() throws -> Desk {
    let desk = try Desk()
    _ = desk.run("init", "--network", "mainnet", "--yes")
    let file = try desk.write(Self.master, to: "master")
    let ran = desk.run("seed", "import", "root", "--from", file)
    try #require(ran.code == .done, "\(ran.err)")
    return desk
  }

  @Test(arguments: [
    (["--as", "words"], "12  nose"),
    (
      ["--as", "xprv"],
      "xprv9s21ZrQH143K2srSbCSg4m4kLvPMzcWydgmKEnMmoZUurYuBuYG46c6P71UGXMzmriLzCCBvKQWBUv3vPB3m1SATMhp3uEjXHJ42jFg7myX"
    ),
    (["--as", "wif"], "Kzyv4uF39d4Jrw2W7UryTHwZr1zQVNk4dAFyqE6BuMrMh1Za7uhp"),
    (
      ["--as", "hex", "--length", "64"],
      "492db4698cf3b73a5a24998aa3e9d7fa96275d85724a91e71aa2d645442f878555d078fd1f1f67e368976f04137b1f7a0d19232136ca50c44614af72b5582a5c"
    ),
    (["--as", "base64", "--length", "21"], "dKLoepugzdVJvdL56ogNV"),
    (["--as", "base85", "--length", "12"], "_s`{TW89)i4`"),
    (["--as", "dice", "--rolls", "10"], "1,0,0,2,0,1,5,5,2,4"),
  ])
  func `children are those of the BIP, shown after consent`(
    _ arguments: [String], _ expected: String
  ) throws {
    let desk = try desk()
    let command = ["seed", "derive", "root", "--index", "0"] + arguments
    #expect(desk.run(command).code == .failed)
    let ran = desk.run(command, answers: ["root", ""])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.terminal.contains(expected))
    #expect(!ran.out.contains(expected) && !ran.err.contains(expected))
  }

  @Test func `a child is kept as a seed that remembers its parent`() throws {
    let desk = try desk()
    let words = desk.run("seed", "derive", "root", "--as", "words", "--into", "pocket", "--json")
    #expect(words.code == .done, "\(words.err)")
    #expect(
      words.json["origin"]?.stringValue == "BIP-85: 12 words, english, index 0 of root")
    let shown = desk.run("seed", "show", "pocket", answers: ["pocket", ""])
    #expect(shown.terminal.contains("girl") && shown.terminal.contains("nose"))
    let key = desk.run("seed", "derive", "root", "--as", "wif", "--into", "paper")
    #expect(key.code == .done, "\(key.err)")
    #expect(desk.run("wallet", "show", "paper-combo").code == .done)
    let again = desk.run("seed", "derive", "root", "--as", "words", "--into", "other")
    #expect(again.code == .failed && again.err.contains("already in the vault, as pocket"))
    for wrong in [
      ["--as", "hex", "--length", "32", "--into", "no"], ["--as", "hex"], ["--as", "dice"],
      ["--as", "wif", "--words", "12"],
    ] {
      #expect(desk.run(["seed", "derive", "root"] + wrong, answers: ["root"]).code == .wrongUsage)
    }
    let short = desk.run(
      "seed", "derive", "root", "--as", "base85", "--length", "9", answers: ["root"])
    #expect(short.code == .failed && short.err.contains("10 to 80"))
  }

  @Test func `a child signs once without a vault`() throws {
    let desk = try Desk.withSeed()
    let kept = desk.run("seed", "derive", "first", "--as", "words", "--into", "child")
    try #require(kept.code == .done, "\(kept.err)")
    let exported = desk.run(
      "account", "export", "child", "--script", "wpkh", "--out", desk.path("a.txt"))
    try #require(exported.code == .done, "\(exported.err)")
    let carried = desk.run("wallet", "export", "child-wpkh-0", "--out", desk.path("wallet.txt"))
    try #require(carried.code == .done, "\(carried.err)")
    let shown = desk.run("wallet", "show", "child-wpkh-0", "--json")
    let descriptor = try #require(shown.json["descriptor"]?.stringValue)
    let unsigned = try desk.write(PaymentFixture().psbt(from: .init(parsing: descriptor)))
    let command = [
      "sign", unsigned, "--seed", desk.path("words.txt"), "--wallet", desk.path("wallet.txt"),
      "--network", "regtest", "--out", desk.path("signed.psbt"), "--accept", "wallet", "--yes",
    ]
    #expect(desk.run(command, passphrase: nil).code == .failed, "the parent has no key of it")
    let ran = desk.run(command + ["--bip85", "words/12/0"], passphrase: nil)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(desk.run(command + ["--bip85", "words/13/0"], passphrase: nil).code == .wrongUsage)
    #expect(desk.run("sign", unsigned, "--out", "-", "--bip85", "wif/0").code == .wrongUsage)
  }

  @Test func `the passphrase of a parent is its own, and not that of the child`() throws {
    let desk = try Desk()
    _ = desk.run("init", "--network", "regtest", "--yes")
    let words = try desk.write(String(repeating: "abandon ", count: 11) + "about", to: "words")
    let passphrase = try desk.write("TREZOR", to: "twenty-fifth")
    let imported = desk.run(
      "seed", "import", "hidden", "--from", words, "--with-bip39-passphrase")
    try #require(imported.code == .done, "\(imported.err)")
    let kept = desk.run(
      "seed", "derive", "hidden", "--as", "words", "--into", "child",
      "--bip39-passphrase-file", passphrase)
    try #require(kept.code == .done, "\(kept.err)")
    let exported = desk.run(
      "account", "export", "child", "--script", "wpkh", "--out", desk.path("a.txt"))
    try #require(exported.code == .done, "\(exported.err)")
    let carried = desk.run("wallet", "export", "child-wpkh-0", "--out", desk.path("wallet.txt"))
    try #require(carried.code == .done, "\(carried.err)")
    let shown = desk.run("wallet", "show", "child-wpkh-0", "--json")
    let descriptor = try #require(shown.json["descriptor"]?.stringValue)
    let unsigned = try desk.write(PaymentFixture().psbt(from: .init(parsing: descriptor)))
    let command = [
      "sign", unsigned, "--seed", words, "--bip85", "words/12/0", "--wallet",
      desk.path("wallet.txt"), "--network", "regtest", "--out", desk.path("signed.psbt"),
      "--accept", "wallet", "--yes",
    ]
    #expect(desk.run(command, passphrase: nil).code == .failed, "another child")
    let ran = desk.run(command + ["--bip39-passphrase-file", passphrase], passphrase: nil)
    #expect(ran.code == .done, "\(ran.err)")
  }
}
