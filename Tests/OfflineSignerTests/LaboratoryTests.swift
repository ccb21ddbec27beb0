import BitcoinPSBT
import Bytes
import Descriptors
import Foundation
import SecretKeys
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

/// Rolls of a die that look thrown: the sixth digits of squares.
private func rolls(_ count: Int) -> String {
  var state: UInt64 = 88_172_645_463_325_252
  return (0..<count).map { _ in
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return String(state >> 32 % 6 + 1)
  }.joined()
}

private func freshHome() throws -> Desk {
  let desk = try Desk()
  try #require(desk.run("init", "--network", "regtest", "--yes").code == .done)
  return desk
}

private func count(_ desk: Desk) -> Int {
  desk.run("seed", "list", "--json").json.arrayValue?.count ?? -1
}

/// A recording of a camera: frames of 256 by 256 pixels, each from its own place in a hash chain.
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
    let desk = try freshHome()
    let dice = try desk.write(rolls(60), to: "dice")
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
    #expect(ran.err.contains("camera  3 frames          128 bits"))
    #expect(ran.json["commitment"]?.stringValue.map { ran.err.contains($0) } == true)
    #expect(!ran.err.contains("warning"), "\(ran.err)")
  }

  @Test func `dice of other sides and keys are taken on the terminal, and nothing of them shown`()
    throws
  {
    let desk = try freshHome()
    let keys = String(repeating: "asdfjkl", count: 10)
    let ran = desk.run(
      "seed", "create", "first", "--words", "12", "--die", "20", "--dice", "terminal", "--keys",
      "--json", answers: ["3 17 5 20 1 19 8", keys, "no", ""])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["origin"]?.stringValue == "system+d20(7)+keys(64)")
    #expect(ran.terminal.contains("Rolls of a die with 20 sides (numbers 1 to 20 with spaces):\n"))
    #expect(ran.terminal.contains("7 of 32, 28 bits"))
    #expect(ran.terminal.contains("64 of 64: enough. Press Enter to go on"))
    #expect(!ran.terminal.contains("3 17") && !ran.terminal.contains("asdf"))
    #expect(ran.err.contains("Your part alone carries the 128 bits"))
    // A key that is held down is one press: what is left is too little.
    let held = desk.run(
      "seed", "create", "second", "--keys",
      answers: [String(repeating: "a", count: 200)])
    #expect(held.code == .failed)
    #expect(held.err.contains("are too few: 32 are needed"))
    #expect(count(desk) == 1)
  }

  @Test func `the hash of the program's part is said before the person's part is asked for`() throws
  {
    let desk = try freshHome()
    let ran = desk.run(
      "seed", "create", "first", "--words", "12", "--dice", "terminal", "--json",
      answers: ["9"])
    #expect(ran.code == .failed)
    #expect(ran.err.contains("Their hash, which holds it to them from here on:\n  "))
    #expect(ran.err.contains("character 1 is none of d6"))
    // It was said as it was typed, too.
    #expect(ran.terminal.contains("(digits 1 to 6):\n  \r\u{1b}[K  key 1 is wrong: Backspace"))
    #expect(count(desk) == 0)
  }

  @Test func `a failing or broken system refuses by R32, whatever else there is`() throws {
    let desk = try freshHome()
    let dice = try desk.write(rolls(120), to: "dice")
    for random in [DryRandom(), StuckRandom()] as [any RandomSource] {
      for more in [["--yes"], ["--yes", "--dice", dice]] {
        let ran = desk.run(["seed", "create", "first"] + more, random: random)
        #expect(ran.code == .failed)
        #expect(ran.err.contains("R32"), "\(ran.err)")
      }
    }
    #expect(count(desk) == 0)
  }

  @Test func `draws that look made up are said and counted as nothing`() throws {
    let desk = try freshHome()
    let made = try desk.write(String(repeating: "123456", count: 20), to: "dice")
    let ran = desk.run("seed", "create", "first", "--dice", made, "--yes", "--json")
    #expect(ran.code == .done)
    #expect(
      ran.err.contains("warning: the dice rolls: the draws count up or down; they go in and are"))
    #expect(ran.json["addedBits"]?.intValue == 0)
    #expect(ran.err.contains("claimed to carry 0 of the 256 bits of the seed"))
    let few = try desk.write(rolls(10), to: "few")
    let rest = desk.run("seed", "create", "second", "--dice", few, "--yes")
    #expect(
      rest.err.contains("claimed to carry 23 of the 256 bits of the seed; the rest stands on"))
  }

  @Test func `frames without chance in them are refused`() throws {
    let desk = try freshHome()
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
    #expect(count(desk) == 0)
  }

  @Test func `a camera is given time to get used to the light, and a folder is one source`() throws
  {
    let desk = try freshHome()
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
    let desk = try freshHome()
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
    #expect(count(desk) == 0)
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
    let desk = try freshHome()
    let coins = try desk.write("HTTHHTHTTHHHTHTTHTHH", to: "coins")
    let frames = try recording(desk, frames: 3)
    // Without the option the person is asked.
    let answers = [rolls(30)] + (asked.isEmpty ? ["yes"] : []) + ["", ""]
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
    let desk = try freshHome()
    let dice = try desk.write(rolls(30), to: "dice")
    let file = desk.path("transcript")
    let refused = desk.run(
      "seed", "create", "first", "--dice", dice, "--transcript", file, answers: ["yes"])
    #expect(refused.code == .failed)
    #expect(refused.err.contains("no transcript was written and no seed was made"))
    #expect(count(desk) == 0 && !FileManager.default.fileExists(atPath: file))
    let ran = desk.run(
      "seed", "create", "first", "--dice", dice, "--transcript", file, answers: ["first", ""])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.err.contains("warning: \(file) is the seed"))
    #expect(try desk.read("transcript").hasPrefix("drawbridge seed entropy 1\ncommitment "))
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let again = desk.run(
      "seed", "create", "second", "--dice", dice, "--transcript", file, answers: ["second", ""])
    #expect(again.err.contains("is there already"))
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
    #expect(count(desk) == 2)
  }
}

