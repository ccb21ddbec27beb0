public import Bytes

extension Transaction {
  /// Reads exactly one transaction; see ``init(decoding:allowingWitness:)-(ArraySlice<UInt8>,_)``.
  public init(decoding bytes: [UInt8], allowingWitness: Bool = true) throws(TransactionError) {
    try self.init(decoding: bytes[...], allowingWitness: allowingWitness)
  }

  /// Reads exactly one transaction, in one pass and without copying scripts.
  ///
  /// Strict where Bitcoin Core is: minimal sizes, nothing left over, no marker without a witness,
  /// no unknown flags. Every count is held against the bytes left before memory is reserved for
  /// it. Amounts may be any 64-bit number. With `allowingWitness` off, the old format is read
  /// (BIP-174 wants it for the unsigned transaction, where no inputs at all may be listed).
  public init(
    decoding bytes: ArraySlice<UInt8>, allowingWitness: Bool = true
  ) throws(TransactionError) {
    var reader = ByteReader(bytes)
    try self.init(reading: &reader, allowingWitness: allowingWitness)
    do {
      try reader.requireEnd()
    } catch {
      throw .bytes(error)
    }
  }

  /// Reads one transaction and leaves what follows it.
  ///
  /// Same rules as ``init(decoding:allowingWitness:)-(ArraySlice<UInt8>,_)``.
  public init(
    reading reader: inout ByteReader, allowingWitness: Bool = true
  ) throws(TransactionError) {
    var decoder = Decoder(reader: reader)
    self = try decoder.transaction(allowingWitness: allowingWitness)
    reader = decoder.reader
  }

  private struct Decoder {
    var reader: ByteReader

    mutating func transaction(allowingWitness: Bool) throws(TransactionError) -> Transaction {
      let marker = reader.offset + 4
      let read: (transaction: Transaction, flags: UInt8)
      do {
        read = try parts(allowingWitness: allowingWitness)
      } catch {
        throw .bytes(error)
      }
      guard read.flags <= 1 else { throw .unknownFlags(read.flags, offset: marker + 1) }
      guard read.flags == 0 || read.transaction.hasWitness else {
        throw .superfluousWitness(offset: marker)
      }
      return read.transaction
    }

    private mutating func parts(
      allowingWitness: Bool
    ) throws(BytesError) -> (transaction: Transaction, flags: UInt8) {
      let version = try reader.readInt32LE()
      var inputs = try readInputs()
      var outputs: [TxOut] = []
      var flags: UInt8 = 0
      if inputs.isEmpty && allowingWitness {
        // No inputs means the marker of BIP-144, unless the "flags" are a count of zero outputs.
        flags = try reader.readByte()
        if flags != 0 {
          inputs = try readInputs()
          outputs = try readOutputs()
        }
      } else {
        outputs = try readOutputs()
      }
      if flags & 1 != 0 {
        for index in inputs.indices { inputs[index].witness = try readWitness() }
      }
      let lockTime = LockTime(rawValue: try reader.readUInt32LE())
      return (
        Transaction(version: version, inputs: inputs, outputs: outputs, lockTime: lockTime), flags
      )
    }

    private mutating func readInputs() throws(BytesError) -> [TxIn] {
      let count = try reader.readCount(minimumElementSize: 41, limit: .max)
      var inputs: [TxIn] = []
      inputs.reserveCapacity(count)
      for _ in 0..<count {
        let txid = Txid(try reader.readBytes32())
        let outPoint = OutPoint(txid: txid, vout: try reader.readUInt32LE())
        let scriptSig = Script(try reader.readVarBytes())
        inputs.append(
          TxIn(
            previousOutput: outPoint, scriptSig: scriptSig, sequence: try reader.readUInt32LE()))
      }
      return inputs
    }

    private mutating func readOutputs() throws(BytesError) -> [TxOut] {
      let count = try reader.readCount(minimumElementSize: 9, limit: .max)
      var outputs: [TxOut] = []
      outputs.reserveCapacity(count)
      for _ in 0..<count { outputs.append(try TxOut(reading: &reader)) }
      return outputs
    }

    private mutating func readWitness() throws(BytesError) -> [[UInt8]] {
      let count = try reader.readCount(minimumElementSize: 1, limit: .max)
      var items: [[UInt8]] = []
      items.reserveCapacity(count)
      for _ in 0..<count { items.append([UInt8](try reader.readVarBytes())) }
      return items
    }
  }
}
