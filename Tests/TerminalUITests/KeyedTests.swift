import RecordingScreens
import SecureMemory
import Testing

@testable import TerminalUI

@Suite struct `Characters that are asked for` {
  private static func stake(_ groups: [String]) -> Stake {
    Stake(name: "it", text: groups.joined(), ignoresCase: true)
  }

  @Test func `are whole groups but the first, and any where there is only one of those`() {
    #expect(Self.stake(["aaaa", "bbbb", "cccc", "dd"]).numbers == [2, 3])
    #expect(Self.stake(["aaaa", "bbbb", "cccc"]).numbers == [2, 3])
    #expect(Self.stake(["aaaa", "bbbb", "c"]).numbers == [1, 2, 3])
    #expect(Self.stake(["aaaa"]).numbers == [1])
    #expect(Self.stake([]).numbers == [])
  }

  @Test func `can be foreseen where fewer than four groups, or more than a third, are alike`() {
    #expect(Self.stake(["x000", "aaaa", "bbbb", "cccc"]).isPredictable)
    #expect(!Self.stake(["x000", "aaaa", "bbbb", "cccc", "dddd"]).isPredictable)
    #expect(!Self.stake(["x000", "aaaa", "aaaa", "bbbb", "cccc", "dddd", "eeee"]).isPredictable)
    #expect(Self.stake(["x000", "aaaa", "aaaa", "bbbb", "cccc", "dddd"]).isPredictable)
  }

  @Test func `stand in as many columns as there is room for, at least in one`() {
    let stake = Self.stake((0..<101).map { "\($0 + 1_000)" })
    let rows = { (columns: Int) in
      stake.table(columns: columns).split(separator: "\n").map(String.init)
    }
    for (columns, perRow) in [(80, 7), (82, 8), (31, 2), (32, 3), (12, 1), (5, 1)] {
      let rows = rows(columns)
      #expect(rows.count == (101 + perRow - 1) / perRow, "\(columns)")
      #expect(rows[0].hasPrefix("    1 1000"))
      #expect(rows[0].count == 10 * perRow)
    }
    #expect(rows(12)[9] == "   10 1009" && rows(12)[100] == "  101 1100")
  }
}

@Suite struct `Keys that are counted` {
  private func shown(_ said: String, columns: Int) throws -> String {
    let screen = RecordingScreen(answers: ["x"], size: (columns, 24))
    _ = try Console(screen: screen).countedSecret("Rolls", option: "rolls") { _ in said }
    return screen.terminal
  }

