import Bytes
import Hashes
import Testing

@testable import QRTransport

/// Uniform resources of the first version, which older signers still show.
@Suite struct FirstURTests {
  private static let cbor = Array(0..<200).map { UInt8($0) }
  private static var item: [UInt8] { [0x58, 200] + cbor }
  private static var body: String { BC32.encode(item) }
  private static var digest: String { BC32.encode(SHA256.hash(item).bytes) }

  private static func parts(_ count: Int, body: String = body, digest: String = digest) -> [String]
  {
    let size = (body.count + count - 1) / count
    return (0..<count).map { index in
      let slice = body.dropFirst(index * size).prefix(size)
      return "ur:bytes/\(index + 1)of\(count)/\(digest)/\(slice)"
    }
  }

  private func collected(_ frames: [String]) throws -> FrameCollector.Message? {
    var collector = FrameCollector()
    for frame in frames { try collector.receive(frame) }
    return collector.message
  }

  @Test func `one QR code is a resource, with its digest and without`() throws {
    let whole = try UR(type: "bytes", cbor: Self.item)
    for text in ["ur:bytes/\(Self.body)", "ur:bytes/\(Self.digest)/\(Self.body)"] {
      #expect(try collected([text]) == .ur(whole))
      #expect(try collected([text.uppercased()]) == .ur(whole))
      #expect(try UR(parsing: text) == whole)
    }
  }

  @Test func `parts come in any order, with repeats`() throws {
    let parts = Self.parts(5)
    let order = [3, 0, 3, 4, 1, 2].map { parts[$0].uppercased() }
    #expect(try collected(order) == .ur(UR(type: "bytes", cbor: Self.item)))
    #expect(try collected(Array(order.dropLast())) == nil)
  }

  @Test(arguments: [4, 10, 27])
  func `what is written in the first version is read back, in QR codes of the size`(
    version: Int
  ) throws {
    let limit = try #require(QRVersion(version))
    for count in [1, 2, 30, 200, 255, 5_000] {
      let head: [UInt8] = count < 24 ? [0x40 + UInt8(count)] : []
      let long: [UInt8] =
        count < 24
        ? [] : count < 256 ? [0x58, UInt8(count)] : [0x59, UInt8(count >> 8), UInt8(count & 255)]
      let ur = try UR(
        type: "bytes", cbor: head + long + (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 91) })
      let encoder = try FrameEncoder(first: ur, limit: limit)
      let frames = (0..<encoder.frameCount).map(encoder.frame)
      #expect(encoder.version <= limit)
      for frame in frames {
        #expect(frame.utf8.count <= limit.alphanumericCapacity)
        #expect(FrameCollector.isFirstVersion(Array(frame.utf8)))
      }
      #expect(try collected(frames.reversed()) == .ur(ur))
    }
    #expect(throws: QRTransportError.symbolTooSmall(version: 3)) {
      let small = try #require(QRVersion(3))
      _ = try FrameEncoder(first: UR(type: "bytes", cbor: Self.item), limit: small)
    }
  }

  @Test func `a part that was slipped in does no harm, and is named`() throws {
    var collector = FrameCollector()
    let parts = Self.parts(3)
    let forged = String(parts[1].dropLast(4)) + "qqqq"
    try collector.receive(Array(parts[0].utf8), source: 1)
    try collector.receive(Array(forged.utf8), source: 2)
    #expect(throws: QRTransportError.messageChecksumMismatch) {
      try collector.receive(Array(parts[2].utf8), source: 3)
    }
    try collector.receive(Array(parts[1].utf8), source: 4)
    #expect(collector.message == .ur(try UR(type: "bytes", cbor: Self.item)))
    #expect(collector.leftOut == [FrameCollector.LeftOut(part: 2, source: 2)])
  }

  @Test func `parts of two messages and of two versions are kept apart`() throws {
    var collector = FrameCollector()
    try collector.receive(Self.parts(3)[0])
    let other = BC32.encode(SHA256.hash([1]).bytes)
    #expect(throws: QRTransportError.differentMessage(field: "checksum")) {
      try collector.receive(Self.parts(3, digest: other)[1])
    }
    #expect(throws: QRTransportError.differentMessage(field: "part count")) {
      try collector.receive(Self.parts(4)[1])
    }
    #expect(throws: QRTransportError.unexpectedFrame) {
      try collector.receive(try Fixtures.ur(10).text)
    }
    var messages = MessageCollector()
    let second = BC32.encode([0x41, 7])
    let digest = BC32.encode(SHA256.hash([0x41, 7]).bytes)
    for (one, two) in zip(Self.parts(2), Self.parts(2, body: second, digest: digest)) {
      messages.receive(Array(one.utf8))
      messages.receive(Array(two.utf8))
    }
    #expect(messages.messages.count == 2)
    #expect(messages.troubles.isEmpty)
  }

  @Test func `the length that the first text of the standard gave wrongly is read`() throws {
    let bytes = [UInt8](repeating: 9, count: 300)
    let wrong = [0x60, 0, 0, 1, 44] + bytes
    let text = "ur:bytes/\(BC32.encode(SHA256.hash(wrong).bytes))/\(BC32.encode(wrong))"
    #expect(try UR(parsing: text).cbor == [0x5a, 0, 0, 1, 44] + bytes)
  }

  @Test(arguments: [
    "ur:bytes/1of2/short/qqqq", "ur:bytes/0of2/\(digest)/qqqq", "ur:bytes/3of2/\(digest)/qqqq",
    "ur:bytes/01of2/\(digest)/qqqq", "ur:bytes/1of/\(digest)/qqqq", "ur:bytes/1of2/\(digest)/",
    "ur:bytes/1of99999/\(digest)/qqqq", "ur:bytes/\(digest)/qqqq", "ur:bytes/qqqq0",
    "ur:by_tes/1of2/\(digest)/qqqq",
  ])
  func `what is malformed is refused`(text: String) {
    var collector = FrameCollector()
    #expect(throws: QRTransportError.self) { try collector.receive(text) }
    #expect(collector.progress == nil)
  }

  @Test func `a message that is announced too long is refused before it is kept`() {
    var collector = FrameCollector(
      limits: TransportLimits(parts: 100, messageBytes: 1_000, waitingBytes: 1_000))
    let slice = String(repeating: "q", count: 500)
    #expect(throws: QRTransportError.self) {
      try collector.receive("ur:bytes/1of10/\(Self.digest)/\(slice)")
    }
  }
}
