import BitcoinPSBT
import BitcoinPrimitives
import Bytes

/// Puts PSBTs together byte by byte, also ones that no writer would write.
struct PacketBuilder {
  struct Pair {
    var key: [UInt8]
    var value: [UInt8]

    init(_ type: UInt64, _ keyData: [UInt8] = [], _ value: [UInt8] = []) {
      var writer = ByteWriter()
      writer.writeCompactSize(type)
      writer.write(keyData)
      key = writer.bytes
      self.value = value
    }

    init(rawKey: [UInt8], value: [UInt8]) {
      key = rawKey
      self.value = value
    }

    var bytes: [UInt8] {
      var writer = ByteWriter()
      writer.writeVarBytes(key)
      writer.writeVarBytes(value)
      return writer.bytes
    }
  }

  static let magic: [UInt8] = [0x70, 0x73, 0x62, 0x74, 0xFF]

  var inputCount: Int
  var outputCount: Int
  var global: [Pair]
  var inputs: [[Pair]]
  var outputs: [[Pair]]

  init(inputs inputCount: Int = 1, outputs outputCount: Int = 1) {
    self.inputCount = inputCount
    self.outputCount = outputCount
    global = [Pair(0, [], Self.transaction(inputs: inputCount, outputs: outputCount))]
    inputs = Array(repeating: [], count: inputCount)
    outputs = Array(repeating: [], count: outputCount)
  }

  /// An unsigned transaction; input n spends output n of a transaction that does not exist.
  static func transaction(
    inputs: Int, outputs: Int, scriptSig: [UInt8] = [], scriptPubKey: [UInt8] = p2wpkh
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.writeInt32LE(2)
    writer.writeCompactSize(inputs)
    for index in 0..<inputs {
      writer.write([UInt8](repeating: 7, count: 32))
      writer.writeUInt32LE(UInt32(index))
      writer.writeVarBytes(scriptSig)
      writer.writeUInt32LE(0xFFFF_FFFD)
    }
    writer.writeCompactSize(outputs)
    for index in 0..<outputs {
      writer.writeInt64LE(Int64(1000 + index))
      writer.writeVarBytes(scriptPubKey)
    }
    writer.writeUInt32LE(0)
    return writer.bytes
  }

  static let p2wpkh: [UInt8] = [0, 20] + [UInt8](repeating: 9, count: 20)

  /// The generator of the curve, compressed.
  static let key: [UInt8] = bytes(
    "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")
  /// Twice the generator, compressed.
  static let key2: [UInt8] = bytes(
    "02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5")
  /// x = 5 has no point on the curve.
  static let notAPoint: [UInt8] = [2] + [UInt8](repeating: 0, count: 31) + [5]
  /// A strict DER signature (r = s = 1) with SIGHASH_ALL.
  static let signature: [UInt8] = [0x30, 6, 2, 1, 1, 2, 1, 1, 1]

  static func bytes(_ hex: String) -> [UInt8] { (try? Hex.decode(hex)) ?? [] }

  /// The PSBT; an input that carries a previous transaction spends it.
  func encoded() -> [UInt8] {
    var maps = [global] + inputs + outputs
    if let first = global.first, first.key == [0],
      first.value == Self.transaction(inputs: inputCount, outputs: outputCount)
    {
      maps[0][0].value = spendingPrevious(first.value)
    }
    var all = Self.magic
    for map in maps {
      for pair in map { all += pair.bytes }
      all.append(0)
    }
    return all
  }

  private func spendingPrevious(_ transaction: [UInt8]) -> [UInt8] {
    var transaction = transaction
    for (index, map) in inputs.enumerated() where index < inputCount {
      guard let pair = map.first(where: { $0.key == [0] }),
        let previous = try? PreviousTransaction(scanning: pair.value[...])
      else { continue }
      let start = 4 + CompactSize.encodedLength(inputCount) + 41 * index
      transaction.replaceSubrange(start..<start + 32, with: previous.txid.bytes.bytes)
    }
    return transaction
  }
}
