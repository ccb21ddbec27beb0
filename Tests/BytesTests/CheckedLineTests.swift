import Bytes
import TestSupport
import Testing

/// Numbers that follow from a seed: the same each time.
private struct Draws: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

private let descriptor =
  "wpkh([73c5da0a/84h/0h/0h]xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAP"
  + "shWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V/<0;1>/*)#wc3n3van"
private let base32 = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

private func typed(_ text: String, letters: Int = CheckedLine.usual) -> [String] {
  CheckedLine.lines(of: text, letters: letters).map(\.printed)
}

private func read(_ lines: [String], capitals: Bool = false) throws -> CheckedText {
  try CheckedText(typed: Array(lines.joined(separator: "\n").utf8), capitals: capitals)
}

@Suite struct `Lines with checks` {
  /// Worked out by hand: 1 at place 1, then 65 and 66 at places 2 and 3.
  @Test func `the check is three sums modulo 1021, two letters each`() {
    // 1 + 65 + 66 = 132 = 4 * 32 + 4; 1 + 130 + 198 = 329 = 10 * 32 + 9; 1 + 260 + 594 = 855 = 26 * 32 + 23
    let line = CheckedLine(1, "AB")
    #expect(line.check == "EEKJ2X")
    #expect(line.printed == "AB = EEKJ2X")
    #expect(CheckedLine(2, "AB").check == "EFKK2Y")
  }

