import Bytes
import Hashes
import TestSupport
import Testing

@testable import QRTransport

@Suite struct BBQrTests {
  private func collect(_ frames: [String]) throws -> BBQrFile? {
    var collector = FrameCollector()
    for frame in frames { try collector.receive(frame) }
    guard case .bbqr(let file) = collector.message else { return nil }
    return file
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `the published files and scans read and are written as small as published`() throws {
    var checked = 0
    for vector in try Vectors.cases("bbqr/bbqr.json") {
      if let parts = vector.input["parts"]?.arrayValue {
        let file = try #require(try collect(parts.compactMap(\.stringValue)))
        #expect(SHA256.hash(file.bytes).hex == vector.expect["utf8_sha256"]?.stringValue)
        #expect(String(file.kind.rawValue) == vector.expect["file_type"]?.stringValue)
        checked += 1
      } else if let base64 = vector.input["file_base64"]?.stringValue {
        let bytes = try Base64.decode(base64)
        let letter = try #require(vector.input["file_type"]?.stringValue?.first)
        let file = BBQrFile(kind: try #require(BBQrFile.Kind(rawValue: letter)), bytes: bytes)
        if let length = vector.expect["zlib_wbits10_length"]?.intValue {
          // zlib's own versions differ by a few bytes.
          let deflated = try #require(Deflate.compressed(bytes))
          #expect(abs(deflated.count - length) <= 8)
        }
        for version in [QRVersion.careful, .webcam, .largest] {
          let encoder = try FrameEncoder(bbqr: file, limit: version)
          #expect(try collect(encoder.loop().reversed()) == file)
          for frame in encoder.loop() {
            #expect(frame.utf8.count <= encoder.version.alphanumericCapacity)
          }
        }
        checked += 1
      } else if vector.input["op"]?.stringValue == "int2base36" {
        let value = try #require(vector.input["value"]?.intValue)
        #expect(BBQrPart.base36(value) == vector.expect["text"]?.stringValue)
        checked += 1
      } else if vector.input["op"]?.stringValue == "split_count" {
        let size = try #require(vector.input["size"]?.intValue)
        let isHex = vector.input["encoding"]?.stringValue == "H"
        let length = isHex ? size * 2 : (size * 8 + 4) / 5
        let version = try #require(QRVersion(vector.input["min_version"]?.intValue ?? 0))
        let split = BBQrEncoder.split(length: length, block: isHex ? 2 : 8, version: version)
        #expect(split?.parts == vector.expect["parts"]?.intValue)
        checked += 1
      } else if let header = vector.input["header"]?.stringValue {
        let part = try BBQrPart(parsing: Array((header + "ABCD").utf8), limits: .standard)
        #expect(part.total == vector.expect["total"]?.intValue)
        #expect(part.index == vector.expect["index"]?.intValue)
        checked += 1
      }
    }
    #expect(checked >= 20)
  }

  @Test func `base32 is that of RFC 4648`() {
    for (plain, text) in [
      ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"),
      ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
    ] {
      #expect(Base32.encoded(Array(plain.utf8)) == Array(text.utf8))
      #expect(Base32.decoded(Array(text.utf8)[...]) == Array(plain.utf8))
    }
    for text in ["A", "MZX", "MZXW6Y", "MZ", "my", "M1", "MY======"] {
      #expect(Base32.decoded(Array(text.utf8)[...]) == nil)
    }
  }

  @Test(arguments: [
    "B$HP0000ABCD", "B$HP0101ABCD", "B$HP0200ABC", "B$HP0200", "B$HPZ!00ABCD", "B$H!0100ABCD",
    "B$2P0200ABCD", "B$HP0100ABCG", "B$ZP0100AAAA", "B$HP01",
  ])
  func `a malformed part is refused`(text: String) {
    guard text.utf8.count >= 8 else { return }
    var collector = FrameCollector()
    #expect(throws: QRTransportError.self) { try collector.receive(text) }
  }

  @Test func `parts of another file are refused`() throws {
    var collector = FrameCollector()
    try collector.receive("B$HP0300ABCD")
    for text in [
      "B$HP0200ABCD", "B$HT0301ABCD", "B$2P0302ABCD", "B$HP0300ABCE", "B$HP0301ABCDEF",
    ] {
      #expect(throws: QRTransportError.self) { try collector.receive(text) }
    }
    #expect(throws: QRTransportError.partLength(part: 3, bytes: 20, expected: 2)) {
      try collector.receive("B$HP0302" + String(repeating: "AB", count: 20))
    }
    #expect(collector.message == nil)
  }

  @Test func `a bomb stops at the limit`() throws {
    let zeros = [UInt8](repeating: 0, count: 1_000_000)
    let bomb = try #require(Deflate.compressed(zeros))
    #expect(bomb.count < 2_000)
    #expect(throws: QRTransportError.cannotInflate(limit: 999_999)) {
      try Deflate.inflated(bomb, limit: 999_999)
    }
    #expect(try Deflate.inflated(bomb, limit: 1_000_000) == zeros)
    let limits = TransportLimits(parts: 100, messageBytes: 100_000, waitingBytes: 0)
    var collector = FrameCollector(limits: limits)
    let text = "B$ZB0100" + String(decoding: Base32.encoded(bomb), as: UTF8.self)
    #expect(throws: QRTransportError.cannotInflate(limit: 100_000)) {
      try collector.receive(text)
    }
  }

  @Test func `a compressed file cut anywhere or followed by anything is refused`() throws {
    let deflated = try #require(Deflate.compressed(Fixtures.message(200)))
    for length in 0..<deflated.count {
      #expect(throws: QRTransportError.damagedContent) {
        try Deflate.inflated(Array(deflated.prefix(length)), limit: 1000)
      }
    }
    #expect(throws: QRTransportError.damagedContent) {
      try Deflate.inflated(deflated + [0], limit: 1000)
    }
  }
}
