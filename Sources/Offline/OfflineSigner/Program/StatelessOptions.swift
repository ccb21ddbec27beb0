import AirgapMessages
import AirgapTransfer
import ArgumentParser
import BitcoinPrimitives
import Descriptors
import ExtendedKeys
import SecretKeys
import SecureMemory
import TerminalUI
import TransactionReview

/// Signing without a vault: a seed and a wallet for one run, shown and consented to.
struct StatelessOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Without a vault: the words, from a file, `-`, or `terminal`.", valueName: "input"))
  var seed: String?

  @Option(
    help: ArgumentHelp(
      "Without a vault: the wallet's descriptor, from a file or a picture.", valueName: "input"))
  var wallet: String?

  @Option(
    help: ArgumentHelp("Without a vault: the network of the wallet.", valueName: "network"))
  var network: Network = .mainnet

  @Flag(
    name: .customLong("with-bip39-passphrase"),
    help: "Without a vault: ask for the seed's BIP-39 passphrase.")
  var withPassphrase = false

  var isAsked: Bool { seed != nil || wallet != nil }

  /// Reads both, shows the wallet and asks.
  func open(
    _ session: Session, _ passphrase: SeedPassphraseOptions, agreed: Bool
  ) throws(ProgramError) -> StatelessSource {
    guard let seed, let wallet else {
      throw ProgramError(
        "--seed and --wallet go together", hint: "give both, or none to use the vault",
        exitCode: .wrongUsage)
    }
    let console = session.console
    let descriptor = try WalletText.read(wallet, on: network, accepting: [], console)
    let master = try masterKey(seed, passphrase, console)
    let proof = try WalletProof(master)
    try proof.require(descriptor)
    let first = try hinted { () throws(DescriptorError) in
      try descriptor.address(branch: 0, index: 0, on: network)
    }
    console.talk(
      """
      STATELESS on \(network.name): no vault is used and nothing will be remembered.
      Wallet         \(descriptor)
      First address  \(first?.grouped ?? "has none")
      """)
    if !agreed {
      guard try console.agrees(to: "Is this the wallet you mean to sign for, this once?") else {
        throw ProgramError("declined: nothing was signed", hint: "check the wallet's descriptor")
      }
    }
    return StatelessSource(network: network, descriptor: descriptor, master: master)
  }

  private func masterKey(
    _ input: String, _ options: SeedPassphraseOptions, _ console: Console
  ) throws(ProgramError) -> Xpriv {
    let text = try SecretInput.read(
      input, "words", question: "The words, in order", on: console)
    let mnemonic = try hinted { () throws(MnemonicError) in try Mnemonic(parsing: text) }
    let isAsked = withPassphrase || options.file != nil || options.descriptor != nil
    let passphrase =
      isAsked
      ? try console.secret(
        "BIP-39 passphrase", from: options.source(), option: "bip39-passphrase", mayBeEmpty: true)
      : SecretBytes(count: 0)
    return try MasterKeys.masterKey(of: mnemonic, passphrase: passphrase, on: network)
  }
}

/// A seed and a wallet that exist for one run.
struct StatelessSource: Sendable {
  let network: Network
  let descriptor: Descriptor
  let fingerprint: Fingerprint
  let keys: KeyRing

  init(network: Network, descriptor: Descriptor, master: consuming Xpriv) {
    self.network = network
    self.descriptor = descriptor
    fingerprint = master.fingerprint
    keys = KeyRing()
    keys.add(master)
  }

  /// What the review believes: this wallet, and no memory.
  func context(now: Int64) -> ReviewContext {
    ReviewContext(
      network: network,
      wallets: [RegisteredWallet(name: "wallet", network: network, descriptor: descriptor)],
      fingerprints: [fingerprint], estimatedHeight: ChainClock.height(on: network, at: now))
  }
}
