import BitcoinPrimitives
import Descriptors
import EncryptedVault
import Mnemonics
import SeedShares
import SheetPages
import Testing

@testable import RecoverySheets

/// The box of every sheet: what it says, and that no language leaves anything out.
@Suite struct SheetBoxTests {
  static let matters: [SheetMatter] = [
    .seed(.words(.english, count: 12)), .seed(.words(.japanese, count: 24)), .seed(.codex32),
    .seed(.extendedKey), .seed(.singleKey), .encrypted,
    .share(.slip39, words: 20, needed: 2, count: 3),
    .share(.codex32, words: nil, needed: 2, count: 3),
    .share(.sskr, words: 29, needed: nil, count: nil), .share(.xor, words: 12, needed: 2, count: 2),
    .wallet, .blank(words: 12),
  ]

  private static func frame(
    on network: Network = .mainnet, in language: SheetLanguage = .english
  ) -> SheetFrame {
    SheetFrame(
      paper: .a4, program: "offline-signer 0.2", network: network, printed: "2026-11-21",
      nextDrill: "2027-11-21", language: language)
  }

  @Test(arguments: SheetLanguage.allCases)
  func `the page of a fork says which chain it is of, in every language`(
    language: SheetLanguage
  ) throws {
    let fork = try #require(NetworkRegistry.builtIn.network(named: "ecash"))
    let matter = SheetMatter.seed(.words(.english, count: 12))
    let facts = Self.frame(on: fork, in: language).box(matter).facts
    let fact = try #require(facts.first)
    #expect(fact.label == language.sentences.facts.network)
    #expect(fact.text == "ecash (ECASH, 964000)")
    #expect(!Self.frame(in: language).box(matter).facts.contains { $0.label == fact.label })
  }

  private static func text(of box: SheetBox) -> String {
    box.rows.map { "\($0.label): \($0.text)" }.joined(separator: "\n")
  }

