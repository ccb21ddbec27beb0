import Bytes
import Hashes
import TestSupport
import Testing

@testable import QRTransport

@Suite struct FrameEncoderTests {
  /// ISO/IEC 18004 table 7 at level L, as signers quote it.
  @Test(arguments: [
    (1, 25, 17), (2, 47, 32), (3, 77, 53), (4, 114, 78), (5, 154, 106), (6, 195, 134),
    (7, 224, 154), (8, 279, 192), (9, 335, 230), (10, 395, 271), (11, 468, 321), (12, 535, 367),
    (15, 758, 520), (20, 1249, 858), (23, 1588, 1091), (27, 2132, 1465), (30, 2520, 1732),
    (40, 4296, 2953),
  ])
  func `capacities are those of the standard`(number: Int, alphanumeric: Int, bytes: Int) throws {
    let version = try #require(QRVersion(number))
    #expect(version.alphanumericCapacity == alphanumeric)
    #expect(version.byteCapacity == bytes)
    #expect(QRVersion.smallest(alphanumeric: alphanumeric) == version)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `capacities are those of the BBQr table`() throws {
    for vector in try Vectors.cases("bbqr/capacity.json") {
      guard let number = vector.input["version"]?.intValue, let version = QRVersion(number),
        let characters = vector.expect["alphanumeric_chars_L"]?.intValue
      else { continue }
      #expect(version.alphanumericCapacity == characters)
      #expect(version.modules == vector.expect["pixels"]?.intValue)
    }
  }

  @Test func `there are forty versions`() {
    #expect(QRVersion(0) == nil)
    #expect(QRVersion(41) == nil)
    #expect(QRVersion.smallest(alphanumeric: 4297) == nil)
  }

  @Test func `every frame fits the version it names and every version below the limit works`()
    throws
  {
    let alphanumeric = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
    for number in 6...40 {
      let limit = try #require(QRVersion(number))
      for size in [1, 100, 1000, 9000] {
        let ur = try Fixtures.ur(size, type: "crypto-account")
        let encoder = try FrameEncoder(ur, limit: limit)
        #expect(encoder.version <= limit)
        for index in [0, 1, encoder.frameCount, 99_999] {
          let frame = encoder.frame(index)
          #expect(frame.utf8.count <= encoder.version.alphanumericCapacity)
          #expect(frame.allSatisfy(alphanumeric.contains))
        }
        var collector = FrameCollector()
        for index in 0..<encoder.frameCount { try collector.receive(encoder.frame(index)) }
        #expect(collector.message == .ur(ur))
      }
    }
  }

  @Test func `a symbol too small for any part is refused`() throws {
    let ur = try Fixtures.ur(1000, type: "crypto-account")
    #expect(throws: QRTransportError.symbolTooSmall(version: 3)) {
      try FrameEncoder(ur, limit: #require(QRVersion(3)))
    }
  }

  @Test func `a loop holds every fragment and a third more`() throws {
    let encoder = try FrameEncoder(Fixtures.ur(2000), limit: .careful)
    let loop = encoder.loop()
    let usual = encoder.frameCount + (encoder.frameCount + 2) / 3
    #expect((usual...usual + 1).contains(loop.count))
    #expect(Set(loop).count == loop.count)
    let single = try FrameEncoder(Fixtures.ur(20))
    #expect(single.isSingle)
    #expect(single.loop() == [single.frame(0)])
  }

  @Test func `a loop of which one frame is lost, or nearly any two, suffices`() throws {
    for count in [2, 3, 5, 8, 9, 12, 20] {
      let ur = try Fixtures.ur(count * 20 - 5, seed: "\(count)")
      let encoder = try UREncoder(ur, maxFragmentLength: 20)
      let numbers = encoder.loop()
      #expect((count + (count + 2) / 3...count + (count + 2) / 3 + 1).contains(numbers.count))
      func isEnough(without lost: Set<Int>) throws -> Bool {
        var collector = FrameCollector()
        for (index, number) in numbers.enumerated() where !lost.contains(index) {
          try collector.receive(encoder.part(number).text)
        }
        return collector.message == .ur(ur)
      }
      var pairs = 0
      var failed = 0
      for first in numbers.indices {
        #expect(try isEnough(without: [first]), "\(count) fragments without \(first)")
        for second in numbers.indices where second > first && count >= 8 {
          pairs += 1
          if try !isEnough(without: [first, second]) { failed += 1 }
        }
      }
      #expect(failed * 8 <= pairs, "\(count) fragments: \(failed) of \(pairs) pairs")
    }
  }

