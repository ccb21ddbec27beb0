public import BitcoinPrimitives
public import ExtendedKeys

/// Who an output pays, decided by deriving scripts again, not by what the PSBT says.
public enum OutputClass: Hashable, Sendable {
  /// Somebody else, or nobody this machine knows.
  case payment
  /// The change branch of a wallet that is spent.
  case change
  /// The receive branch of a wallet that is spent.
  case ownReceive
  /// Another registered wallet of ours.
  case otherWallet
  /// Data; any money in it is gone.
  case data
}

/// One output as the review sees it.
public struct OutputFacts: Hashable, Sendable {
  /// The output itself: amount and script.
  public let output: TxOut
  /// Who it pays.
  public let kind: OutputClass
  /// Where our wallet has this script; nil for an output that is not ours.
  public let place: WalletPlace?
  /// Whether a derivation names one of our fingerprints.
  public let claimsOurs: Bool
  /// Whether such a derivation names a path or a key that our wallet does not have there.
  public let claimsFalsely: Bool
  /// A cosigner of the wallet whose fingerprint a derivation names with a path or key that the
  /// wallet does not have there.
  public let contradictedCosigner: Fingerprint?
  /// The address, where the script has one on this network.
  public let address: Address?

  /// The amount; nil when it is none, such as a negative one.
  public var amount: Amount? { output.amount }
  /// Whether a registered wallet of ours derives the script; who else can spend there, its trust
  /// class says.
  public var isOurs: Bool { place != nil }
}
