internal import ArgumentParser
internal import Bytes
internal import EncryptedVault
internal import SignerHome
internal import TerminalUI

/// `wipe`: overwrites and removes the vault.
struct WipeCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "wipe",
    abstract: "Overwrites and removes the vault with every seed in it.",
    discussion: """
      Needs no passphrase and cannot be undone: only the written words bring a
      seed back. What it cannot promise: an SSD or a memory card may keep the old
      bytes until it is destroyed.
      """)

  @OptionGroup var consent: SignerConsentOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let home = try session.home()
    guard try hinted({ () throws(VaultError) in try Vault.exists(in: home) }) else {
      throw ProgramError(VaultError.noVault(home: home))
    }
    // A damaged vault can be wiped too: what is in it is then not known.
    if (try? Vault.isForMainnet(in: home)) == .some(false) {
      session.console.talk(
        "REHEARSAL: this home is on a test network, its coins are worth nothing.")
    }
    if !consent.yes {
      let isSure = try session.console.typed(
        "wipe",
        to: "Every seed in \(home) will be gone for good, unless its words are written down.",
        orElse: "add --yes to answer in advance")
      guard isSure else {
        throw ProgramError("declined: nothing was removed", hint: "type wipe to continue")
      }
    }
    try hinted { () throws(VaultError) in try Vault.wipe(home) }
    session.console.talk("note: \(Vault.erasureLimit)")
    session.console.result(
      sentences: "Removed the vault in \(home).", json: ["wiped": .string(home)])
  }
}
