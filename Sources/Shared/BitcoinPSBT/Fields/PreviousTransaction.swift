public import BitcoinPrimitives
public import Bytes
internal import Hashes

/// The transaction whose output an input spends, kept as the bytes that the PSBT carries.
///
/// Its structure was walked once; no object is built for it. `txid` hashes the bytes where they
/// lie.
public struct PreviousTransaction: Hashable, Sendable {
  /// The transaction as it stands in the PSBT, with or without witness.
  public let bytes: ArraySlice<UInt8>
  /// How many inputs it has; at least one.
  public let inputCount: Int
  /// How many outputs it has; at least one.
  public let outputCount: Int
  /// From the number of inputs to the last output: the middle of what the txid commits to.
  private let body: ArraySlice<UInt8>
  private let firstOutput: Int

  /// Walks the structure of a whole serialized transaction.
  ///
  /// - Throws: `BytesError` for anything but exactly one transaction with an input and an output,
  ///   with minimal sizes, and with a witness only if some input has one.
  public init(scanning bytes: ArraySlice<UInt8>) throws(BytesError) {
    var reader = ByteReader(bytes)
    _ = try reader.read(4)
    var start = bytes.startIndex + 4
    let marked = reader.remaining >= 2 && bytes[start] == 0 && bytes[start + 1] == 1
    if marked {
      _ = try reader.read(2)
      start += 2
    }
    inputCount = try reader.readCount(minimumElementSize: 41, limit: bytes.count)
    guard inputCount > 0 else { throw Self.malformed("no inputs", 4) }
    for _ in 0..<inputCount {
      _ = try reader.read(36)
      _ = try reader.readVarBytes(max: bytes.count)
      _ = try reader.read(4)
    }
    outputCount = try reader.readCount(minimumElementSize: 9, limit: bytes.count)
    guard outputCount > 0 else {
      throw Self.malformed("no outputs", reader.offset)
    }
    firstOutput = bytes.startIndex + reader.offset
    for _ in 0..<outputCount {
      _ = try reader.read(8)
      _ = try reader.readVarBytes(max: bytes.count)
    }
    body = bytes[start..<(bytes.startIndex + reader.offset)]
    if marked {
      var hasWitness = false
      for _ in 0..<inputCount {
        let items = try reader.readCount(minimumElementSize: 1, limit: bytes.count)
        if items > 0 { hasWitness = true }
        for _ in 0..<items { _ = try reader.readVarBytes(max: bytes.count) }
      }
      guard hasWitness else {
        throw Self.malformed("a witness marker without any witness", 4)
      }
    }
    _ = try reader.read(4)
    try reader.requireEnd()
    self.bytes = bytes
  }

  /// Those of the transactions that some input of `transaction` spends, each written once, so that
  /// all inputs of one of them share its bytes.
  public static func spent(
    by transaction: Transaction, among known: [Transaction]
  ) -> [Txid: PreviousTransaction] {
    let spent = Set(transaction.inputs.map(\.previousOutput.txid))
    var found: [Txid: PreviousTransaction] = [:]
    for previous in known {
      let txid = previous.txid
      guard spent.contains(txid), found[txid] == nil else { continue }
      found[txid] = try? PreviousTransaction(scanning: previous.encoded()[...])
    }
    return found
  }

  private static func malformed(_ reason: String, _ offset: Int) -> BytesError {
    .malformed(format: "transaction", reason: reason, offset: offset)
  }

  /// The transaction id, computed anew from the bytes at each call (double SHA-256, without
  /// witness).
  public var txid: Txid {
    var hasher = SHA256Hasher()
    hasher.update(bytes.prefix(4))
    hasher.update(body)
    hasher.update(bytes.suffix(4))
    return Txid(SHA256.hash(hasher.finalized()))
  }

  /// The output at an index; nil when there is none.
  ///
  /// The outputs before it are walked over.
  public func output(at index: UInt32) -> TxOut? {
    guard index < outputCount else { return nil }
    var reader = ByteReader(body[firstOutput...])
    do {
      for _ in 0..<index {
        _ = try reader.read(8)
        _ = try reader.readVarBytes(max: body.count)
      }
      return try TxOut(reading: &reader)
    } catch {
      return nil
    }
  }

  /// The transaction without its witnesses: shorter, with the same txid.
  public var withoutWitness: [UInt8] { bytes.prefix(4) + body + bytes.suffix(4) }

  /// The same without its witnesses; nothing is copied when it has none.
  public var bare: PreviousTransaction {
    guard bytes.count > body.count + 8 else { return self }
    // What was walked once is walked again without an error.
    return (try? PreviousTransaction(scanning: withoutWitness[...])) ?? self
  }

  /// The whole transaction, decoded.
  ///
  /// - Throws: `TransactionError` where the strict decoder knows more than the walk did.
  public func decoded() throws(TransactionError) -> Transaction {
    try Transaction(decoding: bytes)
  }
}
