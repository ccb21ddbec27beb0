extension DeskPage {
  /// The registered wallets.
  static let wallets = DeskPage("Wallets", isHub: true) { home in
    DeskContent(
      home.wallets.isEmpty
        ? ["This signer signs only for wallets that are registered. None is yet."] : [],
      .menu(
        home.wallets.map { DeskItem($0.name, note(of: $0), .open(wallet($0.name))) } + [
          DeskItem("Register a wallet", "of a group, or from its sheet", .open(.registration)),
          DeskItem("Hand an account over", "that registers a wallet of your own", .open(ownSeeds)),
        ]))
  }

  private static func note(of wallet: DeskHome.Wallet) -> String {
    let seeds = wallet.seeds.joined(separator: ", ")
    return seeds.isEmpty ? wallet.trust : "\(wallet.trust), keys of \(seeds)"
  }

  private static let ownSeeds = DeskPage("Of which seed") { home in
    DeskContent(
      home.seeds.isEmpty ? ["There is no seed yet."] : [],
      .menu(
        home.seeds.map { DeskItem($0.name, $0.kind, .open(.account(of: $0.name))) }
          + [DeskItem("Make a seed", "", makingSeed(home))]))
  }

  private static func wallet(_ name: String) -> DeskPage {
    DeskPage(name, isHub: true) { home in
      guard let wallet = home.wallets.first(where: { $0.name == name }) else {
        return .gone("wallet \(name)")
      }
      return DeskContent(
        [note(of: wallet)],
        .menu([
          DeskItem(
            "Show it whole", "rule, keys, first addresses, four words",
            .run(DeskDeed("Show a wallet", ["wallet", "show", name]))),
          DeskItem("Show an address", "by its number", .open(.address(of: name))),
          DeskItem(
            "Write it for another program", "coordinator, signer, cosigners",
            .open(
              .targets("To", file: "\(name).png", screen: "QR codes, until they are read") {
                .run(DeskDeed("Write a wallet", ["wallet", "export", name, "--out", $0]))
              })),
          DeskItem("Print a public sheet or letter", "", .open(.sheetsOfWallet(name))),
          DeskItem(
            "Remove it", "this signer then no longer signs for it",
            .run(DeskDeed("Remove a wallet", ["wallet", "remove", name]))),
        ]))
    }
  }

  /// A wallet of several people, or one from its sheet.
  static let registration = DeskPage("Register a wallet") { home in
    DeskContent(
      [
        "The rule, every key and the first addresses are shown. Compare each with the people who hold "
          + "the other keys, by voice or face to face, and not the way the file came."
      ],
      .menu([
        DeskItem("By camera", "hold its QR codes up", .open(named("camera"))),
        DeskItem(
          "From a stick or folder", "a file, pictures, a scanned sheet",
          .open(.places("Wallet", .all) { .open(named($0)) })),
      ]))
  }

  private static func named(_ source: String) -> DeskPage {
    .newName("Name", ["What shall the wallet be called here?"], initial: "family") {
      .run(DeskDeed("Register a wallet", ["wallet", "register", $0, "--from", source]))
    }
  }
}
