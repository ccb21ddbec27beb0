public import BitcoinPrimitives
public import ExtendedKeys

/// What this machine knows before it looks at a PSBT: the review believes this and nothing else.
public struct ReviewContext: Sendable {
  /// The network of this home.
  public let network: Network
  /// The wallets that may sign and own change.
  public let wallets: [RegisteredWallet]
  /// The fingerprints of our own master keys, those of the wallets' own keys among them.
  ///
  /// A derivation that names one of them is a claim about us. A cosigner's is not.
  public let fingerprints: Set<Fingerprint>
  /// The numbers that the rules compare against.
  public let limits: ReviewLimits
  /// The outputs whose amounts were proved before, by outpoint.
  public let provedOutput: @Sendable (OutPoint) -> TxOut?
  /// What was claimed before and accepted without proof, by outpoint.
  public let claimedOutput: @Sendable (OutPoint) -> TxOut?
  /// The height that the clock suggests, or one at which the highest lock height signed before is
  /// just ordinary; nil for neither.
  public let estimatedHeight: UInt32?
  /// Whether the payment came as a `multisig:` payload, which has no place for amounts (R21).
  public let isFromPayload: Bool
  /// What the payload says beyond what a PSBT can: no rule looks at it, but it is passed on (R19).
  public let payloadData: RidingData
  /// Whether this machine signs: only then can keys that belong to no network do harm (R11).
  public let signs: Bool
  /// Whether it keeps what it signs: without a memory nobody notices that another round shows other coins
  /// as ours (R12).
  public let remembers: Bool
  /// What this machine signed before (R33).
  public let history: SigningHistory

  /// Takes what is known; what is not given is not known.
  public init(
    network: Network, wallets: [RegisteredWallet], fingerprints: Set<Fingerprint>,
    limits: ReviewLimits = ReviewLimits(),
    provedOutput: @escaping @Sendable (OutPoint) -> TxOut? = { _ in nil },
    claimedOutput: @escaping @Sendable (OutPoint) -> TxOut? = { _ in nil },
    estimatedHeight: UInt32? = nil,
    isFromPayload: Bool = false, payloadData: RidingData = RidingData(), signs: Bool = true,
    remembers: Bool = true, history: SigningHistory = SigningHistory()
  ) {
    self.network = network
    self.wallets = wallets
    self.fingerprints = wallets.reduce(into: fingerprints) { $0.formUnion($1.ownFingerprints) }
    self.limits = limits
    self.provedOutput = provedOutput
    self.claimedOutput = claimedOutput
    self.estimatedHeight = estimatedHeight
    self.isFromPayload = isFromPayload
    self.payloadData = payloadData
    self.signs = signs
    self.remembers = remembers
    self.history = history
  }
}
