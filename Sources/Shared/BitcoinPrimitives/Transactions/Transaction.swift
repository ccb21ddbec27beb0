internal import Bytes
internal import Hashes

/// A Bitcoin transaction, with or without witnesses.
///
/// Scripts of a decoded transaction share the storage of the bytes they were read from.
public struct Transaction: Hashable, Sendable {
  /// The version; 1 and 2 are standard (3 with limits), any number decodes.
  public var version: Int32
  /// The coins spent.
  public var inputs: [TxIn]
  /// The coins made.
  public var outputs: [TxOut]
  /// The earliest height or time at which it may be mined.
  public var lockTime: LockTime

  /// Puts a transaction together.
  public init(
    version: Int32 = 2, inputs: [TxIn], outputs: [TxOut], lockTime: LockTime = .none
  ) {
    self.version = version
    self.inputs = inputs
    self.outputs = outputs
    self.lockTime = lockTime
  }

  /// Whether any input carries a witness.
  public var hasWitness: Bool { inputs.contains { !$0.witness.isEmpty } }

  /// Whether this makes new coins: one input, which spends nothing.
  public var isCoinbase: Bool { inputs.count == 1 && inputs[0].previousOutput.isNull }

  /// Whether any input signals that the transaction may be replaced (BIP-125).
  public var signalsReplacement: Bool { inputs.contains { $0.signalsReplacement } }

  /// The identifier that spenders name: double SHA-256 of the bytes without witnesses.
  public var txid: Txid { Txid(SHA256.doubleHash(encodedWithoutWitness())) }

  /// The identifier that covers the witnesses too.
  public var wtxid: Wtxid { Wtxid(SHA256.doubleHash(encoded())) }

  // MARK: Unlocking

  /// The transaction as it was before anybody signed it: without scriptSigs and witnesses.
  public var withoutUnlocking: Transaction {
    var bare = self
    for index in bare.inputs.indices {
      bare.inputs[index].scriptSig = Script()
      bare.inputs[index].witness = []
    }
    return bare
  }

  /// Whether every input has something that should unlock its coin; whether it does is not checked.
  public var isUnlocked: Bool {
    inputs.allSatisfy { !$0.scriptSig.isEmpty || !$0.witness.isEmpty }
  }

  // MARK: Size

  /// The number of bytes without marker, flag and witnesses.
  public var baseSize: Int {
    8 + CompactSize.encodedLength(inputs.count) + CompactSize.encodedLength(outputs.count)
      + inputs.reduce(0) { $0 + $1.baseSize } + outputs.reduce(0) { $0 + $1.size }
  }

  /// The number of bytes of ``encoded()``.
  public var totalSize: Int {
    hasWitness ? baseSize + 2 + inputs.reduce(0) { $0 + $1.witnessSize } : baseSize
  }

  /// Three times the base size plus the total size (BIP-141).
  public var weight: Weight { Weight(units: baseSize * 3 + totalSize) }

  /// The virtual size in bytes: a quarter of the weight, rounded up.
  public var vsize: Int { weight.vsize }

  // MARK: Bytes

  /// The bytes as they are sent: with marker, flag and witnesses when there is any witness.
  public func encoded() -> [UInt8] { encoded(withWitness: hasWitness) }

  /// The bytes without marker, flag and witnesses, which the txid commits to.
  public func encodedWithoutWitness() -> [UInt8] { encoded(withWitness: false) }

  private func encoded(withWitness: Bool) -> [UInt8] {
    var writer = ByteWriter(capacity: withWitness ? totalSize : baseSize)
    writer.writeInt32LE(version)
    if withWitness {
      writer.writeByte(0)
      writer.writeByte(1)
    }
    writer.writeCompactSize(inputs.count)
    for input in inputs {
      input.previousOutput.write(to: &writer)
      writer.writeVarBytes(input.scriptSig.slice)
      writer.writeUInt32LE(input.sequence)
    }
    writer.writeCompactSize(outputs.count)
    for output in outputs { output.write(to: &writer) }
    if withWitness {
      for input in inputs {
        writer.writeCompactSize(input.witness.count)
        for item in input.witness { writer.writeVarBytes(item) }
      }
    }
    writer.writeUInt32LE(lockTime.rawValue)
    return writer.bytes
  }
}
