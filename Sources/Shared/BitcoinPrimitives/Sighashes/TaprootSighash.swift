public import Bytes
internal import Hashes

/// Which script of a taproot output is being run (BIP-342), for its signature hash.
public struct TapscriptContext: Hashable, Sendable {
  /// The hash of the leaf.
  public let leafHash: Bytes32
  /// The position of the last OP_CODESEPARATOR run, counted in opcodes; 2^32 - 1 for none.
  public let codeSeparatorPosition: UInt32

  /// Names the leaf and the last code separator.
  public init(leafHash: Bytes32, codeSeparatorPosition: UInt32 = .max) {
    self.leafHash = leafHash
    self.codeSeparatorPosition = codeSeparatorPosition
  }
}

/// The signature hash of witness version 1 (BIP-341 and BIP-342).
enum TaprootSighash {
  private static let tag = TaggedHash(tag: "TapSighash")

  /// How many bytes a digest hashes at most, SINGLE's output included.
  static func cost(of transaction: Transaction, _ index: Int, type: SighashType) -> Int {
    320 + transaction.sizeOfSingleOutput(index, type: type)
  }

  static func digest(
    of transaction: Transaction, spentOutputs: [TxOut], shared: SharedHashes, input index: Int,
    type: SighashType, annexHash: Bytes32?, tapscript: TapscriptContext?
  ) throws(SighashError) -> Bytes32 {
    guard type.isDefinedForTaproot else { throw .undefinedType(type) }
    guard let amounts = shared.amounts, let scriptPubKeys = shared.scriptPubKeys else {
      throw .missingSpentOutputs
    }
    let input = transaction.inputs[index]
    var writer = ByteWriter(capacity: 256)
    writer.writeByte(0)  // the epoch
    writer.writeByte(UInt8(truncatingIfNeeded: type.rawValue))
    writer.writeInt32LE(transaction.version)
    writer.writeUInt32LE(transaction.lockTime.rawValue)
    if !type.anyoneCanPay {
      writer.writeBytes32(shared.prevouts)
      writer.writeBytes32(amounts)
      writer.writeBytes32(scriptPubKeys)
      writer.writeBytes32(shared.sequences)
    }
    if !type.signsNoOutputs && !type.signsSingleOutput { writer.writeBytes32(shared.outputs) }
    writer.writeByte((tapscript == nil ? 0 : 2) + (annexHash == nil ? 0 : 1))
    if type.anyoneCanPay {
      input.previousOutput.write(to: &writer)
      spentOutputs[index].write(to: &writer)
      writer.writeUInt32LE(input.sequence)
    } else {
      writer.writeUInt32LE(UInt32(truncatingIfNeeded: index))
    }
    if let annexHash { writer.writeBytes32(annexHash) }
    if type.signsSingleOutput {
      guard index < transaction.outputs.count else { throw .noMatchingOutput(index: index) }
      writer.writeBytes32(SHA256.hash(transaction.outputs[index].encoded()))
    }
    if let tapscript {
      writer.writeBytes32(tapscript.leafHash)
      writer.writeByte(0)  // the version of public keys
      writer.writeUInt32LE(tapscript.codeSeparatorPosition)
    }
    return tag.hash(writer.bytes)
  }
}
