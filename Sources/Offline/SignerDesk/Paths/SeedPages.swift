extension DeskPage {
  /// The seeds in the vault.
  static let seeds = DeskPage("Seeds", isHub: true) { home in
    DeskContent(
      [],
      .menu(
        home.seeds.map { seed in
          DeskItem(seed.name, backup(of: seed, home), .open(.seed(seed.name)))
        } + [
          DeskItem("Make a seed", "with your own draws", makingSeed(home)),
          DeskItem("Bring a seed in", "words, sheet, shares, private key", .open(.bringing)),
          DeskItem(
            "Work out a last word", "for words that you drew yourself",
            .run(DeskDeed("Last word", ["seed", "last-word"], opensVault: false))),
        ]))
  }

  private static func backup(of seed: DeskHome.Seed, _ home: DeskHome) -> String {
    "\(seed.kind), \(seed.verified.map(home.tried) ?? untried(seed))"
  }

  private static func untried(_ seed: DeskHome.Seed) -> String {
    seed.isReadBack ? "backup was read" : "BACKUP NEVER READ BACK"
  }

  /// One seed.
  private static func seed(_ name: String) -> DeskPage {
    DeskPage(name, isHub: true) { home in
      guard let seed = home.seeds.first(where: { $0.name == name }) else {
        return .gone("seed \(name)")
      }
      let tried = seed.verified.map { "its backup was \(home.triedOn($0))" } ?? untried(seed)
      let drill = seed.nextDrill.map { " \(home.drill($0))." } ?? ""
      let about = ["Fingerprint \(seed.fingerprint), \(seed.kind), \(tried).\(drill)"]
      if seed.isSingleKey { return DeskContent(about, .menu(singleKey(name))) }
      return DeskContent(
        about,
        .menu([
          DeskItem("Read its backup back", "sheet or written words", .open(.readingBack(name))),
          DeskItem("Print a sheet", "", .open(.printing(of: name))),
          DeskItem("Hand an account over", "its public key", .open(.account(of: name))),
          DeskItem(
            "Show it", seed.hasWords ? "words or another form" : "codex32 or xprv",
            .open(shownForms(name, hasWords: seed.hasWords))),
          DeskItem("Split it into shares", "several are needed", .open(shareForms(name))),
          DeskItem("Make a child of it", "BIP-85", .open(children(of: name))),
          DeskItem(
            "Key of the coordinator's backups", "hand it over once",
            .open(
              .targets("Key of backups", file: "backup-key.png", screen: "QR codes") {
                .run(DeskDeed("Key of backups", ["backup", "key", name, "--out", $0]))
              })),
          DeskItem(
            "Its BIP-39 passphrase", "keep it here, or ask each time", .open(passphrase(of: name))),
          DeskItem(
            "Remove it", "from this vault",
            .run(DeskDeed("Remove a seed", ["seed", "remove", name]))),
        ]))
    }
  }

  /// What is done with one private key.
  private static func singleKey(_ name: String) -> [DeskItem] {
    func show(_ form: String) -> DeskMove {
      .run(DeskDeed("Show a private key", ["seed", "show", name, "--as", form]))
    }
    return [
      DeskItem(
        "Hand its wallet over", "then the coordinator can sweep it",
        .open(
          .targets("To", file: "\(name).png", screen: "QR codes, until the coordinator has them") {
            .run(DeskDeed("Hand a wallet over", ["account", "export", name, "--out", $0]))
          })),
      DeskItem("Read its backup back", "sheet, or the key typed", .open(.readingBack(name))),
      DeskItem("Print a sheet", "", .open(.printing(of: name))),
      DeskItem("Show it", "WIF", show("wif")),
      DeskItem("Show it encrypted", "BIP-38, with a passphrase", show("bip38")),
      DeskItem(
        "Remove it", "from this vault", .run(DeskDeed("Remove a seed", ["seed", "remove", name]))),
    ]
  }

  // MARK: Making

  static let newSeed: DeskPage = .newName(
    "Make a seed",
    [
      "A seed is the secret that all keys come from. Its words are shown once; write them down, and "
        + "nobody else may see them."
    ], initial: "savings"
  ) { name in
    .open(
      .menu(
        "Words",
        ["Twenty-four words are the standard here; twelve are enough, and quicker to write."],
        [24, 12].map { words in DeskItem("\(words) words", "", .open(draws(name, words))) }))
  }

  private static func draws(_ name: String, _ words: Int) -> DeskPage {
    func make(_ options: [String]) -> DeskMove {
      .run(DeskDeed("Make a seed", ["seed", "create", name, "--words", "\(words)"] + options))
    }
    return .menu(
      "Draws",
      [
        "This machine's own randomness is always in it. What you draw yourself is mixed in, so that the "
          + "seed is good even if this machine is not."
      ],
      [
        DeskItem("Dice", "type the rolls", make(["--dice", "terminal"])),
        DeskItem("A coin", "type H and T", make(["--coins", "terminal"])),
        DeskItem("Cards", "type what you draw", make(["--cards", "terminal"])),
        DeskItem("Key presses", "their timing", make(["--keys"])),
        DeskItem("The camera's noise", "", make(["--frames", "camera"])),
        DeskItem(
          "Dice, a coin and cards", "asked one after the other",
          make(["--dice", "terminal", "--coins", "terminal", "--cards", "terminal"])),
        DeskItem("Dice, or none", "it asks; Enter alone goes on without", make([])),
      ])
  }

  // MARK: With one seed

  /// Its backup tried.
  static func readingBack(_ name: String) -> DeskPage {
    func verify(_ title: String, _ options: [String]) -> DeskMove {
      .run(DeskDeed(title, ["seed", "verify", name] + options))
    }
    return .menu(
      "Read back",
      [
        "A backup that was never read back may be wrong, and nobody would know. Use the paper itself, "
          + "not what you remember."
      ],
      [
        DeskItem(
          "The sheet, by camera", "every QR code of it",
          .run(DeskDeed("Read a sheet back", ["sheet", "check", "camera"]))),
        DeskItem(
          "The sheet, scanned", "from a stick or folder",
          .open(
            .places("Scans", .pictures) {
              .run(DeskDeed("Read a sheet back", ["sheet", "check", $0]))
            })),
        DeskItem("The written words", "all of them, typed", verify("Type the words back", [])),
        DeskItem("Its shares, typed", "SLIP-39, codex32, SSKR", verify("Type the shares back", [])),
        DeskItem(
          "Parts of Seed XOR, typed", "all of them", verify("Type the parts back", ["--xor"])),
        DeskItem("Three of the words", "a quick look", verify("Three words", ["--quiz"])),
        DeskItem(
          "A drill", "restore from paper alone, compare addresses", verify("Drill", ["--drill"])),
      ])
  }

  /// An account of it, for the coordinator.
  static func account(of name: String) -> DeskPage {
    DeskPage("Account") { home in accounts(of: name, AddressBeginnings(of: home)) }
  }

  /// How addresses begin on a network, by which a person knows them.
  private struct AddressBeginnings {
    let segwit: String
    let taproot: String
    let nested: String
    let legacy: String

    init(of home: DeskHome) {
      let prefix = home.network.map { $0 == "mainnet" ? "bc" : $0 == "regtest" ? "bcrt" : "tb" }
      let isReal = home.network == "mainnet"
      segwit = "\(prefix ?? "bc")1q..."
      taproot = "\(prefix ?? "bc")1p..."
      nested = isReal ? "3..." : "2..."
      legacy = isReal ? "1..." : "m... or n..."
    }
  }

  private static func accounts(of name: String, _ begins: AddressBeginnings) -> DeskContent {
    @Sendable func handOver(_ script: String, _ file: String, _ number: String = "0") -> DeskMove {
      .open(
        .targets("To", file: file, screen: "QR codes, until the coordinator has them") {
          .run(
            DeskDeed(
              "Hand an account over",
              ["account", "export", name, "--script", script, "--account", number, "--out", $0]))
        })
    }
    return DeskContent(
      [
        "Only public keys leave: with them a coordinator sees your coins, but cannot spend them. The wallet is "
          + "registered here, and this signer signs for it from then on."
      ],
      .menu([
        DeskItem(
          "A wallet of my own", "native segwit, \(begins.segwit)", handOver("wpkh", "account.png")),
        DeskItem("The same, taproot", begins.taproot, handOver("tr", "account.png")),
        DeskItem(
          "My key for a group's wallet", "P2WSH, \(begins.segwit)", handOver("wsh", "key.png")),
        DeskItem(
          "Nested segwit, older", "P2SH-P2WPKH, \(begins.nested)",
          handOver("sh-wpkh", "account.png")),
        DeskItem("Legacy, oldest", "P2PKH, \(begins.legacy)", handOver("pkh", "account.png")),
        DeskItem(
          "Another account number", "of native segwit",
          .open(
            .field(
              "Account", ["Accounts are numbered from 0; coins of one are not seen in another."],
              DeskField(
                "Account number", initial: "1",
                fault: {
                  UInt32($0).map { $0 < 1_000_000 } == true
                    ? nil : "Type a number from 0 to 999999."
                },
                then: { handOver("wpkh", "account-\($0).png", $0) })))),
        DeskItem(
          "All first accounts", "after a recovery, to find coins", .open(accountList(of: name))),
      ]))
  }

  static func accountList(of name: String) -> DeskPage {
    .targets("Accounts", file: "accounts.gif", screen: "QR codes, until the coordinator has them") {
      .run(
        DeskDeed(
          "List of accounts", ["account", "export", name, "--all", "--out", $0]))
    }
  }

  private static func shownForms(_ name: String, hasWords: Bool) -> DeskPage {
    func show(_ form: String) -> DeskMove {
      .run(DeskDeed("Show a seed", ["seed", "show", name, "--as", form]))
    }
    return .menu(
      "Show",
      ["Whoever sees it can take the coins. Look around: no window, no camera, nobody behind you."],
      (hasWords
        ? [
          DeskItem("Its words", "in columns", show("words")),
          DeskItem("Four letters of each word", "for metal", show("four-letters")),
          DeskItem("SeedQR", "for SeedSigner, Krux, Jade", show("seedqr")),
          DeskItem("CompactSeedQR", "the same, smaller", show("compact-seedqr")),
        ] : []) + [
          DeskItem("codex32", "with a check that finds errors", show("codex32")),
          DeskItem("Extended private key", "xprv", show("xprv")),
        ])
  }

  private static func shareForms(_ name: String) -> DeskPage {
    .menu(
      "Shares",
      [
        "One share alone reveals nothing; enough of them together give the seed back. They are shown one "
          + "by one: write each on its own paper, and try them before you trust them."
      ],
      [
        DeskItem("SLIP-39", "20 or 33 words each", .open(shareCounts(name, "slip39"))),
        DeskItem("codex32", "48 or 74 characters each", .open(shareCounts(name, "codex32"))),
        DeskItem("SSKR", "for Blockchain Commons' programs", .open(shareCounts(name, "sskr"))),
        DeskItem("Seed XOR", "all parts are needed", .open(partCounts(name))),
      ])
  }

  private static func shareCounts(_ name: String, _ form: String) -> DeskPage {
    .menu(
      "How many", ["How many shares are needed, of how many."],
      ["2-of-3", "3-of-5", "2-of-2", "2-of-4", "4-of-7"].map { shares in
        DeskItem(
          shares.replacing("-", with: " "), "",
          .run(
            DeskDeed(
              "Split a seed", ["seed", "split", name, "--as", form, "--shares", shares])))
      })
  }

  private static func partCounts(_ name: String) -> DeskPage {
    .menu(
      "How many parts", ["All parts are needed: if one is lost, the seed is."],
      [2, 3, 4].map { count in
        DeskItem(
          "\(count) parts", "",
          .run(
            DeskDeed(
              "Split a seed",
              ["seed", "split", name, "--as", "xor", "--shares", "\(count)-of-\(count)"])))
      })
  }

  private static func children(of name: String) -> DeskPage {
    func derive(_ form: String, _ options: [String] = []) -> DeskMove {
      .open(
        .field(
          "Number", ["The same number gives the same child at any time."],
          DeskField(
            "Child number", initial: "0",
            fault: {
              UInt32($0).map { $0 < 1_000_000 } == true ? nil : "Type a number from 0 to 999999."
            },
            then: {
              .run(
                DeskDeed(
                  "Child of a seed",
                  ["seed", "derive", name, "--as", form, "--index", $0] + options))
            })))
    }
    return .menu(
      "Child",
      [
        "A child is derived from this seed and reveals nothing about it. This seed's backup brings it back."
      ],
      [
        DeskItem("12 words", "for another wallet", derive("words", ["--words", "12"])),
        DeskItem("24 words", "for another wallet", derive("words", ["--words", "24"])),
        DeskItem("A private key", "WIF", derive("wif")),
        DeskItem("A password", "base85, 20 characters", derive("base85", ["--length", "20"])),
        DeskItem(
          "A seed kept here", "shown to nobody",
          .open(
            .newName("Name", ["The child is kept in this vault."], initial: "\(name)-child") {
              .run(
                DeskDeed(
                  "Child of a seed",
                  ["seed", "derive", name, "--as", "words", "--index", "0", "--into", $0]))
            })),
      ])
  }

  private static func passphrase(of name: String) -> DeskPage {
    .menu(
      "Passphrase",
      ["For a seed that has a BIP-39 passphrase. Kept, it is not asked for again."],
      [
        DeskItem(
          "Keep it in the vault", "",
          .run(DeskDeed("Keep a passphrase", ["seed", "passphrase", name, "--keep"]))),
        DeskItem(
          "Forget it", "ask at each use",
          .run(DeskDeed("Forget a passphrase", ["seed", "passphrase", name, "--forget"]))),
      ])
  }
}
