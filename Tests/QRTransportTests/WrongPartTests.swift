import Bytes
import Hashes
import Refusals
import Testing

@testable import QRTransport

/// Parts that are wrong although their QR codes were read rightly: cut off, slipped in, forged,
/// announced too large.
@Suite struct WrongPartTests {
  /// A file that deflates to about its own size.
  private static let content = Fixtures.message(600)

  /// What a reader of the message would say of it: here, that it is the very one.
  private static let judge: @Sendable (FrameCollector.Message) -> Bool = {
    switch $0 {
    case .bbqr(let file): file.bytes == content
    case .plain(let bytes): bytes == text
    case .ur: true
    }
  }
  private static let text = Array(Base64.encode(content).utf8)

  /// The series of every kind without a checksum, in several parts.
  private static func series() throws -> [[String]] {
    let limit = try #require(QRVersion(8))
    let deflating = BBQrFile(
      kind: .psbt, bytes: (0..<6_000).map { Fixtures.message(600)[$0 % 600] ^ UInt8($0 / 600) })
    let frames = [
      try FrameEncoder(bbqr: BBQrFile(kind: .psbt, bytes: content), limit: limit).loop(),
      try FrameEncoder(bbqr: deflating, limit: limit).loop(),
      try FrameEncoder(
        specter: String(decoding: text, as: UTF8.self), limit: limit
      ).loop(),
      hex(content, parts: 4),
    ]
    for series in frames { #expect(series.count > 2) }
    return frames
  }

  private static func hex(_ bytes: [UInt8], parts: Int) -> [String] {
    let length = (bytes.count + parts - 1) / parts
    return (0..<parts).map { index in
      let slice = bytes[index * length..<min(bytes.count, (index + 1) * length)]
      return "B$HP0\(parts)0\(index)" + Hex.encode(Array(slice)).uppercased()
    }
  }

  /// The message of a series that nothing is wrong with.
  private static func message(_ frames: [String]) throws -> FrameCollector.Message {
    var collector = FrameCollector()
    for frame in frames { try collector.receive(frame) }
    return try #require(collector.message)
  }

  private static func letters(_ frame: String, _ end: Int) -> String {
    String(frame.prefix(frame.utf8.count - end))
  }

  @Test func `a truncated part costs nothing, wherever it stands and whenever it comes`() throws {
    for frames in try Self.series() {
      let whole = try Self.message(frames)
      let judge: @Sendable (FrameCollector.Message) -> Bool = { $0 == whole }
      for place in frames.indices {
        // Eight letters are a block of base32 and four bytes of hex: what is left decodes.
        let cut = Self.letters(frames[place], 8)
        for moment in 0...place {
          var order = frames
          order.insert(cut, at: moment)
          var collector = FrameCollector(isWhole: judge)
          for frame in order { _ = try? collector.receive(frame) }
          #expect(collector.message == whole, "part \(place + 1) cut, before \(moment + 1)")
          #expect(collector.leftOut.map(\.part) == [place + 1])
        }
        // The cut one alone is never taken for the message, and no parts are said to be missing only.
        var collector = FrameCollector(isWhole: judge)
        var troubles = 0
        for frame in frames[..<place] + [cut] + frames[(place + 1)...] {
          do { try collector.receive(frame) } catch { troubles += 1 }
        }
        #expect(collector.message == nil && troubles > 0)
        #expect(try collector.receive(frames[place]) == .complete(whole))
      }
    }
  }

  @Test func `a part that does not decode is refused and changes nothing`() throws {
    for frames in try Self.series() where frames[0].hasPrefix("B$") {
      let whole = try Self.message(frames)
      for place in frames.indices {
        for damaged in [
          Self.letters(frames[place], 1) + "!",
          Self.letters(frames[place], frames[place].count - 8),
        ] {
          var collector = FrameCollector()
          for (index, frame) in frames.enumerated() {
            if index == place {
              #expect(throws: QRTransportError.self) { try collector.receive(damaged) }
            }
            try collector.receive(frame)
          }
          #expect(collector.message == whole && collector.leftOut.isEmpty)
        }
      }
    }
  }

  @Test func `of two contents of a part the one that makes a message is taken`() throws {
    for frames in try Self.series() {
      let whole = try Self.message(frames)
      for place in frames.indices {
        let forged = String(frames[place].dropLast()) + (frames[place].last == "A" ? "B" : "A")
        // A letter that leaves bits over does not decode: such a part is refused by itself.
        for order in [[forged] + frames, frames.dropLast() + [forged, frames[frames.count - 1]]] {
          var collector = FrameCollector(isWhole: { $0 == whole })
          for frame in order { _ = try? collector.receive(frame) }
          #expect(collector.message == whole)
        }
      }
    }
  }

  @Test func `two ways that are both right are refused, and end the series`() throws {
    let frames = Self.hex(Self.content, parts: 4)
    let forged = Self.letters(frames[1], 2) + (frames[1].hasSuffix("00") ? "11" : "00")
    var collector = FrameCollector()
    for frame in frames[..<2] { try collector.receive(frame) }
    #expect(throws: QRTransportError.contradictoryPart(sequenceNumber: 2)) {
      try collector.receive(forged)
    }
    for frame in frames[2...] { _ = try? collector.receive(frame) }
    #expect(collector.message == nil)
    #expect(collector.failure == .contradictoryPart(sequenceNumber: 2))
  }

