extension DeskPage {
  /// The first page where there is a vault.
  static let home = DeskPage("Home", isHub: true) { home in
    let due = home.reminders.count
    let places =
      home.isMainnet
      ? "This home holds real coins." : "The coins of this home are worth nothing: practise freely."
    let setUp = DeskItem("First set-up", setUpProgress(home), .open(.setUp))
    let isNew = home.seeds.isEmpty
    var items = [
      DeskItem("Sign a payment", "read it, agree to it, sign it", .open(.signing)),
      DeskItem("Check an address", "before anybody pays to it", .open(.addresses)),
      DeskItem("Wallets", count(home.wallets.count, "registered"), .open(.wallets)),
      DeskItem("Seeds", count(home.seeds.count, "in the vault"), .open(.seeds)),
      DeskItem("Sheets and drills", count(home.sheets.count, "printed"), .open(.sheets)),
      DeskItem("What was signed", count(home.signed, "in the log"), .open(.log)),
      DeskItem("This machine and settings", "", .open(.machine)),
    ]
    if isNew {
      // Nothing else can be done before there is a seed.
      let recovery = DeskItem("Recovery", "from a sheet, words or shares", .open(.recovery))
      items = [setUp, recovery] + items
    } else {
      items.append(setUp)
    }
    items.append(DeskItem("Retire this machine", "erase the vault", .open(.retiring)))
    if due > 0 { items.append(DeskItem("What is due", count(due, "to do"), .open(.due))) }
    let begin =
      isNew
      ? ["There is no seed in this vault yet: First set-up makes one, Recovery brings one back."]
      : []
    return DeskContent([places] + begin + dueLine(home), .menu(items))
  }

  private static func dueLine(_ home: DeskHome) -> [String] {
    guard let first = home.reminders.first else { return [] }
    let more =
      home.reminders.count > 1 ? " (and \(home.reminders.count - 1) more under What is due)" : ""
    return ["DUE: \(first)\(more)"]
  }

  /// What is said at every start, one by one.
  private static let due = DeskPage("What is due", isHub: true) { home in
    DeskContent(
      home.reminders.isEmpty ? ["Nothing is due."] : ["Choose one to read it whole."],
      .menu(
        home.reminders.map { text in
          DeskItem(
            "\(text.prefix(50))...", "", .open(.menu("Due", [text], [DeskItem("Back", "", .back)])))
        }))
  }

  /// The first page where there is no vault.
  static let welcome = DeskPage("Welcome", isHub: true) { _ in
    DeskContent(
      [
        "There is no vault here yet. The vault is one encrypted file that holds your seeds; its "
          + "passphrase opens it, and nobody can recover that passphrase."
      ],
      .menu([
        DeskItem(
          "Set up a new signer", "check, vault, seed, sheet, first address", .open(.setUp)),
        DeskItem("I have a sheet", "bring a seed back from paper", .open(.network(.recovery))),
        DeskItem("I have words", "bring a seed back from its words", .open(.network(.recovery))),
        DeskItem(
          "Practise first", "with coins that are worth nothing",
          .runThen(.makeVault("regtest"), .setUp)),
        DeskItem("Check this machine", "is it isolated, is it locked down", .run(.checkMachine)),
      ]))
  }

  /// Which network the home is for; `next` is opened once there is a vault.
  static func network(_ next: DeskPage) -> DeskPage {
    .menu(
      "Network",
      [
        "A home belongs to one network for good. For real coins this machine has to be isolated: no "
          + "network, no radio, no swap."
      ],
      [
        DeskItem("Real bitcoin", "mainnet", .runThen(.makeVault("mainnet"), next)),
        DeskItem("Practice on signet", "worth nothing", .runThen(.makeVault("signet"), next)),
        DeskItem("Practice on testnet4", "worth nothing", .runThen(.makeVault("testnet4"), next)),
        DeskItem(
          "Practice on regtest", "with a coordinator's rehearsal",
          .runThen(.makeVault("regtest"), next)),
      ])
  }

  static func count(_ number: Int, _ what: String) -> String {
    number == 0 ? "none \(what)" : "\(number) \(what)"
  }
}

extension DeskDeed {
  static func makeVault(_ network: String) -> DeskDeed {
    DeskDeed("Make the vault", ["init", "--network", network], opensVault: false)
  }

  static let checkMachine = DeskDeed(
    "Check this machine", ["doctor"], opensVault: false, mark: .machineChecked)
}