  @Test func `what is said below them stays on one row`() throws {
    let said = { (count: Int) in String("abcdefghijklmnopqrstuvwxyz".prefix(count)) }
    for (columns, most) in [(20, 17), (19, 16), (10, 16)] {
      #expect(try shown(said(most), columns: columns).contains("\u{1b}[K  \(said(most))\n"))
      #expect(
        try shown(said(most + 1), columns: columns)
          .contains("\u{1b}[K  \(said(most - 3))...\n"))
    }
  }

  @Test func `are told of each, and not of the one that ends them`() throws {
    let screen = RecordingScreen(answers: ["ab"])
    _ = try Console(screen: screen).countedSecret("Rolls", option: "rolls") { "\($0.count)" }
    #expect(screen.terminal == "Rolls:\n  \r\u{1b}[K  1\r\u{1b}[K  2\n")
  }

  @Test func `are drawn on a screen of their own, until they are enough`() throws {
    let screen = RecordingScreen(answers: ["abc", "d"])
    var seen: [UInt8] = []
    try Console(screen: screen).drawnKeys("", option: "words", first: "none") { key in
      seen.append(key)
      guard seen.count < 3 else { return nil }
      var said = Array("\(seen.count)".utf8)
      return SecretBytes(moving: &said)
    }
    #expect(seen == Array("abc".utf8) && screen.answersLeft == 1)
    #expect(screen.terminal.hasPrefix("\u{1b}[?1049h\u{1b}[H\u{1b}[2Jnone"))
  }

  @Test func `say whether more are wanted`() {
    for (byte, isOpen) in [(0x61, true), (4, false), (0x0a, false), (0x0d, false)]
      as [(UInt8, Bool)]
    {
      var line = SecretLine(limit: 8)
      #expect(line.take(byte) == isOpen)
    }
  }

  private func line(_ bytes: [UInt8], limit: Int = 8) throws -> [UInt8]? {
    var line = SecretLine(limit: limit)
    for byte in bytes where line.state == .open { _ = line.take(byte) }
    guard let secret = try line.finished("rolls") else { return nil }
    return secret.withUnsafeBytes { Array($0) }
  }

  @Test func `make a line, with whole characters taken back`() throws {
    #expect(try line([0x61, 0x62, 0x0a]) == [0x61, 0x62])
    #expect(try line([0x61, 0x0d]) == [0x61])
    #expect(try line([0x61, 0x62]) == [0x61, 0x62])
    // The end of input: of what was typed, or before anything.
    #expect(try line([0x61, 4]) == [0x61])
    #expect(try line([4]) == nil)
    #expect(try line([]) == nil)
    #expect(try line([0x0a]) == [])
    #expect(try line([0x61, 0x0a, 0x62]) == [0x61])
    for back: UInt8 in [8, 0x7f] {
      #expect(try line([0x61, 0xc3, 0xa4, back, 0x62]) == [0x61, 0x62])
      #expect(try line([0x61, 0xe2, 0x82, 0xac, back, back, back, 0x62]) == [0x62])
    }
    #expect(try line([0x61, 0xe2, 0x82, 0xac, 8, 0x62]) == [0x61, 0x62])
    #expect(try line([0x61, 0x62, 8, 0x63]) == [0x61, 0x63])
    #expect(try line([8, 0x61]) == [0x61])
    #expect(try line([0x61, 0x62, 0x15, 0x63]) == [0x63])
    // Other control keys say nothing; a tab is a space.
    #expect(try line([0, 1, 0x1f, 0x20, 9, 0x21, 0xff]) == [0x20, 0x20, 0x21, 0xff])
    let whole = [UInt8](repeating: 0x61, count: 8)
    #expect(try line(whole) == whole)
    #expect(throws: ProgramError.self) { try line(whole + [0x61]) }
  }

  @Test func `are pressed one after the other, and one that repeats is none`() throws {
    func gaps(_ keys: String, _ count: Int) throws -> [UInt64] {
      let screen = RecordingScreen(answers: [keys])
      let gaps = try Console(screen: screen).keyGaps("Press keys", count: count)
      #expect(gaps.count % 8 == 0 && !screen.terminal.contains("\u{1b}[?1049h"))
      return gaps.withUnsafeBytes { bytes in
        (0..<(bytes.count / 8)).map {
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
        }
      }
    }
    let three = try gaps("aabab", 3)
    #expect(three.count == 3 && three.allSatisfy { (50_000_000..<1_000_000_000).contains($0) })
    // The first of two that are alike is where the next gap begins.
    let two = try gaps("abab", 2)
    #expect(two.count == 2)
    // Enter is a key like any other until there are enough.
    #expect(try gaps("ab", 5).count == 2)
    #expect(try gaps("abc", 1).count == 1)
    // Enter ends it when there are enough, and is said to.
    let screen = RecordingScreen(answers: ["abab", "c"])
    _ = try Console(screen: screen).keyGaps("Press keys", count: 2)
    #expect(screen.answersLeft == 1)
    #expect(
      screen.terminal == "Press keys\n\r\u{1b}[K  1 of 2\r\u{1b}[K  2 of 2: enough. Press "
        + "Enter to continue\n")
    // What comes faster than any finger does not count, until a finger could have moved.
    for (gap, count) in [(1_000_000, 3), (999_999, 1)] as [(UInt64, Int)] {
      let fast = RecordingScreen(answers: ["abc"], nanosecondsPerKey: gap)
      #expect(try Console(screen: fast).keyGaps("Press keys", count: 9).count == 8 * count)
    }
  }
}
