internal import AirgapMessages
internal import AirgapTransfer
package import ArgumentParser
package import BitcoinPSBT
internal import BitcoinPrimitives
internal import CommandLineInterface
internal import Descriptors
internal import EncryptedVault
internal import ExtendedKeys
internal import Refusals
package import SecretKeys
package import SeedForms
package import SignerHome
package import TerminalUI
package import TransactionReview
internal import WalletRegistration

/// Signing without a vault: a seed and a wallet for one run, shown and consented to.
package struct StatelessOptions: ParsableArguments {
  @OptionGroup package var carriedSeed: CarriedSeedOptions

  @Option(
    help: ArgumentHelp(
      "Without a vault: the wallet's descriptor, from a file or a picture; a private key needs none.",
      valueName: "input"))
  var wallet: String?

  package init() {}

  package var isAsked: Bool { carriedSeed.seed != nil || wallet != nil }

  /// Reads both, shows the wallet and asks whether it is the right one.
  ///
  /// That question is not a final one: only `--accept wallet` answers it in advance.
  package func open(
    _ session: SignerSession, _ passphrase: SeedPassphraseOptions,
    accepting accepted: [RuleArgument]
  ) throws(ProgramError) -> StatelessSource {
    let network = carriedSeed.usedNetwork
    guard let seed = carriedSeed.seed else {
      throw ProgramError(
        "--wallet was given without --seed: there is no key to sign with",
        hint: "add --seed, or leave both out to use the vault",
        exitCode: .wrongUsage)
    }
    let input = try SeedInput([seed])
    let console = session.console
    // What came from outside is read before any key is in memory, and says where the keys lie. A
    // single private key, which needs no wallet, says its network itself.
    let carried = try wallet.map { wallet throws(ProgramError) in
      try CarriedWallet.read(wallet, on: network, console)
    }
    // A single private key says its network itself, but for a BIP-85 child, the same on every network.
    let isBound =
      carried.map { WalletRules.isBound($0.descriptor, to: network) }
      ?? (carriedSeed.bip85 == nil)
    try session.enterForSeed(on: network, everyKeyIsBound: isBound)
    let given = try carriedSeed.given(input, passphrase, console)
    var source = try source(given, carried?.descriptor, on: network, passphrase, console)
    source.isRehearsal = !network.isMainnet && isBound
    let ownKeys = source.ownKeys.map { OwnKey(position: $0, seed: Self.seedName) }
    let screen = try WalletScreen(
      name: Self.walletName, network: network, descriptor: source.descriptor, ownKeys: ownKeys,
      sources: source.keySources)
    let text = """
      STATELESS on \(network.name): no vault is used and nothing will be remembered.
      \(screen.text(columns: console.columns))
      """
    let isAccepted = accepted.contains { $0 == .consent(.wallet) }
    if isAccepted { console.talk(text) } else { try console.showBeforeQuestion(text) }
    try carried?.concerns(source.descriptor, ownKeys: ownKeys)
      .acknowledge(accepting: accepted, on: console)
    try confirm(isAccepted, screen, session)
    return source
  }

  /// The keys of one run, proved to be keys of the wallet.
  private func source(
    _ given: borrowing GivenSeed, _ wallet: Descriptor?, on network: Network,
    _ passphrase: SeedPassphraseOptions, _ console: Console
  ) throws(ProgramError) -> StatelessSource {
    if given.kind == .wif {
      let key = try given.singleKey()
      let descriptor: Descriptor
      if let wallet {
        descriptor = wallet
      } else {
        descriptor = try hinted { () throws(DescriptorError) in try key.sweepDescriptor() }
      }
      let own = LoneKeyProof(key).positions(in: descriptor)
      guard !own.isEmpty else { throw Self.foreign("") }
      return try StatelessSource(
        network: network, descriptor: descriptor, ownKeys: own,
        keySource: carriedSeed.bip85 == nil ? .importedKey : .child, key: key)
    }
    guard let wallet else {
      throw ProgramError(
        "--seed needs --wallet, unless the seed is a single private key",
        hint: "give the wallet's descriptor too, or use the vault", exitCode: .wrongUsage)
    }
    let master = try carriedSeed.masterKey(of: given, passphrase, console)
    let proof = try OwnKeyProof(master)
    let descriptor = try proof.naming(wallet)
    let own = try proof.positions(in: descriptor)
    guard !own.isEmpty else {
      throw Self.foreign(
        """
        check the descriptor: one key must name this seed's fingerprint in its origin and derive from the \
        seed
        """
      )
    }
    return StatelessSource(
      network: network, descriptor: descriptor, ownKeys: own,
      keySource: carriedSeed.bip85 == nil ? .seed : .child, master: master)
  }

  private static func foreign(_ hint: String) -> ProgramError {
    ProgramError(
      "the wallet has no key of this seed", rule: .r23,
      hint: hint.isEmpty ? "leave --wallet out: the key's own wallet is then used" : hint)
  }

  /// What the wallet and the seed of one run are called.
  static let walletName = "wallet"
  static let seedName = "given"

  private func confirm(
    _ isAccepted: Bool, _ screen: WalletScreen, _ session: SignerSession
  ) throws(ProgramError) {
    if isAccepted { return session.console.talk("accepted the wallet by --accept wallet") }
    let hint = "compare it first; in a script add --accept wallet (--yes does not answer this)"
    guard
      try session.console.consents(
        to: "use this wallet",
        summary: "\n\(screen.summary)\nContinue only if this is the wallet to sign for.",
        stake: screen.stake(session.environment.random),
        random: session.environment.random, orElse: hint)
    else {
      throw ProgramError("declined: nothing was signed", hint: "check the wallet's descriptor")
    }
  }
}

