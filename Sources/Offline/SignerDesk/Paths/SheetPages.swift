internal import TerminalUI

extension DeskPage {
  /// Printed sheets, and what is to be tried.
  static let sheets = DeskPage("Sheets and drills", isHub: true) { home in
    let drills = home.seeds.compactMap { seed in seed.nextDrill.map { (seed: seed, time: $0) } }
      .sorted { $0.time < $1.time }
    let next = drills.first.map { [drill(of: $0.seed, $0.time, home)] } ?? []
    return DeskContent(
      next,
      .menu(
        [
          DeskItem("Print a sheet", "of a seed or a wallet", .open(subjects)),
          DeskItem(
            "Read a sheet back, by camera", "",
            .run(DeskDeed("Read a sheet back", ["sheet", "check", "camera"]))),
          DeskItem(
            "Read a sheet back, scanned", "from a stick or folder",
            .open(
              .places("Scans", .pictures) {
                .run(DeskDeed("Read a sheet back", ["sheet", "check", $0]))
              })),
          DeskItem(
            "A blank sheet", "to fill in by hand",
            .open(
              outputs(["sheet", "print", "--kind", "blank"], file: "blank.pdf", opensVault: false))),
        ]
          + home.sheets.reversed().map { sheet in
            DeskItem(
              "\(sheet.name), \(sheet.kind)",
              sheet.verified.map(home.tried)
                ?? "NEVER READ BACK, printed \(UTCTime(sheet.printed).date)",
              .open(
                .menu(
                  sheet.name,
                  [
                    "\(sheet.title).",
                    sheet.verified.map { "It was \(home.triedOn($0))." }
                      ?? "It was never read back.",
                  ], [DeskItem("Back", "", .back)])))
          }))
  }

  /// Whose backup is to be tried next, and when it was tried.
  private static func drill(of seed: DeskHome.Seed, _ time: Int64, _ home: DeskHome) -> String {
    let tried =
      seed.verified.map { "was \(home.triedOn($0))" }
      ?? (seed.isReadBack ? "was read when the seed was brought in" : "was never read back")
    return "The backup of \(seed.name) \(tried). \(home.drill(time))."
  }

  private static let subjects = DeskPage("Of what") { home in
    DeskContent(
      home.seeds.isEmpty && home.wallets.isEmpty ? ["There is no seed and no wallet yet."] : [],
      .menu(
        home.seeds.map { DeskItem($0.name, "seed", .open(.printing(of: $0.name))) }
          + home.wallets.map { DeskItem($0.name, "wallet", .open(sheetsOfWallet($0.name))) }))
  }

  /// Sheets of a seed.
  static func printing(of seed: String) -> DeskPage {
    .menu(
      "Print",
      [
        "A sheet has to work in ten years, without this program. It is read back afterwards; until then "
          + "it counts for nothing."
      ],
      [
        DeskItem(
          "Full sheet", "words, QR codes, wallets",
          .open(outputs(["sheet", "print", seed, "--kind", "full"], file: "\(seed).pdf"))),
        DeskItem(
          "Full sheet, and a page for steel", "letters to stamp",
          .open(
            outputs(["sheet", "print", seed, "--kind", "full", "--for-steel"], file: "\(seed).pdf"))
        ),
        DeskItem(
          "Encrypted sheet", "opens with words you choose",
          .open(
            outputs(
              ["sheet", "print", seed, "--kind", "encrypted"], file: "\(seed)-encrypted.pdf"))),
      ])
  }

  static func sheetsOfWallet(_ wallet: String) -> DeskPage {
    .menu(
      "Print",
      ["Neither shows a secret. Whoever reads them can see the coins, but cannot spend them."],
      [
        DeskItem(
          "Public sheet", "the wallet itself",
          .open(outputs(["sheet", "print", wallet, "--kind", "public"], file: "\(wallet).pdf"))),
        DeskItem(
          "Letter to heirs", "the steps, without secrets",
          .open(languages(wallet))),
      ])
  }

  /// Languages of letters to heirs, and their codes.
  static let letterLanguages: [(title: String, code: String)] = [
    ("English", "en"), ("German", "de"), ("Spanish", "es"), ("French", "fr"),
    ("Italian", "it"), ("Portuguese", "pt"), ("Czech", "cs"), ("Japanese", "ja"), ("Korean", "ko"),
    ("Chinese", "zh"),
  ]

  private static func languages(_ wallet: String) -> DeskPage {
    .menu(
      "Language", ["The letter is in English too."],
      letterLanguages.map { title, code in
        DeskItem(
          title, "",
          .open(
            outputs(
              ["sheet", "print", wallet, "--kind", "inheritance", "--language", code],
              file: "letter.pdf")))
      })
  }

  /// Where a sheet goes: a printer that is plugged in, or a file.
  private static func outputs(
    _ arguments: [String], file: String, opensVault: Bool = true
  ) -> DeskPage {
    @Sendable func deed(_ options: [String]) -> DeskMove {
      .run(DeskDeed("Print a sheet", arguments + options, opensVault: opensVault))
    }
    return DeskPage("Where to") { home in
      let printers = home.files.printers()
      var items = printers.flatMap { printer in
        [
          DeskItem(
            "\(printer), PDF", "a printer that takes PDF",
            deed(["--out", printer, "--printer-takes", "pdf"])),
          DeskItem(
            "\(printer), PostScript", "a printer that takes PostScript",
            deed(["--out", printer, "--printer-takes", "postscript"])),
        ]
      }
      items.append(
        DeskItem(
          "A file", "to print elsewhere: mind who sees it",
          .open(.targets("File", file: file, screen: nil) { deed(["--out", $0]) })))
      if home.printsThroughCUPS {
        items.append(DeskItem("A printer of CUPS", "by its name", .open(printerName(deed))))
      }
      items.append(DeskItem("Look again", "after a printer was plugged in", .again))
      let lines =
        printers.isEmpty && !home.printsThroughCUPS
        ? [
          "No printer is plugged in by USB. To print through CUPS, leave the desk and start it with "
            + "`offline-signer desk --cups`."
        ] : []
      return DeskContent(lines, .menu(items))
    }
  }

  private static func printerName(_ deed: @escaping @Sendable ([String]) -> DeskMove) -> DeskPage {
    .field(
      "Printer",
      ["The printer's name, as `lpstat -e` says it in a shell. You are told what CUPS keeps."],
      DeskField(
        "Name", fault: { $0.isEmpty || $0.hasPrefix("-") ? "Type the printer's name." : nil },
        then: { deed(["--printer", $0]) }))
  }
}
