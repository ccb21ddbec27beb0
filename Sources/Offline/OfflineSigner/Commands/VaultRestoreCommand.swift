internal import ArgumentParser
internal import Bytes
internal import EncryptedVault
internal import SignerHome
internal import TerminalUI

/// `vault restore`: goes back to the previous generation of a damaged vault.
struct VaultRestoreCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Replaces a damaged vault with its previous generation.",
    discussion: """
      Each save keeps the generation before it. When the disk has damaged the vault,
      nothing is opened in its place until you say so: what the last change did (a
      seed that was made, a wallet that was registered) is not in it and has to be
      done again. A payment that was signed last may be missing from the log, so the
      same payment is not noticed when it comes again, and the log's words are those
      of before. The damaged file is put aside as `vault.damaged`.
      """)

  @OptionGroup var consent: SignerConsentOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    var vault = try session.openVault(takingPrevious: true)
    let isDamaged = vault.notices.contains {
      if case .openedPrevious = $0 { true } else { false }
    }
    guard isDamaged else {
      throw ProgramError(
        "the vault is whole: there is nothing to restore", hint: "use it as it is")
    }
    let seeds = vault.contents.seeds.map(\.name)
    let wallets = vault.contents.wallets.map(\.name)
    let held =
      """
      Generation \(vault.generation) holds
        seeds    \(seeds.isEmpty ? "none" : seeds.joined(separator: ", "))
        wallets  \(wallets.isEmpty ? "none" : wallets.joined(separator: ", "))
      """
    guard
      try session.console.agrees(
        to: "Go back to generation \(vault.generation)?", showing: held, isAnswered: consent.yes)
    else {
      throw ProgramError("declined: nothing was changed", hint: "answer yes to go back to it")
    }
    try hinted { () throws(VaultError) in try vault.save(vault.contents) }
    session.console.result(
      sentences: "Restored the vault, now generation \(vault.generation).",
      json: [
        "generation": .integer(vault.generation), "seeds": .array(seeds.map { .string($0) }),
        "wallets": .array(wallets.map { .string($0) }),
      ])
  }
}
