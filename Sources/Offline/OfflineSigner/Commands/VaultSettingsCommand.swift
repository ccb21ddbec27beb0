internal import ArgumentParser
internal import Bytes
internal import EncryptedVault
internal import Refusals
internal import SignerHome
internal import TerminalUI

/// `vault settings`: shows and changes the numbers of the rules.
struct VaultSettingsCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Shows the numbers that the rules compare against, or changes one.",
    discussion: """
      A number is changed with typed consent on the terminal, never by an option
      of `sign`.

        offline-signer vault settings
        offline-signer vault settings fee-warning-percent 20
      """)

  @Argument(help: "The setting to change.")
  var name: String?

  @Argument(help: "Its new value.")
  var value: Int64?

  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    var vault = try session.openVault()
    if let name {
      let value = try change(name, in: &vault, session.console)
      // The desk lists them all by itself.
      if session.environment.action != nil, !session.console.isJSON {
        return session.console.result("\(name) is \(value) now.")
      }
    }
    show(vault.contents, generation: vault.generation, on: session.console)
  }

  private func change(
    _ name: String, in vault: inout Vault, _ console: Console
  ) throws(ProgramError) -> Int64 {
    let contentsNow = vault.contents
    let change: (setting: SignerSetting, value: Int64) = try console.changed(name, to: value) {
      setting in
      contentsNow.value(of: setting)
    }
    var contents = vault.contents
    contents.settings[name] = change.value == change.setting.standard ? nil : change.value
    try vault.keep(contents)
    return change.value
  }

  private func show(
    _ contents: VaultContents, generation: UInt64, on console: Console
  ) {
    var table = Table("SETTING", .init("VALUE", .right), .init("MEANING", .left, .wraps))
    var object = JSONObject()
    for setting in SignerSetting.allCases {
      let value = contents.value(of: setting)
      table.add([setting.rawValue, "\(value)", setting.meaning])
      object[setting.rawValue] = .integer(value)
    }
    object["generation"] = .integer(generation)
    object["seedsPassphrase"] = .bool(contents.hasSeedsPassphrase)
    let seeds =
      contents.hasSeedsPassphrase
      ? "The seeds have a passphrase of their own (`vault passphrase --seeds`).\n\n" : ""
    let note = """
      This vault was saved \(counted(generation, "time")). Write the number on your sheet. If \
      somebody puts an older copy of the file back, it opens as usual, and only the lower \
      number or the words of the log (`log verify`) show it (R26).
      """
    console.result(
      text: "\(console.shown(table))\n\n\(seeds)\(console.wrappedResult(note))",
      json: .object(object))
  }
}
