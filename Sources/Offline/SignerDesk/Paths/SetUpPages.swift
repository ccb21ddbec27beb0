internal import Refusals

extension DeskPage {
  /// The first set-up, step by step; it begins before there is a vault.
  static let setUp = DeskPage("First set-up", isHub: true, isLed: true) { home in
    let steps = setUpSteps(home)
    let next = steps.firstIndex { $0.state == .toDo }
    let open = openPoints(home)
    return DeskContent(
      [
        next == nil && home.isMainnet && open != nil
          ? "Everything is done but the open points of this machine."
          : next == nil
            ? "Everything is done. Pay in a small amount first and spend it again; only then pay in the rest."
            : "Do the steps in this order. Each says how it went, and you can stop after any of them."
      ] + (open.map { [$0] } ?? []),
      .menu(
        steps.enumerated().map { index, step in
          DeskItem(
            "[\(word(for: step.state, isNext: index == next))] \(step.label)", step.note, step.move)
        }), next: next ?? 0)
  }

  /// How far the first set-up is, in words.
  static func setUpProgress(_ home: DeskHome) -> String {
    let steps = setUpSteps(home)
    return
      "\(steps.filter { [.done, .unknown].contains($0.state) }.count) of \(steps.count) steps done"
  }

  /// What open points of the machine mean here; nil where none is known.
  private static func openPoints(_ home: DeskHome) -> String? {
    guard let count = home.openPoints, count > 0 else { return nil }
    let open = "This machine has \(counted(count, "open point")) (marked FIX)."
    guard home.hasVault else {
      return
        "\(open) Fix them before you make a vault for real coins; for practice they do no harm."
    }
    guard home.isMainnet else { return "\(open) For practice that does no harm." }
    return home.seeds.isEmpty
      ? "\(open) Fix them before you make a seed here."
      : "\(open) Fix them before you use the seeds here."
  }

  private struct Step {
    enum State: Equatable {
      case toDo, done
      /// It was done, and so many points are open; one may go on, and it is not done.
      case open(Int)
      /// It was done in an earlier sitting, and what it would find now is not known.
      case unknown
    }

    let label: String
    let note: String
    let state: State
    let move: DeskMove

    init(_ label: String, _ note: String, _ state: State, _ move: DeskMove) {
      self.label = label
      self.note = note
      self.state = state
      self.move = move
    }

    init(_ label: String, _ note: String, isDone: Bool, _ move: DeskMove) {
      self.init(label, note, isDone ? .done : .toDo, move)
    }
  }

  private static func word(for state: Step.State, isNext: Bool) -> String {
    switch state {
    case .done, .unknown: "done"
    case .toDo: isNext ? "next" : "then"
    case .open(let count): "\(counted(count, "point")) open"
    }
  }

  private static func machineCheck(_ home: DeskHome) -> Step.State {
    if let count = home.openPoints { return count == 0 ? .done : .open(count) }
    return home.seeds.isEmpty ? .toDo : .unknown
  }

  /// Making a seed; for real coins, whoever makes the first one on a machine with open points says so, or on one not checked.
  ///
  /// Every page that makes one goes this way.
  static func makingSeed(_ home: DeskHome) -> DeskMove {
    guard home.isMainnet, home.seeds.isEmpty, home.openPoints != 0 else { return .open(.newSeed) }
    let state =
      home.openPoints.map { "This machine has \(counted($0, "open point"))." }
      ?? "This machine was not checked in this sitting."
    return .open(
      .menu(
        "Before the seed",
        [
          "\(state) Whoever can use an open point may see the new seed, and can take its coins at any time."
        ],
        [
          DeskItem("Check this machine", "it says what to fix", .run(.checkMachine)),
          DeskItem(
            "Make a seed all the same",
            home.openPoints == nil ? "without a check" : "with the open points", .open(.newSeed)),
        ]))
  }

  private static func setUpSteps(_ home: DeskHome) -> [Step] {
    let seed = home.seeds.last { $0.hasWords }
    let makingVault = DeskMove.open(.network(.setUp))
    guard home.hasVault else {
      let needsVault = DeskMove.open(
        .menu(
          "No vault yet", ["Make the vault first: everything else is kept in it."],
          [DeskItem("Make the vault", "", makingVault)]))
      return [checkStep(home), Step(vaultLabel, vaultNote, isDone: false, makingVault)]
        + laterSteps.map { Step($0.label, $0.note, isDone: false, needsVault) }
    }
    let needsSeed = DeskMove.open(
      .menu(
        "No seed yet", ["Make the seed first."], [DeskItem("Make a seed", "", makingSeed(home))])
    )
    let needsWallet = DeskMove.open(
      .menu(
        "No wallet yet", ["Hand an account over first: that registers its wallet here."],
        [DeskItem("Back", "", .back)]))
    let later: [(isDone: Bool, move: DeskMove)] = [
      (!home.seeds.isEmpty, makingSeed(home)),
      (seed?.verified != nil, seed.map { .run(.typeBack($0.name)) } ?? needsSeed),
      (
        home.sheets.contains { $0.kind == "full" || $0.kind == "encrypted" },
        seed.map { .open(.printing(of: $0.name)) } ?? needsSeed
      ),
      (
        home.sheets.contains { $0.verified != nil },
        seed.map { .open(.readingBack($0.name)) } ?? needsSeed
      ),
      (!home.wallets.isEmpty, seed.map { .open(.account(of: $0.name)) } ?? needsSeed),
      (
        home.marks.contains(.addressCompared) || home.signed > 0,
        firstAddress(home) ?? needsWallet
      ),
    ]
    let made = DeskMove.open(
      .menu("Vault", ["The vault is made, and open."], [DeskItem("Back", "", .back)]))
    return [checkStep(home), Step(vaultLabel, vaultNote, isDone: true, made)]
      + zip(laterSteps, later).map { Step($0.label, $0.note, isDone: $1.isDone, $1.move) }
  }

  private static func checkStep(_ home: DeskHome) -> Step {
    Step(
      "Check this machine",
      home.openPoints == nil ? home.seeds.isEmpty ? "doctor" : "not in this sitting" : "once more",
      machineCheck(home), .run(.checkMachine))
  }

  private static let vaultLabel = "Make the vault"
  private static let vaultNote = "an encrypted file for your seeds"

  /// What is done in the vault, in this order.
  private static let laterSteps = [
    (label: "Make a seed", note: "dice, coins, cards: your own draws"),
    (label: "Type your words back", note: "from the paper, not from memory"),
    (label: "Print its sheet", note: "words and QR codes on paper"),
    (label: "Read the sheet back", note: "by camera, or scanned"),
    (label: "Hand an account over", note: "its public key, to the coordinator"),
    (label: "Compare the first address", note: "here and on the coordinator"),
  ]

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
