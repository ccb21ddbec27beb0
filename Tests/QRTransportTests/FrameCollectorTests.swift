import Bytes
import Hashes
import Testing

@testable import QRTransport

@Suite struct FrameCollectorTests {
  private func part(
    type: String = "bytes", number: UInt32 = 1, count: UInt64 = 3, length: UInt64 = 30,
    checksum: UInt64 = 7, fragment: [UInt8] = Array(repeating: 1, count: 10), path: String? = nil
  ) -> String {
    let content = CBORWriter.encode(
      .array([
        .unsigned(UInt64(number)), .unsigned(count), .unsigned(length), .unsigned(checksum),
        .bytes(fragment),
      ]))
    return "ur:\(type)/\(path ?? "\(number)-\(count)")/" + Bytewords.encode(content)
  }

  @Test func `a message of one symbol is complete at once`() throws {
    let ur = try Fixtures.ur(80)
    var collector = FrameCollector()
    #expect(collector.progress == nil)
    #expect(try collector.receive(ur.text) == .complete(.ur(ur)))
    #expect(collector.message == .ur(ur))
    #expect(try collector.receive("anything after it is not looked at") == .complete(.ur(ur)))
  }

  @Test func `a symbol of something else stands for itself`() throws {
    var collector = FrameCollector()
    #expect(try collector.receive([0, 255, 7]) == .complete(.plain([0, 255, 7])))
  }

