import BitcoinPSBT
import Bytes
import Descriptors
import Foundation
import Mnemonics
import SecretCodes
import SecureMemory
import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner

private struct DryRandom: RandomSource {
  func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) { throw .exhausted }
}

private struct StuckRandom: RandomSource {
  func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
    for index in memory.indices { memory[index] = 7 }
  }
}

/// A recording of a camera: frames of 256 by 256 pixels, each from a different place in a hash
/// chain.
private func recording(_ desk: Desk, frames: Int, same: Bool = false, side: Int = 256) throws
  -> String
{
  var bytes = Array("drawbridge-frames GREY \(side) \(side)\n".utf8)
  var state: UInt64 = 1
  for _ in 0..<frames {
    if same { state = 1 }
    let length = side * side
    bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
    for _ in 0..<length {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes.append(UInt8(state >> 56) / 2 + 60)
    }
  }
  try Data(bytes).write(to: URL(fileURLWithPath: desk.path("recording")))
  return desk.path("recording")
}

@Suite struct `The entropy laboratory` {
  @Test func `every source goes in and is recorded with its claim`() throws {
    let desk = try Desk.fresh()
    let dice = try desk.write(Desk.rolls(60), to: "dice")
    let coins = try desk.write("HTTHHTHTTHHHTHTTHTHH", to: "coins")
    let cards = try desk.write("AS 10D QH 2C KS 3D 9H", to: "cards")
    let frames = try recording(desk, frames: 3)
    let ran = desk.run(
      "seed", "create", "first", "--words", "12", "--dice", dice, "--coins", coins, "--cards",
      cards, "--frames", frames, "--yes", "--json")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(
      ran.json["origin"]?.stringValue == "system+dice(60)+coins(20)+cards(7)+camera(3)")
    let sources = ran.json["sources"]?.arrayValue ?? []
    #expect(sources.map { $0["bits"]?.intValue } == [256, 139, 14, 37, 128])
    #expect(ran.json["addedBits"]?.intValue == 318)
    #expect(ran.err.contains("Your part alone carries the 128 bits of the seed"))
    #expect(ran.err.contains("camera  3 frames           128 bits"))
    #expect(ran.json["commitment"]?.stringValue.map { ran.err.contains($0) } == true)
    #expect(!ran.err.contains("warning"), "\(ran.err)")
  }