  @Test(arguments: matters)
  func `a box says bitcoin, the standard, the programs, and the one rule about photographs`(
    matter: SheetMatter
  ) {
    let text = Self.text(of: Self.frame().box(matter, birthHeight: 850_000))
    #expect(text.lowercased().contains("bitcoin"))
    #expect(text.contains(matter.standard))
    let programs = matter.programs(for: [])
    for program in programs {
      #expect(text.contains("\(program.name) "))
      #expect(text.contains(" \(program.version) (\(program.day)"))
    }
    #expect(text.contains("we tested none") == Self.isNotTried(matter, programs.isEmpty))
    #expect(text.contains("any that knows BIP-39") == (matter == .blank(words: 12)))
    #expect(text.contains("the reader on the last pages") == (matter == .encrypted))
    #expect(
      text.contains("Only a computer without a network may photograph or scan") == matter.isSecret)
    #expect(text.contains("may be photographed") != matter.isSecret)
    #expect(!text.contains("{"))
  }

  @Test(
    arguments: [
      (.seed(.words(.english, count: 12)), ["Electrum", "embit", "BDK"]),
      (.seed(.words(.english, count: 21)), ["Electrum", "embit", "BDK"]),
      (.seed(.words(.japanese, count: 12)), ["hdwallet", "mnemonic (", "btclib-mnemonics"]),
      (.seed(.words(.czech, count: 24)), ["hdwallet", "mnemonic (", "btclib-mnemonics"]),
      (.seed(.words(.spanish, count: 15)), ["hdwallet", "mnemonic (", "btclib-mnemonics"]),
      (.seed(.codex32), ["Sparrow", "codex32 (Python)", "codex32 (Rust)", "Electrum"]),
      (.seed(.extendedKey), ["embit", "BDK", "btclib-wallet"]),
      (.seed(.singleKey), ["embit", "BDK"]),
      (
        .share(.codex32, words: nil, needed: 2, count: 3),
        ["codex32 (Python)", "codex32 (Rust)", "Electrum"]
      ),
      (.share(.slip39, words: 59, needed: 2, count: 3), slip39),
      (.share(.slip39, words: 20, needed: 2, count: 3), slip39),
      (
        .share(.slip39, words: 23, needed: 2, count: 3),
        ["shamir-mnemonic", "btclib-mnemonics"]
      ),
      (
        .share(.slip39, words: 27, needed: 2, count: 3),
        ["shamir-mnemonic", "btclib-mnemonics"]
      ),
      (
        .share(.slip39, words: 30, needed: 2, count: 3),
        ["shamir-mnemonic", "btclib-mnemonics"]
      ),
      (.share(.slip39, words: 33, needed: 2, count: 3), slip39),
      (.share(.slip39, words: 59, needed: nil, count: nil), slip39),
      (.share(.slip39, words: 33, needed: nil, count: nil), []),
      (.share(.slip39, words: 26, needed: 2, count: 3), []),
      (.share(.sskr, words: 29, needed: 2, count: 3), ["bc-sskr", "@bcts/sskr", "Electrum"]),
      (.share(.sskr, words: 46, needed: 2, count: 3), ["bc-sskr", "@bcts/sskr", "Electrum"]),
      (.share(.sskr, words: 29, needed: nil, count: nil), []),
      (.share(.sskr, words: 38, needed: 2, count: 3), []),
      (.share(.xor, words: 12, needed: 2, count: 2), ["Krux", "Coldcard", "embit", "Electrum"]),
      (.share(.xor, words: 24, needed: 3, count: 3), ["Krux", "Coldcard", "embit", "Electrum"]),
      (.share(.xor, words: 18, needed: 2, count: 2), []), (.encrypted, []),
      (.blank(words: 12), ["Electrum", "BDK"]), (.blank(words: 24), ["Electrum", "BDK"]),
      (.wallet, []),
    ] as [(SheetMatter, [String])])
  func `a box names programs only for what was tried`(matter: SheetMatter, programs: [String]) {
    let named = Self.programs(matter)
    #expect(named.count(of: "2026-") == programs.count, "\(named)")
    for program in programs { #expect(named.contains(program), "\(named)") }
    #expect(named.hasPrefix("we tested none") == Self.isNotTried(matter, programs.isEmpty))
  }

  /// Whether a page that names no program says that none was tried: what is encrypted brings its own reader.
  private static func isNotTried(_ matter: SheetMatter, _ namesNone: Bool) -> Bool {
    namesNone && matter != .encrypted
  }

  @Test(
    arguments: [
      (.seed(.words(.english, count: 12)), "BIP39 seed"), (.blank(words: 15), "BIP39 seed"),
      (.share(.xor, words: 12, needed: 2, count: 2), "BIP39 seed"),
      (.share(.sskr, words: 29, needed: 2, count: 3), "BIP39 seed"),
      (.share(.slip39, words: 20, needed: 2, count: 3), "SLIP39 seed"),
      (.share(.codex32, words: nil, needed: 2, count: 3), nil),
      (.seed(.words(.french, count: 12)), nil),
    ] as [(SheetMatter, String?)])
  func `a box says what is chosen in Electrum before words are typed`(
    matter: SheetMatter, kind: String?
  ) {
    let named = Self.programs(matter)
    let choices = kind.map { "\"I already have a seed\", \"Options\", \"\($0)\")" }
    #expect(named.contains("I already have") == (choices != nil), "\(named)")
    if let choices { #expect(named.contains(", \(choices)"), "\(named)") }
  }

  private static let slip39 = ["Electrum", "shamir-mnemonic"]

  private static func programs(
    _ matter: SheetMatter, _ wallets: [SheetWallet] = [], usesPassphrase: Bool = false
  ) -> String {
    frame().box(matter, wallets, usesPassphrase: usesPassphrase)
      .facts.first { $0.label == "Other programs" }?.text ?? ""
  }

  private static func wallet(_ text: String) throws -> SheetWallet {
    try SheetWallet(name: "other", Descriptor(parsing: text), on: .signet, ownKeys: [])
  }

  /// A key with both branches, and keys joined by commas.
  private static let key = "\(Wallets.keys[1])/<0;1>/*"
  private static let several = [Wallets.keys[0], Wallets.keys[2]].map { "\($0)/<0;1>/*" }
    .joined(separator: ",")

  @Test(arguments: [
    ("pkh(\(key))", ["Electrum", "BDK", "embit"]), ("wpkh(\(key))", ["Electrum", "BDK", "embit"]),
    ("sh(wpkh(\(key)))", ["Electrum", "BDK", "embit"]), ("tr(\(key))", ["BDK", "embit"]),
    ("wpkh(\(Wallets.keys[1])/0/<0;1>/*)", []),
    ("wsh(multi(1,\(key)))", ["BDK", "embit"]),
    ("sh(wsh(sortedmulti(2,\(several))))", ["Electrum", "BDK"]),
    ("sh(sortedmulti(2,\(several)))", ["Electrum", "BDK"]),
    ("wsh(sortedmulti(1,\(key)))", ["BDK", "embit"]),
    ("wsh(sortedmulti(1,\(Wallets.keys[1])/0/<0;1>/*,\(several)))", []),
    ("sh(multi(1,\(several)))", ["BDK", "embit"]),
    ("tr(\(key),multi_a(2,\(several)))", ["BDK", "embit"]),
    (
      "tr(\(key),{pk(\(Wallets.keys[3])/<0;1>/*),sortedmulti_a(1,\(several))})",
      ["embit", "btclib-wallet"]
    ),
    ("tr(\(key),pkh(\(Wallets.keys[3])/<0;1>/*))", []), ("combo(\(key))", []),
    ("wsh(pkh(\(key)))", []), ("wpkh(\(Wallets.keys[1])/<2;3>/*)", []),
    ("wpkh(\(Wallets.keys[1])/0/0)", []),
  ])
  func `a wallet's box names programs only for forms that were tried`(
    text: String, programs: [String]
  ) throws {
    let named = try Self.programs(.wallet, [Self.wallet(text)])
    #expect(named.count(of: "2026-") == programs.count, "\(named)")
    for program in programs { #expect(named.contains(program), "\(named)") }
  }

  @Test func `a program that opens a seed in codex32 is named for wallets of its kind alone`()
    throws
  {
    let seed = SheetMatter.seed(.codex32)
    #expect(try Self.programs(seed, [Self.wallet("tr(\(Self.key))")]).contains("Sparrow"))
    let several = try Self.programs(seed, [Wallets.multisig()])
    #expect(!several.contains("Sparrow") && several.contains("codex32 (Python)"), "\(several)")
  }

  @Test(arguments: SheetLanguage.allCases)
  func `where no more than code was tried, the page says so`(language: SheetLanguage) {
    let box = language.sentences.box
    let code = { (programs: [TriedProgram]) in
      SheetSentences.filled(
        box.codeOnly, [("programs", language.list(of: programs.filter { !$0.isAfterwards }))])
    }
    let restored = SheetSentences.filled(box.programs, [("programs", "")])
    let parts = SheetMatter.share(.xor, words: 12, needed: 2, count: 2)
    let text = Self.text(of: Self.frame(in: language).box(parts))
    let (devices, libraries) = (
      TriedProgram.programs(for: .xor).filter { $0.trial == .byHandCodeOnly },
      TriedProgram.programs(for: .xor).filter(\.isLibrary)
    )
    #expect(text.contains(code(devices)), "\(text)")
    // Nothing says that the page was restored with what was not tried as a whole.
    #expect(
      text.contains(
        SheetSentences.filled(box.programs, [("programs", language.list(of: libraries))])),
      "\(text)")
    // Of each it is said what is chosen there, or called.
    let quoted = { (choice: String) in
      SheetSentences.filled(box.quotedName, [("name", choice)])
    }
    for choice in [
      "Load Mnemonic", "Mnemonic XOR", "Import Existing", "Seed XOR", "bip39.mnemonic_from_bytes",
    ] { #expect(text.contains(quoted(choice)), "\(text)") }
    let seed = Self.text(of: Self.frame(in: language).box(.seed(.codex32)))
    #expect(seed.contains(code([TriedProgram.programs(for: .codex32Seed)[0]])), "\(seed)")
    #expect(seed.contains(restored), "\(seed)")
    let other = Self.text(
      of: Self.frame(in: language).box(.share(.sskr, words: 29, needed: 2, count: 3)))
    #expect(other.contains(restored), "\(other)")
  }

  @Test(arguments: SheetLanguage.allCases)
  func `what was tried by hand is called no test of ours`(language: SheetLanguage) {
    let tests = ["test", "prueb", "prov", "テスト", "시험", "测试"]
    let said = language.sentences.box.programs.lowercased()
    for word in tests { #expect(!said.contains(word), "\(said)") }
  }

  @Test(arguments: SheetLanguage.allCases)
  func `a share of a group's seed says how the bytes go on, and what the public sheet is for`(
    language: SheetLanguage
  ) throws {
    let matter = SheetMatter.share(.codex32, words: nil, needed: 2, count: 3)
    let (frame, box) = (Self.frame(in: language), language.sentences.box)
    let text = { (wallets: [SheetWallet]) in Self.text(of: frame.box(matter, wallets)) }
    let electrum = language.list(of: TriedProgram.programs(for: .codex32).filter(\.isElectrum))
    let ofGroup = SheetSentences.filled(box.afterBytesOfGroup, [("programs", electrum)])
    let ofOne = SheetSentences.filled(box.afterBytes, [("programs", electrum)])
    let one = try Wallets.one()
    let group = try Self.wallet("wsh(sortedmulti(2,\(Self.several)))")
    #expect(text([one]).contains(ofOne) && !text([one]).contains(ofGroup))
    #expect(text([one, group]).contains(ofGroup) && !text([one, group]).contains(ofOne))
    // What was not tried is not named: other first letters, keys in an order of their own, Taproot.
    for form in [
      "sh(wsh(sortedmulti(2,\(Self.several))))", "wsh(multi(2,\(Self.several)))",
      "tr(\(Self.key),multi_a(2,\(Self.several)))",
    ] { #expect(try !text([Self.wallet(form)]).contains("Electrum"), "\(form)") }
  }

  @Test(arguments: SheetLanguage.allCases)
  func `where no wallet is known, the page names the path of a key in a group`(
    language: SheetLanguage
  ) throws {
    let frame = Self.frame(in: language)
    for matter: SheetMatter in [
      .seed(.words(.english, count: 12)), .seed(.codex32), .seed(.extendedKey), .encrypted,
      .share(.slip39, words: 33, needed: 2, count: 3),
    ] {
      let text = Self.text(of: frame.box(matter))
      let said = language.sentences.box.addressesOfGroup.filling([
        "addresses": "Native SegWit multisig (P2WSH), m/48'/0'/0'/2'"
      ])
      #expect(text.contains(said), "\(text)")
      #expect(try !Self.text(of: frame.box(matter, [Wallets.one()])).contains("m/48'"))
    }
    #expect(!Self.text(of: frame.box(.seed(.singleKey))).contains("m/48'"))
    // With a passphrase Letter has no room for it.
    let letter = Wallets.frame(.letter, on: .mainnet)
    let words = SheetMatter.seed(.words(.english, count: 12))
    #expect(Self.text(of: letter.box(words, usesPassphrase: true)).contains("m/84'"))
    #expect(!Self.text(of: letter.box(words, usesPassphrase: true)).contains("m/48'"))
  }

  @Test(arguments: SheetLanguage.allCases)
  func `a program says what it runs on, ours too`(language: SheetLanguage) throws {
    let box = language.sentences.box
    #expect(
      language.list(of: TriedProgram.programs(for: .words))
        .contains("Electrum (Linux, macOS, Windows) "))
    let devices = language.list(of: TriedProgram.programs(for: .xor))
    for name in ["Krux", "Coldcard"] {
      let device = SheetSentences.filled(box.device, [("program", name)])
      #expect(device != name && devices.contains("\(device) "), "\(devices)")
    }
    // None that a person opens is left without it.
    for program in TriedProgram.all where program.host == .computers {
      #expect(["Electrum", "Sparrow"].contains(program.name), "\(program.name)")
    }
    var frame = Self.frame(in: language)
    for archive in [nil, Self.archive] {
      frame.archive = archive
      #expect(frame.source.contains("Debian 12"), "\(frame.source)")
    }
    #expect(language.sentences.letter.oursSystem.contains("Debian 12"))
    #expect(language.sentences.letter.electrumHeading.contains("Windows"))
  }

  /// The longest address that `Airgap/make-packages` takes, and a hash.
  static let archive = SheetArchive(
    address: "https://archive.example.org/detail/" + String(repeating: "drawbridge-", count: 5)
      + "source.tar", hash: String(repeating: "0a1b2c3d", count: 8))

  static let commit = "112193a1bac6b4ae5be9db9149c1bda228560aed"

  @Test(arguments: SheetLanguage.allCases)
  func `the commit that was built is said in every language, and nothing where none is known`(
    language: SheetLanguage
  ) {
    var frame = Self.frame(in: language)
    for archive in [nil, Self.archive] {
      frame.archive = archive
      frame.commit = Self.commit
      // An archive is known by its own hash.
      let said = frame.source.contains("offline-signer 0.2 (git \(Self.commit))")
      #expect(said == (archive == nil))
      frame.commit = nil
      #expect(!frame.source.contains("git") && frame.source.contains("offline-signer 0.2"))
      // Somebody can still write where a copy is kept.
      #expect(frame.source.contains("____") == (archive == nil))
    }
  }

  @Test func `what is not a commit is not said`() {
    #expect(SourceCommit.checked(Self.commit) == Self.commit)
    for text in [
      "", "$Format:%H$", "HEAD", String(Self.commit.dropLast()), Self.commit + "0",
      Self.commit.uppercased(),
    ] {
      #expect(SourceCommit.checked(text) == nil)
    }
  }

  @Test func `the place of the source is said with the hash of what it is`() throws {
    var frame = Self.frame()
    frame.archive = Self.archive
    #expect(Self.archive?.address.utf8.count == 100)
    let text = frame.source
    let hash = Array(repeating: "0a1b2c3d", count: 8).joined(separator: " ")
    #expect(text.contains("kept at `https://archive.example.org/detail/"))
    #expect(text.hasSuffix("SHA-256 of the source archive: `\(hash)`"))
  }

  @Test func `wallets of two kinds have no programs in common that were tried`() throws {
    let wallets = try [Self.wallet("wpkh(\(Self.key))"), Wallets.multisig()]
    #expect(Self.programs(.wallet, wallets).hasPrefix("we tested none"))
    #expect(Self.programs(.wallet, [wallets[0], wallets[0]]).contains("embit"))
  }

  @Test func `Electrum is named for words whose wallets it takes`() throws {
    let words = SheetMatter.seed(.words(.english, count: 12))
    for text in ["pkh(\(Self.key))", "wpkh(\(Self.key))", "sh(wpkh(\(Self.key)))"] {
      #expect(try Self.programs(words, [Self.wallet(text)]).contains("Electrum"))
    }
    for other in ["tr(\(Self.key))", "wsh(multi(2,\(Self.several)))"] {
      let named = try Self.programs(words, [Wallets.one(), Self.wallet(other)])
      #expect(!named.contains("Electrum") && named.contains("embit") && named.contains("BDK"))
    }
  }

  @Test
  func `Electrum is named for wallets of several keys that it sorts, with the keys that it takes`()
    throws
  {
    for (text, prefix) in [
      ("wsh(sortedmulti(2,\(Self.several)))", "Vpub"),
      ("sh(wsh(sortedmulti(2,\(Self.several))))", "Upub"),
      ("sh(sortedmulti(2,\(Self.several)))", "tpub"),
    ] {
      let wallet = try Self.wallet(text)
      let keys = wallet.electrumKeys ?? []
      #expect(keys.count == 2 && keys.allSatisfy { $0.hasPrefix(prefix) }, "\(keys)")
      for words in [12, 24] {
        let words = SheetMatter.seed(.words(.english, count: words))
        let named = try Self.programs(words, [Wallets.one(), wallet])
        #expect(named.hasPrefix("Electrum"), "\(named)")
      }
      let page = try `Recovery sheets`.words(on: .public("other", [wallet], Wallets.frame()))
      #expect(page.contains("For Electrum, a line for each key above."), "\(page)")
      for (number, print) in ["73c5da0a", "0a0b0c0d"].enumerated() {
        let line = "\n\(number + 1) \(print) `\(keys[number])`"
        #expect(page.contains(line), "\(page)")
      }
    }
    // An account's key of a seed in bytes was tried in one kind of wallet of several keys.
    let several = try Self.wallet("wsh(sortedmulti(2,\(Self.several)))")
    let nested = try Self.wallet("sh(wsh(sortedmulti(2,\(Self.several))))")
    for bytes in [SheetMatter.seed(.codex32), .share(.codex32, words: nil, needed: 2, count: 3)] {
      #expect(Self.programs(bytes, [several]).contains("Electrum"))
      #expect(!Self.programs(bytes, [nested]).contains("Electrum"))
      #expect(try Self.programs(bytes, [Wallets.one()]).contains("Electrum"))
    }
  }

  @Test(arguments: SheetLanguage.allCases)
  func `a page of a wallet of one key has the key that Electrum watches it with`(
    language: SheetLanguage
  ) throws {
    let frame = SheetFrame(
      paper: .a4, program: "offline-signer 0.2", network: .signet, printed: "2026-11-21",
      nextDrill: "2027-11-21", language: language)
    for (text, prefix) in [("pkh", "tpub"), ("wpkh", "vpub"), ("sh(wpkh", "upub")] {
      let close = text.contains("(") ? "))" : ")"
      let wallet = try Self.wallet("\(text)(\(Self.key)\(close)")
      let key = try #require(wallet.electrumKey)
      #expect(key.hasPrefix(prefix) && wallet.electrumKeys == nil)
      let page = try `Recovery sheets`.words(on: .public("other", [wallet], frame))
      #expect(page.contains("\(frame.facts.electrumKey)\n`\(key)`"), "\(page)")
      for label in ["Standard wallet", "Use a master key"] {
        #expect(frame.facts.electrumKey.contains(label))
      }
    }
    for text in ["tr(\(Self.key))", "wpkh(\(Wallets.keys[1])/<2;3>/*)", "combo(\(Self.key))"] {
      #expect(try Self.wallet(text).electrumKey == nil, "\(text)")
    }
  }

  @Test func `shares of SLIP-39 name the Electrum that takes them`() throws {
    let share = SheetMatter.share(.slip39, words: 20, needed: 2, count: 3)
    let named = { (isExtendable: Bool) in
      Self.frame().box(share, isExtendable: isExtendable).facts
        .first { $0.label == "Other programs" }?.text ?? ""
    }
    #expect(named(true).contains("Electrum (Linux, macOS, Windows) 4.8.1 "))
    // Of a seed of 20 bytes nobody tried that one.
    let other = SheetMatter.share(.slip39, words: 23, needed: 2, count: 3).programs(for: [])
    #expect(other.count == 2 && !other.contains(where: \.isElectrum))
    #expect(named(false).contains("Electrum (Linux, macOS, Windows) 4.3.4 "))
  }

  @Test func `a program of words is named for wallets that it was tried with alone`() throws {
    let words = SheetMatter.seed(.words(.english, count: 12))
    let sorted =
      "tr(\(Self.key),{pk(\(Wallets.keys[3])/<0;1>/*),sortedmulti_a(1,\(Self.several))})"
    let key = try Self.programs(.seed(.extendedKey), [Self.wallet(sorted)])
    #expect(key.count(of: "2026-") == 2 && !key.contains("BDK"), "\(key)")
    let named = try Self.programs(words, [Self.wallet(sorted)])
    #expect(named.contains("embit") && !named.contains("BDK"), "\(named)")
    for other in ["combo(\(Self.key))", "wpkh(\(Wallets.keys[1])/<2;3>/*)"] {
      #expect(try Self.programs(.seed(.extendedKey), [Self.wallet(other)]).count(of: "2026-") == 0)
      // The bytes of words are right whatever is made of them.
      let named = try Self.programs(words, [Self.wallet(other)])
      #expect(!named.contains("embit") && named.contains("mnemonic (Python)"), "\(named)")
    }
  }

  @Test func `words of every list have two programs, whatever the wallets and with a passphrase`()
    throws
  {
    let sorted =
      "tr(\(Self.key),{pk(\(Wallets.keys[3])/<0;1>/*),sortedmulti_a(1,\(Self.several))})"
    let wallets = try [
      [], [Self.wallet("wpkh(\(Self.key))")], [Self.wallet("tr(\(Self.key))")],
      [Wallets.multisig()], [Self.wallet("wsh(multi(2,\(Self.several)))")],
      [Self.wallet("tr(\(Self.key),multi_a(2,\(Self.several)))")], [Self.wallet(sorted)],
      [Wallets.one(), Wallets.multisig(), Self.wallet(sorted)], [Self.wallet("combo(\(Self.key))")],
    ]
    for list in MnemonicLanguage.allCases {
      let words = SheetMatter.seed(.words(list, count: 12))
      for some in wallets {
        for usesPassphrase in [false, true] {
          let named = Self.programs(words, some, usesPassphrase: usesPassphrase)
          #expect(named.count(of: "2026-") >= 2, "\(list), \(some.map(\.name)): \(named)")
        }
      }
    }
  }

  @Test(arguments: SheetLanguage.allCases)
  func `Electrum is named with what it restores where a page may have other addresses`(
    language: SheetLanguage
  ) throws {
    let words = SheetMatter.seed(.words(.english, count: 12))
    let limit = "P2WPKH, P2SH-P2WPKH, P2PKH"
    let some = Self.text(of: Self.frame(in: language).box(words))
    #expect(some.contains(limit) && some.contains("Electrum"), "\(some)")
    let wallets = [try Self.wallet("wpkh(\(Self.key))")]
    let one = Self.text(of: Self.frame(in: language).box(words, wallets))
    #expect(!one.contains(limit) && one.contains("Electrum"), "\(one)")
  }

  @Test func `with a passphrase no program is named that makes another wallet of some`() throws {
    let words = SheetMatter.seed(.words(.english, count: 24))
    let named = Self.programs(words, usesPassphrase: true)
    #expect(!named.contains("embit"), "\(named)")
    for program in ["Electrum", "BDK", "hdwallet"] { #expect(named.contains(program), "\(named)") }
    let taproot = try Self.wallet("tr(\(Self.key))")
    let other = Self.programs(words, [taproot], usesPassphrase: true)
    #expect(!other.contains("embit") && !other.contains("Electrum"), "\(other)")
    // hdwallet gave a wrong taproot address for some seeds.
    #expect(other.contains("BDK") && !other.contains("hdwallet"), "\(other)")
    #expect(Self.programs(words).contains("embit"))
  }

  @Test func `a seed's box names count, paths, birth and passphrase`() {
    let box = Self.frame().box(
      .seed(.words(.english, count: 12)), birthHeight: 850_000, usesPassphrase: true)
    let text = Self.text(of: box)
    for expected in [
      "The 12 words on this page", "A passphrase is needed too; it is not on this page",
      "BIP-39, 12 English words",
      "Native SegWit (P2WPKH), m/84'/0'/0'", "Taproot (P2TR), m/86'/0'/0'",
      "block 850000, or 2024-04 where a date is asked for",
    ] { #expect(text.contains(expected), "\(expected) is not in \(text)") }
  }

  @Test func `a practice sheet is worth nothing, and its blocks have no dates`() {
    let box = Self.frame(on: .signet).box(.seed(.codex32), birthHeight: 180_000)
    let text = Self.text(of: box)
    // Before everything else, and nothing of it on a page that is worth something.
    #expect(box.what.text.hasPrefix("a PRACTICE page. Its coins (on signet) are worth nothing."))
    #expect(box.what.text.contains("The rest is as on a real page. Bitcoin."))
    #expect(!Self.text(of: Self.frame().box(.seed(.codex32))).contains("PRACTICE"))
    #expect(text.contains("block 180000; nothing earlier"))
    #expect(text.contains("m/84'/1'/0'"))
  }

  /// Two keys of three, of which the seed `savings` has so many.
  private static func shared(_ name: String, own count: Int, threshold: Int = 2) throws
    -> SheetWallet
  {
    let keys = [Wallets.keys[0], Wallets.keys[2], Wallets.keys[3]].map { "\($0)/<0;1>/*" }
    return try SheetWallet(
      name: name,
      Descriptor(parsing: "wsh(sortedmulti(\(threshold),\(keys.joined(separator: ","))))"),
      on: .signet, ownKeys: (0..<count).map { OwnKey(position: $0, seed: "savings") })
  }

  @Test(arguments: SheetLanguage.allCases)
  func `a page of a seed names the wallets that it does not open alone`(
    language: SheetLanguage
  ) throws {
    let (frame, sentences) = (Self.frame(in: language), language.sentences.box)
    let said = { (wallets: [SheetWallet], seed: SheetSeed.Facts?) in
      frame.box(.seed(.words(.english, count: 12)), wallets, of: seed).what.text
    }
    let quoted = { SheetSentences.filled(sentences.quotedName, [("name", $0)]) }
    let one = SheetSentences.filled(
      sentences.needsOthers, [("wallet", quoted("family")), ("needed", "2"), ("count", "3")])
    let family = try Self.shared("family", own: 1)
    #expect(try said([Wallets.one(), family], Wallets.facts).hasSuffix(one))
    // Another seed of the same vault has the other key: this one alone still opens nothing.
    let beside = try SheetWallet(
      name: "family", family.descriptor, on: .signet,
      ownKeys: [OwnKey(position: 0, seed: "savings"), OwnKey(position: 1, seed: "other")])
    #expect(beside.isSpentAlone && said([beside], Wallets.facts).hasSuffix(one))
    let silences = try [
      [], [Wallets.one()], [Self.shared("family", own: 2)],
      [Self.shared("family", own: 1, threshold: 1)],
    ]
    for silent in silences {
      #expect(said(silent, Wallets.facts) == said([], Wallets.facts), "\(silent.map(\.name))")
    }
    #expect(said([family], nil) == said([], nil))
    // Several have no numbers of their own in the box, and no more than four are named.
    let many = try (1...6).map { try Self.shared("w\($0)", own: 1) }
    #expect(said(Array(many[..<2]), Wallets.facts).contains(quoted("w1")))
    #expect(said(many, Wallets.facts).contains(quoted("w4")))
    #expect(!said(many, Wallets.facts).contains("w5"))
    let ways = try SheetWallet(
      name: "ways",
      Descriptor(
        parsing: "tr(\(Wallets.keys[1])/<0;1>/*,multi_a(2,\(Self.several)))"),
      on: .signet, ownKeys: [OwnKey(position: 1, seed: "savings")])
    let other = SheetSentences.filled(sentences.needOthers, [("wallets", quoted("ways"))])
    #expect(said([ways], Wallets.facts).hasSuffix(other), "\(said([ways], Wallets.facts))")
    #expect(language != .english || one.contains("\"family\": 2 of its 3 keys must sign"))
  }

  @Test(arguments: SheetLanguage.allCases)
  func `the keys of a seed's children are its own, and their children's`(
    language: SheetLanguage
  ) throws {
    let frame = Self.frame(in: language)
    let said = { (wallet: SheetWallet?, children: [SheetChild]) in
      frame.box(
        .seed(.words(.english, count: 12)), wallet.map { [$0] } ?? [],
        of: SheetTextTests.facts(children: children)
      ).what.text
    }
    // Of `toy`, a child's child, nobody wrote down which it is: it may be found all the same.
    let children = SheetTextTests.children
    let silence = said(nil, [])
    let family = try Self.shared("family", own: 1)
    for name in ["kid", "toy"] {
      let both = try SheetWallet(
        name: "family", family.descriptor, on: .signet,
        ownKeys: [OwnKey(position: 0, seed: "savings"), OwnKey(position: 1, seed: name)])
      #expect(said(both, children) == silence, "\(name)")
      #expect(said(both, []) != silence && said(both, [children[1]]) != silence, "\(name)")
    }
    // Three of three, and one of them is somebody else's: the children do not help.
    let all = try SheetWallet(
      name: "family", Self.shared("family", own: 1, threshold: 3).descriptor, on: .signet,
      ownKeys: [OwnKey(position: 0, seed: "savings"), OwnKey(position: 1, seed: "kid")])
    #expect(said(all, children) != silence)
    // A wallet that was registered before the child was kept: the fingerprint of its second key is the child's.
    let later = SheetChild(
      name: "kid", path: "words/12/7", fingerprint: "0a0b0c0d", parent: "savings")
    #expect(said(family, [later]) == silence && said(family, children) != silence)
    // A child does not bring back its parent, nor its sister.
    let asChild = SheetTextTests.facts(asChild: later)
    let kid = SheetSeed.Facts(
      name: "kid", fingerprint: later.fingerprint, origin: asChild.origin,
      created: asChild.created, asChild: later)
    let both = try SheetWallet(
      name: "family", family.descriptor, on: .signet,
      ownKeys: [
        OwnKey(position: 0, seed: "savings"), OwnKey(position: 1, seed: "kid"),
        OwnKey(position: 2, seed: "sister"),
      ])
    #expect(
      frame.box(.seed(.words(.english, count: 12)), [both], of: kid).what.text != silence)
  }

  @Test func `every sheet of a seed says that its wallet of several keys needs other seeds`() throws
  {
    let (frame, family) = (Wallets.frame(), try Self.shared("family", own: 1))
    let seed = try `Recovery sheets`.seed()
    let sentence = "This seed alone does not open the wallet \"family\": 2 of its 3 keys must sign."
    let share = SheetShare(
      form: .codex32, name: "A", rule: .some(needed: 2, count: 3), identifier: nil,
      whole: .root(bytes: 16, isOfWords: false), threshold: (2, 3), text: secret("MS12"),
      symbol: secret("MS12"))
    for text in [
      try `Recovery sheets`.words(on: .full(seed, [Wallets.one(), family], frame)),
      try `Recovery sheets`.words(
        on: .encrypted(seed, `Encrypted sheets`.sealed(), [family], frame)),
      try `Recovery sheets`.words(
        on: .share(share, of: Wallets.facts, wallets: [family], frame)),
    ] { #expect(text.ranges(of: sentence).count == 1, "\(text)") }
    let open = try `Recovery sheets`.words(on: .public("family", [family], frame))
    #expect(!open.contains("This seed alone"))
  }

  @Test func `a share says how many are needed, or that its rule does`() {
    let counted = Self.frame().box(.share(.slip39, words: 20, needed: 2, count: 3))
    #expect(counted.what.text.contains("one of 3 parts"))
    #expect(counted.what.text.contains("Any 2 of them"))
    let grouped = Self.frame().box(.share(.sskr, words: 29, needed: nil, count: nil))
    #expect(grouped.what.text.contains("the rule on this page"))
    let both = Self.frame().box(.share(.xor, words: 12, needed: 2, count: 2))
    #expect(both.what.text.contains("Both are needed") && !both.what.text.contains("Any"))
    #expect(both.advice[0].text.contains("who holds the other part;"))
    #expect(counted.advice[0].text.contains("who holds the other parts;"))
    let three = Self.frame().box(.share(.xor, words: 12, needed: 3, count: 3))
    #expect(three.what.text.contains("one of 3 parts") && three.what.text.contains("All of them"))
  }

  @Test func `a wallet's kind is said in the words of other programs, with its path`() throws {
    #expect(try Wallets.one().kind(in: .english) == "Native SegWit (P2WPKH), m/84'/1'/0'")
    // One of its keys has another path: each stands beside its key.
    #expect(try Wallets.multisig().kind(in: .english) == "Native SegWit multisig (P2WSH)")
    let checksum = try Wallets.multisig().checksum
    #expect(checksum.count == 8 && Wallets.multisigText.hasSuffix("#\(checksum)"))
    let key = Wallets.keys[1]
    for (text, kind) in [
      ("pkh(\(key)/<0;1>/*)", "Legacy (P2PKH)"), ("tr(\(key)/<0;1>/*)", "Taproot (P2TR)"),
      ("sh(wpkh(\(key)/<0;1>/*))", "Nested SegWit (P2SH-P2WPKH)"),
      ("sh(wsh(multi(1,\(key)/<0;1>/*)))", "Nested SegWit multisig (P2SH-P2WSH)"),
      ("sh(multi(1,\(key)/<0;1>/*))", "Legacy multisig (P2SH)"),
      ("tr(\(key)/<0;1>/*,pk(\(Wallets.keys[0])/<0;1>/*))", "Taproot with scripts (P2TR)"),
    ] {
      #expect(AddressKind(try Descriptor(parsing: text).form, in: .german).name == kind)
    }
  }

  @Test func `a kind that other programs have no name for is in the language of the sheet`() throws
  {
    let key = Wallets.keys[1]
    for (text, german, french) in [
      (
        "combo(\(key)/0/*)", "ein Schlüssel, alle Arten (P2PK, P2PKH, P2SH-P2WPKH, P2WPKH)",
        "une clé, tous les types (P2PK, P2PKH, P2SH-P2WPKH, P2WPKH)"
      ), ("pk(\(key)/<0;1>/*)", "bloßer Schlüssel (P2PK)", "clé seule (P2PK)"),
    ] {
      let form = try Descriptor(parsing: text).form
      #expect(AddressKind(form, in: .german).name == german)
      #expect(AddressKind(form, in: .french).name == french)
    }
  }

  @Test func `names of buttons stand in the quotes of the language`() {
    let app = TriedProgram(.words, "Electrum", "4.3.4", "2026-11-24")
    for (language, choices) in [
      (SheetLanguage.english, ", \"I already have a seed\", \"Options\""),
      (.german, ", „I already have a seed“, „Options“"),
      (.japanese, "、「I already have a seed」、「Options」"),
    ] {
      let list = language.list(of: [app])
      #expect(list.contains("(2026-11-24\(choices)"), "\(list)")
    }
  }

  /// Blocks and the months in which they were found.
  @Test(
    arguments: [
      (0, "2009-01"), (100_000, "2010-12"), (200_000, "2012-09"), (210_000, "2012-11"),
      (300_000, "2014-05"), (400_000, "2016-02"), (500_000, "2017-12"), (600_000, "2019-10"),
      (700_000, "2021-09"), (800_000, "2023-07"), (840_000, "2024-04"), (850_000, "2024-06"),
    ] as [(UInt32, String)])
  func `the date of a height is never a later one than its block's`(height: UInt32, month: String) {
    let said = BlockMonth.notAfter(height) ?? ""
    #expect(said <= month)
    // Nor much earlier: half a year of blocks is soon searched.
    let months = { (text: String) -> Int in
      let parts = text.split(separator: "-").compactMap { Int($0) }
      return parts.count == 2 ? 12 * parts[0] + parts[1] : 0
    }
    #expect(months(month) - months(said) <= 5, "\(said)")
  }

  @Test func `a far height has no month`() {
    #expect(BlockMonth.notAfter(.max) == nil)
  }

  @Test func `the words of an encrypted sheet are not to be told either`() {
    let never = Self.frame().box(.encrypted).advice[1].text
    #expect(never.contains("this page or the sheet words"))
    #expect(!Self.frame().box(.seed(.codex32)).advice[1].text.contains("sheet words"))
  }

  // MARK: Languages

  @Test(arguments: SheetLanguage.allCases)
  func `every language says all of it, with the same things filled in`(language: SheetLanguage) {
    let (english, other) = (SheetSentences.english.all, language.sentences.all)
    #expect(english.count == other.count && english.count > 80)
    for (one, two) in zip(english, other) {
      #expect(!two.isEmpty)
      #expect(SheetSentences.names(in: one) == SheetSentences.names(in: two), "\(two)")
    }
    let parts = [
      (Self.boxAndLetter(.english), Self.boxAndLetter(language), Self.untranslated),
      (Self.factsAndSteps(.english), Self.factsAndSteps(language), Self.untranslatedInSteps),
    ]
    for (one, two, words) in parts {
      // Options, commands and the labels of other programs are typed and clicked as they are.
      for (one, two) in zip(one, two) {
        for part in words where one.contains(part) {
          #expect(two.contains(part), "\(part) is not in \(two)")
        }
      }
    }
    // A letter of another language, or of another year, names the part of the page by its English heading.
    #expect(language.sentences.facts.toRestore.contains("To restore"))
    let facts = language.sentences.facts
    #expect(facts.electrumKeys.hasPrefix(facts.electrumLabel), "\(facts.electrumKeys)")
    #expect(facts.electrumLabel.contains("Electrum"))
    let same = zip(english, other).filter { $0 == $1 }.map(\.0)
    #expect(language == .english || Set(same).isSubset(of: Self.sameWords), "\(same)")
    for matter in Self.matters {
      #expect(
        !Self.text(of: Self.frame(on: .signet, in: language).box(matter)).contains("{"))
    }
  }

  @Test(arguments: SheetLanguage.allCases)
  func `what is typed stands between backticks, so that it is drawn as a command is`(
    language: SheetLanguage
  ) {
    let typed = [
      "--from", "--with-bip39", ".gif", "SEED", "WALLET", "ADDRESS", "AMOUNT", "0.001",
    ]
    for sentence in language.sentences.all {
      // Every second part stands between two of them.
      for (place, part) in sentence.split(separator: "`", omittingEmptySubsequences: false)
        .enumerated()
      where place % 2 == 0 {
        for word in typed { #expect(!part.contains(word), "\(word) in \(sentence)") }
      }
    }
  }

  private static func boxAndLetter(_ language: SheetLanguage) -> [String] {
    language.sentences.box.all + language.sentences.letter.all
  }

  private static func factsAndSteps(_ language: SheetLanguage) -> [String] {
    language.sentences.facts.all + language.sentences.steps.all
  }

  @Test func `one word stands for what a seed is typed into, and one for what it never is`() {
    for sentence in SheetSentences.english.all {
      #expect(!sentence.contains("machine") && !sentence.contains("telephone"), "\(sentence)")
    }
  }

  @Test(
    arguments: zip(
      SheetLanguage.allCases,
      [
        "Enter", "Eingabetaste", "Entrée", "Intro", "Invio", "Enter", "Enterキー", "Enter 키", "回车键",
        "Enter",
      ]))
  func `the key that is pressed has one name on every sheet`(language: SheetLanguage, key: String) {
    let (letter, steps) = (language.sentences.letter, language.sentences.steps)
    for sentence in [
      letter.oursHome, letter.pythonWords, steps.ownPassphrase, steps.otherPartWords,
      steps.otherPartsWords, steps.slip39None,
    ] { #expect(sentence.contains(key), "\(sentence)") }
  }

  @Test func `Chinese sheets speak to the reader in one way`() {
    for sentence in SheetSentences.chinese.all { #expect(!sentence.contains("您"), "\(sentence)") }
  }

  private static let untranslated = [
    "--from terminal", "--with-bip39-passphrase", "To restore", "Standard wallet",
    "I already have a seed", "BIP39 seed", "Options", "BIP-85", "BIP-39",
    "P2TR", "SHA-256", "output descriptors", "electrum.org", "SEED", "WALLET", "sheet words",
    "Bitcoin Core", "bitcoincore.org", "small.gif", "rest.gif", "signed-1.gif", "signed-2.gif",
    "ADDRESS", "AMOUNT", "NUMBER", "0.001",
    "offline-signer", "online-coordinator", "Information", "`tools`", "`py`", "`python3`",
    "Python 3", "`payment.psbt`", "`signed.psbt`", "PSBT", "BIP-174", "zprv", "Zprv",
  ]
  private static let untranslatedInSteps = [
    "`", "--from terminal", "--from camera", "--fingerprint", "--with-bip39-passphrase", "--help",
    "BIP-39", "BIP-85", "BIP-93", "BIP-32", "BIP-341", "BIP-380", "BIP-389", "SLIP-39", "WIF",
    "xprv", "codex32", "SeedQR", "CompactSeedQR", "Seed XOR", "Recovery QR", "Account Map",
    "SHA-256", "RFC 4648", "RFC 7914", "RFC 8439", "B$2B", "DBES", "base32", "NFKD", "scrypt",
    "NAME", "FINGERPRINT", "NUMBER", "SEED", "`all`", "`AMOUNT`", "words/12/7", "offline-signer",
    "online-coordinator",
    "Bitcoin Core", "bitcoincore.org", "Electrum", "read.py", "sheet.txt", "Python 3.6", "python3",
    "python.org", "{name}-combo", "output descriptor", "#{checksum}",
  ]
  /// What is written alike in two languages.
  private static let sameWords: Set = [
    "Seed", "Seed {name}", "Passphrase", "Wallet", "Wallet {name}", "Wallets", "Name", "Date",
    "Descriptor", "{name}, descriptor #{checksum}", "{date}, {origin}", "{part}, {form}",
    "uniform resource", "seed in codex32 (BIP-93)",
  ]

  @Test func `braces in what is filled in are left alone`() {
    let filled = SheetSentences.filled("{a} and {b}, {c}", [("a", "{b}"), ("b", "x")])
    #expect(filled == "{b} and x, {c}")
    #expect(SheetSentences.names(in: "{b} {a}") == ["a", "b"])
  }

  @Test func `a build that says where its source is kept says the hash as well, or nothing`() {
    let hash = String(repeating: "0a", count: 32)
    #expect(SheetArchive(address: "https://example.org/a.tar", hash: hash)?.hash == hash)
    #expect(SheetArchive(address: "", hash: hash) == nil)
    for wrong in ["", String(hash.dropLast()), hash.uppercased(), hash + "0"] {
      #expect(SheetArchive(address: "a place", hash: wrong) == nil, "\(wrong)")
    }
    let text = Self.text(of: Self.frame().box(.wallet))
    // Without a place there is room to write it down, and the reader is kept from searching for it.
    #expect(text.contains("A copy is kept at: ____") == (SheetArchive.ofThisBuild == nil))
    #expect(text.contains("Never search the web") == (SheetArchive.ofThisBuild == nil))
  }

  @Test func `a library is named as one, after what a person opens`() {
    let english = SheetLanguage.english
    let (app, library) = (
      TriedProgram(.multisigWallet, "Electrum", "4.3.4", "2026-11-23"),
      TriedProgram(.words, "embit (Python)", "0.8.0", "2026-11-23")
    )
    #expect(english.list(of: [app]) == "Electrum (Linux, macOS, Windows) 4.3.4 (2026-11-23)")
    #expect(english.list(of: [library]) == "embit (Python) 0.8.0 (2026-11-23), for programmers")
    #expect(
      english.list(of: [library, app])
        == "Electrum (Linux, macOS, Windows) 4.3.4 (2026-11-23); embit (Python) 0.8.0 (2026-11-23), "
        + "for programmers")
  }

  @Test func `no kind names a program twice, and days are days`() {
    for kind in TriedProgram.Kind.allCases {
      let names = TriedProgram.programs(for: kind).map(\.name)
      #expect(Set(names).count == names.count)
    }
    for program in TriedProgram.all { #expect(program.day.count == 10) }
  }
}

extension String {
  /// How often a text stands in it.
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
