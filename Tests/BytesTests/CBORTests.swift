import Bytes
import TestSupport
import Testing

@Suite struct CBORTests {
  // RFC 8949 appendix A, without floats, undefined and indefinite lengths.
  static let known: [(String, CBORValue)] = [
    ("00", .unsigned(0)), ("17", .unsigned(23)), ("1818", .unsigned(24)), ("1864", .unsigned(100)),
    ("1903e8", .unsigned(1000)), ("1a000f4240", .unsigned(1_000_000)),
    ("1bffffffffffffffff", .unsigned(.max)), ("20", .negative(0)), ("3863", .negative(99)),
    ("3bffffffffffffffff", .negative(.max)), ("f4", .bool(false)), ("f5", .bool(true)),
    ("f6", .null), ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")),
    ("6449455446", .text("IETF")), ("62c3bc", .text("ü")), ("64f0908591", .text("\u{10151}")),
    ("80", .array([])), ("83010203", .array([.unsigned(1), .unsigned(2), .unsigned(3)])),
    (
      "8301820203820405",
      .array([
        .unsigned(1), .array([.unsigned(2), .unsigned(3)]), .array([.unsigned(4), .unsigned(5)]),
      ])
    ),
    ("a0", .map([])),
    (
      "a26161016162820203",
      .map([
        CBORPair(.text("a"), .unsigned(1)),
        CBORPair(.text("b"), .array([.unsigned(2), .unsigned(3)])),
      ])
    ),
    ("c11a514b67b0", .tag(1, .unsigned(1_363_896_240))),
    ("d74401020304", .tag(23, .bytes([1, 2, 3, 4]))),
    ("d9012fa10142ffff", .tag(303, .map([CBORPair(.unsigned(1), .bytes([255, 255]))]))),
  ]

  @Test(arguments: known)
  func `the examples of RFC 8949 are read and written`(hex: String, value: CBORValue) throws {
    #expect(try CBORReader.parse(try Hex.decode(hex)) == value)
    #expect(Hex.encode(CBORWriter.encode(value)) == hex)
  }