  @Test func `dice of other sides and keys are taken on the terminal, and nothing of them shown`()
    throws
  {
    let desk = try Desk.fresh()
    let keys = String(repeating: "asdfjkl", count: 10)
    let ran = desk.run(
      "seed", "create", "first", "--words", "12", "--die", "20", "--dice", "terminal", "--keys",
      "--json", answers: ["3 17 5 20 1 19 8", keys, "no", ""])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["origin"]?.stringValue == "system+d20(7)+keys(64)")
    #expect(ran.terminal.contains("Rolls of a die with 20 sides (numbers 1 to 20 with spaces):\n"))
    #expect(ran.terminal.contains("7 of 32, 28 bits"))
    #expect(ran.terminal.unwrapped.contains("64 of 64: enough. Press Enter to continue"))
    #expect(!ran.terminal.contains("3 17") && !ran.terminal.contains("asdf"))
    #expect(ran.err.contains("Your part alone carries the 128 bits"))
    // A key that is held down is one press: what is left is too little.
    let held = desk.run(
      "seed", "create", "second", "--keys",
      answers: [String(repeating: "a", count: 200)])
    #expect(held.code == .failed)
    #expect(held.err.contains("are too few: 32 are needed"))
    #expect(desk.seedCount == 1)
  }

  @Test func `the hash of the program's part is said before the person's part is asked for`() throws
  {
    let desk = try Desk.fresh()
    let ran = desk.run(
      "seed", "create", "first", "--words", "12", "--dice", "terminal", "--json",
      answers: ["9"])
    #expect(ran.code == .failed)
    #expect(ran.err.contains("Their hash, so that it cannot change them from here on:\n  "))
    #expect(ran.err.contains("character 1 is not a valid draw (d6)"))
    // It was said as it was typed, too.
    #expect(
      ran.terminal.contains("(digits 1 to 6; Enter ends):\n  \r\u{1b}[K  key 1 is wrong: press Backspace"))
    #expect(desk.seedCount == 0)
  }

  @Test func `a failing or broken system refuses by R32, whatever else there is`() throws {
    let desk = try Desk.fresh()
    let dice = try desk.write(Desk.rolls(120), to: "dice")
    for random in [DryRandom(), StuckRandom()] as [any RandomSource] {
      for more in [["--yes"], ["--yes", "--dice", dice]] {
        let ran = desk.run(["seed", "create", "first"] + more, random: random)
        #expect(ran.code == .failed)
        #expect(ran.err.contains("R32"), "\(ran.err)")
      }
    }
    #expect(desk.seedCount == 0)
  }

  @Test func `draws that look made up are said and counted as nothing`() throws {
    let desk = try Desk.fresh()
    let made = try desk.write(String(repeating: "123456", count: 20), to: "dice")
    let ran = desk.run("seed", "create", "first", "--dice", made, "--yes", "--json")
    #expect(ran.code == .done)
    #expect(ran.err.contains("warning: the dice rolls"), "\(ran.err)")
    #expect(ran.err.contains("count up or down; they are mixed in, but count as 0 bits"))
    #expect(ran.json["addedBits"]?.intValue == 0)
    #expect(ran.err.contains("estimated to carry 0 of the 256 bits of the seed"))
    let few = try desk.write(Desk.rolls(10), to: "few")
    let rest = desk.run("seed", "create", "second", "--dice", few, "--yes")
    #expect(
      rest.err.contains("estimated to carry 23 of the 256 bits of the seed; the rest depends on"))
  }

  @Test func `frames without chance in them are refused`() throws {
    let desk = try Desk.fresh()
    let still = desk.run(
      "seed", "create", "first", "--frames", try recording(desk, frames: 4, same: true), "--yes")
    #expect(still.code == .failed)
    #expect(still.err.contains("the measurements (camera) hardly differ"))
    let one = desk.run(
      "seed", "create", "first", "--frames", try recording(desk, frames: 1), "--yes")
    #expect(one.err.contains("1 measurements (camera) are too few"))
    let small = desk.run(
      "seed", "create", "first", "--frames", try recording(desk, frames: 3, side: 128), "--yes")
    #expect(small.err.contains("0 measurements (camera) are too few"))
    let text = try desk.write("hello", to: "text")
    let none = desk.run("seed", "create", "first", "--frames", text, "--yes")
    #expect(none.code == .failed)
    #expect(desk.seedCount == 0)
  }

  @Test func `a camera is given time to get used to the light, and a folder is one source`() throws
  {
    let desk = try Desk.fresh()
    let frames = try recording(desk, frames: 12)
    let camera = desk.run(
      "seed", "create", "first", "--frames", "camera:" + frames, "--yes", "--json")
    #expect(camera.json["origin"]?.stringValue == "system+camera(5)", "\(camera.err)")
    let folder = desk.path("folder")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: frames, toPath: folder + "/one")
    let other = desk.run(
      "seed", "create", "second", "--frames", folder, "--yes", "--json")
    #expect(other.json["origin"]?.stringValue == "system+camera(5)", "\(other.err)")
  }

  @Test func `draws in an argument and dice that cannot be are wrong usage`() throws {
    let desk = try Desk.fresh()
    for arguments in [
      ["--dice", "24316 65123"], ["--dice", "2431665123"], ["--coins", "HTTHHT"],
      ["--cards", "ASTDQH"], ["--die", "1"], ["--die", "101"],
    ] {
      let ran = desk.run(["seed", "create", "first", "--yes"] + arguments)
      #expect(ran.code == .wrongUsage, "\(arguments)")
      #expect(!ran.err.contains(arguments[1]) || arguments[0] == "--die", "\(ran.err)")
    }
    for arguments in [["--keys"], ["--dice", "terminal"], ["--coins", "terminal"]] {
      let ran = desk.run(["seed", "create", "first", "--yes"] + arguments)
      #expect(ran.code == .failed)
      #expect(ran.err.contains("no terminal"))
    }
    #expect(desk.seedCount == 0)
  }
}

