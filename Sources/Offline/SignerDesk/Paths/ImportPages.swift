// The ways for a seed to come in: every form that `seed import` takes.

extension DeskPage {
  /// Ways for a seed to come in.
  static let bringing = DeskPage(
    "Bring a seed in", isHub: true, isLed: true
  ) { _ in
    DeskContent(
      [],
      .menu([
        DeskItem("From words", "typed here, with help", .open(.wordImport)),
        DeskItem("From a sheet or QR code", "camera, scan, photograph", .open(.sheetImport)),
        DeskItem("From something else", "shares, a private key, Seed XOR", .open(.otherImport)),
      ]))
  }

  static let wordImport: DeskPage = importing(
    "From words",
    "You type the words one by one; the program completes them and lets you go back to any.",
    from: ["terminal"])

  static let sheetImport = DeskPage("From a sheet") { _ in
    DeskContent(
      [
        "A recovery sheet of this program, a SeedQR, and other programs' QR codes of seeds are read."
      ],
      .menu([
        byCamera("hold it up"),
        fromFile("scans or photographs", .all),
        DeskItem(
          "Type its letters", "where no QR code can be read",
          .open(
            importing(
              "Typed", "Type the lines of letters below the QR codes, one by one.",
              from: ["terminal"]))),
      ]))
  }

  static let otherImport = DeskPage("Something else") { _ in
    DeskContent(
      [
        "Shares (SLIP-39, codex32, SSKR) and private keys (xprv, WIF, BIP-38): the program tells them "
          + "apart by itself. Electrum's own words lead to other keys: it names them, and does not take them."
      ],
      .menu([
        DeskItem(
          "Typed here", "one after the other",
          .open(importing("Typed", "Type what you have.", from: ["terminal"]))),
        byCamera("one after the other"),
        fromFile("", .shares),
        DeskItem(
          "Parts of Seed XOR, typed", "",
          .open(importing("Seed XOR", "Type the parts one by one.", from: ["terminal"], ["--xor"]))),
        fromFile("a picture or file of each", .shares, "Parts of Seed XOR, in files", ["--xor"]),
        DeskItem(
          "Words with a BIP-39 passphrase", "asked for at each use",
          .open(
            importing(
              "With a passphrase",
              "Type the words. The passphrase is asked for at each use, not now.",
              from: ["terminal"], ["--with-bip39-passphrase"]))),
        DeskItem(
          "Words, one wrong or missing", "found by the fingerprint", .open(damagedImport)),
        DeskItem(
          "Recovery QR of FullyNoded 2", "a seed and its wallet", .open(recoveryQRImport)),
      ]))
  }

  /// Words of which one is wrong, which the fingerprint of the seed tells.
  private static let damagedImport: DeskPage = .field(
    "Damaged words",
    [
      "With the fingerprint of the seed, one wrong word is found, or one that is missing, or two in each "
        + "other's place. It stands on the recovery sheet, and a coordinator shows it beside the account."
    ],
    DeskField(
      "Fingerprint",
      fault: { text in
        let letters = text.filter { $0 != " " }
        return letters.utf8.count == 8 && letters.allSatisfy { $0.isASCII && $0.isHexDigit }
          ? nil : "A fingerprint has eight characters: digits, and letters from a to f."
      },
      then: { text in
        let line =
          "Type the words as they are. You see what is put right before anything is kept."
        func take(_ label: String, _ note: String, _ options: [String]) -> DeskItem {
          let fingerprint = ["--fingerprint", text.filter { $0 != " " }]
          return DeskItem(
            label, note,
            .open(importing(label, line, from: ["terminal"], fingerprint + options)))
        }
        return .open(
          .menu(
            "Which words", [],
            [
              take("Words of a seed", "a word that is missing is left out", []),
              take(
                "Words with a BIP-39 passphrase", "which is asked for", ["--with-bip39-passphrase"]),
              take("Parts of Seed XOR", "one word of one part", ["--xor"]),
            ]))
      }))

  /// A seed and its wallet in one QR code; the wallet's public part is what a coordinator reads.
  private static let recoveryQRImport: DeskPage = .menu(
    "Recovery QR",
    [
      "Its seed is kept here. Its wallet is written as an Account Map, for the coordinator and to be registered."
    ],
    [
      DeskItem("By camera", "hold it up", .open(recoveryQR(from: "camera"))),
      DeskItem(
        "From a stick or folder", "a picture, or its text",
        .open(.places("File", .all) { .open(recoveryQR(from: $0)) })),
    ])

  private static func recoveryQR(from source: String) -> DeskPage {
    .newName("Name", ["First choose a name for the seed here."], initial: "restored") { name in
      .open(
        .targets("Account Map", file: "account-map.json", screen: nil) {
          .run(
            DeskDeed(
              "Bring a seed in",
              ["seed", "import", name, "--from", source, "--account-map", $0]))
        })
    }
  }

  private static func byCamera(_ note: String) -> DeskItem {
    DeskItem(
      "By camera", note,
      .open(importing("By camera", "The camera opens after the name.", from: ["camera"])))
  }

  private static func fromFile(
    _ note: String, _ wanted: Wanted, _ label: String = "From a stick or folder",
    _ options: [String] = []
  ) -> DeskItem {
    DeskItem(
      label, note,
      .open(
        .places(wanted.endings == nil ? "Files" : "Pictures", wanted) {
          .open(importing("From a file", "It is read from \(shown($0)).", from: [$0], options))
        }))
  }

  private static func importing(
    _ title: String, _ line: String, from sources: [String], _ options: [String] = []
  ) -> DeskPage {
    .newName(title, [line, "First choose a name for the seed here."], initial: "restored") { name in
      .run(
        DeskDeed(
          "Bring a seed in",
          ["seed", "import", name] + sources.flatMap { ["--from", $0] } + options))
    }
  }
}