  @Test func `parts that make nothing end the series when all of them came again`() throws {
    let frames = Self.hex(Self.content, parts: 4)
    var collector = FrameCollector(isWhole: { _ in false })
    for frame in frames { _ = try? collector.receive(frame) }
    #expect(collector.progress == .collecting(received: 3, needed: 4))
    // Nothing contradicts: what they make is given out, and its reader says what is wrong with it.
    for _ in 0..<8 { for frame in frames { _ = try? collector.receive(frame) } }
    #expect(collector.message == .bbqr(BBQrFile(kind: .psbt, bytes: Self.content)))
    // A contradiction has no such message.
    collector = FrameCollector(isWhole: { _ in false })
    let cut = Self.letters(frames[2], 8)
    for _ in 0..<8 { for frame in frames + [cut] { _ = try? collector.receive(frame) } }
    #expect(collector.message == nil && collector.failure != nil)
  }

  @Test func `any one forged part of a resource is found by the checksum`() throws {
    for count in [2, 3, 5, 9, 20] {
      let ur = try Fixtures.ur(count * 20 - 5, seed: "forged \(count)")
      let encoder = try UREncoder(ur, maxFragmentLength: 20)
      let numbers = encoder.loop()
      for number in numbers {
        let truth = encoder.part(number)
        var fragment = truth.fragment
        fragment[3] ^= 0x40
        let forged = URPart(
          type: truth.type, sequenceNumber: number, sequenceLength: truth.sequenceLength,
          messageLength: truth.messageLength, checksum: truth.checksum, fragment: fragment)
        // In place of the true one, as the first of all, and beside the true one at the end.
        for order in [
          numbers.map { $0 == number ? forged : encoder.part($0) },
          [forged] + numbers.map(encoder.part),
          numbers.filter { $0 != number }.map(encoder.part) + [forged, truth],
        ] {
          var collector = FrameCollector()
          for part in order { _ = try? collector.receive(part.text) }
          #expect(collector.message == .ur(ur), "\(count) fragments, part \(number) forged")
        }
      }
    }
  }