  @Test func `parts come in any order with repeats`() throws {
    let ur = try Fixtures.ur(3000, type: "crypto-psbt")
    let encoder = try FrameEncoder(ur, limit: try #require(QRVersion(8)))
    var generator = SplitMix64(state: 1)
    for _ in 0..<20 {
      var frames = (0..<encoder.frameCount).map(encoder.frame)
      frames += frames.prefix(7)
      frames.shuffle(using: &generator)
      var collector = FrameCollector()
      for frame in frames { try collector.receive(frame) }
      #expect(collector.message == .ur(ur))
    }
  }

  @Test func `progress counts what told something new`() throws {
    let encoder = try FrameEncoder(Fixtures.ur(3000), limit: try #require(QRVersion(8)))
    var collector = FrameCollector()
    let needed = encoder.frameCount
    #expect(
      try collector.receive(encoder.frame(4)) == .collecting(received: 1, needed: needed))
    #expect(
      try collector.receive(encoder.frame(4)) == .collecting(received: 1, needed: needed))
    #expect(
      try collector.receive(encoder.frame(5)) == .collecting(received: 2, needed: needed))
    #expect(collector.progress == .collecting(received: 2, needed: needed))
  }

  @Test func `any subset that determines the message gives it back`() throws {
    var generator = SplitMix64(state: 2)
    for size in [11, 60, 500, 2000] {
      let ur = try Fixtures.ur(size)
      let encoder = try UREncoder(ur, maxFragmentLength: 20)
      for _ in 0..<20 {
        var numbers = (1...UInt32(5 * encoder.fragmentCount + 20)).shuffled(using: &generator)
        var decoder = try URDecoder(first: encoder.part(numbers.removeFirst()))
        while decoder.message == nil, let number = numbers.popLast() {
          try decoder.receive(encoder.part(number))
        }
        #expect(decoder.message == ur)
      }
    }
  }

  /// At most 1.2 times K/0.7 and 1.26 times K/0.4 frames are sent (docs/formats.md); of fewer than ten
  /// fragments at 60 % loss more.
  @Test(arguments: [(30, 1.2), (60, 1.26)])
  func `where frames are lost little more than the unavoidable is needed`(
    percent: Int, limit: Double
  ) throws {
    var generator = SplitMix64(state: 3)
    var ur = try Fixtures.ur(1)
    var encoder = try UREncoder(ur, maxFragmentLength: 20)
    let short = percent == 30 ? [2, 3, 4, 5, 6, 8] : []
    for count in short + [10, 15, 20, 50, 100, 200, 400] {
      var ratios: [Double] = []
      for trial in 0..<(count < 50 ? 1000 : 5000 / count) {
        // A new message now and then: which fragments are mixed depends on its checksum.
        if trial % 10 == 0 {
          ur = try Fixtures.ur(count * 20 - 5, seed: "\(trial)")
          encoder = try UREncoder(ur, maxFragmentLength: 20)
          #expect(encoder.fragmentCount == count)
        }
        var sent = 0
        var decoder: URDecoder?
        while decoder?.message == nil, sent < 20 * count + 100 {
          let part = encoder.part(encoder.sequenceNumber(at: sent))
          sent += 1
          guard Int.random(in: 0..<100, using: &generator) >= percent else { continue }
          if decoder == nil {
            decoder = try URDecoder(first: part)
          } else {
            try decoder?.receive(part)
          }
        }
        #expect(decoder?.message == ur)
        ratios.append(Double(sent * (100 - percent)) / Double(100 * count))
      }
      let mean = ratios.reduce(0, +) / Double(ratios.count)
      #expect(mean <= limit, "\(count) fragments: \(mean)")
    }
  }

  @Test func `announced sizes over the limits are refused before anything is kept`() throws {
    var collector = FrameCollector()
    #expect(throws: QRTransportError.tooManyParts(count: 4_294_967_295, limit: 65_535)) {
      try collector.receive(self.part(count: 4_294_967_295))
    }
    #expect(throws: QRTransportError.tooManyParts(count: 65_536, limit: 65_535)) {
      try collector.receive(self.part(count: 65_536, length: 655_360))
    }
    #expect(throws: QRTransportError.messageTooLong(bytes: 16_000_001, limit: 16_000_000)) {
      try collector.receive(self.part(count: 65_535, length: 16_000_001))
    }
    #expect(throws: QRTransportError.inconsistentLengths) {
      try collector.receive(self.part(count: 65_535, length: 30))
    }
    #expect(throws: QRTransportError.inconsistentLengths) {
      try collector.receive(self.part(count: 2, length: 30))
    }
    #expect(throws: QRTransportError.malformedPart) {
      try collector.receive(self.part(length: 0))
    }
    #expect(throws: QRTransportError.malformedPart) {
      try collector.receive(self.part(fragment: []))
    }
    #expect(throws: QRTransportError.malformedPart) {
      try collector.receive(self.part(checksum: 1 << 32))
    }
    #expect(collector.progress == nil)
  }

  @Test func `the path must say what the content says`() throws {
    var collector = FrameCollector()
    #expect(throws: QRTransportError.headerMismatch(field: "sequence number")) {
      try collector.receive(self.part(path: "2-3"))
    }
    #expect(throws: QRTransportError.headerMismatch(field: "part count")) {
      try collector.receive(self.part(path: "1-4"))
    }
  }

  @Test func `one message at a time`() throws {
    var collector = FrameCollector()
    try collector.receive(part())
    #expect(throws: QRTransportError.differentMessage(field: "type")) {
      try collector.receive(self.part(type: "crypto-psbt", number: 2))
    }
    #expect(throws: QRTransportError.differentMessage(field: "part count")) {
      try collector.receive(self.part(number: 2, count: 4, length: 40))
    }
    #expect(throws: QRTransportError.differentMessage(field: "message length")) {
      try collector.receive(self.part(number: 2, length: 29))
    }
    #expect(throws: QRTransportError.differentMessage(field: "checksum")) {
      try collector.receive(self.part(number: 2, checksum: 8))
    }
    #expect(throws: QRTransportError.differentMessage(field: "part length")) {
      try collector.receive(self.part(number: 2, fragment: Array(repeating: 1, count: 11)))
    }
    #expect(throws: QRTransportError.contradictoryPart(sequenceNumber: 1)) {
      try collector.receive(self.part(fragment: Array(repeating: 2, count: 10)))
    }
    #expect(throws: QRTransportError.unexpectedFrame) { try collector.receive("plain text") }
    #expect(throws: QRTransportError.unexpectedFrame) {
      try collector.receive(Fixtures.ur(5).text)
    }
    #expect(throws: QRTransportError.unexpectedFrame) { try collector.receive("B$HP0200ABCD") }
    #expect(collector.progress == .collecting(received: 1, needed: 3))
  }

  @Test func `a message whose checksum is wrong is refused at the end`() throws {
    var collector = FrameCollector()
    try collector.receive(part(number: 1))
    try collector.receive(part(number: 2))
    #expect(throws: QRTransportError.messageChecksumMismatch) {
      try collector.receive(self.part(number: 3))
    }
  }

  @Test func `the most parts allowed are received in bounded time and memory`() throws {
    let limits = TransportLimits(parts: 65_535, messageBytes: 16_000_000, waitingBytes: 1 << 20)
    let fragment = [UInt8](repeating: 0, count: 200)
    var collector = FrameCollector(limits: limits)
    // Mixed parts alone, of a message of zeros: each tells something new or is dropped.
    for number in 70_000..<70_200 as Range<UInt32> {
      try collector.receive(
        part(
          number: number, count: 65_535, length: 13_107_000, checksum: 9, fragment: fragment))
    }
    guard case .collecting(let received, let needed) = collector.progress else {
      Issue.record("still collecting")
      return
    }
    #expect(needed == 65_535)
    #expect(received <= 200)
  }

  @Test func `the waiting room is bounded and plain parts still finish the message`() throws {
    let ur = try Fixtures.ur(4000)
    let encoder = try UREncoder(ur, maxFragmentLength: 20)
    let limits = TransportLimits(parts: 65_535, messageBytes: 16_000_000, waitingBytes: 0)
    var decoder = try URDecoder(first: encoder.part(1000), limits: limits)
    for number in 1001...2000 as ClosedRange<UInt32> { try decoder.receive(encoder.part(number)) }
    #expect(decoder.received < encoder.fragmentCount)
    for number in 1...UInt32(encoder.fragmentCount) { try decoder.receive(encoder.part(number)) }
    #expect(decoder.message == ur)
  }
}
