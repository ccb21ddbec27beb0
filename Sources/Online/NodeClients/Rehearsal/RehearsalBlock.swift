internal import BitcoinPrimitives
internal import Bytes
internal import Hashes

/// A block of the rehearsal chain, in the layout of a real one.
struct RehearsalBlock: Hashable, Sendable {
  var previous: BlockHash
  var merkleRoot: Bytes32
  /// Seconds since 1970.
  var time: UInt32
  var nonce: UInt32
  var transactions: [Transaction]

  /// The easiest proof of work there is, as on regtest.
  static let easiestBits: UInt32 = 0x207f_ffff
  static let version: Int32 = 0x2000_0000
  /// Transactions in a block; what fits four million weight units.
  static let transactionLimit = 20_000

  /// The 80 bytes that are hashed.
  var header: [UInt8] {
    var writer = ByteWriter(capacity: 80)
    writer.writeInt32LE(Self.version)
    writer.writeBytes32(previous.bytes)
    writer.writeBytes32(merkleRoot)
    writer.writeUInt32LE(time)
    writer.writeUInt32LE(Self.easiestBits)
    writer.writeUInt32LE(nonce)
    return writer.bytes
  }

  var hash: BlockHash { BlockHash(SHA256.doubleHash(header)) }

  /// Counts the nonce up until the hash is below the target: its highest bit has to be zero.
  mutating func work() {
    while hash.bytes.bytes[31] & 0x80 != 0 { nonce &+= 1 }
  }

  /// The root of a merkle tree; an odd one out is paired with itself.
  static func merkleRoot(_ leaves: [Bytes32]) -> Bytes32 {
    var level = leaves
    while level.count > 1 {
      level = stride(from: 0, to: level.count, by: 2).map { index in
        let right = level[min(index + 1, level.count - 1)]
        return SHA256.doubleHash(level[index].bytes + right.bytes)
      }
    }
    return level.first ?? .zero
  }

  func write(to writer: inout ByteWriter) {
    writer.write(header)
    writer.writeCompactSize(UInt64(transactions.count))
    for transaction in transactions { writer.write(transaction.encoded()) }
  }

  /// Puts a block together and works on it.
  init(previous: BlockHash, time: UInt32, transactions: [Transaction]) {
    self.previous = previous
    self.time = time
    nonce = 0
    self.transactions = transactions
    merkleRoot = Self.merkleRoot(transactions.map(\.txid.bytes))
    work()
  }

  /// Reads a block back; throws when anything in it is inconsistent.
  init(reading reader: inout ByteReader) throws(NodeError) {
    do {
      _ = try reader.readInt32LE()
      previous = BlockHash(try reader.readBytes32())
      merkleRoot = try reader.readBytes32()
      time = try reader.readUInt32LE()
      _ = try reader.readUInt32LE()
      nonce = try reader.readUInt32LE()
      let count = try reader.readCount(minimumElementSize: 10, limit: Self.transactionLimit)
      transactions = []
      transactions.reserveCapacity(count)
      for _ in 0..<count { transactions.append(try Transaction(reading: &reader)) }
    } catch {
      throw .rehearsalFile(reason: "\(error)")
    }
    guard merkleRoot == Self.merkleRoot(transactions.map(\.txid.bytes)) else {
      throw .rehearsalFile(reason: "a block does not match its transactions")
    }
  }
}
