internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import EncryptedVault
internal import RecoverySheets
internal import Refusals
internal import SeedForms
internal import SignerHome
internal import TerminalUI
internal import TransactionReview
internal import WalletRegistration

/// `status`: what the home holds, on one page.
struct SignerStatusCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows what this home holds and what is still to be done.",
    discussion: """
      The seeds and whether their backups were read back, the registered wallets, the
      printed sheets, how many payments were signed, and what is due. It opens the
      vault, shows no secret and changes nothing.

        offline-signer status
      """)

  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let vault = try session.openVault()
    let contents = vault.contents
    let reminders = contents.reminders(now: session.now)
    let notices = vault.notices.map(\.text)
    let network = try contents.knownNetwork()
    if session.console.isJSON {
      session.console.result(
        try Self.json(contents, network: network, notices: notices, reminders: reminders))
    } else {
      let text = try Self.text(
        contents, network: network.name, isDone: reminders.isEmpty, session.console)
      session.console.result(text: text, json: .null)
    }
  }

  private static func text(
    _ contents: VaultContents, network: String, isDone: Bool, _ console: Console
  ) throws(ProgramError) -> String {
    var parts = ["Network: \(network)"]
    var seeds = Table("SEED", "FINGERPRINT", "BACKUP")
    for seed in contents.seeds {
      seeds.add([
        seed.name, Hex.encode(seed.fingerprint),
        contents.isReadBack(seed) ? "read back" : "never read back",
      ])
    }
    parts.append(contents.seeds.isEmpty ? "No seed yet." : console.shown(seeds))
    var wallets = Table("WALLET", "CLASS", .init("SEED", .left, .wraps))
    for wallet in contents.wallets {
      wallets.add([
        wallet.name, try contents.trust(of: wallet).word,
        wallet.seeds.isEmpty ? "-" : wallet.seeds.joined(separator: ", "),
      ])
    }
    parts.append(contents.wallets.isEmpty ? "No wallet is registered." : console.shown(wallets))
    var sheets = Table(.init("SHEET", .left, .wraps), "STATE")
    for sheet in contents.sheets { sheets.add([sheet.title, sheet.state]) }
    parts.append(contents.sheets.isEmpty ? "No sheet was printed." : console.shown(sheets))
    parts.append(
      "Signed so far: \(counted(contents.log.entries.count, "payment or text", plural: "payments and texts"))."
    )
    if isDone { parts.append("Nothing is due.") }
    return parts.joined(separator: "\n\n")
  }

  private static func json(
    _ contents: VaultContents, network: Network, notices: [String], reminders: [String]
  ) throws(ProgramError) -> JSONValue {
    var wallets: [JSONValue] = []
    for wallet in contents.wallets {
      wallets.append([
        "name": .string(wallet.name), "trust": .string(try contents.trust(of: wallet).rawValue),
        "seeds": .array(wallet.seeds.map { .string($0) }),
      ])
    }
    return [
      "network": .string(network.name), "isWorthMoney": .bool(network.isWorthMoney),
      "seeds": .array(
        contents.seeds.map { seed in
          [
            "name": .string(seed.name), "fingerprint": .string(Hex.encode(seed.fingerprint)),
            "kind": .string(seed.kind.rawValue),
            "words": seed.wordCount.map { .integer($0) } ?? .null,
            "readBack": .bool(contents.isReadBack(seed)),
            "verified": seed.verifiedOn.last.map { .integer($0) } ?? .null,
            "nextDrill": seed.nextDrill.map { .integer($0) } ?? .null,
          ]
        }),
      "wallets": .array(wallets),
      "sheets": .array(
        contents.sheets.map { sheet in
          [
            "name": .string(sheet.name), "kind": .string(sheet.sheetKind?.rawValue ?? sheet.kind),
            "title": .string(sheet.title), "printed": .integer(sheet.printed),
            "verified": sheet.verified.map { .integer($0) } ?? .null,
          ]
        }),
      "settings": .array(
        SignerSetting.allCases.map { setting in
          [
            "name": .string(setting.rawValue), "value": .integer(contents.value(of: setting)),
            "meaning": .string(setting.meaning), "least": .integer(setting.range.lowerBound),
            "most": .integer(setting.range.upperBound),
          ]
        }),
      "signed": .integer(Int64(contents.log.entries.count)),
      "seedsPassphrase": .bool(contents.hasSeedsPassphrase),
      "notices": .array(notices.map { .string($0) }),
      "reminders": .array(reminders.map { .string($0) }),
    ]
  }
}

extension SheetRecord {
  /// Whether it was read back, in words.
  fileprivate var state: String {
    verified.map { "read back \(UTCTime($0).date)" } ?? "never read back"
  }
}
