import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import Mnemonics
import SecureMemory
import SeedShares
import SheetPages
import Testing

@testable import RecoverySheets

/// What sheets say in words, beside the secrets on them.
@Suite struct SheetTextTests {
  static let children = [
    SheetChild(name: "kid", path: "words/12/7", fingerprint: "1a2b3c4d", parent: "savings"),
    SheetChild(name: "coin", path: "wif/3", fingerprint: "00112233", parent: "savings"),
    SheetChild(name: "toy", path: nil, fingerprint: "44556677", parent: "kid"),
  ]

  static func facts(
    birthHeight: UInt32? = nil, usesPassphrase: Bool = false, children: [SheetChild] = [],
    asChild: SheetChild? = nil
  ) -> SheetSeed.Facts {
    SheetSeed.Facts(
      name: "savings", fingerprint: "73c5da0a", origin: "dice(50)", created: "2026-11-21",
      birthHeight: birthHeight, usesPassphrase: usesPassphrase, children: children,
      asChild: asChild)
  }

  private static func wallet(from height: UInt32?) throws -> SheetWallet {
    try SheetWallet(
      name: "savings-wpkh-0", Descriptor(parsing: Wallets.single), on: .signet,
      ownKeys: [OwnKey(position: 0, seed: "savings")], birthHeight: height)
  }

  private static func words(on sheet: borrowing RecoverySheet) throws -> String {
    try `Recovery sheets`.words(on: sheet) + "\n"
  }

  private static func share(
    _ form: ShareForm, _ whole: SheetShare.Whole, needsPassphrase: Bool = false,
    of facts: SheetSeed.Facts = facts()
  ) throws -> String {
    let share = SheetShare(
      form: form, name: "A", rule: .some(needed: 2, count: 3), identifier: "name",
      whole: whole, needsPassphrase: needsPassphrase,
      text: secret("MS12NAMEA320ZYXWVUTSRQPNMLKJHGFEDCAXRPP870HKKQRM"),
      symbol: secret("MS12NAMEA320ZYXWVUTSRQPNMLKJHGFEDCAXRPP870HKKQRM"))
    let sheet = try RecoverySheet.share(share, of: facts, Wallets.frame())
    #expect(sheet.symbols.count == 1)
    return try words(on: sheet)
  }

  // MARK: Shares

  @Test func `a share stands alone on its sheet`() throws {
    let words = try Self.share(.codex32, .root(bytes: 16, isOfWords: false))
    #expect(words.contains("MS12NAMEA320ZYXWVUTSRQPNMLKJHGFEDCAXRPP870HKKQRM"))
    #expect(words.contains("any 2 of the 3 parts are needed"))
    #expect(words.contains("What it restores: the 16-byte seed (BIP-32 root)"))
    #expect(words.contains("Passphrase: none"))
  }

