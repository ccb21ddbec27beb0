internal import Bytes

/// Writes a script, pushing data in the shortest way.
public struct ScriptBuilder: Sendable {
  private var writer: ByteWriter

  /// Starts empty.
  public init() {
    writer = ByteWriter(capacity: 40)
  }

  /// What was written so far.
  public var script: Script { Script(writer.bytes) }

  /// Appends an opcode.
  public mutating func append(_ opcode: Opcode) {
    writer.writeByte(opcode.rawValue)
  }

  /// Appends the push of a byte string: the opcode of a small number where one says the same,
  /// else the shortest length prefix.
  public mutating func append(push data: some Collection<UInt8>) {
    if data.isEmpty { return append(.op0) }
    if data.count == 1, let byte = data.first {
      if (1...16).contains(byte) { return writer.writeByte(0x50 + byte) }
      if byte == 0x81 { return append(.op1Negate) }
    }
    append(verbatim: data)
  }

  /// Appends the push of a byte string with a length prefix, also where a small number's opcode
  /// would be shorter.
  public mutating func append(verbatim data: some Collection<UInt8>) {
    switch data.count {
    case ...75: writer.writeByte(UInt8(data.count))
    case ...255:
      append(.pushData1)
      writer.writeByte(UInt8(data.count))
    case ...65_535:
      append(.pushData2)
      writer.writeUInt16LE(UInt16(data.count))
    default:
      append(.pushData4)
      writer.writeUInt32LE(UInt32(truncatingIfNeeded: data.count))
    }
    writer.write(data)
  }

  /// Appends the push of a number in the shortest way.
  public mutating func append(number: Int64) {
    if (-1...16).contains(number), let opcode = Opcode(smallInteger: Int(number)) {
      append(opcode)
    } else {
      append(verbatim: ScriptNumber.encode(number))
    }
  }
}

/// The number format of scripts: little-endian, sign in the top bit of the last byte.
public enum ScriptNumber {
  /// The shortest form; zero is written as no bytes at all.
  public static func encode(_ number: Int64) -> [UInt8] {
    guard number != 0 else { return [] }
    var magnitude = number.magnitude
    var bytes: [UInt8] = []
    while magnitude > 0 {
      bytes.append(UInt8(truncatingIfNeeded: magnitude))
      magnitude >>= 8
    }
    if bytes[bytes.count - 1] & 0x80 != 0 {
      bytes.append(number < 0 ? 0x80 : 0)
    } else if number < 0 {
      bytes[bytes.count - 1] |= 0x80
    }
    return bytes
  }
}
