import Bytes
import Testing

@testable import AirgapMessages

/// A PSBT made short comes back byte for byte, and nothing that pretends to be one does harm.
@Suite struct CompactPaymentTests {
  /// The maps of a PSBT: an outer one, and inputs of which each has the transaction that it spends from.
  private func psbt(parents: [[UInt8]], inputs: Int) -> [UInt8] {
    var writer = ByteWriter()
    writer.write([0x70, 0x73, 0x62, 0x74, 0xFF])
    func record(_ key: [UInt8], _ value: [UInt8]) {
      writer.writeCompactSize(key.count)
      writer.write(key)
      writer.writeCompactSize(value.count)
      writer.write(value)
    }
    record([0], noise(41 * inputs + 50, 1))
    writer.writeByte(0)
    for input in 0..<inputs {
      record([0], parents[input % parents.count])
      record([3], [1, 0, 0, 0])
      record([6] + noise(33, 1_000 + input), noise(24, 7))
      writer.writeByte(0)
    }
    writer.writeByte(0)
    return writer.bytes
  }

  private func noise(_ count: Int, _ seed: Int) -> [UInt8] {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 24)
    }
  }

  @Test func `a transaction that many inputs spend from is carried once`() throws {
    // Far apart: beyond the window of deflating.
    let parents = [noise(40_000, 2), noise(50_000, 3)]
    let whole = psbt(parents: parents, inputs: 20)
    #expect(whole.count > 900_000)
    let short = try #require(CompactPayment.encoded(whole))
    #expect(short.count < 95_000)
    #expect(try CompactPayment.decoded(short) == whole)
    #expect(try Recognizer.message(short) == .psbt(whole))
  }

  @Test(arguments: [0, 1, 63, 64, 65, 300, 70_000])
  func `values of every length come back`(length: Int) throws {
    let whole = psbt(parents: [noise(length, 5)], inputs: 3)
    let short = try #require(CompactPayment.encoded(whole))
    #expect(try CompactPayment.decoded(short) == whole)
  }

  @Test func `what would not come back the same is not made short`() {
    let magic: [UInt8] = [0x70, 0x73, 0x62, 0x74, 0xFF]
    // A length that is written longer than it must be, a record that is cut off, nothing at all.
    #expect(CompactPayment.encoded(magic + [0xFD, 1, 0, 9, 1, 9, 0]) == nil)
    #expect(CompactPayment.encoded(magic + [1, 9, 5, 9]) == nil)
    #expect(CompactPayment.encoded([0x70]) == nil)
    #expect(CompactPayment.encoded(magic + [0]) != nil)
  }

  @Test func `cut anywhere it is refused`() throws {
    let short = try #require(CompactPayment.encoded(psbt(parents: [noise(90, 4)], inputs: 2)))
    for length in 0..<short.count {
      #expect(throws: AirgapMessageError.self) {
        try CompactPayment.decoded(Array(short[..<length]))
      }
    }
  }

  private func frame(_ fields: [CBORValue]) -> [UInt8] {
    CompactPayment.magic + CBORWriter.encode(.array(fields))
  }

  /// A list in deflate's stored form (RFC 1951, 3.2.4), which needs no compressor.
  private func stored(_ list: [UInt8]) -> [UInt8] {
    let count = UInt16(list.count)
    let bytes = [count, ~count].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    return [1] + bytes + list
  }

  private func decoded(_ length: UInt64, _ list: [UInt8]) throws -> [UInt8] {
    try CompactPayment.decoded(frame([.unsigned(1), .unsigned(length), .bytes(stored(list))]))
  }

  @Test func `a length or a number that lies is refused`() throws {
    let magic: [UInt8] = [0x70, 0x73, 0x62, 0x74, 0xFF]
    // One record of the key 9 and the value 7, the end of the map.
    #expect(try decoded(10, magic + [1, 9, 0, 1, 7, 0]) == magic + [1, 9, 1, 7, 0])
    for length in [0, 5, 9, 11, 16_000_000, 16_000_001, UInt64.max] {
      #expect(throws: AirgapMessageError.self) {
        try decoded(length, magic + [1, 9, 0, 1, 7, 0])
      }
    }
    // The first long value, where there is none yet.
    #expect(throws: AirgapMessageError.self) { try decoded(10, magic + [1, 9, 1, 0]) }
    #expect(throws: AirgapMessageError.self) {
      try decoded(10, magic + [1, 9, 0xFF] + [UInt8](repeating: 0xFF, count: 8))
    }
  }

  @Test func `a value that is repeated without end stops at the length that is said`() throws {
    let magic: [UInt8] = [0x70, 0x73, 0x62, 0x74, 0xFF]
    let value = [UInt8](repeating: 1, count: 250)
    let repeated = (0..<10_000).flatMap { _ in [1, 9, 1] as [UInt8] }
    #expect(throws: AirgapMessageError.self) {
      try decoded(20_000, magic + [1, 9, 0, 250] + value + repeated)
    }
  }

  @Test func `the example of docs/formats md is read`() throws {
    let bytes = try Hex.decode(
      "647261776272696467652d7061796d656e742083010a50010b00f4ff7073"
        + "6274ff010900010700")
    #expect(try CompactPayment.decoded(bytes) == Hex.decode("70736274ff0109010700"))
  }

  @Test func `another version is named`() {
    let error = #expect(throws: AirgapMessageError.self) {
      try CompactPayment.decoded(frame([.unsigned(2), .unsigned(1), .bytes([])]))
    }
    #expect(error.map { "\($0)" }?.contains("it has version 2") == true)
  }

  @Test func `one without a PSBT inside is refused`() throws {
    let bytes = frame([.unsigned(1), .unsigned(6), .bytes(stored([1, 2, 3, 4, 5, 0]))])
    #expect(throws: AirgapMessageError.self) { try Recognizer.message(bytes) }
  }
}
