internal import Bytes
internal import QRTransport

/// One payment at several fee rates, and perhaps what takes it back, as PSBTs that cross the gap together
/// (docs/formats.md, "A fee ladder").
///
/// What stands in several of them, as the transactions that they spend from, is carried once, and all of it is deflated. Each
/// comes back byte for byte. Nothing about them is trusted: not that they belong together either.
public struct PaymentLadder: Hashable, Sendable {
  /// The most PSBTs: eight fee rates, and what takes the payment back.
  public static let most = 9
  /// The most bytes of all PSBTs together: what QR codes carry in all (R18).
  public static let mostBytes = 16_000_000

  /// The PSBTs, the lowest fee first, what takes the payment back last.
  public let packets: [[UInt8]]

  private let deflated: [UInt8]

  /// Takes the PSBTs; nil for fewer than two, for too many or too long ones, and where one would not come back byte for
  /// byte.
  public init?(_ packets: [[UInt8]]) {
    guard (2...Self.most).contains(packets.count) else { return nil }
    var total = 0
    for packet in packets { total += packet.count }
    guard total <= Self.mostBytes else { return nil }
    var long: [ArraySlice<UInt8>: Int] = [:]
    var writer = ByteWriter()
    for packet in packets {
      guard let listed = CompactPayment.listed(packet, &long) else { return nil }
      writer.writeVarBytes(listed)
    }
    guard let deflated = Deflate.compressed(writer.bytes, windowBits: 15),
      (try? Self.packets(writer.bytes, lengths: packets.map(\.count))) == packets
    else { return nil }
    self.packets = packets
    self.deflated = deflated
  }

  // MARK: Bytes

  static let frame = TaggedCBOR(
    type: "fee ladder", noun: "fee ladder", magic: Array("drawbridge-ladder ".utf8), version: 1,
    count: 3, limits: CBORLimits(bytes: mostBytes, depth: 3, values: 8 + most))

  /// The bytes: the magic, then CBOR.
  public func encoded() -> [UInt8] {
    Self.frame.encoded([
      .array(packets.map { .unsigned(UInt64($0.count)) }), .bytes(deflated),
    ])
  }

  /// Reads the bytes of a ladder.
  ///
  /// - Throws: ``AirgapMessageError`` for what is cut, damaged, longer than it says or than ``mostBytes``.
  init(decoding bytes: [UInt8]) throws(AirgapMessageError) {
    let frame = Self.frame
    let fields = try frame.fields(of: bytes)
    guard let list = fields[1].arrayValue, (2...Self.most).contains(list.count),
      let deflated = fields[2].bytesValue
    else { throw frame.malformed("it is not a list of 2 to \(Self.most) payments") }
    var lengths: [Int] = []
    var total = 0
    for value in list {
      guard let length = value.unsignedValue, length <= UInt64(Self.mostBytes - total) else {
        throw frame.malformed("its payments have over \(Self.mostBytes) bytes")
      }
      lengths.append(Int(length))
      total += Int(length)
    }
    let listed: [UInt8]
    do throws(QRTransportError) {
      // As in one payment that is made short, and the length before each.
      listed = try Deflate.inflated(deflated, limit: 2 * total + 64 * lengths.count)
    } catch {
      throw frame.malformed("it cannot be inflated to the lengths that it says")
    }
    do throws(BytesError) {
      packets = try Self.packets(listed, lengths: lengths)
    } catch {
      throw frame.malformed("its values do not add up to the payments that it says")
    }
    self.deflated = deflated
  }

  private static func packets(
    _ listed: [UInt8], lengths: [Int]
  ) throws(BytesError) -> [[UInt8]] {
    var reader = ByteReader(listed)
    var long: [ArraySlice<UInt8>] = []
    var packets: [[UInt8]] = []
    for length in lengths {
      let part = Array(try reader.readVarBytes())
      packets.append(try CompactPayment.unlisted(part, count: length, &long))
    }
    try reader.requireEnd()
    return packets
  }
}