@Suite struct `Seeds as other signers make them` {
  static let published =
    "655152231316521321611331544441236164664431121534415633526456254462245546236542364246312613322234612"

  @Test func `the words are shown, compared and kept only when asked`() throws {
    let desk = try freshHome()
    let dice = try desk.write(Self.published, to: "dice")
    for other in ["seedsigner", "coldcard"] {
      let ran = desk.run(
        "seed", "create", "same", "--as", other, "--dice", dice, answers: ["", "no"])
      #expect(ran.code == .done, "\(ran.err)")
      #expect(ran.terminal.contains(" 1  eyebrow\n 2  obvious\n 3  such"))
      #expect(ran.terminal.contains("24  radio"))
      #expect(ran.err.contains("warning: these words come from the dice rolls alone, exactly as"))
      #expect(ran.out.contains("nothing was kept"))
      #expect(count(desk) == 0)
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
    #expect(count(desk) == 1)
  }

  @Test func `too few, too many and made-up draws can be compared and not kept`() throws {
    let desk = try freshHome()
    let few = try desk.write("123456", to: "few")
    let compared = desk.run(
      "seed", "create", "same", "--as", "coldcard", "--dice", few, answers: [""])
    #expect(compared.code == .done)
    #expect(compared.terminal.contains(" 1  mirror\n 2  reject\n 3  rookie"))
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
    let desk = try freshHome()
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
    let expected = try last.revealWord(64) { String(decoding: $0, as: UTF8.self) }
    #expect(high.terminal.contains("HTTTTTT  \(expected)"))
  }

  @Test func `without flips all of them are shown, a screen at a time`() throws {
    let desk = try Desk()
    let words = try desk.write(String(repeating: "zoo ", count: 23), to: "words")
    let few = desk.run(
      "seed", "last-word", "--from", words, answers: ["", ""], passphrase: nil)
    #expect(few.code == .done, "\(few.err)")
    #expect(few.terminal.contains("Last words 1 to 8 of 8 (english)"))
    #expect(few.terminal.contains("HHH  vote"))
    let eleven = try desk.write(Self.eleven, to: "eleven")
    let many = desk.run(
      "seed", "last-word", "--from", eleven, "--language", "english",
      answers: [""], passphrase: nil)
    #expect(many.terminal.contains("Last words 1 to 17 of 128"))
    #expect(many.terminal.contains("Last words 120 to 128 of 128"))
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
    #expect(flips.err.contains("7 flips choose the last word, and there are 3"))
    let nobody = desk.run("seed", "last-word", "--from", eleven, passphrase: nil)
    #expect(nobody.err.contains("no terminal to show the last word on"))
    let given = desk.run("seed", "last-word", "--coins", "HTHTHTH", answers: [], passphrase: nil)
    #expect(given.code == .wrongUsage && !given.err.contains("HTHTHTH"))
  }
}

@Suite struct `Words typed at the prompt` {
  /// Everything that stood on the terminal's first screen, where it can be scrolled back to.
  private func kept(_ terminal: String) -> String {
    terminal.components(separatedBy: "\u{1b}[?1049h").enumerated().map { index, part in
      index == 0 ? part : part.components(separatedBy: "\u{1b}[?1049l").dropFirst().joined()
    }.joined()
  }

