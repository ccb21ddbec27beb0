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
    var table = Table(columns.map { ($0.title, .left) })
    for seed in seeds { table.add(columns.map { $0.cell(seed) }) }
    session.console.result(
      text: seeds.isEmpty ? "No seed yet. Make one: offline-signer seed create NAME" : table.text,
      json: .array(seeds.map(\.json)))
  }

  private struct Column: Sendable {
    let title: String
    let cell: @Sendable (StoredSeed) -> String
  }

  private static let columns = [
    Column(title: "NAME") { $0.name },
    Column(title: "FINGERPRINT") { Hex.encode($0.fingerprint) },
    Column(title: "WORDS") { seed in seed.wordCount.map { "\($0)" } ?? seed.kind.rawValue },
    Column(title: "LANGUAGE") { $0.language.flatMap { $0 == "english" ? nil : $0 } ?? "-" },
    Column(title: "PASSPHRASE") {
      $0.usesPassphrase ? ($0.storedPassphrase == nil ? "asked" : "kept") : "-"
    },
    Column(title: "FROM") { seed in
      seed.parent.map { "\(seed.origin), child of \($0)" } ?? seed.origin
    },
    Column(title: "MADE") { UTCTime($0.created).date },
    Column(title: "BACKUP") { seed in
      if let last = seed.verifiedOn.last { return "verified \(UTCTime(last).date)" }
      return seed.isRestored ? "restored from it" : "never verified"
    },
    Column(title: "NEXT DRILL") { seed in seed.nextDrill.map { UTCTime($0).date } ?? "-" },
  ]
}
