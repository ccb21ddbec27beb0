internal import ArgumentParser
internal import Bytes
internal import EncryptedVault
internal import SeedForms
internal import SignerHome
internal import TerminalUI

/// `seed list`: lists the seeds in the vault.
struct SeedListCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the seeds in the vault, without their words.",
    discussion: """
      BACKUP says when the written words or a sheet were last read back, or that the
      seed was restored from them. Where a seed has one: NEXT DRILL says when to try
      them again, PASSPHRASE whether its BIP-39 passphrase is asked for at each use
      or kept in the vault, LANGUAGE what its words are if they are not English.
      """)

  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let seeds = try session.openVault().contents.seeds
    // A column that would be empty is left out: the table fits 80 columns.
    let columns = Self.columns.filter { column in seeds.contains { column.cell($0) != "-" } }
    var table = Table(columns.map(\.column))
    for seed in seeds { table.add(columns.map { $0.cell(seed) }) }
    session.console.result(
      text: seeds.isEmpty
        ? "No seed yet. Make one: offline-signer seed create NAME" : session.console.shown(table),
      json: .array(seeds.map(\.json)))
  }

  private struct Column: Sendable {
    let column: Table.Column
    let cell: @Sendable (StoredSeed) -> String

    init(
      _ title: String, leaves: Int? = nil, _ cell: @escaping @Sendable (StoredSeed) -> String
    ) {
      column = Table.Column(title, leaves: leaves)
      self.cell = cell
    }
  }

  private static let columns = [
    Column("NAME") { $0.name },
    Column("FINGERPRINT") { Hex.encode($0.fingerprint) },
    Column("WORDS", leaves: 4) { seed in seed.wordCount.map { "\($0)" } ?? seed.kind.rawValue },
    Column("LANGUAGE", leaves: 3) { $0.language.flatMap { $0 == "english" ? nil : $0 } ?? "-" },
    Column("PASSPHRASE", leaves: 6) {
      $0.usesPassphrase ? ($0.storedPassphrase == nil ? "asked" : "kept") : "-"
    },
    Column("FROM", leaves: 2) { seed in
      seed.parent.map { "\(seed.origin), child of \($0)" } ?? seed.origin
    },
    Column("MADE", leaves: 1) { UTCTime($0.created).date },
    Column("BACKUP") { seed in
      if let last = seed.verifiedOn.last { return "verified \(UTCTime(last).date)" }
      return seed.isRestored ? "restored from it" : "never verified"
    },
    Column("NEXT DRILL", leaves: 5) { seed in seed.nextDrill.map { UTCTime($0).date } ?? "-" },
  ]
}