  @Test func `four letters and Tab are enough, and nothing stays on the screen`() throws {
    let desk = try freshHome()
    let ran = desk.run(
      "seed", "import", "first", "--json",
      answers: ["lega winn than year wave saus wort usef lega winn than yel\t"])
    #expect(ran.code == .done, "\(ran.err)")
    let words = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    let whole = try desk.write(words, to: "words")
    let same = desk.run("seed", "import", "same", "--from", whole)
    #expect(same.err.contains("already, as first"), "\(same.err)")
    #expect(ran.terminal.contains("  1 to 11: done, english"))
    #expect(ran.terminal.contains("sausage"))
    #expect(!kept(ran.terminal).contains("sau") && !kept(ran.terminal).contains("lega"))
  }

  @Test func `what is wrong is said, and mended without typing everything again`() throws {
    let desk = try freshHome()
    let words = "legal winner thank year wave sausage worth useful legal winner thank "
    let ran = desk.run(
      "seed", "import", "first", answers: [words + "yelow", "\u{7f}\u{7f}\u{7f}\u{7f}llow"])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.terminal.contains("Word 12 is not in the english list. Words that look like it:\n"))
    #expect(ran.terminal.contains("\n  yellow\n"))
    let checksum = desk.run("seed", "import", "second", answers: [words + "year", ""])
    #expect(checksum.code == .failed)
    #expect(checksum.terminal.contains("The checksum does not match. What could be wrong"))
    #expect(checksum.terminal.contains("Mend it, or press Enter again to leave it as it is."))
    #expect(!checksum.err.contains("legal"))
  }