  @Test func `a text comes back from its lines, however they are typed`() throws {
    for letters in [1, 4, 24, 32, 40, 400] {
      let lines = typed(descriptor, letters: letters)
      #expect(try read(lines).text() == descriptor)
      #expect(try read(lines.reversed()).text() == descriptor)
      #expect(try read(lines + lines).text() == descriptor)
      #expect(try read(lines.map { $0.filter { $0 != " " } }).text() == descriptor)
      #expect(try read(lines.enumerated().map { "\($0 + 1)  \($1)" }).text() == descriptor)
      #expect(
        try read(lines.enumerated().map { " \($0 + 1). \($1)\r" } + [""]).text() == descriptor)
      #expect(try read(lines).changes.isEmpty)
    }
    let small = typed("B$2B0501ABCDEF").map { $0.lowercased() }
    #expect(try read(small, capitals: true).text() == "B$2B0501ABCDEF")
  }

  @Test func `a text without checks is no such text`() {
    for text in [descriptor, "B$2B 0501 ABCD", "", "a = b", "wpkh(x)?bh=123456#abcdefgh"] {
      #expect(!CheckedText.isOne(text.utf8), "\(text)")
    }
    #expect(CheckedText.isOne("AB = EEKJ2X".utf8))
    #expect(CheckedText.isOne("something\n AB=eekj2x".utf8))
  }

  @Test func `each wrong letter of a line is found, whatever it became`() throws {
    let line = CheckedLine(3, "B$2B0501MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U")
    let letters = Array(line.letters.utf8)
    for place in letters.indices {
      for value in [0x21, 0x30, 0x32, 0x3d, 0x41, 0x4f, 0x62, 0x7e]
      where value != Int(letters[place]) {
        var wrong = letters
        wrong[place] = UInt8(value)
        let text = String(decoding: wrong, as: UTF8.self) + "=" + line.check
        let found = try CheckedText(typed: Array("3: \(text)".utf8), capitals: false)
        #expect(found.lines == [line])
        guard case .wrong(3, place + 1, _, _) = found.changes.first, found.changes.count == 1 else {
          Issue.record("\(text): \(found.changes)")
          return
        }
      }
    }
  }

  @Test func `a wrong letter of the check leaves the line as it is`() throws {
    let line = CheckedLine(1, "ABCDEFGHIJKL")
    let check = Array(line.check.utf8)
    for place in check.indices {
      for value in base32 + Array("0189".utf8) where value != check[place] {
        var wrong = check
        wrong[place] = value
        let found = try CheckedText(
          typed: Array("\(line.groups) = ".utf8) + wrong, capitals: false)
        #expect(found.lines == [line])
        #expect(found.changes == [.check(line: 1)])
      }
    }
  }

  @Test func `two wrong letters are refused with the line named`() throws {
    let lines = CheckedLine.lines(of: descriptor, letters: 32)
    var draws = Draws(state: 15)
    for _ in 0..<400 {
      let number = Int.random(in: 0..<lines.count, using: &draws)
      var letters = Array(lines[number].letters.utf8)
      let places = letters.indices.shuffled(using: &draws).prefix(2)
      for place in places {
        let old = letters[place]
        while letters[place] == old { letters[place] = .random(in: 0x21...0x7e, using: &draws) }
      }
      var all = lines.map(\.printed)
      all[number] = String(decoding: letters, as: UTF8.self) + " = " + lines[number].check
      // Two neighbours that changed places are the one way in which two wrong letters are put right.
      if abs(places[0] - places[1]) == 1,
        letters[places[0]] == Array(lines[number].letters.utf8)[places[1]]
      {
        continue
      }
      #expect(throws: CheckedTextError.unreadable(line: number + 1)) { _ = try read(all) }
    }
  }

  @Test func `a wrong letter in the line and one in its check are refused`() throws {
    let line = CheckedLine(1, "ABCDEFGHIJKLMNOPQRST")
    for place in 0..<20 {
      for other in 0..<6 {
        var letters = Array(line.letters.utf8)
        var check = Array(line.check.utf8)
        letters[place] = letters[place] == 0x58 ? 0x59 : 0x58
        check[other] = check[other] == 0x41 ? 0x42 : 0x41
        #expect(throws: CheckedTextError.unreadable(line: 1)) {
          _ = try CheckedText(typed: letters + [0x3d] + check, capitals: false)
        }
      }
    }
  }

  @Test func `a letter too few, too many, or swapped with the next is put right`() throws {
    let lines = CheckedLine.lines(of: descriptor, letters: 24)
    var refused = 0
    /// What comes back is the text or nothing: now and then a letter may be missing in two places.
    func expectMended(_ all: [String]) {
      let read = try? read(all).text()
      #expect(read == nil || read == descriptor, "\(all)")
      if read == nil { refused += 1 }
    }
    for (index, line) in lines.enumerated() {
      let letters = Array(line.letters)
      var all = lines.map(\.printed)
      for place in letters.indices {
        var fewer = letters
        fewer.remove(at: place)
        all[index] = String(fewer) + "=" + line.check
        expectMended(all)
        for extra in ["Q", letters[place]] as [Character] {
          var more = letters
          more.insert(extra, at: place)
          all[index] = String(more) + "=" + line.check
          expectMended(all)
        }
        guard place > 0, letters[place] != letters[place - 1] else { continue }
        var swapped = letters
        swapped.swapAt(place, place - 1)
        all[index] = String(swapped) + "=" + line.check
        let found = try read(all)
        #expect(try found.text() == descriptor)
        #expect(found.changes == [.swapped(line: index + 1, letter: place)])
      }
    }
    #expect(refused <= 5)
  }

  @Test func `lines that are missing, doubled or without a check are named`() throws {
    let lines = typed(descriptor, letters: 32)
    #expect(throws: CheckedTextError.missing(line: 3)) {
      _ = try read(Array(lines[..<2] + lines[3...]))
    }
    #expect(throws: CheckedTextError.missing(line: 1)) { _ = try read(Array(lines[1...])).text() }
    #expect(throws: CheckedTextError.twice(line: 2)) {
      _ = try read(lines + [CheckedLine(2, "OTHERLETTERS").printed])
    }
    var cut = lines
    cut[1] = String(lines[1].prefix { $0 != "=" })
    #expect(throws: CheckedTextError.noCheck(line: 2)) { _ = try read(cut) }
    #expect(throws: CheckedTextError.tooMany) {
      _ = try read(Array(repeating: lines[0], count: 1_021))
    }
  }

  @Test func `drawn bytes never trap`() {
    var draws = Draws(state: 4)
    let letters = Array("AB=\n \t\r0129:.zé".utf8)
    for _ in 0..<1_000 {
      let bytes = (0..<Int.random(in: 0..<60, using: &draws)).map { _ in
        Bool.random(using: &draws)
          ? letters.randomElement(using: &draws) ?? 0 : UInt8.random(in: 0...255, using: &draws)
      }
      _ = CheckedText.isOne(bytes)
      _ = try? CheckedText(typed: bytes, capitals: true).text()
    }
  }

  @Test func `what was put right is said in a sentence`() {
    #expect(
      CheckedLine.Change.wrong(line: 3, letter: 17, typed: "O", right: "0").description
        == "line 3: letter 17 (group 5) is 0, not O")
    #expect(CheckedTextError.unreadable(line: 3).hint.contains("line 3"))
  }
}
