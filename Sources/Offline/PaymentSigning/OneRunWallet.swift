package import ArgumentParser
package import BitcoinPSBT
package import BitcoinPrimitives
internal import CommandLineInterface
package import Descriptors
package import EncryptedVault
internal import ExtendedKeys
package import SeedForms
internal import SignerHome
package import TerminalUI
package import TransactionReview

/// Signing without a vault: a seed and a wallet for one run.
package struct StatelessOptions: ParsableArguments {
  @OptionGroup package var carriedSeed: CarriedSeedOptions

  @Option(
    help: ArgumentHelp(
      "Without a vault: the wallet's descriptor, from a file or a picture; a private key needs none.",
      valueName: "input"))
  package var wallet: String?

  package init() {}

  package var isAsked: Bool { carriedSeed.seed != nil || wallet != nil }

  /// Refuses a wallet without a seed, and a seed that stands in the arguments itself.
  package func requireSeed() throws(ProgramError) {
    guard let seed = carriedSeed.seed else {
      throw ProgramError(
        "--wallet was given without --seed: there is no key to sign with",
        hint: "add --seed, or leave both out to use the vault",
        exitCode: .wrongUsage)
    }
    _ = try SeedInput([seed])
  }
}

/// The wallet of one run as the reviewer has it: which keys are ours was proved by what holds the seed.
package struct OneRunWallet: Sendable {
  package let network: Network
  package let descriptor: Descriptor
  package let ownKeys: [OwnKey]
  private let isChild: Bool

  /// Takes the wallet with the origins of our keys; `isChild` says that the seed is a BIP-85 child.
  package init(network: Network, descriptor: Descriptor, ownKeys: [OwnKey], isChild: Bool) {
    self.network = network
    self.descriptor = descriptor
    self.ownKeys = ownKeys
    self.isChild = isChild
  }

  /// Where each of our keys comes from.
  package var keySources: [Int: KeySource] {
    Dictionary(
      ownKeys.map { own in
        (own.position, isChild ? .child : own.seed == Self.keyName ? .importedKey : .seed)
      }
    ) { first, _ in first }
  }

  /// What the master key of one run is called where seeds have names, and what a single private key is.
  package static let seedName = "given"
  package static let keyName = "given-key"

  /// The names of our keys: of the master key, or of a single key itself.
  private var fingerprints: Set<Fingerprint> {
    Set(
      ownKeys.compactMap { own in
        let key = descriptor.keys[own.position]
        if let origin = key.origin { return origin.fingerprint }
        guard case .single(let single) = key.material else { return nil }
        return Fingerprint(of: single)
      })
  }

  /// What the review believes: this wallet, and no memory.
  package func context(now: Int64, payload: MultisigPayload? = nil) -> ReviewContext {
    ReviewContext(
      network: network,
      wallets: [
        RegisteredWallet(
          name: "wallet", network: network, descriptor: descriptor,
          ownKeys: Set(ownKeys.map(\.position)), keySources: keySources)
      ],
      fingerprints: fingerprints, estimatedHeight: ChainClock.height(on: network, at: now),
      isFromPayload: payload != nil, payloadData: payload?.ridingData ?? RidingData(),
      remembers: false)
  }
}