private let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
  FileManager.default.isExecutableFile(atPath: $0)
}

@Suite struct `The transcript of a seed` {
  /// The lines that were shown, and the words after them.
  private func shown(_ terminal: String) throws -> (transcript: String, words: [String]) {
    let start = try #require(terminal.range(of: "drawbridge seed entropy 1\n"))
    let lines = terminal[start.lowerBound...].split(separator: "\n").prefix {
      $0.hasPrefix("drawbridge") || $0.hasPrefix("commitment") || $0.hasPrefix("words")
        || $0.first?.isNumber == true
    }
    let words = terminal.split(separator: "\n").compactMap { line -> String? in
      let parts = line.split(separator: " ")
      guard parts.count == 2, Int(parts[0]).map({ (1...24).contains($0) }) == true,
        parts[1].count < 9, parts[1].allSatisfy(\.isLetter)
      else { return nil }
      return String(parts[1])
    }
    return (lines.joined(separator: "\n") + "\n", words)
  }

  private func replay(_ transcript: String) throws -> String {
    let process = Process()
    process.executableURL = try URL(filePath: #require(python))
    process.arguments =
      [
        Vectors.packageRoot.appending(path: "Samples/replay-entropy/replay.py").path
      ]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(transcript.utf8))
    try input.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(
    .enabled(if: python != nil, "skipped: there is no python3"),
    arguments: [["--transcript", "terminal"], []])
  func `the sample script makes the words that were shown of the transcript that was shown`(
    asked: [String]
  ) throws {
    let desk = try Desk.fresh()
    let coins = try desk.write("HTTHHTHTTHHHTHTTHTHH", to: "coins")
    let frames = try recording(desk, frames: 3)
    // Without the option the person is asked.
    let answers = [Desk.rolls(30)] + (asked.isEmpty ? ["yes"] : []) + ["", ""]
    let ran = desk.run(
      ["seed", "create", "first", "--words", "12", "--dice", "terminal", "--coins", coins]
        + ["--frames", frames] + asked, answers: answers)
    #expect(ran.code == .done, "\(ran.err)")
    let (transcript, words) = try shown(ran.terminal)
    #expect(transcript.split(separator: "\n").count == 7)
    #expect(words.count == 12)
    #expect(try replay(transcript) == words.joined(separator: " "))
    // It was on the second screen of the terminal alone.
    #expect(!ran.out.contains("commitment") && !ran.err.contains("drawbridge seed entropy"))
    // The hash that was said before is the one in it.
    let line = try #require(transcript.split(separator: "\n").first { $0.hasPrefix("commitment") })
    #expect(ran.err.contains(line.dropFirst(11)))
    // A program that exchanged its part afterwards is found out.
    #expect(try replay(transcript.replacing("\n1 ", with: "\n1 00")) == "")
  }

  @Test func `it is written to a file only after the seed's name was typed, and not shown unasked`()
    throws
  {
    let desk = try Desk.fresh()
    let dice = try desk.write(Desk.rolls(30), to: "dice")
    let file = desk.path("transcript")
    let refused = desk.run(
      "seed", "create", "first", "--dice", dice, "--transcript", file, answers: ["yes"])
    #expect(refused.code == .failed)
    #expect(refused.err.contains("no transcript was written and no seed was made"))
    #expect(desk.seedCount == 0 && !FileManager.default.fileExists(atPath: file))
    let ran = desk.run(
      "seed", "create", "first", "--dice", dice, "--transcript", file, answers: ["first", ""])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.err.contains("warning: \(file) is the seed"))
    #expect(try desk.read("transcript").hasPrefix("drawbridge seed entropy 1\ncommitment "))
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let again = desk.run(
      "seed", "create", "second", "--dice", dice, "--transcript", file, answers: ["second", ""])
    #expect(again.err.contains("already exists"))
    let piped = desk.run(
      "seed", "create", "second", "--dice", dice, "--transcript", "-", answers: [])
    #expect(piped.code == .wrongUsage)
    #expect(piped.err.contains("never goes to standard output"))
    let nobody = desk.run(
      "seed", "create", "second", "--dice", dice, "--transcript", "terminal", "--yes")
    #expect(nobody.err.contains("no terminal to show the transcript on"))
    let unasked = desk.run(
      "seed", "create", "second", "--dice", dice, answers: ["no", ""])
    #expect(unasked.code == .done && !unasked.terminal.contains("commitment"))
    #expect(desk.seedCount == 2)
  }
}

