public import BitcoinPSBT
internal import BitcoinPrimitives

/// The numbers that the rules compare against; settings of the vault, never an option of a command.
public struct ReviewLimits: Hashable, Sendable {
  /// R04: a fee above this share of the money leaving warns, in percent.
  public var feeWarningPercent: Int64 = 10
  /// R04: a fee rate above this warns, in satoshis per 1,000 virtual bytes.
  public var feeRateWarning: Int64 = 500_000
  /// R04: a fee above this share of the inputs refuses, in percent.
  public var feeRefusalPercent: Int64 = 25
  /// R04: a fee up to this many satoshis is never refused for its share.
  public var feeRefusalFloor: Int64 = 100_000
  /// R07: an index this far above the highest known warns.
  public var indexWarningGap: Int64 = 1_000
  /// R07: an index from here on refuses.
  public var indexRefusal: Int64 = 1_000_000
  /// R07: more change outputs than this warn.
  public var changeOutputs = 2
  /// R16: a lock height this many blocks above the estimate is still ordinary.
  public var lockTimeSlack: UInt32 = 2_016
  /// R18: checking and signing may cost this much, in bytes hashed (`WorkMeter`); no setting.
  public var work = WorkMeter.standardLimit
  /// The most keys that all wallets of one kind of script together derive to find a coin far from where it is
  /// expected: about a second's work, once for a PSBT with a coin of that kind that is not found near by; no setting.
  public var farKeys = 60_000
  /// R02: how hard each block of a proof must be on mainnet at least; no setting.
  public var mainnetFloor = WorkFloor.mainnet
  /// R19: more bytes of unknown fields than this warn.
  public var unknownBytes = 4_096
  /// R19: more unknown fields than this warn.
  public var unknownFields = 100
  /// R01: segwit v0 amounts without proof warn instead of refuse; off unless consent was typed.
  public var acceptsUnprovenSegwitV0 = false

  /// The limits of a new vault.
  public init() {}
}
