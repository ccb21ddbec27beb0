internal import Bytes
internal import Hashes

/// The hashes over all inputs and outputs that BIP-143 and BIP-341 share, computed once.
struct SharedHashes: Sendable {
  let prevouts: Bytes32
  let sequences: Bytes32
  let outputs: Bytes32
  /// Absent when the outputs spent are not known.
  let amounts: Bytes32?
  let scriptPubKeys: Bytes32?

  init(_ transaction: Transaction, spentOutputs: [TxOut]?) {
    var prevouts = ByteWriter(capacity: 36 * transaction.inputs.count)
    var sequences = ByteWriter(capacity: 4 * transaction.inputs.count)
    for input in transaction.inputs {
      input.previousOutput.write(to: &prevouts)
      sequences.writeUInt32LE(input.sequence)
    }
    self.prevouts = SHA256.hash(prevouts.bytes)
    self.sequences = SHA256.hash(sequences.bytes)
    var outputs = ByteWriter(capacity: transaction.outputs.reduce(0) { $0 + $1.size })
    for output in transaction.outputs { output.write(to: &outputs) }
    self.outputs = SHA256.hash(outputs.bytes)
    guard let spentOutputs else {
      amounts = nil
      scriptPubKeys = nil
      return
    }
    var amounts = ByteWriter(capacity: 8 * spentOutputs.count)
    var scripts = ByteWriter(capacity: 36 * spentOutputs.count)
    for output in spentOutputs {
      amounts.writeInt64LE(output.rawValue)
      scripts.writeVarBytes(output.scriptPubKey.slice)
    }
    self.amounts = SHA256.hash(amounts.bytes)
    scriptPubKeys = SHA256.hash(scripts.bytes)
  }
}

/// The signature hash of witness version 0 (BIP-143).
struct SegwitV0Sighash: Sendable {
  private let prevouts: Bytes32
  private let sequences: Bytes32
  private let outputs: Bytes32

  init(_ shared: SharedHashes) {
    // BIP-143 hashes twice what BIP-341 hashes once.
    prevouts = SHA256.hash(shared.prevouts)
    sequences = SHA256.hash(shared.sequences)
    outputs = SHA256.hash(shared.outputs)
  }

  /// How many bytes a digest hashes at most; the input must exist.
  static func cost(
    of transaction: Transaction, _ index: Int, scriptCode: Script, type: SighashType
  ) -> Int {
    192 + scriptCode.count + transaction.sizeOfSingleOutput(index, type: type)
  }

  /// The hash for input `index`, which must exist, that spends `amount` satoshis.
  func digest(
    of transaction: Transaction, input index: Int, scriptCode: Script, amount: Int64,
    type: SighashType
  ) -> Bytes32 {
    let input = transaction.inputs[index]
    var writer = ByteWriter(capacity: 192 + scriptCode.count)
    writer.writeInt32LE(transaction.version)
    writer.writeBytes32(type.anyoneCanPay ? .zero : prevouts)
    let signsSequences = !type.anyoneCanPay && !type.signsNoOutputs && !type.signsSingleOutput
    writer.writeBytes32(signsSequences ? sequences : .zero)
    input.previousOutput.write(to: &writer)
    writer.writeVarBytes(scriptCode.slice)
    writer.writeInt64LE(amount)
    writer.writeUInt32LE(input.sequence)
    if type.signsSingleOutput {
      let outputs = transaction.outputs
      writer.writeBytes32(
        index < outputs.count ? SHA256.doubleHash(outputs[index].encoded()) : .zero)
    } else {
      writer.writeBytes32(type.signsNoOutputs ? .zero : outputs)
    }
    writer.writeUInt32LE(transaction.lockTime.rawValue)
    writer.writeUInt32LE(type.rawValue)
    return SHA256.doubleHash(writer.bytes)
  }
}

extension Transaction {
  /// The bytes of the output that SINGLE hashes by itself; 0 with other types, and without one.
  func sizeOfSingleOutput(_ index: Int, type: SighashType) -> Int {
    type.signsSingleOutput && index < outputs.count ? outputs[index].size : 0
  }
}