@Suite struct `Seeds as other signers make them` {
  static let published =
    "655152231316521321611331544441236164664431121534415633526456254462245546236542364246312613322234612"

  @Test func `the words are shown, compared and kept only when asked`() throws {
    let desk = try Desk.fresh()
    let dice = try desk.write(Self.published, to: "dice")
    for other in ["seedsigner", "coldcard"] {
      let ran = desk.run(
        "seed", "create", "same", "--as", other, "--dice", dice, answers: ["", "no"])
      #expect(ran.code == .done, "\(ran.err)")
      let rows = ran.terminal.split(separator: "\n")
      for (start, word) in [(" 1  eyebrow", " 9  "), (" 2  obvious", "10  "), (" 3  such", "11  ")]
      {
        #expect(rows.contains { $0.contains(start) && $0.contains(word) }, "\(start)")
      }
      #expect(ran.terminal.contains("24  radio"))
      #expect(ran.err.contains("warning: these words come from the dice rolls alone, exactly as"))
      #expect(ran.out.contains("nothing was kept"))
      #expect(desk.seedCount == 0)
    }
    let kept = desk.run(
      "seed", "create", "same", "--as", "coldcard", "--dice", "terminal", "--json",
      answers: [Self.published, "", "yes"])
    #expect(kept.json["origin"]?.stringValue == "dice(99) alone, as Coldcard", "\(kept.err)")
    #expect(!kept.terminal.contains(Self.published))
    #expect(kept.terminal.contains("\u{1b}[K  99 of 99"))
    let plain = desk.run("seed", "list").out
    #expect(plain.hasPrefix("NAME  FINGERPRINT  WORDS  FROM"), "\(plain)")
    #expect(plain.contains("never verified\n"))
    #expect(desk.seedCount == 1)
  }

  @Test func `too few, too many and made-up draws can be compared and not kept`() throws {
    let desk = try Desk.fresh()
    let few = try desk.write("123456", to: "few")
    let compared = desk.run(
      "seed", "create", "same", "--as", "coldcard", "--dice", few, answers: [""])
    #expect(compared.code == .done)
    for word in [" 1  mirror ", "\n 2  reject ", "\n 3  rookie "] {
      #expect(compared.terminal.contains(word), "\(word)")
    }
    #expect(compared.err.contains("cannot be kept: 6 draws are too few to stand alone: 99"))
    let script = desk.run("seed", "create", "same", "--as", "coldcard", "--dice", few, "--yes")
    #expect(script.code == .failed && script.err.contains("too few to stand alone"))
    let made = try desk.write(String(repeating: "123456", count: 17), to: "made")
    let counted = desk.run("seed", "create", "same", "--as", "coldcard", "--dice", made, "--yes")
    #expect(counted.code == .failed && counted.err.contains("count up or down"))
    let more = try desk.write(Self.published + "1", to: "more")
    let many = desk.run("seed", "create", "same", "--as", "seedsigner", "--dice", more, "--yes")
    #expect(many.code == .failed && many.err.contains("SeedSigner stops at 99 draws"))
    let good = try desk.write(Self.published, to: "good")
    let done = desk.run("seed", "create", "same", "--as", "seedsigner", "--dice", good, "--yes")
    #expect(done.code == .done, "\(done.err)")
  }

