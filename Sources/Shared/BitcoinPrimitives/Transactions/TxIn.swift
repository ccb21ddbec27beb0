internal import Bytes

/// One coin spent by a transaction.
public struct TxIn: Hashable, Sendable {
  /// The coin.
  public var previousOutput: OutPoint
  /// The unlocking script; empty before signing and for native segwit.
  public var scriptSig: Script
  /// The sequence number: replaceability (BIP-125) and relative locks (BIP-68).
  public var sequence: UInt32
  /// The witness items, empty when there is no witness.
  public var witness: [[UInt8]]

  /// Spends `previousOutput`; by default unsigned, replaceable and without a relative lock.
  public init(
    previousOutput: OutPoint, scriptSig: Script = Script(), sequence: UInt32 = 0xffff_fffd,
    witness: [[UInt8]] = []
  ) {
    self.previousOutput = previousOutput
    self.scriptSig = scriptSig
    self.sequence = sequence
    self.witness = witness
  }

  /// The sequence number that opts out of everything.
  public static let finalSequence: UInt32 = 0xffff_ffff

  /// Whether this input alone makes the transaction replaceable (BIP-125).
  public var signalsReplacement: Bool { sequence < 0xffff_fffe }

  /// The bytes outside of the witness.
  public var baseSize: Int {
    40 + CompactSize.encodedLength(scriptSig.count) + scriptSig.count
  }

  /// The bytes of the witness stack, its count included.
  public var witnessSize: Int {
    witness.reduce(CompactSize.encodedLength(witness.count)) {
      $0 + CompactSize.encodedLength($1.count) + $1.count
    }
  }
}
