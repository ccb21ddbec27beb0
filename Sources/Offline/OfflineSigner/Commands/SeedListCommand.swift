import ArgumentParser
import Bytes
import EncryptedVault
import TerminalUI

/// `seed list`: lists the seeds in the vault.
struct SeedListCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the seeds in the vault, without their words.")

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws(ProgramError) {
    let seeds = try session.openVault().contents.seeds
    var table = Table("NAME", "FINGERPRINT", "WORDS", "LANGUAGE", "FROM", "MADE", "VERIFIED")
    for seed in seeds {
      table.add([
        seed.name, Hex.encode(seed.fingerprint),
        seed.wordCount.map { "\($0)" } ?? seed.kind.rawValue,
        seed.language ?? "-", seed.origin, UTCTime(seed.created).text,
        seed.verifiedOn.last.map { UTCTime($0).text } ?? "never",
      ])
    }
    session.console.result(
      text: seeds.isEmpty ? "No seed yet. Make one: offline-signer seed create NAME" : table.text,
      json: .array(seeds.map(\.json)))
  }
}
