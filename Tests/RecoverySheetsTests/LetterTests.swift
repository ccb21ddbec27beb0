import BitcoinPrimitives
import Descriptors
import EncryptedVault
import SheetPages
import Testing

@testable import RecoverySheets

/// The letter to the heirs, in every language.
@Suite struct LetterTests {
  private static func letter(
    _ wallets: [SheetWallet], _ seeds: [SheetSeed.Facts] = [Wallets.facts],
    on network: Network = .mainnet, in language: SheetLanguage = .english
  ) throws -> String {
    let frame = SheetFrame(
      paper: .a4, program: "offline-signer 0.2", network: network, printed: "2026-11-21",
      nextDrill: "2027-11-21", language: language)
    return try `Recovery sheets`.words(
      on: .inheritance("family", wallets, seeds: seeds, frame))
  }

  @Test func `a letter says who must sign, whom to ask and what to do`() throws {
    let words = try Self.letter([Wallets.multisig()])
    for expected in [
      "2 of 4 keys must sign; the seeds named here are not enough",
      "Key 1: held by the seed savings",
      "Key 2: held by somebody else", "offline-signer init\n", "Other people must sign too.",
      "offline-signer seed import SEED --from camera",
      "offline-signer wallet register family --from camera",
      "online-coordinator wallet import family --from camera", "fingerprint 73c5da0a",
      "Who must never be asked for help", "BOX Name, date, signature",
      "Only a computer without a network may photograph or scan a page with a secret.",
      "Native SegWit multisig (P2WSH)", "Pay a small amount to it first", "Six terms",
      "for your words, seed phrase or recovery phrase, wants the coins",
      "the place, never the words", "Letter to the heirs: family", "You need two computers",
      "sign on each of them", "no passphrase",
      "A payment is written on the computer with a network",
    ] { #expect(words.contains(expected), "\(expected) is not in \(words)") }
    #expect(!words.contains("abandon") && !words.contains("{"))
    // Electrum makes this wallet of one seed and the keys of the others, once for each seed that signs, in the order of
    // its windows; it is no standard wallet.
    #expect(!words.contains("Standard wallet"))
    #expect(words.contains("Do this for each seed that has to sign"))
    let steps = [
      "Choose \"Multi-signature wallet\"", "Click \"Options\"", "Choose the kind of addresses",
      "\"Enter cosigner key\"", "To pay, on the computer with a network: \"Send\"",
    ]
    let places = steps.compactMap { words.ranges(of: $0).first?.lowerBound }
    #expect(places.count == 5 && places == places.sorted() && !words.contains("--signet"))
    // Each line says whose it is.
    #expect(words.contains("\n1 73c5da0a `Vpub") && words.contains("\n2 253110e5 `Vpub"))
  }

  @Test func `the first way goes on until the coins have moved, each command as it is typed`()
    throws
  {
    let commands = [
      "offline-signer init --network signet\n", "offline-signer seed import SEED --from camera\n",
      "offline-signer wallet register savings-wpkh-0 --from camera\n",
      "online-coordinator node add home http://127.0.0.1:38332\n",
      "online-coordinator wallet import savings-wpkh-0 --from camera\n",
      "online-coordinator sync savings-wpkh-0\n",
      "online-coordinator pay savings-wpkh-0 --to ADDRESS=AMOUNT --out small.gif\n",
      "offline-signer sign small.gif --out signed-1.gif\n",
      "online-coordinator collect signed-1.gif\n", "online-coordinator broadcast NUMBER\n",
    ]
    let words = try Self.letter([Wallets.one()], on: .signet)
    var rest = words[...]
    for command in commands {
      let place = try #require(
        rest.firstRange(of: command), "\(command) is not in its place in \(words)")
      rest = rest[place.upperBound...]
    }
    // One key signs once.
    #expect(!words.contains("sign on each of them"))
    let real = try Self.letter([Wallets.one()])
    #expect(real.contains("127.0.0.1:8332\n"))
  }

