internal import Bytes
internal import QRTransport

/// A PSBT made short for QR codes between this project's two programs (docs/formats.md, "A payment made short").
///
/// A long value that stands in it several times, as the transaction that many inputs spend from, is carried once, and all of
/// it is deflated. What comes back is the PSBT byte for byte: nothing is left out, and nothing about it is trusted.
public enum CompactPayment {
  /// The most bytes of a PSBT: what QR codes carry in all (R18).
  public static let mostBytes = 16_000_000
  /// Values of fewer bytes are never referred to: deflating does as well.
  static let leastRepeated = 64
  static let magic = Array("drawbridge-payment ".utf8)

  static let frame = TaggedCBOR(
    type: "compact payment", noun: "payment", magic: magic, version: 1, count: 3,
    limits: CBORLimits(bytes: mostBytes, depth: 2, values: 8))

  /// The short form; nil where the bytes are not a PSBT's maps written in the shortest way, so that they would not come
  /// back the same, or are too long.
  public static func encoded(_ psbt: [UInt8]) -> [UInt8]? {
    guard psbt.count <= mostBytes, let listed = listed(psbt),
      let deflated = Deflate.compressed(listed, windowBits: 15),
      (try? unlisted(listed, count: psbt.count)) == psbt
    else { return nil }
    return frame.encoded([.unsigned(UInt64(psbt.count)), .bytes(deflated)])
  }

  /// Whether bytes are meant as one.
  static func recognizes(_ bytes: [UInt8]) -> Bool { frame.recognizes(bytes) }

  /// The PSBT.
  ///
  /// - Throws: ``AirgapMessageError`` for what is cut, damaged, longer than it says or than ``mostBytes``.
  public static func decoded(_ bytes: [UInt8]) throws(AirgapMessageError) -> [UInt8] {
    let fields = try frame.fields(of: bytes)
    guard let length = fields[1].unsignedValue, length <= UInt64(mostBytes),
      let deflated = fields[2].bytesValue
    else { throw frame.malformed("its length is none, or over \(mostBytes) bytes") }
    let listed: [UInt8]
    do throws(QRTransportError) {
      // A reference takes two bytes at least for the 64 that it stands for, so the list is never the longer one by more
      // than the byte before each value.
      listed = try Deflate.inflated(deflated, limit: 2 * Int(length) + 64)
    } catch {
      throw frame.malformed("it cannot be inflated to the length that it says")
    }
    do throws(BytesError) {
      return try unlisted(listed, count: Int(length))
    } catch {
      throw frame.malformed("its values do not add up to the PSBT that it says")
    }
  }

  // MARK: The list

  /// The records of a PSBT, each value behind a 0 or replaced by the number of the long value that it repeats.
  private static func listed(_ psbt: [UInt8]) -> [UInt8]? {
    var long: [ArraySlice<UInt8>: Int] = [:]
    return listed(psbt, &long)
  }

  /// The same where `long` counts the long values of PSBTs before it.
  static func listed(_ psbt: [UInt8], _ long: inout [ArraySlice<UInt8>: Int]) -> [UInt8]? {
    var reader = ByteReader(psbt)
    var writer = ByteWriter()
    do throws(BytesError) {
      writer.write(try reader.read(5))
      while reader.remaining > 0 {
        let key = try reader.readVarBytes()
        writer.writeVarBytes(key)
        guard !key.isEmpty else { continue }
        let value = try reader.readVarBytes()
        if value.count >= leastRepeated, let number = long[value] {
          writer.writeCompactSize(number)
          continue
        }
        if value.count >= leastRepeated { long[value] = long.count + 1 }
        writer.writeCompactSize(0)
        writer.writeVarBytes(value)
      }
    } catch {
      return nil
    }
    return writer.bytes
  }

  /// The PSBT of a list, which must have `count` bytes.
  private static func unlisted(_ listed: [UInt8], count: Int) throws(BytesError) -> [UInt8] {
    var long: [ArraySlice<UInt8>] = []
    return try unlisted(listed, count: count, &long)
  }

  /// The same where `long` holds the long values of PSBTs before it.
  static func unlisted(
    _ listed: [UInt8], count: Int, _ long: inout [ArraySlice<UInt8>]
  ) throws(BytesError) -> [UInt8] {
    var reader = ByteReader(listed)
    var writer = ByteWriter()
    func requireRoom(for more: Int) throws(BytesError) {
      guard more <= count - writer.bytes.count else {
        throw .tooLarge(
          what: "the payment", value: UInt64(writer.bytes.count + more), limit: UInt64(count),
          offset: reader.offset)
      }
    }
    writer.write(try reader.read(5))
    while reader.remaining > 0 {
      let key = try reader.readVarBytes()
      try requireRoom(for: key.count + 1)
      writer.writeVarBytes(key)
      guard !key.isEmpty else { continue }
      let number = try reader.readCompactSize()
      let value: ArraySlice<UInt8>
      if number == 0 {
        value = try reader.readVarBytes()
        if value.count >= leastRepeated { long.append(value) }
      } else {
        guard number <= UInt64(long.count) else {
          throw .tooLarge(
            what: "the number of a value", value: number, limit: UInt64(long.count),
            offset: reader.offset)
        }
        value = long[Int(number) - 1]
      }
      try requireRoom(for: value.count + 1)
      writer.writeVarBytes(value)
    }
    guard writer.bytes.count == count else {
      throw .tooLarge(
        what: "the payment", value: UInt64(writer.bytes.count), limit: UInt64(count),
        offset: reader.offset)
    }
    return writer.bytes
  }
}
