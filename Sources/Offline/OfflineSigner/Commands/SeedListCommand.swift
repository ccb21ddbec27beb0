import ArgumentParser
import Bytes
import EncryptedVault
import TerminalUI

/// `seed list`: lists the seeds in the vault.
struct SeedListCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the seeds in the vault, without their words.",
    discussion: """
      BACKUP says when the written words or a sheet were last read back, or that the
      seed was restored from them; NEXT DRILL when to try them again. PASSPHRASE is
      the BIP-39 passphrase: asked for at each use, or kept in the vault.
      """)

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws(ProgramError) {
    let seeds = try session.openVault().contents.seeds
    var table = Table(
      "NAME", "FINGERPRINT", "WORDS", "LANGUAGE", "PASSPHRASE", "FROM", "MADE", "BACKUP",
      "NEXT DRILL")
    for seed in seeds {
      table.add([
        seed.name, Hex.encode(seed.fingerprint),
        seed.wordCount.map { "\($0)" } ?? seed.kind.rawValue,
        seed.language ?? "-",
        seed.usesPassphrase ? (seed.storedPassphrase == nil ? "asked" : "kept") : "-",
        seed.parent.map { "\(seed.origin), child of \($0)" } ?? seed.origin,
        UTCTime(seed.created).date, backup(of: seed),
        seed.nextDrill.map { UTCTime($0).date } ?? "-",
      ])
    }
    session.console.result(
      text: seeds.isEmpty ? "No seed yet. Make one: offline-signer seed create NAME" : table.text,
      json: .array(seeds.map(\.json)))
  }

  private func backup(of seed: StoredSeed) -> String {
    if let last = seed.verifiedOn.last { return "verified \(UTCTime(last).date)" }
    return seed.isRestored ? "restored from it" : "never verified"
  }
}