  @Test func `of several wallets each has its turn, and those of no page are named`() throws {
    let two = try Self.letter([Wallets.one(), Wallets.multisig()])
    #expect(two.contains("offline-signer wallet register WALLET --from camera\n"))
    #expect(two.contains("online-coordinator pay WALLET --to"))
    #expect(two.contains("For each wallet; `WALLET` stands for its name"))
    #expect(!two.contains("See their own sheets"))
    let frame = SheetFrame(
      paper: .a4, program: "offline-signer 0.2", network: .mainnet, printed: "2026-11-21",
      nextDrill: "2027-11-21")
    let words = try `Recovery sheets`.words(
      on: .inheritance(
        "family", [Wallets.multisig()], seeds: [Wallets.facts], otherWallets: ["tax", "old"], frame)
    )
    #expect(words.contains("which this letter is not about: tax, old. See their own sheets."))
    #expect(!words.contains("WALLET") && !words.contains("--force"))
  }

  @Test func `a practice letter says that its coins are worth nothing`() throws {
    let practice = "(on signet) are worth nothing. A real letter says: If you"
    #expect(try Self.letter([Wallets.one()], on: .signet).contains(practice))
    #expect(try !Self.letter([Wallets.one()]).contains("worth nothing"))
  }

  @Test func `a wallet with several ways to spend is not to be left for years`() throws {
    let (one, two) = ("\(Wallets.keys[1])/<0;1>/*", "\(Wallets.keys[0])/<0;1>/*")
    let ways = try SheetWallet(
      name: "other", Descriptor(parsing: "tr(\(one),pk(\(two)))"), on: .signet, ownKeys: [])
    for language in SheetLanguage.allCases {
      let sentences = language.sentences.letter
      let hurried = try Self.letter([Wallets.one(), ways], in: language)
      #expect(hurried.contains(sentences.severalWays))
      #expect(hurried.contains(sentences.calmForSeveralWays))
      #expect(!hurried.contains(sentences.calm))
      let calm = try Self.letter([Wallets.one(), Wallets.multisig()], in: language)
      #expect(calm.contains(sentences.calm) && !calm.contains(sentences.severalWays))
    }
  }

  /// The letter says that waiting loses nothing: true as long as no wallet has a rule about time.
  @Test func `no wallet of a letter has a time lock`() {
    for text in [
      "wsh(and_v(v:pk(\(Wallets.keys[1])/<0;1>/*),older(1000)))",
      "wsh(or_d(pk(\(Wallets.keys[1])/<0;1>/*),and_v(v:pkh(\(Wallets.keys[0])/<0;1>/*),after(900000))))",
    ] {
      #expect(throws: (any Error).self, "\(text)") { try Descriptor(parsing: text) }
    }
  }

  @Test func `a letter about one key asks for nobody else, and says its path`() throws {
    let words = try Self.letter([Wallets.one()], on: .signet)
    #expect(words.contains("1 key signs; the seeds named here are enough"))
    #expect(words.contains("Native SegWit (P2WPKH), m/84'/1'/0'"))
    #expect(words.contains("offline-signer init --network signet\n"))
    #expect(words.contains("Start Electrum on both computers with:\nelectrum --signet\n"))
    #expect(!words.contains("cosigner") && !words.contains("(`electrum"))
    #expect(!words.contains("Other people must sign"))
    #expect(!words.contains("it must read output descriptors"))
    #expect(words.contains("electrum.org") && words.contains("These were tested: embit"))
  }

  @Test func `Electrum and tried programs are named only for what they were tried with`() throws {
    func wallet(_ text: String) throws -> SheetWallet {
      try SheetWallet(name: "other", Descriptor(parsing: text), on: .signet, ownKeys: [])
    }
    let key = "\(Wallets.keys[1])/<0;1>/*"
    for text in ["pkh(\(key))", "sh(wpkh(\(key)))"] {
      #expect(try Self.letter([wallet(text)]).contains("electrum.org"), "\(text)")
    }
    #expect(try Self.letter([Wallets.one(), wallet("tr(\(key))")]).contains("P2TR): take another"))
    for text in [
      "tr(\(key))", "wsh(multi(1,\(key)))", "wsh(sortedmulti(1,\(key)))", "wsh(pk(\(key)))",
      "combo(\(Wallets.keys[1]))",
    ] {
      #expect(try !Self.letter([wallet(text)]).contains("Electrum"), "\(text)")
    }
    // Where it is about one of several wallets, it comes after the steps that it changes.
    let both = try Self.letter([Wallets.one(), Wallets.multisig()])
    let (words, several) = (
      both.ranges(of: "Click \"Options\""), both.ranges(of: "Enter cosigner key")
    )
    #expect(words.count == 1 && several.count == 1)
    if let first = words.first, let then = several.first {
      #expect(first.lowerBound < then.lowerBound)
    }
    #expect(try !Self.letter([Wallets.one()]).contains("Enter cosigner key"))
    // Seeds that are not words, or whose words are not English.
    for seeds in [[], [SheetTextTests.facts()], [Wallets.facts, SheetTextTests.facts()]] {
      let words = try Self.letter([Wallets.one()], seeds)
      // The page of the wallet has its line for Electrum all the same.
      #expect(!words.contains("electrum.org") && !words.contains("These were tested"))
      #expect(words.contains("Another way: another program"))
    }
  }

