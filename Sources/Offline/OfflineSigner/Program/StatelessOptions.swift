import AirgapMessages
import AirgapTransfer
import ArgumentParser
import BitcoinPSBT
import BitcoinPrimitives
import Descriptors
import EncryptedVault
import ExtendedKeys
import SecretKeys
import SecureMemory
import TerminalUI
import TransactionReview

/// Signing without a vault: a seed and a wallet for one run, shown and consented to.
struct StatelessOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Without a vault: the words, or another form of the seed, from a file, `-`, or `terminal`.",
      valueName: "input"))
  var seed: String?

  @Option(
    help: ArgumentHelp(
      "Without a vault: the wallet's descriptor, from a file or a picture.", valueName: "input"))
  var wallet: String?

  @Option(
    help: ArgumentHelp(
      "Without a vault: the network of the wallet; mainnet unless said.", valueName: "network"))
  var network: Network?

  @Flag(
    name: .customLong("with-bip39-passphrase"),
    help: "Without a vault: ask for the seed's BIP-39 passphrase.")
  var withPassphrase = false

  var isAsked: Bool { seed != nil || wallet != nil }

  /// Refuses options that mean nothing beside a vault: a person who gives them means something
  /// else.
  func requireUnused() throws(ProgramError) {
    let name =
      network != nil ? "--network" : withPassphrase ? "--with-bip39-passphrase" : nil
    guard let name else { return }
    throw ProgramError(
      "\(name) is for signing without a vault",
      hint: "the vault knows its network and its seeds: leave "
        + "it out, or give --seed and --wallet too", exitCode: .wrongUsage)
  }

  /// Reads both, shows the wallet and asks whether it is the right one.
  ///
  /// That question is no final one: only `--accept wallet` answers it in advance.
  func open(
    _ session: Session, _ passphrase: SeedPassphraseOptions, accepting accepted: [RuleArgument]
  ) throws(ProgramError) -> StatelessSource {
    let network = self.network ?? .mainnet
    guard let seed, let wallet else {
      throw ProgramError(
        "--seed and --wallet go together", hint: "give both, or none to use the vault",
        exitCode: .wrongUsage)
    }
    try SecretInput.requireNoSecret(in: seed, "words")
    try session.enter(network, for: "this seed")
    let console = session.console
    let carried = try CarriedWallet.read(wallet, on: network, console)
    let master = try masterKey(seed, on: network, passphrase, console)
    let proof = try OwnKeyProof(master)
    let descriptor = try proof.naming(carried.descriptor)
    let own = try proof.positions(in: descriptor)
    guard !own.isEmpty else {
      throw ProgramError(
        "the wallet has no key of this seed (R23)",
        hint: "an origin in it must name this seed's fingerprint, and the key must derive from it")
    }
    let screen = try WalletScreen(
      name: Self.walletName, network: network, descriptor: descriptor,
      ownKeys: own.map { OwnKey(position: $0, seed: Self.seedName) })
    console.talk(
      """
      STATELESS on \(network.name): no vault is used and nothing will be remembered.
      \(screen.text)
      """)
    try carried.acknowledge(accepting: accepted, on: console)
    try confirm(accepted, console)
    return StatelessSource(network: network, descriptor: descriptor, ownKeys: own, master: master)
  }

  /// What the wallet and the seed of one run are called.
  static let walletName = "wallet"
  static let seedName = "given"

  private func confirm(_ accepted: [RuleArgument], _ console: Console) throws(ProgramError) {
    if accepted.contains(where: { $0.name == RuleArgument.wallet }) {
      return console.talk("accepted the wallet by --accept wallet")
    }
    let hint = "compare it first; in a script add --accept wallet, which --yes does not stand for"
    guard
      try console.agrees(
        to: "Is this the wallet you mean to sign for, this once?", orElse: hint)
    else {
      throw ProgramError("declined: nothing was signed", hint: "check the wallet's descriptor")
    }
  }

  private func masterKey(
    _ input: String, on network: Network, _ options: SeedPassphraseOptions, _ console: Console
  ) throws(ProgramError) -> Xpriv {
    let text = try SecretInput.read(
      input, "words", question: "The words, in order", on: console)
    let given = try SeedReading(console: console, network: network).read(text)
    let isAsked = withPassphrase || options.file != nil || options.descriptor != nil
    guard isAsked else {
      return try given.masterKey(passphrase: SecretBytes(count: 0), on: network)
    }
    guard given.kind == .mnemonic else {
      throw ProgramError(
        "only words have a BIP-39 passphrase", hint: "leave it out", exitCode: .wrongUsage)
    }
    return try UsedPassphrase.masterKey(
      of: given, "the given seed", from: options.source(), on: network, console)
  }
}

/// A seed and a wallet that exist for one run.
struct StatelessSource: Sendable {
  let network: Network
  let descriptor: Descriptor
  let ownKeys: [Int]
  let fingerprint: Fingerprint
  let keys: KeyRing

  init(
    network: Network, descriptor: Descriptor, ownKeys: [Int], master: consuming Xpriv
  ) {
    self.network = network
    self.descriptor = descriptor
    self.ownKeys = ownKeys
    fingerprint = master.fingerprint
    keys = KeyRing()
    keys.add(master)
  }

  /// What the review believes: this wallet, and no memory.
  func context(now: Int64, payload: MultisigPayload? = nil) -> ReviewContext {
    ReviewContext(
      network: network,
      wallets: [
        TransactionReview.RegisteredWallet(
          name: StatelessOptions.walletName, network: network, descriptor: descriptor,
          ownKeys: Set(ownKeys))
      ],
      fingerprints: [fingerprint], estimatedHeight: ChainClock.height(on: network, at: now),
      isFromPayload: payload != nil, payloadData: payload?.ridingData ?? RidingData())
  }
}
