/// Writes CBOR (RFC 8949) with the shortest lengths, maps in the order given.
public enum CBORWriter {
  /// Writes one value.
  ///
  /// Deterministic encoding asks the caller to give map keys in ascending order.
  public static func encode(_ value: CBORValue) -> [UInt8] {
    var writer = ByteWriter()
    write(value, to: &writer)
    return writer.bytes
  }

  /// Writes the head of a value alone, for a caller that has the content elsewhere: its major type
  /// (2 a byte string, 3 a text, 4 an array, 5 a map, 6 a tag) and its number or length.
  public static func head(major: UInt8, _ argument: Int) -> [UInt8] {
    var writer = ByteWriter()
    writeHead(major, UInt64(clamping: argument), to: &writer)
    return writer.bytes
  }

  // Recursive: the depth is that of a value this program built or that the reader has capped.
  private static func write(_ value: CBORValue, to writer: inout ByteWriter) {
    switch value {
    case .unsigned(let number): writeHead(0, number, to: &writer)
    case .negative(let number): writeHead(1, number, to: &writer)
    case .bytes(let bytes):
      writeHead(2, UInt64(bytes.count), to: &writer)
      writer.write(bytes)
    case .text(let text):
      let utf8 = Array(text.utf8)
      writeHead(3, UInt64(utf8.count), to: &writer)
      writer.write(utf8)
    case .array(let elements):
      writeHead(4, UInt64(elements.count), to: &writer)
      for element in elements { write(element, to: &writer) }
    case .map(let pairs):
      writeHead(5, UInt64(pairs.count), to: &writer)
      for pair in pairs {
        write(pair.key, to: &writer)
        write(pair.value, to: &writer)
      }
    case .tag(let tag, let content):
      writeHead(6, tag, to: &writer)
      write(content, to: &writer)
    case .bool(let value): writer.writeByte(value ? 0xf5 : 0xf4)
    case .null: writer.writeByte(0xf6)
    }
  }

  private static func writeHead(_ major: UInt8, _ argument: UInt64, to writer: inout ByteWriter) {
    let type = major << 5
    switch argument {
    case ..<24: writer.writeByte(type | UInt8(argument))
    case ...0xff:
      writer.writeByte(type | 24)
      writer.writeByte(UInt8(argument))
    case ...0xffff:
      writer.writeByte(type | 25)
      writer.writeUInt16BE(UInt16(argument))
    case ...0xffff_ffff:
      writer.writeByte(type | 26)
      writer.writeUInt32BE(UInt32(argument))
    default:
      writer.writeByte(type | 27)
      writer.writeUInt64BE(argument)
    }
  }
}