  @Test(arguments: SheetLanguage.allCases)
  func `a letter names what is clicked in Electrum to carry a payment there and back`(
    language: SheetLanguage
  ) throws {
    let pay = language.sentences.letter.electrumPay
    #expect(try Self.letter([Wallets.one()], in: language).contains(pay))
    // In the order of Debian's Electrum 4.3.4: written, carried, signed, carried back, sent.
    var rest = pay[...]
    for label in [
      "Send", "Pay...", "Send", "Export", "Export to file", "Tools", "Load transaction",
      "From file", "Sign", "Export", "Export to file", "Tools", "Load transaction", "From file",
      "Broadcast",
    ] {
      let place = try #require(rest.firstRange(of: label), "\(label) is not in its place in \(pay)")
      rest = rest[place.upperBound...]
    }
    let watch = language.sentences.letter.electrumWatch
    for label in ["Use a master key", "I already have a seed", "Wallet", "Information"] {
      #expect(watch.contains(label), "\(watch)")
    }
  }

  @Test(arguments: SheetLanguage.allCases)
  func `a master key is typed for a wallet of one key alone, and it is said for which`(
    language: SheetLanguage
  ) throws {
    let sentences = language.sentences.letter
    let taproot = try SheetWallet(
      name: "taproot", Descriptor(parsing: "tr(\(Wallets.keys[1])/<0;1>/*)"), on: .signet,
      ownKeys: [])
    let (one, several) = (try Wallets.one(), try Wallets.multisig())
    // Typed so, one of several keys would make a wallet that shows no coins: there each of them is typed. Taproot takes
    // another way.
    let label: KeyValuePairs = ["label": language.sentences.facts.electrumLabel]
    for (wallets, isOfSeveral) in [
      ([several], true), ([several, several], true), ([taproot, several], false),
    ] {
      let words = try Self.letter(wallets, in: language)
      let all = sentences.electrumCosigners.filling(label)
      let others = sentences.electrumSeveral.filling(label)
      #expect(words.contains(isOfSeveral ? all : others) && words.contains(sentences.electrumPay))
      #expect(!words.contains(isOfSeveral ? others : all))
      #expect(words.contains(sentences.electrumChooseSeveral) == isOfSeveral)
      #expect(words.contains(sentences.electrumChoose) != isOfSeveral)
      #expect(!words.contains(sentences.electrumWatch), "\(words)")
      #expect(!words.contains(sentences.electrumOneKey))
    }
    for wallets in [[one], [one, taproot]] {
      let words = try Self.letter(wallets, in: language)
      #expect(words.contains(sentences.electrumWatch))
      #expect(!words.contains(sentences.electrumOneKey))
    }
    // The same sentence goes on behind the colon.
    let (both, space) = (
      try Self.letter([one, several], in: language), language.isSpaced ? " " : ""
    )
    let place = try #require(both.firstRange(of: sentences.electrumOneKey + space))
    let rest = both[place.upperBound...]
    #expect(rest.lowercased().hasPrefix(sentences.electrumWatch.lowercased()), "\(both)")
    let isGerman = language == .german
    #expect(rest.hasPrefix(sentences.electrumWatch) == (isGerman || !language.hasCapitals))
    // Once in each language, and beside the key on the page of the wallet.
    let master = "Use a master key"
    #expect(both.ranges(of: master).count == (language == .english ? 2 : 3))
    #expect(!both.contains(sentences.electrumWatch) || isGerman || !language.hasCapitals)
  }