  @Test func `words of two languages and of none are told while they are typed`() throws {
    let desk = try freshHome()
    let ran = desk.run(
      "seed", "import", "first", answers: ["zoo zebra \u{e1}baco xqzv "])
    #expect(ran.code == .failed)
    #expect(
      ran.terminal.contains("word 3 is spanish, those before it english: two languages"))
    let none = desk.run("seed", "import", "first", answers: ["zoo xqzv "])
    #expect(none.terminal.contains("word 2 is in no list"))
    let mixed = try desk.write(String(repeating: "zoo ", count: 11) + "\u{e1}baco", to: "mixed")
    let file = desk.run("seed", "import", "first", "--from", mixed)
    #expect(file.err.contains("word 12 is spanish, and others are english"))
  }

  @Test func `keys that are no letters change nothing, and Ctrl-D gives up`() throws {
    let desk = try freshHome()
    let ran = desk.run(
      "seed", "import", "first", "--json",
      answers: ["zoo \u{1b}[A\u{1b}OP\u{1}" + String(repeating: "zoo ", count: 10) + "wrong"])
    #expect(ran.code == .done, "\(ran.err)")
    let none = desk.run("seed", "import", "second", answers: ["\u{4}"])
    #expect(none.code == .failed && none.err.contains("nothing was given"))
    let cleared = desk.run("seed", "verify", "first", answers: ["abandon \u{15}" + "\u{4}"])
    #expect(cleared.err.contains("nothing was given"))
  }

  @Test
  func `shares and parts that miss are typed with the same help, and never stand there whole`()
    throws
  {
    let desk = try freshHome()
    let shares = [
      "MS12NAMEA320ZYXWVUTSRQPNMLKJHGFEDCAXRPP870HKKQRM",
      "MS12NAMECACDEFGHJKLMNPQRSTUVWXYZ023FTR2GDZMPY6PN",
    ]
    let ran = desk.run("seed", "import", "codex", answers: shares)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(
      ran.terminal.contains("\u{1b}[2JREHEARSAL on regtest. 1 of 2 shares are there. Share 2"))
    #expect(ran.terminal.contains("48 letters, the last of them 70HKKQRM"))
    #expect(!ran.terminal.contains(shares[0]) && !ran.terminal.contains(shares[1]))
    #expect(!kept(ran.terminal).contains("MS12"))
    // One word of a share is wrong: it is said before Enter takes it.
    let share =
      "shadow pistol academic always adequate wildlife fancy gross oasis cylinder mustang wrist "
      + "rescue view short owner flip making coding armed"
    let wrong = desk.run(
      "seed", "import", "slip", answers: [share.replacing("oasis", with: "paper"), "\u{15}\u{4}"])
    #expect(wrong.terminal.contains("word 9 is probably oasis"))
    #expect(wrong.code == .failed && !wrong.err.contains("oasis"))
    // The second part of Seed XOR, its words cut after four letters.
    let part = String(repeating: "aban ", count: 11) + "abou"
    let xor = desk.run(
      "seed", "import", "xor", "--xor", "--language", "english", "--json",
      answers: [Self.zoo, part, ""])
    #expect(xor.code == .done, "\(xor.err)")
    #expect(xor.terminal.contains("Part 2 (Enter alone when there are no more)"))
    #expect(xor.json["origin"]?.stringValue == "imported Seed XOR of 2 parts")
  }

  static let zoo = String(repeating: "zoo ", count: 11) + "wrong"

  @Test func `an extended key may be typed there too`() throws {
    let desk = try freshHome()
    let key =
      "tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQAfcKZWARbtRtfnLcJ5MQ2AtHcQJCCRUcMRvmDUjyEmNUWwx8UbK"
    let ran = desk.run("seed", "import", "first", "--json", answers: [key])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["kind"]?.stringValue == "xpriv")
  }
}

@Suite struct `BIP-39 passphrases` {
  private func exported(_ desk: Desk, _ name: String, answers: [String]?) -> Desk.Run {
    desk.run(
      "account", "export", name, "--script", "wpkh", "--out", desk.path("\(UUID()).txt"), "--json",
      answers: answers)
  }