  @Test func `forged parts without number are given up, and a true series is taken after them`()
    throws
  {
    let ur = try Fixtures.ur(200, seed: "forged")
    let encoder = try UREncoder(ur, maxFragmentLength: 20)
    let forged = (1...UInt32(encoder.fragmentCount)).map { number in
      let part = encoder.part(number)
      return URPart(
        type: part.type, sequenceNumber: number, sequenceLength: part.sequenceLength,
        messageLength: part.messageLength, checksum: part.checksum,
        fragment: part.fragment.map { ~$0 })
    }
    // Plain parts, each with two contents in 2^10 ways: all are tried that may be, then begun anew.
    var collector = FrameCollector()
    var words = Set<String>()
    for part in forged {
      do { try collector.receive(part.text) } catch { words.insert("\(error)") }
    }
    #expect(words.contains("\(QRTransportError.messageChecksumMismatch)"))
    for _ in 0..<20 where collector.message == nil {
      for number in 1...UInt32(encoder.fragmentCount) {
        _ = try? collector.receive(encoder.part(number).text)
      }
    }
    #expect(collector.message == .ur(ur))
    // Who shows forged ones for ever is told so.
    collector = FrameCollector()
    for _ in 0..<400 where collector.failure == nil {
      for part in forged { _ = try? collector.receive(part.text) }
    }
    #expect(collector.failure == .messageChecksumMismatch)
  }

  @Test func `parts of made up messages do not stop the true one`() throws {
    for frames in try Self.series() + [
      try FrameEncoder(Fixtures.ur(900), limit: try #require(QRVersion(8))).loop()
    ] {
      let whole = try Self.message(frames)
      var collector = MessageCollector(isWhole: { $0 == whole })
      collector.receive(Array("B$2P0500ABCDABCD".utf8), source: 1)
      collector.receive(Array("p1of7 cHNidP8".utf8), source: 2)
      let other = try UREncoder(Fixtures.ur(300, seed: "other"), maxFragmentLength: 20)
      collector.receive(Array(other.part(2).text.utf8), source: 3)
      for frame in frames { collector.receive(Array(frame.utf8), source: 4) }
      #expect(collector.messages.map(\.message) == [whole])
      #expect(collector.unfinished.map(\.source) == [1, 2, 3])
    }
  }

  @Test func `two messages of one form are both found, though their parts contradict`() throws {
    let other = Fixtures.message(600, seed: "other")
    let both: [[UInt8]] = [Self.content, other]
    let judge: @Sendable (FrameCollector.Message) -> Bool = {
      guard case .bbqr(let file) = $0 else { return false }
      return both.contains(file.bytes)
    }
    let (left, right) = (Self.hex(Self.content, parts: 4), Self.hex(other, parts: 4))
    for order in [left + right, zip(left, right).flatMap { [$0, $1] }, right.reversed() + left] {
      var collector = MessageCollector(isWhole: judge)
      for frame in order { collector.receive(Array(frame.utf8)) }
      #expect(
        Set(collector.messages.map { "\($0.message)" })
          == Set(both.map { "\(FrameCollector.Message.bbqr(BBQrFile(kind: .psbt, bytes: $0)))" }))
    }
  }

  @Test func `more messages at once than are kept apart are refused by R22`() throws {
    var collector = MessageCollector()
    for total in 2...30 { collector.receive(Array("p1of\(total) x".utf8), source: total) }
    #expect(collector.unfinished.count == MessageCollector.seriesLimit)
    #expect(collector.troubles.first?.error == .tooManySeries(limit: MessageCollector.seriesLimit))
    #expect(collector.troubleCount == 29 - MessageCollector.seriesLimit)
  }

  @Test func `every refusal of a symbol names its rule`() {
    for error in [
      .notUR, .invalidType(position: 1), .invalidPath, .invalidByteword(position: 2),
      .bodyTooShort(bytes: 3), .bodyChecksumMismatch, .malformedPart, .headerMismatch(field: "x"),
      .tooManyParts(count: 9, limit: 8), .messageTooLong(bytes: 9, limit: 8), .inconsistentLengths,
      .differentMessage(field: "x"), .contradictoryPart(sequenceNumber: 1),
      .messageChecksumMismatch, .unexpectedFrame, .invalidBBQrHeader(position: 1),
      .invalidBBQrBody(part: 1), .invalidSpecterHeader, .emptySpecterPart(number: 1),
      .cannotInflate(limit: 1), .damagedContent, .partLength(part: 1, bytes: 2, expected: 3),
      .notWhole, .tooManySeries(limit: 8),
    ] as [QRTransportError] {
      #expect([.r18, .r22].contains(error.rule), "\(error)")
      #expect(!error.hint.isEmpty)
    }
  }
}