  @Test func `in English both kinds of wallets are told apart in Electrum's words`() throws {
    let both = try Self.letter([Wallets.one(), Wallets.multisig()])
    #expect(both.contains("For a wallet of one key: to see the coins, make the wallet on"))
    #expect(both.contains("For a wallet of several keys, choose \"Multi-signature wallet\""))
  }

  @Test func `with a passphrase no program is named that makes another wallet of some`() throws {
    let locked = SheetSeed.Facts(
      name: "locked", fingerprint: "73c5da0a", origin: "system", created: "2026-11-21",
      usesPassphrase: true, isEnglishWords: true)
    let words = try Self.letter([Wallets.one()], [Wallets.facts, locked])
    #expect(words.contains("These were tested: BDK (Python)"), "\(words)")
    #expect(!words.contains("tested: embit"))
  }

  @Test(arguments: SheetLanguage.allCases)
  func `a letter is in its language and in English, with the wallets once`(
    language: SheetLanguage
  ) throws {
    let child = SheetTextTests.facts(
      usesPassphrase: true, asChild: SheetTextTests.children[0])
    let words = try Self.letter(
      [Wallets.one(), Wallets.multisig()], [child], in: language)
    let sentences = language.sentences.letter
    for expected in [
      sentences.heading, sentences.calm, sentences.oursSend, sentences.twoComputers,
      sentences.neverText, sentences.others,
      sentences.needsPassphrase, sentences.passphraseMeaning, "BOX \(sentences.rehearsedBox)",
      LetterSentences.english.heading, LetterSentences.english.neverText,
    ] { #expect(words.contains(expected), "\(expected)") }
    // Who reads one language alone takes its pages.
    let breaks = words.ranges(of: "PAGE\n\(LetterSentences.english.heading)\n").count
    #expect(breaks == (language == .english ? 0 : 1))
    let facts = language.sentences.facts
    for once in [
      facts.walletsHeading, facts.checked.filling(["line": "____", "date": "2027-11-21"]),
      "BOX \(sentences.ownerBox)",
    ] { #expect(words.ranges(of: once).count == 1, "\(once)") }
    // How a child is derived again stands in both languages.
    let derived = words.ranges(of: "--as words --words 12 --index 7").count
    #expect(derived == (language == .english ? 1 : 2))
    #expect(!words.contains("{"))
  }
}

/// The lines of the letter that are typed into Python; `Tests/Heirs/typed.py` types them.
@Suite struct PythonStepsTests {
  private static func letter(
    _ wallets: [SheetWallet], _ seeds: [SheetSeed.Facts], on network: Network = .mainnet,
    in language: SheetLanguage = .english
  ) throws -> String {
    let frame = SheetFrame(
      paper: .a4, program: "offline-signer 0.2", network: network, printed: "2026-11-21",
      nextDrill: "2027-11-21", language: language)
    return try `Recovery sheets`.words(on: .inheritance("family", wallets, seeds: seeds, frame))
  }

  private static func wallet(_ text: String) throws -> SheetWallet {
    try SheetWallet(
      name: "other", Descriptor(parsing: text), on: .signet,
      ownKeys: [OwnKey(position: 0, seed: "savings")])
  }

  private static let key = "\(Wallets.keys[1])/<0;1>/*"
  /// Words of another list than the English one.
  private static let spanish = SheetSeed.Facts(
    name: "savings", fingerprint: "73c5da0a", origin: "system", created: "2026-11-21",
    isWords: true)

  @Test(arguments: SheetLanguage.allCases)
  func `are the same in every language, one after the other, for words of every list`(
    language: SheetLanguage
  ) throws {
    let lines = [
      "\npython3 -m pip install -t tools embit==",
      "\npython3 -c \"import code; code.interact()\"\n", "\nfrom embit import bip32,",
      "\nseed = Mnemonic.to_seed(", "\nnet = networks.NETWORKS[\"signet\"]; root = ",
      "\nroot.my_fingerprint.hex()\n",
      "\nscript.p2wpkh(root.derive(\"m/84h/1h/0h/0/0\")).address(net)\n",
      "\ntx = psbt.PSBT.parse(", "\n[(out.value, ",
      "\nown = [script.p2wpkh(root.derive(f\"m/84h/1h/0h/1/{n}\")) for n in range(200)]\n",
      "\n[out.value for out in tx.tx.vout if out.script_pubkey not in own]\n",
      "\ntx.sign_with(root)\n", "\nopen(\"signed.psbt\", \"wb\").write(tx.serialize())\n",
    ]
    for seed in [Wallets.facts, Self.spanish] {
      let words = try Self.letter([Wallets.one()], [seed], on: .signet, in: language)
      var rest = words[...]
      // Once in each language.
      for line in language == .english ? lines : lines + lines {
        let place = try #require(
          rest.firstRange(of: line), "\(line) is not in its place in \(words)")
        rest = rest[place.lowerBound...].dropFirst()
      }
      let sentences = language.sentences.letter
      #expect(words.contains(sentences.pythonSend) && words.contains(sentences.pythonShow))
      #expect(!words.contains(sentences.pythonSignEach))
      #expect(words.ranges(of: "BDK (Python)").count >= 1)
    }
  }

  @Test func `have the kind of addresses of each wallet, and the keys of those of several`() throws
  {
    for (text, line) in [
      ("pkh(\(Self.key))", "script.p2pkh(root.derive(\"m/84h/1h/0h/0/0\")).address(net)"),
      (
        "sh(wpkh(\(Self.key)))",
        "script.p2sh(script.p2wpkh(root.derive(\"m/84h/1h/0h/0/0\"))).address(net)"
      ),
      ("tr(\(Self.key))", "script.p2tr(root.derive(\"m/84h/1h/0h/0/0\")).address(net)"),
      (
        "wsh(sortedmulti(1,\(Self.key)))",
        "root.derive(\"m/84h/1h/0h\").to_public().to_base58(net[\"xpub\"])"
      ),
      (
        "tr(\(Self.key),pk(\(Wallets.keys[0])/<0;1>/*))", "root.derive(\"m/84h/1h/0h\").to_public()"
      ),
    ] {
      let words = try Self.letter([Self.wallet(text)], [Self.spanish])
      #expect(words.contains("\n\(line)"), "\(text): \(words)")
      #expect(words.contains("NETWORKS[\"main\"]"))
    }
    let several = try Self.letter([Wallets.multisig()], [Wallets.facts])
    #expect(several.contains(LetterSentences.english.pythonSignEach))
    // Their change is that of the descriptor on the last pages, whose first address shows that it is the right one.
    for line in [
      "wallet = descriptor.Descriptor.from_string(\"\".join(open(\"wallet.txt\").read().split()))",
      "wallet.derive(0).address(net)",
      "own = [wallet.derive(n, branch_index=1).script_pubkey() for n in range(200)]",
      "[out.value for out in tx.tx.vout if out.script_pubkey not in own]",
    ] {
      #expect(several.contains("\n\(line)\n"), "\(line): \(several)")
    }
  }

  @Test func `are left out where embit was tried with no such thing`() throws {
    let heading = "Another way: Python"
    #expect(try Self.letter([Wallets.one()], [Self.spanish]).contains(heading))
    for seeds in [[], [SheetTextTests.facts()], [Wallets.facts, SheetTextTests.facts()]] {
      #expect(try !Self.letter([Wallets.one()], seeds).contains(heading))
    }
    for text in [
      "combo(\(Wallets.keys[1]))", "wpkh(\(Wallets.keys[1])/<2;3>/*)", "wsh(pk(\(Self.key)))",
    ] {
      #expect(try !Self.letter([Self.wallet(text)], [Wallets.facts]).contains(heading), "\(text)")
    }
    // No program that was tried writes payments of these.
    let sorted =
      "tr(\(Self.key),sortedmulti_a(1,\(Wallets.keys[0])/<0;1>/*,\(Wallets.keys[2])/<0;1>/*))"
    let words = try Self.letter([Self.wallet(sorted)], [Self.spanish])
    #expect(!words.contains(heading), "\(words)")
  }
}

extension SheetLanguage {
  /// Whether its letters are small and capital.
  fileprivate var hasCapitals: Bool { ![.japanese, .korean, .chinese].contains(self) }
}
