extension DeskPage {
  /// The first set-up, step by step.
  static let setUp = DeskPage("First set-up", isHub: true, isLed: true) { home in
    let steps = setUpSteps(home)
    let next = steps.firstIndex { !$0.isDone }
    return DeskContent(
      [
        next == nil
          ? "Everything is done. Pay a small amount first, sign it away again, and only then the rest."
          : "Do the steps in this order. Each says how it went, and you can stop after any of them."
      ],
      .menu(
        steps.enumerated().map { index, step in
          let mark = step.isDone ? "[done] " : index == next ? "[next] " : "[then] "
          return DeskItem(mark + step.label, step.note, step.move)
        }), next: next ?? 0)
  }

  /// How far the first set-up is, in words.
  static func setUpProgress(_ home: DeskHome) -> String {
    let steps = setUpSteps(home)
    return "\(steps.filter(\.isDone).count) of \(steps.count) steps done"
  }

  private struct Step {
    let label: String
    let note: String
    let isDone: Bool
    let move: DeskMove
  }

  private static func setUpSteps(_ home: DeskHome) -> [Step] {
    let seed = home.seeds.last { $0.hasWords }
    let needsSeed = DeskMove.open(
      .menu("No seed yet", ["Make the seed first."], [DeskItem("Make a seed", "", .open(.newSeed))])
    )
    let needsWallet = DeskMove.open(
      .menu(
        "No wallet yet", ["Hand an account over first: that registers its wallet here."],
        [DeskItem("Back", "", .back)]))
    return [
      Step(
        label: "Check this machine", note: "doctor",
        isDone: home.marks.contains(.machineChecked) || !home.seeds.isEmpty,
        move: .run(.checkMachine)),
      Step(
        label: "Make a seed", note: "dice, coins, cards: your own draws",
        isDone: !home.seeds.isEmpty,
        move: .open(.newSeed)),
      Step(
        label: "Type your words back", note: "from the paper, not from memory",
        isDone: seed?.verified != nil,
        move: seed.map { .run(.typeBack($0.name)) } ?? needsSeed),
      Step(
        label: "Print its sheet", note: "words and QR codes on paper",
        isDone: home.sheets.contains { $0.kind == "full" || $0.kind == "encrypted" },
        move: seed.map { .open(.printing(of: $0.name)) } ?? needsSeed),
      Step(
        label: "Read the sheet back", note: "by camera, or scanned",
        isDone: home.sheets.contains { $0.verified != nil },
        move: seed.map { .open(.readingBack($0.name)) } ?? needsSeed),
      Step(
        label: "Hand an account over", note: "its public key, to the coordinator",
        isDone: !home.wallets.isEmpty,
        move: seed.map { .open(.account(of: $0.name)) } ?? needsSeed),
      Step(
        label: "Compare the first address", note: "here and on the coordinator",
        isDone: home.marks.contains(.addressCompared) || home.signed > 0,
        move: firstAddress(home) ?? needsWallet),
    ]
  }

  /// The first address of the only wallet, or of one that is chosen; nil where none is registered.
  private static func firstAddress(_ home: DeskHome) -> DeskMove? {
    guard home.wallets.count > 1 else {
      return home.wallets.first.map { .run(.firstAddress(of: $0.name)) }
    }
    return .open(
      .menu(
        "Wallet", ["Which wallet? Its name ends with the kind of script and the account number."],
        home.wallets.sorted { likelihood($0.name) < likelihood($1.name) }
          .map { DeskItem($0.name, $0.trust, .run(.firstAddress(of: $0.name))) }))
  }

  /// How far down a wallet stands among those that may hold the coins: first accounts first, of the newer scripts first.
  private static func likelihood(_ name: String) -> Int {
    let scripts = ["-wpkh-", "-tr-", "-sh-wpkh-", "-pkh-"]
    // SEED-sh-wpkh-0 holds -wpkh-, too.
    let script = name.contains("-sh-wpkh-") ? 2 : scripts.firstIndex { name.contains($0) } ?? 0
    let account = name.split(separator: "-").last.flatMap { Int($0) } ?? 0
    return account * scripts.count + script
  }

  // MARK: Recovery

  /// From paper or words to the first address.
  static let recovery = DeskPage("Recovery", isHub: true, isLed: true) { home in
    let seed = home.seeds.last
    let nothing = DeskMove.open(
      .menu(
        "No seed yet", ["Bring the seed back first."],
        [
          DeskItem("From a sheet", "", .open(.sheetImport)),
          DeskItem("From words", "", .open(.wordImport)),
        ]))
    return DeskContent(
      [
        "Bring the seed back, then find its coins: the list of accounts tells a coordinator where to "
          + "look. Nothing is sent anywhere by this machine."
      ],
      .menu([
        DeskItem("I have a sheet", "camera, scan or photograph", .open(.sheetImport)),
        DeskItem("I have words", "typed here, with help", .open(.wordImport)),
        DeskItem("I have something else", "shares, a private key, Seed XOR", .open(.otherImport)),
        DeskItem(
          "Show the list of accounts", seed.map { "of \($0.name), to look for" } ?? "",
          seed.map { .open(.accountList(of: $0.name)) } ?? nothing),
        DeskItem(
          "Show the first address", "of a wallet that is registered",
          firstAddress(home)
            ?? seed.map { .open(.account(of: $0.name)) } ?? nothing),
        DeskItem("Register a wallet from its sheet", "a group's too", .open(.registration)),
      ]))
  }
}

extension DeskDeed {
  static func typeBack(_ seed: String) -> DeskDeed {
    DeskDeed("Type the words back", ["seed", "verify", seed])
  }

  static func firstAddress(of wallet: String) -> DeskDeed {
    DeskDeed(
      "First address", ["address", "show", wallet, "0", "--qr"], mark: .addressCompared)
  }
}