/// A seed and a wallet that exist for one run.
package struct StatelessSource: Sendable {
  let network: Network
  let descriptor: Descriptor
  let ownKeys: [Int]
  /// Whether nothing that is signed could spend real coins.
  package var isRehearsal = false
  /// Where all of its keys come from.
  let keySource: KeySource
  let fingerprint: Fingerprint
  package let keys: KeyRing

  init(
    network: Network, descriptor: Descriptor, ownKeys: [Int], keySource: KeySource,
    master: consuming Xpriv
  ) {
    self.network = network
    self.descriptor = descriptor
    self.ownKeys = ownKeys
    self.keySource = keySource
    fingerprint = master.fingerprint
    keys = KeyRing()
    keys.add(master)
  }

  /// Takes a single private key and a wallet that it has keys in.
  init(
    network: Network, descriptor: Descriptor, ownKeys: [Int], keySource: KeySource,
    key: borrowing WIFKey
  ) throws(ProgramError) {
    self.network = network
    self.descriptor = descriptor
    self.ownKeys = ownKeys
    self.keySource = keySource
    fingerprint = Fingerprint(of: key.publicKey)
    keys = KeyRing()
    try keys.add(key, positions: ownKeys, in: descriptor)
  }

  /// Where each of our keys comes from.
  var keySources: [Int: KeySource] {
    Dictionary(ownKeys.map { ($0, keySource) }) { first, _ in first }
  }

  /// What the review believes: this wallet, and no memory.
  package func context(now: Int64, payload: MultisigPayload? = nil) -> ReviewContext {
    ReviewContext(
      network: network,
      wallets: [
        RegisteredWallet(
          name: StatelessOptions.walletName, network: network, descriptor: descriptor,
          ownKeys: Set(ownKeys), keySources: keySources)
      ],
      fingerprints: [fingerprint], estimatedHeight: ChainClock.height(on: network, at: now),
      isFromPayload: payload != nil, payloadData: payload?.ridingData ?? RidingData(),
      remembers: false)
  }
}