  @Test func `a typed one is used only after its fingerprint was agreed to`() throws {
    let desk = try freshHome()
    let words = try desk.write(Desk.words, to: "words")
    let made = desk.run(
      "seed", "import", "first", "--from", words, "--with-bip39-passphrase", "--json")
    #expect(made.json["passphraseKept"] == .bool(false), "\(made.err)")
    let ran = exported(desk, "first", answers: ["TREZORR", "no", "TREZOR", "yes"])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(
      ran.terminal.contains("the fingerprint of the seed first is b4e3f5ed. Is that the one?"))
    let never = exported(desk, "first", answers: ["a", "no", "b", "no", "c", "no"])
    #expect(never.code == .failed)
    #expect(never.err.contains("declined: the passphrase gave another fingerprint three times"))
    let file = try desk.write("TREZOR", to: "extra")
    let said = desk.run(
      "account", "export", "first", "--script", "tr", "--out", desk.path("b.txt"),
      "--bip39-passphrase-file", file)
    #expect(said.code == .done)
    #expect(
      said.err.contains("With this passphrase the fingerprint of the seed first is b4e3f5ed."))
  }

  @Test func `one is kept because the person asks, and said when it is used`() throws {
    let desk = try freshHome()
    let dice = try desk.write(rolls(60), to: "dice")
    let declined = desk.run(
      "seed", "create", "first", "--dice", dice, "--keep-passphrase",
      answers: ["no", "secret words", "secret words", "no"])
    #expect(declined.code == .failed)
    #expect(declined.err.contains("declined: nothing was kept"))
    #expect(count(desk) == 0)
    let ran = desk.run(
      "seed", "create", "first", "--dice", dice, "--keep-passphrase", "--json",
      answers: ["no", "secret words", "secret word", "secret words", "secret words", "yes", ""])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["passphraseKept"] == .bool(true))
    #expect(ran.err.contains("warning: the passphrase is kept in the vault beside the words"))
    #expect(!ran.terminal.contains("secret word"))
    let used = exported(desk, "first", answers: nil)
    #expect(used.code == .done, "\(used.err)")
    #expect(
      used.err.contains("The BIP-39 passphrase of first is kept in the vault; its fingerprint"))
    let listed = desk.run("seed", "list").out.split(separator: "\n").map(String.init)
    #expect(listed.first?.contains("WORDS  PASSPHRASE  FROM") == true, "\(listed)")
    #expect(listed.last?.contains("24     kept        system+dice(60)") == true, "\(listed)")
    #expect(listed.allSatisfy { !$0.contains("LANGUAGE") && !$0.contains("NEXT DRILL") })
    // Another one may be given all the same.
    let file = try desk.write("another", to: "other")
    let other = desk.run(
      "account", "export", "first", "--script", "tr", "--out", desk.path("c.txt"),
      "--bip39-passphrase-file", file)
    #expect(other.err.contains("With this passphrase the fingerprint of the seed first is"))
  }

  @Test func `an imported seed keeps one that the person asks to keep, words alone have one`()
    throws
  {
    let desk = try freshHome()
    let words = try desk.write(Desk.words, to: "words")
    let ran = desk.run(
      "seed", "import", "first", "--from", words, "--keep-passphrase", "--json",
      answers: ["TREZOR", "TREZOR", "yes"])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["passphraseKept"] == .bool(true))
    #expect(ran.json["bip39Passphrase"] == .bool(true))
    #expect(
      ran.err.contains("With this passphrase the fingerprint of the seed first is b4e3f5ed."))
    let used = exported(desk, "first", answers: nil)
    #expect(used.err.contains("is kept in the vault; its fingerprint is b4e3f5ed"), "\(used.err)")
    let key = try desk.write(
      "tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQAfcKZWARbtRtfnLcJ5MQ2AtHcQJCCRUcMRvmDUjyEmNUWwx8UbK",
      to: "key")
    let none = desk.run("seed", "import", "second", "--from", key, "--keep-passphrase")
    #expect(none.code == .wrongUsage && none.err.contains("only words have a BIP-39 passphrase"))
    let unclear = desk.run(
      "seed", "import", "second", "--from", words, "--bip39-passphrase-file", words)
    #expect(unclear.code == .wrongUsage && unclear.err.contains("add --keep-passphrase"))
    #expect(count(desk) == 1)
  }

  @Test func `one is kept later and taken out again by who knows it`() throws {
    let desk = try freshHome()
    let words = try desk.write(Desk.words, to: "words")
    let right = try desk.write("TREZOR", to: "right")
    let wrong = try desk.write("TREZORR", to: "wrong")
    _ = desk.run("seed", "import", "first", "--from", words, "--with-bip39-passphrase")
    let made = desk.run(
      "account", "export", "first", "--script", "wpkh", "--out", desk.path("a.txt"),
      "--bip39-passphrase-file", right)
    #expect(made.code == .done, "\(made.err)")
    let change = ["seed", "passphrase", "first", "--json"]
    let early = desk.run(change + ["--forget", "--bip39-passphrase-file", right])
    #expect(early.code == .failed && early.err.contains("no BIP-39 passphrase of first is kept"))
    let other = desk.run(change + ["--keep", "--yes", "--bip39-passphrase-file", wrong])
    #expect(other.code == .failed)
    #expect(other.err.contains("and the wallets of first have b4e3f5ed"), "\(other.err)")
    let declined = desk.run(change + ["--keep"], answers: ["TREZOR", "TREZOR", "no"])
    #expect(declined.err.contains("declined: nothing was kept"))
    let kept = desk.run(change + ["--keep"], answers: ["TREZOR", "TREZOR", "yes"])
    #expect(kept.json["passphraseKept"] == .bool(true), "\(kept.err)")
    #expect(!kept.terminal.contains("TREZOR"))
    #expect(exported(desk, "first", answers: nil).err.contains("is kept in the vault; its"))
    #expect(
      desk.run(change + ["--keep", "--bip39-passphrase-file", right]).err.contains("kept already"))
    let unknown = desk.run(change + ["--forget", "--bip39-passphrase-file", wrong])
    #expect(unknown.code == .failed && unknown.err.contains("nothing was changed"))
    #expect(exported(desk, "first", answers: nil).code == .done)
    let gone = desk.run(change + ["--forget"], answers: ["TREZOR"])
    #expect(gone.json["passphraseKept"] == .bool(false), "\(gone.err)")
    #expect(gone.json["bip39Passphrase"] == .bool(true))
    #expect(exported(desk, "first", answers: nil).code == .failed)
    let plain = desk.run("seed", "create", "second", "--yes")
    #expect(plain.code == .done)
    let none = desk.run("seed", "passphrase", "second", "--keep", "--bip39-passphrase-file", right)
    #expect(none.err.contains("the seed second has no BIP-39 passphrase"))
    #expect(desk.run("seed", "passphrase", "first").code == .wrongUsage)
  }

  @Test func `one that is typed for a run without a vault is agreed to by its fingerprint`() throws
  {
    let desk = try freshHome()
    let words = try desk.write(Desk.words, to: "words")
    _ = desk.run("seed", "import", "first", "--from", words, "--with-bip39-passphrase")
    let passphrase = try desk.write("TREZOR", to: "extra")
    let made = desk.run(
      "account", "export", "first", "--script", "wpkh", "--out", desk.path("a.txt"),
      "--bip39-passphrase-file", passphrase)
    #expect(made.code == .done, "\(made.err)")
    let shown = desk.run("wallet", "show", "first-wpkh-0", "--json")
    let text = try #require(shown.json["descriptor"]?.stringValue)
    let unsigned = try desk.write(PaymentFixture().psbt(from: Descriptor(parsing: text)))
    let wallet = try desk.write(text, to: "wallet.txt")
    let ran = desk.run(
      "sign", unsigned, "--seed", words, "--wallet", wallet, "--network", "regtest", "--out",
      desk.path("signed.psbt"), "--with-bip39-passphrase",
      answers: ["TREZOR ", "no", "TREZOR", "yes", "yes", "yes"], passphrase: nil)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(
      ran.terminal.contains(
        "With this passphrase the fingerprint of the given seed is b4e3f5ed. Is that the one?"))
    #expect(try desk.psbt("signed.psbt").inputs[0].partialSigs.count == 1)
  }

  @Test func `scripts keep one from a file, and one that is not to be kept is wrong usage`() throws
  {
    let desk = try freshHome()
    let file = try desk.write("from a file", to: "extra")
    let ran = desk.run(
      "seed", "create", "first", "--yes", "--keep-passphrase", "--bip39-passphrase-file", file,
      "--json")
    #expect(ran.json["passphraseKept"] == .bool(true), "\(ran.err)")
    let unclear = desk.run(
      "seed", "create", "second", "--yes", "--bip39-passphrase-file", file)
    #expect(unclear.code == .wrongUsage)
    #expect(unclear.err.contains("add --keep-passphrase"))
  }
}
