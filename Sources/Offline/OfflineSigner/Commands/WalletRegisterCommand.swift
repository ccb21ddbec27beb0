import ArgumentParser
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import ExtendedKeys
import SecretKeys
import TerminalUI

/// `wallet register`: takes a wallet by its descriptor.
struct WalletRegisterCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "register",
    abstract: "Registers a wallet by its descriptor, once and in full.",
    discussion: """
      One of its keys must come from a seed of this vault: it is derived again and
      compared. A wallet that is registered is never changed silently: remove it
      first.

        offline-signer wallet register savings --from wallet.txt
        offline-signer wallet register savings --from camera
      """)

  @Argument(help: "A name for the wallet: letters, digits, dot, dash, underscore.")
  var name: EntryName

  @Option(
    help: ArgumentHelp(
      "The descriptor: file, picture, folder, `-`, `camera` or `paste`.", valueName: "input"))
  var from: String

  @Option(help: ArgumentHelp("Acknowledge the warnings of a rule: R23.", valueName: "rule"))
  var accept: [RuleArgument] = []

  @OptionGroup var seedPassphrase: SeedPassphraseOptions
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws(ProgramError) {
    var vault = try session.openVault()
    var contents = vault.contents
    try requireFree(in: contents)
    let network = try contents.knownNetwork()
    let descriptor = try WalletText.read(from, on: network, accepting: accept, session.console)
    let seed = try owner(of: descriptor, contents, network, session.console)
    try requireNew(descriptor, in: contents)
    let first = try hinted { () throws(DescriptorError) in
      try descriptor.address(branch: 0, index: 0, on: network)
    }
    session.console.talk(
      """
      Wallet         \(name) on \(network.name)
      Seed           \(seed)
      Descriptor     \(descriptor)
      First address  \(first?.grouped ?? "has none")
      """)
    try requireConsent(session.console)
    contents.wallets.append(
      EncryptedVault.RegisteredWallet(
        name: name.text, descriptor: descriptor.canonical, seed: seed,
        source: "registered descriptor", registered: session.now))
    do {
      try vault.save(contents)
    } catch {
      throw ProgramError(error)
    }
    session.console.result(
      text: "Registered the wallet \(name).",
      json: [
        "name": .string(name.text), "descriptor": .string(descriptor.canonical),
        "seed": .string(seed), "firstAddress": first.map { .string($0.string) } ?? .null,
      ])
  }

  private func requireFree(in contents: VaultContents) throws(ProgramError) {
    guard contents.wallet(named: name.text) == nil else {
      throw ProgramError(
        "there is a wallet named \(name) already",
        hint: "choose another name; a registered wallet is never changed silently")
    }
  }

  private func requireNew(
    _ descriptor: Descriptor, in contents: VaultContents
  ) throws(ProgramError) {
    let text = descriptor.canonical
    if let known = contents.wallets.first(where: { $0.descriptor == text }) {
      throw ProgramError(
        "this wallet is registered already, as \(known.name)", hint: "use it under that name")
    }
  }

  /// The seed whose key the wallet has, proved by deriving it again (R23).
  private func owner(
    of descriptor: Descriptor, _ contents: VaultContents, _ network: Network, _ console: Console
  ) throws(ProgramError) -> String {
    let named = Set(descriptor.keys.compactMap { $0.origin?.fingerprint.bytes })
    for seed in contents.seeds where seed.usesPassphrase || named.contains(seed.fingerprint) {
      let master = try seed.masterKey(on: network, seedPassphrase, console)
      guard named.contains(master.fingerprint.bytes) else { continue }
      let proof = try WalletProof(master)
      try proof.require(descriptor)
      return seed.name
    }
    throw ProgramError(
      "the wallet has no key of a seed in this vault (R23)",
      hint: "its key needs an origin such as [fingerprint/84h/0h/0h] that names one of the seeds")
  }

  private func requireConsent(_ console: Console) throws(ProgramError) {
    if consent.yes { return }
    guard try console.agrees(to: "Register this wallet?") else {
      throw ProgramError("declined: nothing was registered", hint: "run it again when you are sure")
    }
  }
}
