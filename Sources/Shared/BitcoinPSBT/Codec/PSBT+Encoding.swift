internal import Bytes

extension PSBT {
  /// Writes the PSBT, each map's fields in their order.
  ///
  /// A PSBT that was read and not changed gives the bytes it was read from.
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

  /// The PSBT as ``encoded()`` writes it, in pieces: what is large lies where it is, and a PSBT
  /// that holds one transaction a thousand times is never there as a whole.
  public func encodedPieces() -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var writer = ByteWriter()
    writer.write(PSBTReader.magic)
    for map in [global.map] + inputs.map(\.map) + outputs.map(\.map) {
      for field in map.fields {
        writer.writeVarBytes(field.key)
        guard field.value.count >= Self.pieceSize else {
          writer.writeVarBytes(field.value)
          continue
        }
        writer.writeCompactSize(field.value.count)
        pieces.append(writer.bytes[...])
        pieces.append(field.value)
        writer = ByteWriter()
      }
      writer.writeByte(0)
    }
    pieces.append(writer.bytes[...])
    return pieces
  }

  /// From how many bytes on a value is a piece of its own.
  private static let pieceSize = 1_024

  /// The PSBT in base64, as BIP-174 writes it.
  public var base64: String { Base64.encode(encoded()) }

  /// The PSBT in hexadecimal digits.
  public var hex: String { Hex.encode(encoded()) }
}
