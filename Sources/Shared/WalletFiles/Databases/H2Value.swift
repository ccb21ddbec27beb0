/// A value in a row of an H2 database, of the types that Sparrow's tables have.
enum H2Value: Hashable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
  /// A point in time, which nobody here needs.
  case time

  /// Reads one by the byte before it; throws for types that Sparrow's tables do not have.
  init(_ reader: inout H2Reader) throws(WalletFileError) {
    let kind = try reader.byte()
    switch kind {
    case 0: self = .null
    case 2: self = .integer(Int64(Int8(bitPattern: try reader.byte())))
    case 3: self = .integer(Int64(Int16(truncatingIfNeeded: try reader.number(bytes: 2))))
    case 4, 66:
      let value = Int64(Int32(truncatingIfNeeded: try reader.variable()))
      self = .integer(kind == 66 ? -value : value)
    case 5: self = .integer(Int64(bitPattern: try reader.variable()))
    case 67: self = .integer(0 &- Int64(bitPattern: try reader.variable()))
    case 10:
      _ = try reader.variable()
      self = .time
    case 11:
      for _ in 0..<3 { _ = try reader.variable() }
      self = .time
    case 12, 137: self = .bytes(Array(try reader.bytes(reader.count())))
    case 13, 14, 21: self = .text(try reader.string())
    case 32..<48: self = .integer(Int64(kind - 32))
    case 48..<56: self = .integer(Int64(kind - 48))
    case 64, 65: self = .boolean(kind == 65)
    case 68..<100: self = .text(try reader.string(count: Int(kind - 68)))
    case 100..<132: self = .bytes(Array(try reader.bytes(Int(kind - 100))))
    default:
      throw H2Reader.unread("has values of type \(kind) in the tables of a wallet")
    }
  }
}