  @Test func `ways that the others do not have are wrong usage`() throws {
    let desk = try Desk.fresh()
    let dice = try desk.write(Self.published, to: "dice")
    let coins = try desk.write("HTTHHT", to: "coins")
    for arguments in [
      ["--as", "coldcard", "--coins", coins], ["--as", "coldcard", "--dice", dice, "--die", "20"],
      ["--as", "seedsigner", "--dice", dice, "--words", "18"],
      ["--as", "seedsigner", "--dice", dice, "--coins", coins],
      ["--as", "seedsigner", "--dice", dice, "--keys"],
    ] {
      #expect(
        desk.run(["seed", "create", "same", "--yes"] + arguments).code == .wrongUsage,
        "\(arguments)")
    }
    let transcript = desk.run(
      "seed", "create", "same", "--as", "coldcard", "--dice", dice, "--transcript", "terminal",
      answers: [])
    #expect(transcript.code == .wrongUsage)
    #expect(transcript.err.contains("there is no transcript"))
  }
}

@Suite struct `The last word` {
  static let eleven = String(repeating: "abandon ", count: 11)

  @Test func `coins choose it, the first flip the highest bit`() throws {
    let desk = try Desk()
    let words = try desk.write(Self.eleven, to: "eleven")
    let zero = desk.run(
      "seed", "last-word", "--from", words, "--language", "english", "--json",
      answers: ["TTTTTTT", ""], passphrase: nil)
    #expect(zero.code == .done, "\(zero.err)")
    #expect(
      zero.terminal.contains("TTTTTTT  about") && zero.terminal.contains("\u{1b}[K  6 of 7\r"))
    #expect(zero.json["fingerprint"]?.stringValue == "73c5da0a")
    #expect(!zero.out.contains("about") && !zero.err.contains("abandon"))
    let coins = try desk.write("HTTTTTT", to: "coins")
    let high = desk.run(
      "seed", "last-word", "--coins", coins, "--language", "english",
      answers: [Self.eleven, ""], passphrase: nil)
    #expect(high.code == .done, "\(high.err)")
    // Number 64 of 128: its free bits are 1000000.
    let last = try LastWords(
      after: SecretBytes(notSecretText: Self.eleven), language: .english)
    var expected = ""
    try last.mnemonic(choosing: 64).revealWords {
      if $0 == 12 { expected = String(decoding: $1, as: UTF8.self) }
    }
    #expect(high.terminal.contains("HTTTTTT  \(expected)"))
  }

  @Test func `without flips all of them are shown, a screen at a time`() throws {
    let desk = try Desk()
    let words = try desk.write(String(repeating: "zoo ", count: 23), to: "words")
    let few = desk.run(
      "seed", "last-word", "--from", words, answers: ["", ""], passphrase: nil)
    #expect(few.code == .done, "\(few.err)")
    #expect(few.terminal.unwrapped.contains("Last words 1 to 8 of 8 (english)"))
    #expect(few.terminal.contains("HHH  vote"))
    let eleven = try desk.write(Self.eleven, to: "eleven")
    let many = desk.run(
      "seed", "last-word", "--from", eleven, "--language", "english",
      answers: [""], passphrase: nil)
    #expect(many.terminal.unwrapped.contains("Last words 1 to 17 of 128"))
    #expect(many.terminal.unwrapped.contains("Last words 120 to 128 of 128"))
  }

  @Test func `wrong numbers of words and flips, and nobody looking, are refused`() throws {
    let desk = try Desk()
    let ten = try desk.write(String(repeating: "abandon ", count: 10), to: "ten")
    let words = desk.run("seed", "last-word", "--from", ten, answers: [], passphrase: nil)
    #expect(words.err.contains("before the last one there must be 11, 14, 17, 20 or 23"))
    let eleven = try desk.write(Self.eleven, to: "eleven")
    let flips = desk.run(
      "seed", "last-word", "--from", eleven, "--language", "english",
      answers: ["HTH"], passphrase: nil)
    let unclear = desk.run(
      "seed", "last-word", "--from", eleven, answers: [], passphrase: nil)
    #expect(unclear.err.contains("valid in several languages: english, french"))
    #expect(flips.err.contains("the last word takes 7 flips, not 3"))
    let nobody = desk.run("seed", "last-word", "--from", eleven, passphrase: nil)
    #expect(nobody.err.contains("no terminal to show the last word on"))
    let given = desk.run("seed", "last-word", "--coins", "HTHTHTH", answers: [], passphrase: nil)
    #expect(given.code == .wrongUsage && !given.err.contains("HTHTHTH"))
  }
}
