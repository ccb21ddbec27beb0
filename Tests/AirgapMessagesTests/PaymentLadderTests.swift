import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import QRTransport
import Testing

@testable import AirgapMessages

/// Several payments that cross the gap as one message come back byte for byte, and nothing that pretends to be one does
/// harm.
@Suite struct PaymentLadderTests {
  private static let magic: [UInt8] = [0x70, 0x73, 0x62, 0x74, 0xff]

  /// The maps of a PSBT that spends from a parent, and says a number.
  private func psbt(_ number: UInt8, parent: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.magic)
    let fields: [([UInt8], [UInt8])] = [
      ([0], [UInt8](repeating: number, count: 100)), ([1], parent),
    ]
    for (key, value) in fields {
      writer.writeVarBytes(key)
      writer.writeVarBytes(value)
    }
    writer.writeByte(0)
    return writer.bytes
  }

  private func noise(_ count: Int) -> [UInt8] {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 24)
    }
  }

  @Test func `what stands in several payments is carried once, and each comes back`() throws {
    // Beyond the window of deflating.
    let parent = noise(50_000)
    let packets = (1...9).map { psbt(UInt8($0), parent: parent) }
    let ladder = try #require(PaymentLadder(packets))
    let bytes = ladder.encoded()
    #expect(bytes.count < 52_000)
    guard case .ladder(let again) = try Recognizer.message(bytes) else {
      Issue.record("another message")
      return
    }
    #expect(again == ladder && again.packets == packets)
    #expect(try Recognizer.message(BytesMessage.ur(bytes)) == .ladder(ladder))
    #expect(AirgapMessage.ladder(ladder).kind == "a fee ladder of 9 payments")
  }

  @Test func `one payment is no ladder, nor are ten`() {
    let packets = (1...10).map { psbt(UInt8($0), parent: [1]) }
    #expect(PaymentLadder(Array(packets[..<1])) == nil)
    #expect(PaymentLadder(Array(packets[..<2])) != nil)
    #expect(PaymentLadder(packets) == nil)
    // A record that is cut off would not come back.
    #expect(PaymentLadder([packets[0], Self.magic + [1, 9, 5, 9]]) == nil)
  }

  @Test func `cut anywhere or with a byte changed it is refused or read, and nothing ends`() throws
  {
    let ladder = try #require(
      PaymentLadder([psbt(1, parent: noise(80)), psbt(2, parent: noise(80))]))
    let bytes = ladder.encoded()
    for length in 0..<bytes.count {
      #expect(throws: AirgapMessageError.self) {
        try PaymentLadder(decoding: Array(bytes[..<length]))
      }
    }
    for position in bytes.indices {
      var changed = bytes
      changed[position] ^= 1
      _ = try? PaymentLadder(decoding: changed)
    }
  }

  @Test func `lengths that lie are refused before anything is inflated`() throws {
    let frame = PaymentLadder.frame
    for lengths: [UInt64] in [
      [1], [16_000_001, 1], [16_000_000, 16_000_000], [.max, .max], [0, 0],
      [UInt64](repeating: 1, count: 10),
    ] {
      let bytes = frame.encoded([.array(lengths.map { .unsigned($0) }), .bytes([3, 0])])
      #expect(throws: AirgapMessageError.self) { try PaymentLadder(decoding: bytes) }
    }
  }

  @Test func `what is no PSBT is not carried as one`() throws {
    let other: [UInt8] = [1, 2, 3, 4, 5, 0]
    let ladder = try #require(PaymentLadder([psbt(1, parent: [1]), other]))
    #expect(throws: AirgapMessageError.self) { try Recognizer.message(ladder.encoded()) }
  }
}
