internal import Refusals

extension DeskPage {
  /// What was signed.
  static let log = DeskPage("What was signed", isHub: true) { home in
    DeskContent(
      ["The log only grows, and four words stand for all of it: write them down after you sign."],
      .menu([
        DeskItem(
          "The newest entries", "",
          .run(DeskDeed("What was signed", ["log", "list", "--last", "20"]))),
        DeskItem("All entries", "", .run(DeskDeed("What was signed", ["log", "list"]))),
        DeskItem(
          "Open payments", "signed, and not known to be sent or replaced",
          .run(DeskDeed("Open payments", ["log", "list", "--open"]))),
        DeskItem(
          "Check it", "every entry; shows the four words",
          .run(DeskDeed("Check the log", ["log", "verify"]))),
        DeskItem(
          "Hand it to the coordinator", "which compares it with the chain",
          .open(
            .targets("To", file: "log.txt", screen: "QR codes of the newest entries") {
              .run(DeskDeed("Hand the log over", ["log", "export", "--out", $0]))
            })),
      ]))
  }

  /// The machine and the settings.
  static let machine = DeskPage("Machine and settings", isHub: true) { home in
    DeskContent(
      [
        "The desk locks itself after \(home.lockMinutes) minutes without a key, and when this machine changes."
      ],
      .menu([
        DeskItem(
          "Check this machine",
          home.openPoints.map { $0 == 0 ? "nothing was open" : "\(counted($0, "point")) open" }
            ?? "",
          .run(.checkMachine)),
        DeskItem(
          "What a printer remembers", "",
          .run(DeskDeed("Printers", ["doctor", "--printers"], opensVault: false))),
        DeskItem("Settings", "limits of warnings, drills, lock", .open(settings)),
        DeskItem(
          "Change the passphrase", "of the vault",
          .run(
            DeskDeed(
              "Change the passphrase", ["vault", "passphrase"], opensVault: false,
              changesPassphrase: true))),
        DeskItem(
          home.hasSeedsPassphrase
            ? "Change the seeds' passphrase" : "Give the seeds one of their own",
          "a second passphrase",
          .run(DeskDeed("Passphrase of the seeds", ["vault", "passphrase", "--seeds"]))),
        DeskItem(
          "How often the vault was saved", "compare with your sheet",
          .run(DeskDeed("Settings", ["vault", "settings"]))),
      ]))
  }

  private static let settings = DeskPage("Settings", isHub: true) { home in
    // A row of 80 columns, less the mark, the number and the name.
    let room = 73 - (home.settings.map(\.name.count).max() ?? 0)
    return DeskContent(
      ["Before a setting changes, you are asked once more."],
      .menu(
        home.settings.map { setting in
          DeskItem(
            setting.name, note(of: setting, room: room),
            .open(
              .field(
                setting.name,
                [
                  "\(setting.meaning.prefix(1).uppercased())\(setting.meaning.dropFirst()). From \(setting.least) to \(setting.most)."
                ],
                DeskField(
                  "New value", initial: "\(setting.value)",
                  fault: { text in
                    guard let value = Int64(text), value >= setting.least, value <= setting.most
                    else {
                      return "Type a number from \(setting.least) to \(setting.most)."
                    }
                    return value == setting.value ? "That is its value now." : nil
                  },
                  then: {
                    .run(DeskDeed("Change a setting", ["vault", "settings", setting.name, $0]))
                  }))))
        }))
  }

  /// The value in a column, and what it means, as far as there is room beside the names; the page of the setting says
  /// it whole.
  private static func note(of setting: DeskHome.Setting, room: Int) -> String {
    let value = "\(setting.value)"
    let text =
      String(repeating: " ", count: max(0, 4 - value.count)) + value + "  " + setting.meaning
    return text.count > room ? text.prefix(room - 3) + "..." : text
  }

  /// The end of a machine.
  static let retiring = DeskPage("Retire this machine", isHub: true) { home in
    let lost = home.seeds.filter { !$0.isReadBack }.map(\.name)
    let warning =
      lost.isEmpty
      ? "Every backup was read back once. Try them again now if that was long ago."
      : "NEVER READ BACK: \(lost.joined(separator: ", ")). If you erase now, their coins may be lost."
    return DeskContent(
      [
        "Erasing overwrites the vault with every seed in it. Only paper brings them back. An SSD or a "
          + "memory card may keep old bytes until it is destroyed.", warning,
      ],
      .menu([
        DeskItem("Try the backups first", "drills", .open(.seeds)),
        DeskItem("Hand the log over first", "to the coordinator", .open(.log)),
        DeskItem(
          "Erase the vault", "asks once more",
          .run(DeskDeed("Erase the vault", ["wipe"], opensVault: false))),
      ]))
  }
}
