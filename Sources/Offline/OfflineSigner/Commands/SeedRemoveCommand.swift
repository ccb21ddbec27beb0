internal import ArgumentParser
internal import Bytes
internal import EncryptedVault
internal import SignerHome
internal import TerminalUI

/// `seed remove`: removes a seed for good.
struct SeedRemoveCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes a seed, and the wallets that no other seed here signs for.",
    discussion: """
      No kept copy of the vault contains it afterwards: only the written words
      bring it back. What cannot be promised: an SSD or a memory card may keep the
      old bytes until it is destroyed.
      """)

  @Argument(help: "The seed's name.")
  var name: EntryName

  @OptionGroup var consent: SignerConsentOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    var vault = try session.openVault()
    var contents = vault.contents
    let seed = try contents.requiredSeed(name)
    try requireConsent(to: seed, session.console)
    // A wallet that another seed here signs for as well stays, with that seed's keys.
    let wallets = contents.forget(seedNamed: seed.name)
    try vault.keep(contents)
    session.console.talk("note: \(Vault.erasureLimit)")
    let with = wallets.isEmpty ? "" : " and its wallets \(wallets.joined(separator: ", "))"
    session.console.result(
      sentences: "Removed the seed \(name)\(with).",
      json: ["removed": .string(name.text), "wallets": .array(wallets.map { .string($0) })])
  }

  private func requireConsent(to seed: StoredSeed, _ console: Console) throws(ProgramError) {
    if seed.verifiedOn.isEmpty {
      console.warn("the written words of \(name) were never verified (`seed verify`)")
    }
    if consent.yes { return }
    guard
      try console.typed(
        name.text, to: "The seed \(name) will be gone for good, unless its words are written down.",
        orElse: "add --yes to answer in advance")
    else {
      throw ProgramError(
        "declined: the seed was not removed",
        hint: "to remove it, run this again and type the seed's name")
    }
  }
}
