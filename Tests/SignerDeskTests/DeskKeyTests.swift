import Testing

@testable import SignerDesk

/// What a terminal sends for keys: xterm's control sequences, and those of the Linux console.
struct DeskKeyTests {
  @Test(arguments: [
    ("\u{1b}[A", DeskKey.up), ("\u{1b}OB", .down), ("\u{1b}[5~", .pageUp), ("\u{1b}[6~", .pageDown),
    ("\u{1b}[H", .first), ("\u{1b}[1~", .first), ("\u{1b}[F", .last), ("\u{1b}OF", .last),
    ("\r", .enter), ("\n", .enter), ("\u{7f}", .erase), ("\u{8}", .erase), ("\u{c}", .lock),
    ("a", .character("a")), ("\u{e9}", .character("\u{e9}")),
  ])
  func `a key is told by its bytes, whole and in pieces`(bytes: String, key: DeskKey) {
    var whole = DeskKeyReader()
    #expect(whole.take(bytes.utf8) == [key])
    var pieces = DeskKeyReader()
    #expect(bytes.utf8.flatMap { pieces.take([$0]) } == [key])
    #expect(!pieces.isWaiting)
  }

  @Test func `escape is one page back once nothing follows it`() {
    var reader = DeskKeyReader()
    #expect(reader.take([0x1b]).isEmpty)
    #expect(reader.isWaiting)
    #expect(reader.pause() == [.back])
    #expect(!reader.isWaiting)
    #expect(reader.take(Array("\u{1b}x".utf8)) == [.back, .character("x")])
  }

  @Test func `sequences of other keys, cut off ones and bytes that are no text are no keys`() {
    var reader = DeskKeyReader()
    #expect(reader.take(Array("\u{1b}[15~\u{1b}[[A\u{1b}[1;5C".utf8)).isEmpty)
    #expect(reader.take(Array("\u{1b}[".utf8)).isEmpty)
    #expect(reader.pause().isEmpty)
    #expect(reader.take([0xff, 0xc3, 0x28]) == [.character("(")])
    #expect(reader.take([1, 3, 9, 0x1f]).isEmpty)
    let long = Array("\u{1b}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 40)
    #expect(!reader.take(long).contains(.back))
  }
}