  @Test func `shares of SLIP-39 say whether they have a passphrase`() throws {
    let whole = SheetShare.Whole.root(bytes: 64, isOfWords: true)
    let with = try Self.share(.slip39, whole, needsPassphrase: true)
    #expect(
      with.contains(
        "Passphrase: NEEDED: SLIP-39 passphrase, not on any sheet; a wrong one gives other, empty wallets"
      ))
    #expect(with.contains("The program asks for the SLIP-39 passphrase, which is needed."))
    let without = try Self.share(.slip39, whole)
    #expect(without.contains("Passphrase: none"))
    #expect(without.contains("there is none, so just press Enter"))
  }

  @Test(arguments: [ShareForm.slip39, .codex32])
  func `what brings words' seed back and not the words says so, with the paths`(
    form: ShareForm
  ) throws {
    let words = try Self.share(form, .root(bytes: 64, isOfWords: true))
    #expect(
      words.contains(
        "What it restores: the key itself (64-byte BIP-39 seed); no words can be made of it"))
    #expect(words.contains("Native SegWit (P2WPKH), m/84'/1'/0'; "))
    #expect(!words.contains("What it is"))
  }

  @Test(arguments: [ShareForm.sskr, .xor], [MnemonicLanguage.english, .japanese])
  func `shares of words name the language, and what to add when they are joined`(
    form: ShareForm, language: MnemonicLanguage
  ) throws {
    let xor = form == .xor ? " --xor" : ""
    let option = language == .english ? "" : " --language japanese"
    let plain = try Self.share(form, .words(language, count: 12))
    let spoken = language == .english ? "English" : "Japanese"
    #expect(plain.contains("What it is: 12 BIP-39 words, \(spoken)\n"))
    // Where the line would be too long to stand in one, the step says the option.
    let said = "with `--fingerprint 73c5da0a` in the line"
    let compared = { (options: String) -> String in
      let whole =
        "offline-signer seed import savings\(options) --fingerprint 73c5da0a --from camera\n"
      return whole.utf8.count <= 81
        ? whole : "offline-signer seed import savings\(options) --from camera\n"
    }
    #expect(plain.contains(compared(xor + option)))
    if language == .english { #expect(plain.contains("--fingerprint 73c5da0a --from camera\n")) }
    #expect(plain.contains(said) == (form == .xor && language == .japanese))
    #expect(plain.contains("Keep it even if it opens an empty wallet") == (form == .xor))
    // The camera takes the first part of Seed XOR; the program asks for the words of the others.
    #expect(plain.contains("Then type the words of the other part") == (form == .xor))
    let facts = Self.facts(usesPassphrase: true)
    let locked = try Self.share(form, .words(language, count: 12), of: facts)
    #expect(
      locked.contains(compared("\(xor)\(option) --with-bip39-passphrase")))
    #expect(locked.contains(said) == (form == .xor))
    #expect(locked.contains("Passphrase: NEEDED: a BIP-39 passphrase, not on any sheet"))
  }

  @Test(arguments: [(ShareForm.sskr, 29, "bc-sskr"), (.xor, 12, "Krux")])
  func `shares of words of other lists name no program, which would make English words of them`(
    form: ShareForm, count: Int, program: String
  ) throws {
    for language in [MnemonicLanguage.english, .japanese] {
      let text = (0..<count).map { _ in "tuna" }.joined(separator: " ")
      let share = SheetShare(
        form: form, name: "1", rule: .all(count: 2, isInAnyOrder: true), identifier: nil,
        whole: .words(language, count: 12), threshold: (2, 2), text: secret(text),
        symbol: secret(text))
      let sheet = try RecoverySheet.share(share, of: Self.facts(), Wallets.frame())
      let printed = try Self.words(on: sheet)
      #expect(printed.contains(program) == (language == .english), "\(printed)")
      #expect(printed.contains("we tested none") == (language != .english))
    }
  }

  // MARK: Steps that a reader stumbled over

  @Test func `init asks for a passphrase of its own, and every sheet that types it says so`() throws
  {
    let frame = Wallets.frame()
    let seed = SheetSeed(try Mnemonic(entropy: SecretBytes(count: 16)), Self.facts())
    let texts = [
      try Self.words(on: .full(seed, [], frame)),
      try Self.words(on: .encrypted(seed, `Encrypted sheets`.sealed(), [], frame)),
      try Self.words(on: .blank(words: 12, paper: .a4, program: "offline-signer 0.2")),
      try Self.share(.sskr, .words(.english, count: 12)),
    ]
    for text in texts {
      #expect(
        text.contains("The program asks for a passphrase of its own, not of the seed"), "\(text)")
    }
  }

  @Test func `NAME is explained where it stands first`() throws {
    let open = try Self.words(on: .public("savings", [Self.wallet(from: 777)], Wallets.frame()))
    let seed = SheetSeed(try Mnemonic(entropy: SecretBytes(count: 16)), Self.facts())
    let full = try Self.words(on: .full(seed, [Self.wallet(from: 777)], Wallets.frame()))
    let key = SheetSeed(
      secret("cTpB4YiyKiBcPxnefsDpbnDxFDffjqJob8wGCEDXxgQ7zQoMXJdH"), .singleKey, Self.facts())
    let single = try Self.words(on: .full(key, [Self.wallet(from: 777)], Wallets.frame()))
    for text in [open, full, single] {
      #expect(text.ranges(of: "NAME is any name you like.").count == 1, "\(text)")
      let first = try #require(text.split(separator: "\n").first { $0.contains("NAME") })
      #expect(first.contains("NAME is any name you like."), "\(first)")
    }
    let sealed = try Self.words(
      on: .encrypted(
        seed, `Encrypted sheets`.sealed(), [Self.wallet(from: 777), Wallets.multisig()],
        Wallets.frame()))
    let first = try #require(sealed.split(separator: "\n").first { $0.contains("NAME") })
    #expect(first.contains("put its name in place of NAME"), "\(first)")
    #expect(sealed.contains("offline-signer seed import savings --from sheet.txt\n"))
  }

  @Test func `each wallet of an encrypted sheet is written to a file of its own`() throws {
    let seed = SheetSeed(try Mnemonic(entropy: SecretBytes(count: 16)), Self.facts())
    let wallets = [try Self.wallet(from: 777), try Wallets.multisig()]
    for (wallets, name) in [(wallets, "NAME"), ([wallets[0]], "savings-wpkh-0")] {
      let text = try Self.words(
        on: .encrypted(seed, `Encrypted sheets`.sealed(), wallets, Wallets.frame()))
      #expect(text.contains("offline-signer wallet export \(name) --out \(name).gif\n"), "\(text)")
      #expect(
        text.contains(
          "online-coordinator wallet import \(name) --from \(name).gif --network signet"),
        "\(text)")
    }
  }

  @Test(arguments: [Network.mainnet, .signet, .regtest])
  func `a network for practice stands within the lines that are typed, and nowhere beside them`(
    network: Network
  ) throws {
    let frame = Wallets.frame(on: network)
    let seed = SheetSeed(try Mnemonic(entropy: SecretBytes(count: 16)), Self.facts())
    let wallets = [try Self.wallet(from: 777)]
    let option = network.isMainnet ? "" : " --network \(network.name)"
    for text in [
      try Self.words(on: .full(seed, wallets, frame)),
      try Self.words(on: .encrypted(seed, `Encrypted sheets`.sealed(), wallets, frame)),
      try Self.words(on: .public("savings", wallets, frame)),
    ] {
      let typed = text.split(separator: "\n").filter {
        $0.hasPrefix("online-coordinator wallet import ")
      }
      #expect(!typed.isEmpty && typed.allSatisfy { $0.hasSuffix("\(option) --birth-height 777") })
      #expect(!text.contains("`--network"), "\(text)")
      #expect(!network.isMainnet || typed.allSatisfy { !$0.contains("--network") })
    }
  }

  @Test func `an encrypted sheet says which steps take the place of others, and no place`() throws {
    let seed = SheetSeed(try Mnemonic(entropy: SecretBytes(count: 16)), Self.facts())
    let text = try Self.words(
      on: .encrypted(seed, `Encrypted sheets`.sealed(), [], Wallets.frame()))
    for said in [
      "Use offline-signer, as these steps say; or, without it,", "2. Either hold",
      "3. Or, without a camera, do this in place of step 2:",
      "Or: to restore without offline-signer",
      "LINES 1 false Who knows where the sheet words are kept (a name)",
    ] { #expect(text.contains(said), "\(said) is not in \(text)") }
    #expect(!text.contains("Where the sheet words are kept"))
  }

  @Test func `what is done with a wallet stands in numbered steps, each command by itself`() throws
  {
    let frame = Wallets.frame()
    let seed = SheetSeed(try Mnemonic(entropy: SecretBytes(count: 16)), Self.facts())
    let wallets = [try Self.wallet(from: 777)]
    let sync = "online-coordinator sync NAME"
    // As steps where the page has room, else a line for each.
    let sealed = try Self.words(
      on: .encrypted(seed, `Encrypted sheets`.sealed(), wallets, frame))
    // Their numbers go on from those above: of a page, "step 2" is one step.
    let seen = "See the coins of a wallet NAME:"
    #expect(sealed.contains("\n7. \(seen)\n\(sync)\n"), "\(sealed)")
    let full = try Self.words(on: .full(seed, wallets, frame))
    #expect(full.contains("\n6. \(seen) `\(sync)`\n7. Pay"), "\(full)")
    let page = try Self.words(on: .public("savings", wallets, frame))
    #expect(page.contains("\n4. \(seen) `\(sync)`\n5. Pay"), "\(page)")
    let searched = try Self.words(on: .full(seed, [], frame))
    #expect(
      searched.contains(
        "6. On the computer with a network. See the coins of a wallet NAME: `\(sync)`\n7. Pay"
      ), "\(searched)")
  }

  @Test func `a share sends a group's wallet to its public sheet, and types nothing of it`() throws
  {
    let text = try Self.share(.codex32, .root(bytes: 64, isOfWords: true))
    #expect(text.contains("needs its public sheet, too. To see the coins and to pay, type"))
    #expect(!text.contains("wallet register"))
  }

  @Test func `what comes after the first address is said: the coins, and paying with them`() throws
  {
    let frame = Wallets.frame()
    let seed = SheetSeed(try Mnemonic(entropy: SecretBytes(count: 16)), Self.facts())
    let wallets = [try Self.wallet(from: 777)]
    for text in [
      try Self.words(on: .full(seed, [], frame)), try Self.words(on: .full(seed, wallets, frame)),
      try Self.words(on: .encrypted(seed, `Encrypted sheets`.sealed(), wallets, frame)),
      try Self.words(on: .public("savings", wallets, frame)),
      try Self.words(on: .blank(words: 12, paper: .a4, program: "offline-signer 0.2")),
    ] {
      for command in [LetterCommand.node, .balance, .pay, .sign, .collect, .send] {
        let typed = command.rawValue.replacing("WALLET", with: "NAME")
        #expect(text.contains(typed), "\(typed) is not in \(text)")
      }
    }
    let short = "To see the coins and to pay, type `online-coordinator --help` on"
    #expect(try Self.share(.sskr, .words(.english, count: 12)).contains(short))
  }

  @Test func `a seed that was imported may be older than the day that its sheets say`() throws {
    let facts = SheetSeed.Facts(
      name: "savings", fingerprint: "73c5da0a", origin: "imported words",
      created: "2026-11-21 05:47")
    let seed = SheetSeed(try Mnemonic(entropy: SecretBytes(count: 16)), facts)
    let frame = Wallets.frame()
    for text in [
      try Self.words(on: .full(seed, [], frame)),
      try Self.words(on: .encrypted(seed, `Encrypted sheets`.sealed(), [], frame)),
      try Self.share(.sskr, .words(.english, count: 12), of: facts),
    ] {
      #expect(text.contains("Imported: 2026-11-21 05:47"), "\(text)")
      #expect(text.contains("the seed may be older than that"), "\(text)")
      #expect(text.contains("not known: search the whole chain") && !text.contains("Made: "))
    }
    let letter = try Self.words(
      on: .inheritance("savings", [Self.wallet(from: nil)], seeds: [facts], frame))
    #expect(letter.contains("imported 2026-11-21 05:47, so the seed may be older"), "\(letter)")
    // One that was made here was made on that day.
    let made = SheetSeed(try Mnemonic(entropy: SecretBytes(count: 16)), Self.facts())
    #expect(try Self.words(on: .full(made, [], frame)).contains("Made: 2026-11-21, from dice(50)"))
  }

  @Test(arguments: [
    (
      "BIP-85: 12 words, english, index 7 of other",
      "Derived: 2026-11-24, 12 words, english, index 7 of other; the"
    ),
    ("dice(99)", "Made: 2026-11-24, from dice(99); older if it was made of these draws before"),
    ("d20(40)+coins(64)", "from d20(40)+coins(64); older if"),
    ("dice(99) alone, as Coldcard", "from dice(99) alone, as Coldcard; older if"),
    ("system+dice(99)", "Made: 2026-11-24, from system+dice(99)"),
    ("system", "Made: 2026-11-24, from system"),
  ])
  func `a seed that can be made again may be older than the day that its sheets say`(
    origin: String, said: String
  ) throws {
    let isAgain = !origin.hasPrefix("system")
    let facts = SheetSeed.Facts(
      name: "savings", fingerprint: "73c5da0a", origin: origin, created: "2026-11-24")
    #expect(facts.mayBeMadeAgain == isAgain)
    let seed = SheetSeed(try Mnemonic(entropy: SecretBytes(count: 16)), facts)
    let text = try Self.words(on: .full(seed, [], Wallets.frame()))
    #expect(text.contains(said), "\(text)")
    #expect(text.contains("older") == isAgain, "\(text)")
    let letter = try Self.words(
      on: .inheritance("savings", [Self.wallet(from: nil)], seeds: [facts], Wallets.frame()))
    let again = "made or derived 2026-11-24, perhaps not for the first time"
    #expect(letter.contains(again) == isAgain, "\(letter)")
  }

  @Test func `a node is made known before it is asked`() throws {
    let frame = Wallets.frame()
    let seed = SheetSeed(try Mnemonic(entropy: SecretBytes(count: 16)), Self.facts())
    for text in [
      try Self.words(on: .full(seed, [], frame)),
      try Self.words(on: .encrypted(seed, `Encrypted sheets`.sealed(), [], frame)),
      try Self.words(on: .full(`Recovery sheets`.seed(.japanese, bytes: 32), [], frame)),
      try Self.words(on: .blank(words: 12, paper: .a4, program: "offline-signer 0.2")),
      try Self.words(on: .blank(words: 24, paper: .a4, program: "offline-signer 0.2")),
      try Self.share(.sskr, .words(.english, count: 12), of: Self.facts()),
      try Self.share(.slip39, .root(bytes: 64, isOfWords: true), of: Self.facts()),
    ] {
      let added = text.ranges(of: "\(LetterCommand.node.rawValue) ")
      let asked = try #require(text.firstRange(of: "online-coordinator wallet discover "))
      #expect(added.count == 1 && added[0].upperBound < asked.lowerBound, "\(text)")
    }
  }

  @Test(arguments: [
    (SheetSeed.Form.words(.english, count: 12), "12 words: a BIP-39 seed, English", "Electrum"),
    (.codex32, "a seed in codex32 (BIP-93)", "codex32 (Python)"),
    (.extendedKey, "an extended private key (BIP-32, xprv)", "embit (Python)"),
    (.singleKey, "the private key of one address (WIF)", "BDK (Python)"),
  ])
  func `an encrypted sheet says what comes out of it, and what is done with that`(
    form: SheetSeed.Form, said: String, program: String
  ) throws {
    let seed =
      form == .words(.english, count: 12)
      ? SheetSeed(try Mnemonic(entropy: SecretBytes(count: 16)), Self.facts())
      : SheetSeed(secret("cKey"), form, Self.facts())
    for wallets in [[], [try Self.wallet(from: nil)]] {
      let text = try Self.words(
        on: .encrypted(seed, `Encrypted sheets`.sealed(), wallets, Wallets.frame()))
      #expect(text.contains("The line \"seed\" has \(said)"), "\(text)")
      #expect(text.contains("These were tried: ") && text.contains(program), "\(text)")
      #expect(text.contains("in a program that"))
      let path = "Addresses: Native SegWit (P2WPKH), m/84'/1'/0'"
      #expect(text.contains(path) || form == .singleKey, "\(text)")
      #expect(text.contains("Each line \"wallet\"") == !wallets.isEmpty)
    }
  }

  // MARK: Birth heights

  @Test(arguments: [777, nil] as [UInt32?])
  func `every sheet says from which block on there may be coins, or that nobody knows`(
    height: UInt32?
  ) throws {
    let line =
      "Coins since: "
      + (height == nil ? "not known: search the whole chain" : "block 777 (birth height)")
    let option = "--birth-height 777"
    let (facts, wallets) = (Self.facts(birthHeight: height), [try Self.wallet(from: height)])
    let seed = SheetSeed(try Mnemonic(entropy: SecretBytes(count: 16)), facts)
    let frame = Wallets.frame()
    let sealed = try `Encrypted sheets`.sealed()
    let sheets = [
      try Self.words(on: .full(seed, wallets, frame)), try Self.words(on: .full(seed, [], frame)),
      try Self.words(on: .encrypted(seed, sealed, wallets, frame)),
      try Self.words(on: .public("savings", wallets, frame)),
      try Self.words(on: .inheritance("savings", wallets, seeds: [facts], frame)),
      try Self.share(.sskr, .words(.english, count: 12), of: facts),
    ]
    for words in sheets {
      #expect(words.contains(line), "\(words)")
      #expect(words.contains(option) == (height != nil), "\(words)")
    }
  }

  @Test func `a seed without wallets is looked for, and nothing is said of a symbol it has not`()
    throws
  {
    let facts = Self.facts(birthHeight: 777)
    let seed = SheetSeed(try Mnemonic(entropy: SecretBytes(count: 16)), facts)
    for words in [
      try Self.words(on: .full(seed, [], Wallets.frame())),
      try Self.words(on: .encrypted(seed, `Encrypted sheets`.sealed(), [], Wallets.frame())),
    ] {
      #expect(words.contains("offline-signer account export savings --all --out accounts.gif\n"))
      #expect(
        words.contains(
          "online-coordinator wallet discover savings accounts.gif --birth-height 777\n"))
      #expect(!words.contains("wallet's QR code") && !words.contains("wallet register"))
    }
    let key = SheetSeed(secret("cKey"), .singleKey, facts)
    let words = try Self.words(on: .full(key, [], Wallets.frame()))
    #expect(words.contains("offline-signer account export savings --out key.png"))
    #expect(!words.contains("--all"))
  }

  // MARK: Children

  @Test func `children stand on the sheet of their seed and in the letter, and how they come back`()
    throws
  {
    let facts = Self.facts(children: Self.children)
    let seed = SheetSeed(try Mnemonic(entropy: SecretBytes(count: 16)), facts)
    for (words, parent) in [
      (try Self.words(on: .full(seed, [], Wallets.frame())), "savings"),
      // The reader of a letter gave the seed a name of their own.
      (
        try Self.words(
          on: .inheritance("savings", [Wallets.one()], seeds: [facts], Wallets.frame())), "SEED"
      ),
    ] {
      #expect(
        words.contains("Child kid: BIP-85 words/12/7 of savings, fingerprint 1a2b3c4d"))
      #expect(words.contains("Child toy: BIP-85 child of kid, fingerprint 44556677"))
      #expect(
        words.contains(
          "offline-signer seed derive \(parent) --as words --words 12 --index 7 --into kid\n"))
      #expect(
        words.contains("offline-signer seed derive \(parent) --as wif --index 3 --into coin\n"))
      let which = "`SEED` is the seed with the fingerprint \(facts.fingerprint):"
      #expect(words.contains(which) == (parent == "SEED"))
    }
    let sealed = try Self.words(
      on: .encrypted(seed, `Encrypted sheets`.sealed(), [], Wallets.frame()))
    #expect(sealed.contains("Children in it: 3"))
    #expect(!sealed.contains("kid") && !sealed.contains("1a2b3c4d"))
    // In a letter about a child, its parent may have a sheet and no wallet.
    let child = Self.facts(asChild: Self.children[0])
    let letter = try Self.words(
      on: .inheritance("savings", [Wallets.one()], seeds: [child], Wallets.frame()))
    #expect(
      letter.contains(
        "it is derived from the seed savings (BIP-85 words/12/7), which restores it"))
    #expect(letter.contains("--index 7 --into kid\n"))
  }

  @Test func `as many children as a vault may have fit on a sheet`() throws {
    let children = (0..<600).map {
      SheetChild(name: "c\($0)", path: "xprv/\($0)", fingerprint: "0000000a", parent: "savings")
    }
    let facts = Self.facts(children: children)
    let seed = SheetSeed(try Mnemonic(entropy: SecretBytes(count: 16)), facts)
    let words = try Self.words(on: .full(seed, [], Wallets.frame()))
    #expect(words.contains("Child c599: BIP-85 xprv/599 of savings"))
    #expect(words.contains("seed derive PARENT"))
  }

  // MARK: Drills

  @Test func `public sheets and letters say when they are tried next`() throws {
    let wallets = [try Wallets.one()]
    for words in [
      try Self.words(on: .public("savings", wallets, Wallets.frame())),
      try Self.words(on: .inheritance("savings", wallets, seeds: [], Wallets.frame())),
    ] { #expect(words.contains("again before 2027-11-21: ____")) }
  }
}
