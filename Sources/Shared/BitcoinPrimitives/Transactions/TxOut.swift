public import Bytes

/// One output of a transaction: an amount and the script that locks it.
public struct TxOut: Hashable, Sendable {
  /// The satoshis as they stand in the transaction.
  ///
  /// Decoded bytes may hold any number here, also a negative one: use ``amount`` where money is
  /// counted.
  public var rawValue: Int64
  /// The locking script.
  public var scriptPubKey: Script

  /// Pays `amount` to `scriptPubKey`.
  public init(amount: Amount, scriptPubKey: Script) {
    rawValue = amount.satoshis
    self.scriptPubKey = scriptPubKey
  }

  /// Takes the satoshis unchecked, as they stand in bytes.
  public init(rawValue: Int64, scriptPubKey: Script) {
    self.rawValue = rawValue
    self.scriptPubKey = scriptPubKey
  }

  /// The amount; nil when it is outside 0 to 21 million bitcoin.
  public var amount: Amount? { try? Amount(satoshis: rawValue) }

  /// The number of bytes of this output in a transaction.
  public var size: Int {
    8 + CompactSize.encodedLength(scriptPubKey.count) + scriptPubKey.count
  }

  /// Reads the amount and the script; the script shares storage with what is read.
  public init(reading reader: inout ByteReader) throws(BytesError) {
    rawValue = try reader.readInt64LE()
    scriptPubKey = Script(try reader.readVarBytes())
  }

  /// Writes the amount (8 bytes, little-endian) and the script with its length.
  public func write(to writer: inout ByteWriter) {
    writer.writeInt64LE(rawValue)
    writer.writeVarBytes(scriptPubKey.slice)
  }

  /// The bytes of this output in a transaction.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: size)
    write(to: &writer)
    return writer.bytes
  }
}
