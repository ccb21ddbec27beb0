import Testing

@testable import QRTransport

/// Specter's series `pMofN`.
@Suite struct SpecterTests {
  private static let text = String(
    (0..<3_000).map { (number: Int) -> Character in
      Character(Unicode.Scalar(UInt8(0x41 + number * 7 % 26)))
    })

  @Test func `a text comes back from its parts in any order, with repeats`() throws {
    let version = try #require(QRVersion(12))
    let encoder = try FrameEncoder(specter: Self.text, limit: version)
    #expect(encoder.frameCount == 9 && encoder.version <= version)
    let frames = (0..<encoder.frameCount).map(encoder.frame)
    #expect(frames[0].hasPrefix("p1of9 ") && frames[8].hasPrefix("p9of9 "))
    #expect(frames.allSatisfy { $0.utf8.count <= encoder.version.byteCapacity })
    var collector = FrameCollector()
    for frame in frames.reversed() + frames.prefix(3) {
      #expect(FrameCollector.isFrame(Array(frame.utf8)))
      #expect(collector.message == nil || frames.prefix(3).contains(frame))
      try collector.receive(frame)
    }
    #expect(collector.message == .plain(Array(Self.text.utf8)))
  }

  @Test func `progress counts the parts that came`() throws {
    var collector = FrameCollector()
    #expect(try collector.receive("p2of3 bb") == .collecting(received: 1, needed: 3))
    #expect(try collector.receive("p2of3 bb") == .collecting(received: 1, needed: 3))
    #expect(try collector.receive("p3of3 c d") == .collecting(received: 2, needed: 3))
    #expect(try collector.receive("p1of3 a") == .complete(.plain(Array("abbc d".utf8))))
  }

  @Test func `a text that fits one symbol stands alone`() throws {
    let encoder = try FrameEncoder(specter: "cHNidP8=")
    #expect(encoder.isSingle && encoder.frame(0) == "cHNidP8=")
  }

  @Test func `99 parts are the most`() throws {
    let version = try #require(QRVersion(1))
    let room = version.byteCapacity - 8
    let most = String(repeating: "x", count: 99 * room)
    #expect(try FrameEncoder(specter: most, limit: version).frameCount == 99)
    #expect(throws: QRTransportError.tooManyParts(count: 100, limit: 99)) {
      try FrameEncoder(specter: most + "x", limit: version)
    }
  }

  @Test(arguments: [
    ("p0of3 a", QRTransportError.invalidSpecterHeader),
    ("p4of3 a", .invalidSpecterHeader),
    ("p1of3 ", .emptySpecterPart(number: 1)),
  ])
  func `a part that cannot be one is refused`(_ frame: String, _ error: QRTransportError) {
    var collector = FrameCollector()
    #expect(throws: error) { try collector.receive(frame) }
    #expect(collector.progress == nil)
  }

  @Test(arguments: ["p1of", "pof3 a", "p1of3", "p100of3 a", "p1of100 a", "P1of3 a", "p1of0 a", "p"])
  func `what only looks like a part stands for itself`(_ frame: String) throws {
    #expect(!FrameCollector.isFrame(Array(frame.utf8)))
  }

  @Test func `parts of another message change nothing`() throws {
    var collector = FrameCollector()
    try collector.receive("p1of3 a")
    #expect(throws: QRTransportError.differentMessage(field: "part count")) {
      try collector.receive("p2of4 b")
    }
    #expect(throws: QRTransportError.contradictoryPart(sequenceNumber: 1)) {
      try collector.receive("p1of3 b")
    }
    #expect(throws: QRTransportError.unexpectedFrame) { try collector.receive("anything") }
    let other = try Fixtures.ur(80).text
    #expect(throws: QRTransportError.unexpectedFrame) { try collector.receive(other) }
    #expect(collector.progress == .collecting(received: 1, needed: 3))
  }

  @Test func `a series that would be too long is refused at its first part`() {
    let limits = TransportLimits(parts: 99, messageBytes: 100, waitingBytes: 0)
    var collector = FrameCollector(limits: limits)
    let part = "p1of9 " + String(repeating: "x", count: 20)
    #expect(throws: QRTransportError.messageTooLong(bytes: 180, limit: 100)) {
      try collector.receive(part)
    }
  }
}
