import AirgapMessages
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Foundation
import RecordingScreens
import SecureMemory
import TerminalUI
import TestSupport
import Testing
import WalletFiles

@testable import OfflineSigner

@Suite struct `Accounts, wallets and addresses` {
  // BIP-84, "abandon ... about", first account.
  @Test func `a wallet file that Electrum encrypted is opened with its password`() throws {
    let desk = try Desk.withSeed()
    let file = try desk.write(ElectrumFiles.watching, to: "wallet")
    for (password, words) in [
      ("wrong", "the password does not open this wallet file"),
      // Opened: it is a wallet of mainnet, and this home is not.
      (ElectrumFiles.password, "does not belong to regtest"),
    ] {
      let secret = try desk.write(password + "\n", to: "password")
      let ran = desk.run(
        "wallet", "register", "theirs", "--from", file, "--password-file", secret, "--yes")
      #expect(ran.code == .failed && ran.err.contains(words), "\(ran.err)")
    }
    let asked = desk.run("wallet", "register", "theirs", "--from", file, answers: ["wrong"])
    #expect(asked.err.contains("the password does not open this wallet file"), "\(asked.err)")
  }

  @Test func `the account of BIP-84 is exported and its addresses are derived`() throws {
    let desk = try Desk.withSeed(network: "mainnet")
    let ran = desk.run(
      "account", "export", "first", "--script", "wpkh", "--out", desk.path("account.txt"), "--json")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["wallet"]?.stringValue == "first-wpkh-0")
    // Worked out with Python's hashlib, by what docs/formats.md says.
    let words = "salon argue between pave"
    #expect(ran.json["words"]?.stringValue == words)
    let shown = desk.run("wallet", "show", "first-wpkh-0", "--json")
    #expect(shown.json["words"]?.stringValue == words)
    let written = desk.run(
      "account", "export", "first", "--script", "wpkh", "--out", desk.path("again.txt"))
    #expect(written.out.contains("\nWords: \(words) (compare with the coordinator)\n"))
    let text = try desk.read("account.txt")
    #expect(text.contains("73c5da0a/84h/0h/0h"))
    let address = { (arguments: String...) in
      desk.run("address", "show", "first-wpkh-0", arguments[0], arguments[1], "--json")
        .json["address"]?.stringValue
    }
    #expect(address("0", "--json") == "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
    #expect(address("1", "--json") == "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g")
    #expect(address("0", "--change") == "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el")
  }

  @Test func `an exported account is registered once, and cosigner keys are not`() throws {
    let desk = try Desk.withSeed()
    _ = try desk.account()
    _ = try desk.account()
    #expect(desk.run("wallet", "list", "--json").json.arrayValue?.count == 1)
    let cosigner = desk.run(
      "account", "export", "first", "--script", "wsh", "--out", desk.path("c.txt"), "--json")
    #expect(cosigner.code == .done, "\(cosigner.err)")
    #expect(cosigner.json["wallet"] == .null && cosigner.json["words"] == .null)
    // The coordinator's test `a wallet is made from what the signer wrote, and shown` has the same.
    let shown = desk.run("wallet", "show", "first-wpkh-0", "--json")
    #expect(shown.json["words"]?.stringValue == "raise cave tortoise hair")
    #expect(desk.run("wallet", "list", "--json").json.arrayValue?.count == 1)
    let second = desk.run(
      "account", "export", "first", "--script", "tr", "--account", "7", "--out", "-")
    #expect(second.code == .done, "\(second.err)")
    #expect(second.out.contains("86h/1h/7h"))
    #expect(desk.run("wallet", "show", "first-tr-7", "--json").code == .done)
  }

  private struct NoRandomness: RandomSource {
    func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) { throw .exhausted }
  }

  @Test(arguments: [["--script", "wpkh"], ["--all"]])
  func `an account that was shown is registered, whatever fails or ends the program afterwards`(
    _ options: [String]
  ) throws {
    // The vault cannot be saved without randomness: nothing may be shown then.
    let desk = try Desk.withSeed()
    let command = ["account", "export", "first"] + options + ["--out"]
    for place in ["-", "terminal"] {
      let ran = desk.run(command + [place], answers: [""], random: NoRandomness())
      #expect(ran.code == .failed, "\(ran.err)")
      #expect(ran.out.isEmpty && ran.terminal.isEmpty, "\(ran.out)\(ran.terminal)")
    }
    #expect(desk.run("wallet", "list", "--json").json == .array([]))
    // The screen ends while it is shown, as with Ctrl-C: it is registered.
    let small = desk.run(command + ["terminal"], answers: [], size: (20, 5))
    #expect(small.code == .failed, "\(small.err)")
    #expect(desk.run("wallet", "show", "first-wpkh-0").code == .done)
    // A file may be used although the program ended while it was written.
    let other = try Desk.withSeed()
    let file = other.path("account.txt")
    let unsaved = other.run(command + [file], random: NoRandomness())
    #expect(unsaved.code == .failed)
    #expect(
      unsaved.err.contains("nothing was written, because the wallet could not be registered"),
      "\(unsaved.err)")
    #expect(!FileManager.default.fileExists(atPath: file))
    #expect(other.run("wallet", "list", "--json").json == .array([]))
    #expect(other.run(command + [file]).code == .done)
    #expect(other.run("wallet", "show", "first-wpkh-0").code == .done)
  }

  @Test func `accounts on the terminal are said to be shown, and the next command names a file`()
    throws
  {
    let desk = try Desk.withSeed()
    let shown = desk.run(
      "account", "export", "first", "--all", "--accounts", "1", "--out", "terminal",
      answers: ["", "", "", ""], size: (200, 100))
    #expect(shown.code == .done, "\(shown.err)")
    #expect(shown.out.contains("Shown on screen."), "\(shown.out)")
    #expect(shown.out.contains("wallet discover first FILE") && !shown.out.contains("terminal"))
    let file = desk.path("accounts.txt")
    let written = desk.run(
      "account", "export", "first", "--all", "--accounts", "1", "--out", file)
    #expect(written.out.contains("Written to \(file).") && written.out.contains("first \(file)"))
  }

  @Test func `cosigners' keys leave in every form, and are read again as the same key`() throws {
    let desk = try Desk.withSeed(network: "mainnet")
    let wanted = "[73c5da0a/48h/0h/0h/2h]"
    for (form, ending) in [
      ("crypto-account", ".txt"), ("coldcard", ".json"), ("coldcard-multisig", ".json"),
      ("text", ".txt"), ("specter", ".txt"), ("bsms", ".bsms"),
    ] {
      let file = desk.path("\(form)\(ending)")
      let ran = desk.run(
        "account", "export", "first", "--script", "wsh", "--as", form, "--out", file)
      #expect(ran.code == .done, "\(form): \(ran.err)")
      let message = try Recognizer.message(Array(desk.read("\(form)\(ending)").utf8))
      let keys = try message.cosignerKeys()
      #expect(keys.count == 1, "\(form)")
      #expect("\(try #require(keys.first).ranged)".hasPrefix("\(wanted)xpub"), "\(form)")
      #expect(keys.first?.script == .wsh, "\(form)")
      #expect(keys.first?.warnings == [], "\(form)")
    }
    #expect(desk.run("wallet", "list", "--json").json == .array([]))
  }

  @Test func `a record for a token is sealed, and opens with it`() throws {
    let desk = try Desk.withSeed()
    let file = try desk.write("a54044308ceac9b7\n", to: "token.txt")
    let ran = desk.run(
      "account", "export", "first", "--script", "sh-wsh", "--as", "bsms", "--bsms-token", file,
      "--label", "Alice", "--out", desk.path("key.dat"))
    #expect(ran.code == .done, "\(ran.err)")
    let message = try Recognizer.message(Array(desk.read("key.dat").utf8))
    guard case .sealedRecord(let text) = message else {
      Issue.record("\(message.kind)")
      return
    }
    let token = try BSMSToken(parsing: "a54044308ceac9b7")
    let record = try BSMSKeyRecord(parsing: token.opened(text))
    #expect(record.isSigned && record.summary == "Alice")
    #expect("\(record.key)".hasPrefix("[73c5da0a/48h/1h/0h/1h]tpub"))
  }

  @Test func `an encrypted descriptor record is registered with its token alone`() throws {
    let desk = try Desk.withSeed(network: "mainnet")
    _ = desk.run(
      "account", "export", "first", "--script", "wsh", "--as", "specter", "--out",
      desk.path("key.txt"))
    let key = try #require(try CosignerKey.read(Array(desk.read("key.txt").utf8)).first)
    // The other key is one of BIP-129's.
    let other =
      "[1cf0bf7e/48h/0h/0h/2h]xpub6FL8FhxNNUVnG64YurPd16AfGyvFLhh7S2uSsDqR3Qfcm6o9jtcMYwh6DvmcBF9qozxNQmTCVvWtxLpKTnhVLN3Pgnu2D3pAoXYFgVyd8Yz"
    let wallet = WalletFile(
      name: nil,
      descriptor: try Descriptor(
        parsing: "wsh(sortedmulti(2,\(key.ranged),\(other)/<0;1>/*))"), network: .mainnet)
    let token = try BSMSToken(parsing: "108a2360adb302774eb521daebbeda5e")
    let plain = String(decoding: try wallet.encoded(as: .bsms), as: UTF8.self)
    let record = try desk.write(token.sealed(plain), to: "wallet.dat")
    let register = { (options: [String], answers: [String]?) in
      desk.run(["wallet", "register", "ours", "--from", record] + options, answers: answers)
    }
    let without = register([], nil)
    #expect(without.code == .failed && without.err.contains("--bsms-token FILE"))
    let wrong = try desk.write("208a2360adb302774eb521daebbeda5e", to: "wrong.txt")
    let refused = register(["--bsms-token", wrong], nil)
    #expect(
      refused.code == .failed && refused.err.contains("MAC of the encrypted BSMS record is wrong"),
      "\(refused.err)")
    let right = try desk.write("108a2360adb302774eb521daebbeda5e\n", to: "right.txt")
    let done = register(
      ["--bsms-token", right], [RecordingScreen.read, RecordingScreen.read])
    #expect(done.code == .done, "\(done.err)")
    #expect(desk.run("wallet", "list", "--json").json.arrayValue?.count == 1)
  }

  @Test func `the profile of Chance has coin type 0 on every network, and says so`() throws {
    let desk = try Desk.withSeed()
    let ran = desk.run(
      "account", "export", "first", "--profile", "chance", "--account", "3", "--out",
      desk.path("chance.txt"), "--json")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.err.contains("the same key is valid on mainnet"))
    #expect(ran.json["wallet"] == .null)
    #expect(ran.json["key"]?.stringValue?.hasPrefix("[73c5da0a/44h/0h/3h]tpub") == true)
    let message = try Recognizer.message(Array(desk.read("chance.txt").utf8))
    let key = try #require(try message.cosignerKeys().first)
    #expect(key.isChance)
    #expect(try key.required(on: .regtest).warnings.count == 1)
    #expect(desk.run("wallet", "list", "--json").json == .array([]))
  }

  @Test(arguments: [
    (["--script", "wsh", "--path", "m/48h/1h/0h/2h", "--account", "1"], "give one of them"),
    (["--profile", "chance", "--path", "m/1h"], "give one of them"),
    (["--profile", "chance", "--script", "wsh"], "leave --script out"),
    (["--script", "wpkh", "--as", "bsms"], "choose --script wsh"),
    (["--script", "wsh", "--bsms-token", "token.txt"], "add --as bsms"),
    (["--script", "sh", "--account", "1"], "leave --account out"),
    ([], "add --script wpkh"),
  ])
  func `options that contradict each other are refused before anything is asked`(
    options: [String], hint: String
  ) throws {
    let desk = try Desk.withSeed()
    let ran = desk.run(["account", "export", "first", "--out", "-"] + options)
    #expect(ran.code == .wrongUsage, "\(ran.err)")
    #expect(ran.err.contains(hint), "\(ran.err)")
  }

  @Test func `a path of another network is neither exported nor registered`() throws {
    let desk = try Desk.withSeed()
    let ran = desk.run(
      "account", "export", "first", "--script", "wpkh", "--path", "m/84h/0h/0h", "--out",
      desk.path("a.txt"))
    #expect(ran.code == .failed)
    #expect(ran.err.contains("(R11)") && ran.err.contains("hint: "))
    let text = try desk.write(
      "wpkh([73c5da0a/84h/0h/0h]tpubDCxX2sYFS5bDkSe5GKKYHjBW7tgyN1R3UchpLJvdbf54ohxeGRtd8MbDUe1cguV"
        + "He4vnK68DsuD5MXjxi9EXx16rb9EnNsaF5KT99CinaJz/<0;1>/*)#9vmm8tkz\n", to: "wallet.txt")
    let registered = desk.run("wallet", "register", "real", "--from", text, "--yes")
    #expect(registered.code == .failed)
    #expect(registered.err.contains("(R11)"))
    #expect(desk.run("wallet", "list", "--json").json == .array([]))
  }

  @Test(arguments: [
    ("wpkh", "m", "the seed's master key"), ("wsh", "m", "the seed's master key"),
    ("wpkh", "m/84h", "those are at m/84h/1h/ACCOUNTh"),
    ("wpkh", "m/84h/1h/0h/0h", "those are at m/84h/1h/ACCOUNTh"),
    ("wpkh", "m/86h/1h/0h", "those are at m/84h/1h/ACCOUNTh"),
    ("tr", "m/45h", "those are at m/86h/1h/ACCOUNTh"),
    ("wpkh", "m/84h/1h/0h/0/0", "is not hardened"), ("wsh", "m/48h/1h/0h/2h/0", "is not hardened"),
  ])
  func `an account at a path of nobody's is neither handed out nor registered`(
    script: String, path: String, refusal: String
  ) throws {
    let desk = try Desk.withSeed()
    let ran = desk.run(
      "account", "export", "first", "--script", script, "--path", path, "--out",
      desk.path("account.txt"))
    #expect(ran.code == .failed && ran.err.contains(refusal), "\(ran.err)")
    #expect(ran.err.contains("(R06)") && ran.err.contains("hint: "), "\(ran.err)")
    #expect(!FileManager.default.fileExists(atPath: desk.path("account.txt")))
    #expect(desk.run("wallet", "list", "--json").json == .array([]))
  }

  @Test func `nothing is overwritten unless it is asked for`() throws {
    let desk = try Desk.withSeed()
    let there = try desk.write("precious", to: "there.txt")
    let arguments = ["account", "export", "first", "--script", "wpkh", "--out", there]
    let ran = desk.run(
      arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], "--out", there)
    #expect(ran.code == .failed)
    #expect(try desk.read("there.txt") == "precious")
    #expect(desk.run("wallet", "list", "--json").json == .array([]))
  }

  @Test func `an address is verified in any registered wallet, or it is not ours`() throws {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    let ours = try #require(try descriptor.address(branch: 1, index: 700, on: .regtest))
    let found = desk.run("address", "verify", ours.string, "--json")
    #expect(found.code == .done, "\(found.err)")
    #expect(found.json["index"]?.intValue == 700)
    #expect(found.json["change"]?.boolValue == true)
    #expect(desk.run("address", "verify", "bitcoin:\(ours.string)?amount=1").code == .done)
    let other1 = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
    let offered = desk.run(
      "address", "verify", "bitcoin:\(ours.string)?label=Lu%1b[2Jke&lno=lno1x&bcrt=\(other1)")
    #expect(offered.code == .done, "\(offered.err)")
    #expect(
      offered.err.contains(
        "not verified: the address \(other1), a Lightning offer"))
    #expect(offered.err.contains("describes itself as: Lu") && !offered.err.contains("\u{1b}[2J"))
    // From a file, and nothing else than one of the two.
    let file = try desk.write("bitcoin:\(ours.string)?amount=1\n", to: "uri.txt")
    #expect(desk.run("address", "verify", "--from", file).code == .done)
    #expect(desk.run("address", "verify").code == .wrongUsage)
    let psbt = try desk.write("cHNidP8=", to: "other.txt")
    #expect(
      desk.run("address", "verify", "--from", psbt).err.contains("holds a PSBT, not an address"))
    #expect(
      desk.run("address", "verify", "bitcoin:\(ours.string)?req-x=1").err.contains(
        "requires x, which this program does not know (BIP-321)"))
    let far = try #require(try descriptor.address(branch: 0, index: 5_000, on: .regtest))
    #expect(desk.run("address", "verify", far.string).code == .failed)
    #expect(desk.run("address", "verify", far.string, "--up-to", "5000").code == .done)
    let other = desk.run("address", "verify", PaymentFixture().destination)
    #expect(other.code == .failed)
    #expect(other.err.contains("no registered wallet"))
    let mainnet = desk.run("address", "verify", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
    #expect(mainnet.code == .failed)
  }

  @Test func `what comes from outside is refused before the vault is opened`() throws {
    let desk = try Desk.withSeed()
    let damaged = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt081"
    try Data("no picture\n".utf8).write(to: desk.folder.appending(path: "page.png"))
    for (command, expected) in [
      (["address", "verify", damaged], "address"),
      (["address", "verify", "hello"], "the text is not a bitcoin address"),
      (["sheet", "check", desk.path("page.png")], "page.png"),
      (["sheet", "check", desk.path("nothing.png")], "nothing.png"),
    ] {
      // Nobody is there who could open it.
      let ran = desk.run(command, passphrase: nil)
      #expect(ran.code == .failed && ran.err.contains(expected), "\(ran.err)")
      #expect(!ran.err.lowercased().contains("passphrase"), "\(ran.err)")
    }
  }

  @Test func `a wallet is registered by its descriptor when its key derives from a seed here`()
    throws
  {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    #expect(desk.run("wallet", "remove", "first-wpkh-0", "--yes").code == .done)
    let file = try desk.write(descriptor.canonical, to: "wallet.txt")
    let asked = desk.run("wallet", "register", "mine", "--from", file, answers: ["no"])
    #expect(asked.code == .failed)
    #expect(asked.err.contains(descriptor.canonical), "it is shown in full")
    #expect(desk.run("wallet", "register", "mine", "--from", file, "--yes").code == .done)
    #expect(desk.run("wallet", "register", "mine", "--from", file, "--yes").code == .failed)
    #expect(desk.run("wallet", "register", "other", "--from", file, "--yes").code == .failed)
    #expect(desk.run("wallet", "list", "--json").json[0]?["name"]?.stringValue == "mine")
  }

  @Test func `a wallet without checksum waits for R23, a wrong one and a foreign key are refused`()
    throws
  {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    _ = desk.run("wallet", "remove", "first-wpkh-0", "--yes")
    let bare = try desk.write(descriptor.textWithoutChecksum, to: "bare.txt")
    let unasked = desk.run("wallet", "register", "mine", "--from", bare, "--yes")
    #expect(unasked.code == .failed)
    #expect(unasked.err.contains("R23"))
    let typed = desk.run("wallet", "register", "mine", "--from", bare, "--yes", answers: ["R23"])
    #expect(typed.code == .done, "\(typed.err)")
    _ = desk.run("wallet", "remove", "mine", "--yes")
    let accepted = desk.run(
      "wallet", "register", "mine", "--from", bare, "--yes", "--accept", "R23")
    #expect(accepted.code == .done, "\(accepted.err)")
    let wrong = try desk.write(
      descriptor.textWithoutChecksum + "#qqqqqqqq", to: "wrong.txt")
    #expect(desk.run("wallet", "register", "x", "--from", wrong, "--yes").code == .failed)
    let stranger = try Desk.withSeed(
      words: "legal winner thank year wave sausage worth useful legal winner thank yellow")
    let foreign = try desk.write(stranger.account().textWithoutChecksum, to: "foreign.txt")
    let refused = desk.run("wallet", "register", "x", "--from", foreign, "--yes", "--accept", "R23")
    #expect(refused.code == .failed)
    #expect(
      refused.err.contains("the wallet has no key of a seed in this vault (R23)"), "\(refused.err)")
    // Our key under a stranger's fingerprint.
    let renamed = try desk.write(
      descriptor.textWithoutChecksum.replacingOccurrences(of: "73c5da0a", with: "d34db33f"),
      to: "renamed.txt")
    let passedOff = desk.run(
      "wallet", "register", "x", "--from", renamed, "--yes", "--accept", "R23")
    #expect(passedOff.code == .failed)
    #expect(passedOff.err.contains("but it is our key") && passedOff.err.contains("(R08)"))
  }

  @Test func `seed words and private keys are refused where a wallet is wanted, and not repeated`()
    throws
  {
    let desk = try Desk.withSeed()
    let file = try desk.write(Desk.words, to: "words-as-wallet.txt")
    let ran = desk.run("wallet", "register", "x", "--from", file, "--yes")
    #expect(ran.code == .failed)
    #expect(!ran.err.contains("abandon"))
  }
}
