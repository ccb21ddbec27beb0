internal import ArgumentParser
internal import Bytes
internal import TerminalUI
internal import WalletStorage

/// The command `settings`.
struct SettingsCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Shows the settings of this home, or changes one.",
    discussion: """
      A setting is changed on the terminal, by typing its name; a script cannot do
      it, and no backup restores one.

      The fee limits (R04) are checked before a payment is built. The signer
      has its own (vault settings): keep both the same.

        online-coordinator settings
        online-coordinator settings fee-warning-percent 20
        online-coordinator settings unattended-broadcast 1
      """)

  @Argument(help: "The setting to change.")
  var name: String?

  @Argument(help: "Its new value.")
  var value: Int64?

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    if let name { try change(name, in: store, session.console) }
    try show(store, on: session.console)
  }

  private func change(
    _ name: String, in store: Store, _ console: Console
  ) throws {
    let change: (setting: CoordinatorSetting, value: Int64) = try console.changed(name, to: value) {
      (setting) throws(ProgramError) in try setting.value(in: store)
    }
    try store.set(name, to: change.value == change.setting.standard ? nil : change.value)
  }

  private func show(_ store: Store, on console: Console) throws {
    var table = Table("SETTING", .init("VALUE", .right), .init("MEANING", .left, .wraps))
    var object = JSONObject()
    for setting in CoordinatorSetting.allCases {
      let value = try setting.value(in: store)
      table.add([setting.rawValue, "\(value)", setting.meaning])
      object[setting.rawValue] = .integer(value)
    }
    console.result(text: console.shown(table), json: .object(object))
  }
}