  @Test(arguments: known)
  func `every truncation and every byte too many is refused`(
    hex: String, value: CBORValue
  ) throws {
    let bytes = try Hex.decode(hex)
    for cut in bytes.indices {
      #expect(throws: BytesError.self) { try CBORReader.parse(Array(bytes[..<cut])) }
    }
    #expect(throws: BytesError.trailing(offset: bytes.count, count: 1)) {
      try CBORReader.parse(bytes + [0])
    }
  }

  @Test(arguments: [
    "1800", "1817", "190000", "1900ff", "1a00000000", "1a0000ffff", "1b00000000ffffffff", "3800",
    "5800", "580100", "7800", "9800", "b800", "d80100", "d81700",
  ])
  func `numbers and lengths in a longer form are refused`(hex: String) throws {
    let bytes = try Hex.decode(hex)
    #expect(throws: BytesError.notMinimal(offset: 0)) { try CBORReader.parse(bytes) }
  }

  @Test(arguments: [
    "f90000", "fa00000000", "fb0000000000000000", "f7", "f0", "f818", "f8ff", "e0", "5f4100ff",
    "7f6161ff", "9f01ff", "bf0101ff", "ff", "1c", "1d", "1e", "1f", "3c", "5c", "7e", "9d", "bc",
    "dc",
    "df", "fc", "61ff", "62c080", "63eda080", "a18001", "a1a001", "a1f501", "a1f601", "a1c10001",
    "a1f9000001",
  ])
  func `floats, indefinite lengths, reserved heads and strange keys are refused`(hex: String) throws
  {
    let bytes = try Hex.decode(hex)
    #expect(throws: BytesError.self) { try CBORReader.parse(bytes) }
  }

  @Test(arguments: ["a201010102", "a2616101616102", "a2410100410100", "a220012002"])
  func `a key twice is refused`(hex: String) throws {
    let bytes = try Hex.decode(hex)
    var isDuplicate = false
    do throws(BytesError) {
      _ = try CBORReader.parse(bytes)
    } catch {
      if case .duplicateKey(format: "CBOR", _) = error { isDuplicate = true }
    }
    #expect(isDuplicate)
  }

  @Test func `keys of different kinds and orders are fine`() throws {
    let value = try CBORReader.parse(try Hex.decode("a4020161610220034161f5"))
    #expect(value[2] == .unsigned(1))
    #expect(value[3] == nil)
    #expect(value.mapValue?.count == 4)
  }

  @Test func `counts that cannot be there are refused before memory is taken`() throws {
    for hex in [
      "9bffffffffffffffff", "bbffffffffffffffff", "5bffffffffffffffff", "7bffffffffffffffff",
      "9a7fffffff00", "ba7fffffff0000", "bb8000000000000000", "8401", "a20102",
    ] {
      let bytes = try Hex.decode(hex)
      #expect(throws: BytesError.self) { try CBORReader.parse(bytes) }
    }
  }

  @Test func `eight maps and arrays around a value are read, nine refused`() throws {
    let eight = [UInt8](repeating: 0x81, count: 8)
    _ = try CBORReader.parse(eight + [0])
    #expect(throws: BytesError.tooDeep(format: "CBOR", limit: 8, offset: 8)) {
      try CBORReader.parse([0x81] + eight + [0])
    }
    _ = try CBORReader.parse([UInt8](repeating: 0xc1, count: 8) + eight + [0])
    #expect(throws: BytesError.tooDeep(format: "CBOR", limit: 8, offset: 8)) {
      try CBORReader.parse([UInt8](repeating: 0xc1, count: 9) + [0])
    }
    #expect(throws: BytesError.self) {
      try CBORReader.parse([UInt8](repeating: 0xa1, count: 9))
    }
    #expect(throws: BytesError.self) {
      try CBORReader.parse([UInt8](repeating: 0x81, count: 1_000_000))
    }
  }

  @Test func `no caller can allow more than 64 levels`() throws {
    let limits = CBORLimits(depth: 1_000_000)
    _ = try CBORReader.parse([UInt8](repeating: 0x81, count: 64) + [0], limits: limits)
    #expect(throws: BytesError.tooDeep(format: "CBOR", limit: 64, offset: 64)) {
      try CBORReader.parse([UInt8](repeating: 0x81, count: 1_000_000) + [0], limits: limits)
    }
  }

  @Test func `siblings do not count as depth`() throws {
    let inner: CBORValue = .array([.array([]), .tag(9, .map([CBORPair(.unsigned(1), .null)]))])
    let value = CBORValue.array([CBORValue](repeating: inner, count: 100))
    #expect(try CBORReader.parse(CBORWriter.encode(value)) == value)
  }

  @Test func `the number of values and bytes is capped`() throws {
    #expect(throws: BytesError.self) {
      try CBORReader.parse([0x83, 1, 2, 3], limits: CBORLimits(values: 3))
    }
    _ = try CBORReader.parse([0x83, 1, 2, 3], limits: CBORLimits(values: 4))
    #expect(throws: BytesError.self) {
      try CBORReader.parse([0x83, 1, 2, 3], limits: CBORLimits(bytes: 3))
    }
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `the CBOR of every registry example is read and written again`() throws {
    var seen = 0
    for testCase in try Vectors.cases("ur/registry.json") {
      for member in (testCase.input.objectValue?.members ?? [])
        + (testCase.expect.objectValue?.members ?? [])
      where member.name.contains("cbor") {
        guard let text = member.value.stringValue, let bytes = try? Hex.decode(text) else {
          continue
        }
        seen += 1
        let value = try CBORReader.parse(bytes)
        #expect(CBORWriter.encode(value) == bytes, "\(testCase.name)")
      }
    }
    #expect(seen > 5)
  }
}
