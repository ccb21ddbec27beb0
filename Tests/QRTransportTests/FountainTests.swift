import Bytes
import Hashes
import TestSupport
import Testing

@testable import QRTransport

@Suite(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
struct FountainVectorTests {
  private func vector(_ start: String) throws -> VectorCase {
    let cases = try Vectors.cases("ur/fountain.json")
    return try #require(cases.first { $0.name.hasPrefix(start) })
  }

  private func integers(_ value: JSONValue?) -> [Int] {
    (value?.arrayValue ?? []).compactMap(\.intValue)
  }

  @Test func `the generator gives the published numbers`() throws {
    var generator = Xoshiro256(seed: Array("Wolf".utf8))
    let first = try vector("rng_1")
    #expect((0..<100).map { _ in Int(generator.next() % 100) } == integers(first.expect["values"]))

    let checksum = CRC32.checksum(Array("Wolf".utf8))
    generator = Xoshiro256(
      seed: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> UInt32($0)) })
    let second = try vector("rng_2")
    #expect((0..<100).map { _ in Int(generator.next() % 100) } == integers(second.expect["values"]))

    generator = Xoshiro256(seed: Array("Wolf".utf8))
    let third = try vector("rng_3")
    #expect((0..<100).map { _ in generator.nextInt(1, 10) } == integers(third.expect["values"]))
  }

  @Test func `the sampler draws the published indices`() throws {
    let sampler = AliasSampler(weights: [1, 2, 4, 8])
    var generator = Xoshiro256(seed: Array("Wolf".utf8))
    let expected = integers(try vector("random sampler").expect["values"])
    #expect((0..<500).map { _ in sampler.next(&generator) } == expected)
  }

  @Test func `the shuffle gives the published orders`() throws {
    let chooser = FragmentChooser(count: 10, checksum: 0)
    var generator = Xoshiro256(seed: Array("Wolf".utf8))
    let expected = try vector("shuffle").expect["values"]?.arrayValue ?? []
    #expect(expected.count == 10)
    for order in expected {
      #expect(chooser.shuffled(10, &generator).map { $0 + 1 } == integers(order))
    }
  }

  @Test func `degrees and fragments are the published ones`() throws {
    let message = Fixtures.message(1024)
    let checksum = CRC32.checksum(message)
    let length = UREncoder.fragmentLength(messageLength: 1024, limit: 100)
    let count = (1024 + length - 1) / length
    let chooser = FragmentChooser(count: count, checksum: checksum)
    let degrees = (1...200).map { nonce in
      var generator = Xoshiro256(seed: Array("Wolf-\(nonce)".utf8))
      return chooser.degree(&generator)
    }
    #expect(degrees == integers(try vector("choose_degree").expect["values"]))
    let expected = try vector("choose_fragments").expect["values"]?.arrayValue ?? []
    #expect(expected.count == 30)
    for (index, fragments) in expected.enumerated() {
      #expect(chooser.fragments(of: UInt32(index + 1)).sorted() == integers(fragments))
    }
  }

  @Test func `fragments are as long as published and cut as published`() throws {
    let first = try vector("find_nominal_fragment_length a")
    #expect(
      UREncoder.fragmentLength(messageLength: 12345, limit: 1955)
        == first.expect["value"]?.intValue)
    let second = try vector("find_nominal_fragment_length b")
    #expect(
      UREncoder.fragmentLength(messageLength: 12345, limit: 30000)
        == second.expect["value"]?.intValue)
    let encoder = try UREncoder(
      UR(type: "bytes", cbor: Fixtures.message(1024)), maxFragmentLength: 100)
    let expected = try vector("partition").expect["fragments_hex"]?.arrayValue ?? []
    #expect(expected.count == encoder.fragmentCount)
    for (index, fragment) in expected.enumerated() {
      #expect(Hex.encode(encoder.part(UInt32(index + 1)).fragment) == fragment.stringValue)
    }
  }

  @Test func `parts in CBOR are the published ones`() throws {
    let encoder = try UREncoder(
      UR(type: "bytes", cbor: Fixtures.message(256)), maxFragmentLength: 30)
    let expected =
      try vector("fountain encoder CBOR").expect["parts_cbor_hex"]?.arrayValue ?? []
    #expect(expected.count == 20)
    for (index, part) in expected.enumerated() {
      #expect(Hex.encode(encoder.part(UInt32(index + 1)).cbor) == part.stringValue)
    }
  }

  @Test func `texts of one and of many parts are the published ones`() throws {
    let single = try Fixtures.ur(50)
    #expect(single.text.lowercased() == (try vector("single part")).expect["ur"]?.stringValue)
    let encoder = try UREncoder(try Fixtures.ur(256), maxFragmentLength: 30)
    let expected = try vector("multipart UR encoder").expect["parts"]?.arrayValue ?? []
    #expect(expected.count == 20)
    for (index, part) in expected.enumerated() {
      #expect(encoder.part(UInt32(index + 1)).text.lowercased() == part.stringValue)
    }
  }

  @Test func `thirty two kilobytes come back from mixed parts alone`() throws {
    let ur = try Fixtures.ur(32767)
    let encoder = try UREncoder(ur, maxFragmentLength: 1000)
    var decoder = try URDecoder(first: encoder.part(100))
    var number: UInt32 = 101
    while decoder.message == nil, number < 400 {
      try decoder.receive(encoder.part(number))
      number += 1
    }
    #expect(decoder.message == ur)
  }
}
