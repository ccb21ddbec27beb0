internal import Bytes
internal import QRTransport
internal import Testing

@testable internal import CoordinatorDesk

@Suite struct FrameShowsTests {
  /// A message of parts is split anew: each density gives back the same message.
  @Test(arguments: 1...4)
  func `a message is split for the density`(_ density: Int) throws {
    let ur = try UR(
      type: "bytes",
      cbor: CBORWriter.encode(.bytes((0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })))
    let large = try FrameEncoder(ur, limit: .largest)
    let text = (0..<large.frameCount).map { large.frame($0) }.joined(separator: "\n")
    let shows = FrameShows()
    let show = try shows.begin(text, density: density)
    let expected = try FrameEncoder(
      ur, limit: try #require(QRVersion(FrameShows.version(density: density))))
    #expect(show.parts == expected.frameCount)
    let frames = try shows.frames(show.number, from: 0, count: 3)
    #expect(
      frames
        == (try (0..<3).map {
          try FrameShows.symbol(expected.frame($0), version: expected.version.number)
        }))
    // Endless: mixtures follow the fragments.
    #expect(try shows.frames(show.number, from: show.parts * 10, count: 2).count == 2)
  }

  @Test func `other text is shown line by line`() throws {
    let shows = FrameShows()
    let show = try shows.begin("first\nsecond\n", density: 2)
    #expect(show.parts == 2)
    #expect(
      try shows.frames(show.number, from: 2, count: 1) == [try FrameShows.symbol("first")])
    #expect(throws: HTTPRefusal.self) { try shows.begin("\n", density: 2) }
    #expect(throws: HTTPRefusal.self) { try shows.frames(show.number + 1, from: 0, count: 1) }
    #expect(throws: HTTPRefusal.self) { try shows.frames(show.number, from: -1, count: 1) }
  }
}
