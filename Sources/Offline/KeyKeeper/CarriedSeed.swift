internal import BitcoinPrimitives
internal import Descriptors
internal import EncryptedVault
internal import ExtendedKeys
internal import PaymentSigning
internal import Refusals
internal import SecretKeys
internal import SeedForms
package import SignerHome
package import TerminalUI
internal import WalletRegistration

/// The seed of one run: its master key or its single private key, open, and of no vault.
package struct CarriedSeed: Sendable {
  let stored: StoredSeed

  /// Reads the seed that the command line names; asks for its BIP-39 passphrase where it has one.
  ///
  /// Pictures and the camera are read by a helper program.
  ///
  /// - Throws: `ProgramError`.
  static func read(
    _ options: OneRunOptions, _ session: SignerSession
  ) throws(ProgramError) -> CarriedSeed {
    let (carried, console) = (options.carried, session.console)
    guard let place = carried.seed else { throw ProgramError(KeyKeeperError.outOfTurn) }
    let given = try carried.given(SeedInput([place]), options.seedPassphrase, console)
    let secret: StoredSecret
    let fingerprint: Fingerprint
    if given.kind == .wif {
      secret = StoredSecret(given.revealingStored())
      fingerprint = try given.fingerprint(on: carried.usedNetwork)
    } else {
      let master = try carried.masterKey(of: given, options.seedPassphrase, console)
      secret = StoredSecret(master.revealingBytes())
      fingerprint = master.fingerprint
    }
    return CarriedSeed(
      stored: StoredSeed(
        name: given.kind == .wif ? OneRunWallet.keyName : OneRunWallet.seedName,
        kind: given.kind == .wif ? .wif : .xpriv, secret: secret,
        fingerprint: fingerprint.bytes, origin: "", created: session.now,
        parent: carried.bip85 == nil ? nil : OneRunWallet.seedName))
  }

  /// Reads the seed before the reviewer is answered, and behind a gate: where the machine is not isolated, on mainnet
  /// none, and on a test network one that is said to be for practice.
  ///
  /// On a test network there is a second gate once the wallet says where the keys lie.
  ///
  /// - Throws: `ProgramError`.
  package static func readFirst(
    _ options: OneRunOptions, _ session: SignerSession
  ) throws(ProgramError) -> CarriedSeed {
    try session.enterForUnreadSeed(
      on: options.carried.usedNetwork, accepting: options.accepted)
    return try read(options, session)
  }

  /// The keys of a wallet that are this seed's, each proved; the wallet comes back with their origins.
  ///
  /// - Throws: `ProgramError` where there is none (R23), or one is swapped (R08).
  func owned(
    _ wallet: Descriptor, on network: Network, _ console: Console
  ) throws(ProgramError) -> OwnedWallet {
    let positions: [Int]
    var descriptor = wallet
    if stored.kind == .wif {
      positions = LoneKeyProof(try GivenSeed(stored).singleKey()).positions(in: wallet)
    } else {
      let master = try stored.masterKey(on: network, SeedPassphraseOptions(), console)
      let proof = try OwnKeyProof(master)
      descriptor = try proof.naming(wallet)
      positions = try proof.positions(in: descriptor)
    }
    guard !positions.isEmpty else {
      throw ProgramError(
        "the wallet has no key of this seed", rule: .r23,
        hint: stored.kind == .wif
          ? "leave --wallet out: the key's own wallet is then used"
          : "check the descriptor: one key must name this seed's fingerprint in its origin and derive "
            + "from the seed")
    }
    return OwnedWallet(
      descriptor: descriptor, keys: positions.map { OwnKey(position: $0, seed: stored.name) })
  }

  /// The wallet of a single private key: every script that its public key can be paid with (BIP-384).
  ///
  /// - Throws: `ProgramError` for anything else, which needs a wallet.
  func ownWallet() throws(ProgramError) -> Descriptor {
    guard stored.kind == .wif else {
      throw ProgramError(
        "--seed needs --wallet, unless the seed is a single private key",
        hint: "give the wallet's descriptor too, or use the vault", exitCode: .wrongUsage)
    }
    let key = try GivenSeed(stored).singleKey()
    return try hinted { () throws(DescriptorError) in try key.sweepDescriptor() }
  }
}

/// A payment without a vault in what holds the seed: contents that are nowhere written.
struct OneRun {
  /// The seed, and the wallet once a person agreed to it.
  var contents: VaultContents
  /// Whether nothing that is signed could spend real coins.
  let isRehearsal: Bool
  /// Whether the wallet was agreed to.
  var isAgreed = false
  /// The wallet as it is read here.
  let wallet: KeptRegistration

  /// Takes the wallet that the reviewer read, or for an empty text that of a single private key.
  ///
  /// `held` is the seed where it was read before; else it is read now, behind the gate that the wallet's keys ask for.
  init(
    _ options: OneRunOptions, wallet text: String, held: CarriedSeed?, _ session: SignerSession
  ) throws(ProgramError) {
    let network = options.carried.usedNetwork
    // The second reader first: what it does not take, the first one never sees here.
    if !text.isEmpty { _ = try KeptRegistration.reading(text, on: network) }
    let carried: CarriedWallet? =
      text.isEmpty ? nil : try CarriedWallet.handedOver(text, on: network, source: "")
    // A single private key says its network itself, but for a BIP-85 child, the same on every network.
    let isBound =
      carried.map { WalletRules.isBound($0.descriptor, to: network) }
      ?? (options.carried.bip85 == nil)
    let seed: CarriedSeed
    if let held {
      if !network.isWorthMoney { try session.enterForSeed(on: network, everyKeyIsBound: isBound) }
      seed = held
    } else {
      try session.enterForSeed(on: network, everyKeyIsBound: isBound)
      seed = try CarriedSeed.read(options, session)
    }
    isRehearsal = !network.isWorthMoney && isBound
    contents = VaultContents(network: network)
    contents.seeds = [seed.stored]
    wallet = try KeptRegistration(
      carried == nil ? seed.ownWallet().canonical : text, contents,
      RegisterOptions(forOneRun: options.accepted, consent: options.signing.consent), session
    ) { (wallet) throws(ProgramError) in
      try seed.owned(wallet, on: network, session.console)
    }
  }
}
