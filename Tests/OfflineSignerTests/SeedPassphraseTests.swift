import BitcoinPSBT
import Bytes
import Descriptors
import Foundation
import RecordingScreens
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner

@Suite struct `BIP-39 passphrases` {
  private func exported(_ desk: Desk, _ name: String, answers: [String]?) -> Desk.Run {
    desk.run(
      "account", "export", name, "--script", "wpkh", "--out", desk.path("\(UUID()).txt"), "--json",
      answers: answers)
  }

  @Test func `a typed one is used only after its fingerprint was agreed to`() throws {
    let desk = try Desk.fresh()
    let words = try desk.write(Desk.words, to: "words")
    let made = desk.run(
      "seed", "import", "first", "--from", words, "--with-bip39-passphrase", "--json")
    #expect(made.json["passphraseKept"] == .bool(false), "\(made.err)")
    let ran = exported(desk, "first", answers: ["TREZORR", "no", "TREZOR", "yes"])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(
      ran.terminal.unwrapped.contains(
        "the fingerprint of the seed first is b4e3f5ed. Is that the right fingerprint?"))
    let never = exported(desk, "first", answers: ["a", "no", "b", "no", "c", "no"])
    #expect(never.code == .failed)
    #expect(never.err.contains("declined: the passphrase gave another fingerprint three times"))
    let file = try desk.write("TREZOR", to: "extra")
    let said = desk.run(
      "account", "export", "first", "--script", "tr", "--out", desk.path("b.txt"),
      "--bip39-passphrase-file", file)
    #expect(said.code == .done)
    #expect(
      said.err.contains("With this passphrase the fingerprint of the seed first is b4e3f5ed."))
  }

  @Test func `one is kept because the person asks, and said when it is used`() throws {
    let desk = try Desk.fresh()
    let dice = try desk.write(Desk.rolls(60), to: "dice")
    let declined = desk.run(
      "seed", "create", "first", "--dice", dice, "--keep-passphrase",
      answers: ["no", "secret words", "secret words", "no"])
    #expect(declined.code == .failed)
    #expect(declined.err.contains("declined: nothing was kept"))
    #expect(desk.seedCount == 0)
    let ran = desk.run(
      "seed", "create", "first", "--dice", dice, "--keep-passphrase", "--json",
      answers: ["no", "secret words", "secret word", "secret words", "secret words", "yes", ""])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["passphraseKept"] == .bool(true))
    #expect(ran.err.contains("warning: the passphrase is kept in the vault beside the words"))
    #expect(!ran.terminal.contains("secret word"))
    let used = exported(desk, "first", answers: nil)
    #expect(used.code == .done, "\(used.err)")
    #expect(
      used.err.contains("The BIP-39 passphrase of first is kept in the vault; its fingerprint"))
    let listed = desk.run("seed", "list").out.split(separator: "\n").map(String.init)
    #expect(listed.first?.contains("WORDS  PASSPHRASE  FROM") == true, "\(listed)")
    #expect(listed.last?.contains("24     kept        system+dice(60)") == true, "\(listed)")
    #expect(listed.allSatisfy { !$0.contains("LANGUAGE") && !$0.contains("NEXT DRILL") })
    // Another one may be given all the same.
    let file = try desk.write("another", to: "other")
    let other = desk.run(
      "account", "export", "first", "--script", "tr", "--out", desk.path("c.txt"),
      "--bip39-passphrase-file", file)
    #expect(other.err.contains("With this passphrase the fingerprint of the seed first is"))
  }

  @Test func `an imported seed keeps one that the person asks to keep, words alone have one`()
    throws
  {
    let desk = try Desk.fresh()
    let words = try desk.write(Desk.words, to: "words")
    let ran = desk.run(
      "seed", "import", "first", "--from", words, "--keep-passphrase", "--json",
      answers: ["TREZOR", "TREZOR", "yes"])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["passphraseKept"] == .bool(true))
    #expect(ran.json["bip39Passphrase"] == .bool(true))
    #expect(
      ran.err.contains("With this passphrase the fingerprint of the seed first is b4e3f5ed."))
    let used = exported(desk, "first", answers: nil)
    #expect(used.err.contains("is kept in the vault; its fingerprint is b4e3f5ed"), "\(used.err)")
    let key = try desk.write(
      "tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQAfcKZWARbtRtfnLcJ5MQ2AtHcQJCCRUcMRvmDUjyEmNUWwx8UbK",
      to: "key")
    let none = desk.run("seed", "import", "second", "--from", key, "--keep-passphrase")
    #expect(none.code == .wrongUsage && none.err.contains("only words have a BIP-39 passphrase"))
    let unclear = desk.run(
      "seed", "import", "second", "--from", words, "--bip39-passphrase-file", words)
    #expect(unclear.code == .wrongUsage && unclear.err.contains("add --keep-passphrase"))
    #expect(desk.seedCount == 1)
  }

  @Test func `one is kept later and taken out again by who knows it`() throws {
    let desk = try Desk.fresh()
    let words = try desk.write(Desk.words, to: "words")
    let right = try desk.write("TREZOR", to: "right")
    let wrong = try desk.write("TREZORR", to: "wrong")
    _ = desk.run("seed", "import", "first", "--from", words, "--with-bip39-passphrase")
    let made = desk.run(
      "account", "export", "first", "--script", "wpkh", "--out", desk.path("a.txt"),
      "--bip39-passphrase-file", right)
    #expect(made.code == .done, "\(made.err)")
    let change = ["seed", "passphrase", "first", "--json"]
    let early = desk.run(change + ["--forget", "--bip39-passphrase-file", right])
    #expect(early.code == .failed && early.err.contains("no BIP-39 passphrase of first is kept"))
    let other = desk.run(change + ["--keep", "--yes", "--bip39-passphrase-file", wrong])
    #expect(other.code == .failed)
    #expect(other.err.contains("and the wallets of first have b4e3f5ed"), "\(other.err)")
    let declined = desk.run(change + ["--keep"], answers: ["TREZOR", "TREZOR", "no"])
    #expect(declined.err.contains("declined: nothing was kept"))
    let kept = desk.run(change + ["--keep"], answers: ["TREZOR", "TREZOR", "yes"])
    #expect(kept.json["passphraseKept"] == .bool(true), "\(kept.err)")
    #expect(!kept.terminal.contains("TREZOR"))
    #expect(exported(desk, "first", answers: nil).err.contains("is kept in the vault; its"))
    #expect(
      desk.run(change + ["--keep", "--bip39-passphrase-file", right]).err.contains("already kept"))
    let unknown = desk.run(change + ["--forget", "--bip39-passphrase-file", wrong])
    #expect(unknown.code == .failed && unknown.err.contains("nothing was changed"))
    #expect(exported(desk, "first", answers: nil).code == .done)
    let gone = desk.run(change + ["--forget"], answers: ["TREZOR"])
    #expect(gone.json["passphraseKept"] == .bool(false), "\(gone.err)")
    #expect(gone.json["bip39Passphrase"] == .bool(true))
    #expect(exported(desk, "first", answers: nil).code == .failed)
    let plain = desk.run("seed", "create", "second", "--yes")
    #expect(plain.code == .done)
    let none = desk.run("seed", "passphrase", "second", "--keep", "--bip39-passphrase-file", right)
    #expect(none.err.contains("the seed second has no BIP-39 passphrase"))
    #expect(desk.run("seed", "passphrase", "first").code == .wrongUsage)
  }

  @Test func `one that is typed for a run without a vault is agreed to by its fingerprint`() throws
  {
    let desk = try Desk.fresh()
    let words = try desk.write(Desk.words, to: "words")
    _ = desk.run("seed", "import", "first", "--from", words, "--with-bip39-passphrase")
    let passphrase = try desk.write("TREZOR", to: "extra")
    let made = desk.run(
      "account", "export", "first", "--script", "wpkh", "--out", desk.path("a.txt"),
      "--bip39-passphrase-file", passphrase)
    #expect(made.code == .done, "\(made.err)")
    let shown = desk.run("wallet", "show", "first-wpkh-0", "--json")
    let text = try #require(shown.json["descriptor"]?.stringValue)
    let unsigned = try desk.write(PaymentFixture().psbt(from: Descriptor(parsing: text)))
    let wallet = try desk.write(text, to: "wallet.txt")
    let ran = desk.run(
      "sign", unsigned, "--seed", words, "--wallet", wallet, "--network", "regtest", "--out",
      desk.path("signed.psbt"), "--with-bip39-passphrase",
      answers: ["TREZOR ", "no", "TREZOR", "yes", RecordingScreen.read, RecordingScreen.read],
      passphrase: nil)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(
      ran.terminal.unwrapped.contains(
        "With this passphrase the fingerprint of the given seed is b4e3f5ed. Is that the right fingerprint?"
      ))
    #expect(try desk.psbt("signed.psbt").inputs[0].partialSigs.count == 1)
  }

  @Test func `scripts keep one from a file, and one that is not to be kept is wrong usage`() throws
  {
    let desk = try Desk.fresh()
    let file = try desk.write("from a file", to: "extra")
    let ran = desk.run(
      "seed", "create", "first", "--yes", "--keep-passphrase", "--bip39-passphrase-file", file,
      "--json")
    #expect(ran.json["passphraseKept"] == .bool(true), "\(ran.err)")
    let unclear = desk.run(
      "seed", "create", "second", "--yes", "--bip39-passphrase-file", file)
    #expect(unclear.code == .wrongUsage)
    #expect(unclear.err.contains("add --keep-passphrase"))
  }
}
