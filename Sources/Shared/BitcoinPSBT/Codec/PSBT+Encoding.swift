import Bytes

extension PSBT {
  /// Writes the packet, each map's fields in their order.
  ///
  /// A packet that was read and not changed gives the bytes it was read from.
  public func encoded() -> [UInt8] {
    var length = PSBTReader.magic.count + global.map.encodedLength
    for input in inputs { length += input.map.encodedLength }
    for output in outputs { length += output.map.encodedLength }
    var writer = ByteWriter(capacity: length)
    writer.write(PSBTReader.magic)
    global.map.write(to: &writer)
    for input in inputs { input.map.write(to: &writer) }
    for output in outputs { output.map.write(to: &writer) }
    return writer.bytes
  }

  /// The packet in base64, as BIP-174 writes it.
  public var base64: String { Base64.encode(encoded()) }

  /// The packet in hexadecimal digits.
  public var hex: String { Hex.encode(encoded()) }
}