  /// Every number of fragments from 2 to 40, in 33 messages each: which fragments a mixture holds depends on the
  /// checksum of the message.
  @Test func `a loop survives the loss of any one frame, whichever message it is`() throws {
    var loops = 0
    for count in 2...40 {
      for seed in 0..<33 {
        let ur = try Fixtures.ur(count * 20 - 5, seed: "loop \(count) \(seed)")
        let encoder = try UREncoder(ur, maxFragmentLength: 20)
        #expect(encoder.fragmentCount == count)
        let numbers = encoder.loop()
        let usual = count + (count + 2) / 3
        #expect((usual...usual + 1).contains(numbers.count), "\(count) fragments")
        #expect(Set(numbers).count == numbers.count)
        let chooser = FragmentChooser(count: count, checksum: CRC32.checksum(ur.cbor))
        let sets = numbers.map { chooser.fragments(of: $0).reduce(UInt64(0)) { $0 | 1 << $1 } }
        for lost in sets.indices {
          #expect(
            Self.peels(sets.enumerated().filter { $0.offset != lost }.map(\.element), count: count),
            "\(count) fragments, message \(seed), without frame \(lost + 1)")
        }
        loops += 1
        // And through the decoder itself, one message of each length.
        guard seed == 0 else { continue }
        for lost in numbers.indices {
          var collector = FrameCollector()
          for (index, number) in numbers.enumerated() where index != lost {
            try collector.receive(encoder.part(number).text)
          }
          #expect(collector.message == .ur(ur), "\(count) fragments without frame \(lost + 1)")
        }
      }
    }
    #expect(loops == 39 * 33)
  }

  /// Whether a reader that only takes known fragments out of mixtures has them all in the end.
  private static func peels(_ sets: [UInt64], count: Int) -> Bool {
    var known: UInt64 = 0
    var grew = true
    while grew {
      grew = false
      for set in sets {
        let rest = set & ~known
        guard rest != 0, rest & (rest - 1) == 0 else { continue }
        known |= rest
        grew = true
      }
    }
    return known == 1 << UInt64(count) - 1
  }

  @Test(arguments: [257, 400, 1_000])
  func `a long loop holds every fragment in a mixture too`(count: Int) throws {
    let ur = try Fixtures.ur(count * 10 - 5, seed: "\(count)")
    let encoder = try UREncoder(ur, maxFragmentLength: 10)
    let numbers = encoder.loop()
    #expect(numbers.count <= count + (count + 2) / 3 + 2)
    let chooser = FragmentChooser(count: encoder.fragmentCount, checksum: CRC32.checksum(ur.cbor))
    var mixed = Set<Int>()
    for number in numbers where Int(number) > encoder.fragmentCount {
      mixed.formUnion(chooser.fragments(of: number))
    }
    #expect(mixed.count == encoder.fragmentCount)
  }

  @Test func `frames never run out and plain fragments come round again`() throws {
    let encoder = try FrameEncoder(Fixtures.ur(2000), limit: .careful)
    let count = encoder.frameCount
    #expect(count == 9)
    #expect(encoder.frame(2 * count) != encoder.frame(0))
    #expect(encoder.frame(3 * count) == encoder.frame(0))
    #expect(encoder.frame(4 * count) != encoder.frame(count))
    let longer = try FrameEncoder(Fixtures.ur(5000), limit: .careful)
    #expect(longer.frameCount > 16)
    #expect(longer.frame(2 * longer.frameCount) == longer.frame(0))
    for index in [Int(UInt32.max), 1 << 50, Int.max / 2] {
      let frame = encoder.frame(index)
      #expect(frame.hasPrefix("UR:BYTES/"))
      var collector = FrameCollector()
      #expect(throws: Never.self) { try collector.receive(frame) }
    }
  }
}
