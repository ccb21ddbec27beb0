import Bytes
import Foundation
import Hashes
import Mnemonics
import SecretSamples
import SecureMemory
import SeedEntropy
import TestSupport
import Testing

private func draws(_ kind: DrawKind, _ written: String) throws -> Draws {
  try Draws(kind, parsing: secret(written))
}

/// Outcomes that look fair: a hash chain, without those that would prefer some.
private func fair(_ outcomes: Int, _ count: Int) -> [Int] {
  var found: [Int] = []
  var state = SHA256.hash(Array("fair \(outcomes)".utf8))
  while found.count < count {
    for byte in state.bytes where Int(byte) < 256 / outcomes * outcomes && found.count < count {
      found.append(Int(byte) % outcomes)
    }
    state = SHA256.hash(state)
  }
  return found
}

private let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
  FileManager.default.isExecutableFile(atPath: $0)
}

private let ranks = Array("A23456789TJQK")
private let suits = Array("SHDC")
private let newDeck = (0..<52).map { "\(ranks[$0 % 13])\(suits[$0 / 13])" }

private func shuffledDeck() -> [String] {
  var deck = newDeck
  for (index, swap) in fair(52, 52).enumerated() { deck.swapAt(index, swap) }
  return deck
}

@Suite struct DrawsTests {
  @Test(arguments: [
    (DrawKind.die(sides: 6), "6 2 3\n4,5", "62345"),
    (.die(sides: 4), "4 1 2", "412"),
    (.die(sides: 20), "20 3,17\n5", "20 3 17 5"),
    (.die(sides: 100), "100 1 99 10", "100 1 99 10"),
    (.coin, "HTth 1 0", "100110"),
    (.cards, "AS 10d,TH qc", "AS TD TH QC"),
    (.cards, "ASTD / as", "AS TD / AS"),
    (.cards, "/ AS /", "AS"),
  ])
  func `draws are read and written in one form`(
    kind: DrawKind, typed: String, written: String
  ) throws {
    let first = try draws(kind, typed)
    #expect(text(first.revealingText()) == written)
    let again = try draws(kind, written)
    #expect(text(again.revealingText()) == written)
    let counts = (first.count, again.count)
    #expect(counts.0 == counts.1)
  }

  @Test(arguments: [
    (DrawKind.die(sides: 6), "12345 7", EntropyError.notDraw(.die(sides: 6), position: 7)),
    (.die(sides: 6), "120", .notDraw(.die(sides: 6), position: 3)),
    (.die(sides: 20), "1 21 3", .notDraw(.die(sides: 20), position: 4)),
    (.die(sides: 20), "0", .notDraw(.die(sides: 20), position: 1)),
    (.die(sides: 100), "1000", .notDraw(.die(sides: 100), position: 4)),
    (.coin, "HTX", .notDraw(.coin, position: 3)),
    (.cards, "AS 1S", .notDraw(.cards, position: 5)),
    (.cards, "AS 2", .notDraw(.cards, position: 4)),
    (.cards, "AS A", .notDraw(.cards, position: 4)),
    (.cards, "AS 1", .notDraw(.cards, position: 5)),
    (.cards, "AS KD AS", .cardIsGone(position: 8)),
    (.coin, " \n", .noDraws),
    (.die(sides: 1), "1", .sides(1)),
    (.die(sides: 101), "1", .sides(101)),
  ])
  func `what is none is refused by its place`(
    kind: DrawKind, typed: String, error: EntropyError
  ) {
    #expect(throws: error) { _ = try draws(kind, typed) }
  }

  @Test func `too many draws are refused`() throws {
    #expect(throws: EntropyError.tooManyDraws(limit: 10_000)) {
      _ = try draws(.coin, String(repeating: "H", count: 10_001))
    }
    #expect(throws: EntropyError.tooManyDraws(limit: 10_000)) {
      _ = try draws(.coin, String(repeating: " ", count: 50_001))
    }
  }

  @Test func `claims are minimum entropies and add up`() {
    #expect(DrawKind.coin.claimedBits(draws: 1000) == 736)
    #expect(DrawKind.die(sides: 6).claimedBits(draws: 1000) == 2321)
    #expect(DrawKind.die(sides: 20).claimedBits(draws: 100) == 405)
    // log2(52!) is 225.58; a fifth more likely than fair costs 0.263 bits for each card.
    #expect((205...212).contains(DrawKind.cards.claimedBits(draws: 52)))
    #expect(DrawKind.cards.claimedBits(draws: 1) == 5)
    #expect(DrawKind.coin.needed(wordCount: 12) == 174)
    #expect(DrawKind.die(sides: 6).needed(wordCount: 24) == 111)
    #expect(DrawKind.cards.needed(wordCount: 12) == 26)
    #expect(DrawKind.coin.needed(wordCount: 13) == nil)
  }

  @Test(arguments: [
    DrawKind.coin, .die(sides: 4), .die(sides: 6), .die(sides: 8), .die(sides: 12),
    .die(sides: 20), .die(sides: 100),
  ])
  func `fair draws get no warning, few ones get one`(kind: DrawKind) throws {
    let needed = try #require(kind.needed(wordCount: 24))
    let outcomes =
      switch kind {
      case .die(let sides): sides
      default: 2
      }
    let first = kind == .coin ? 0 : 1
    let rolls = fair(outcomes, needed).map { String($0 + first) }
    let enough = try draws(kind, rolls.joined(separator: " "))
    #expect(enough.warnings(wordCount: 24) == [])
    let few = try draws(kind, rolls.dropLast().joined(separator: " "))
    #expect(
      few.warnings(wordCount: 24)
        == [.few(draws: needed - 1, bits: few.claimedBits, needed: needed)])
  }

  @Test func `stuck, loaded, repeated and counted draws are found`() throws {
    func patterns(_ kind: DrawKind, _ rolls: [Int]) throws -> [DrawWarning] {
      try draws(kind, rolls.map(String.init).joined(separator: " ")).warnings(wordCount: 0)
    }
    let stuck = fair(20, 50).map { $0 + 1 } + Array(repeating: 7, count: 8)
    #expect(try patterns(.die(sides: 20), stuck).contains(.repeated(times: 8)))
    let loaded = fair(6, 100).map { $0 < 3 ? 6 : $0 + 1 }
    let times = loaded.count { $0 == 6 }
    #expect(try patterns(.die(sides: 6), loaded).contains(.tooOften(times: times, of: 100)))
    let periodic = (0..<120).map { [3, 1, 4, 1, 5, 2, 6][$0 % 7] }
    #expect(try patterns(.die(sides: 6), periodic) == [.periodic(period: 7)])
    let counted = (0..<60).map { $0 % 12 + 1 }
    #expect(try patterns(.die(sides: 12), counted) == [.counting])
    let alternating = (0..<200).map { $0 % 2 }
    #expect(try patterns(.coin, alternating) == [.periodic(period: 2)])
  }

  @Test func `a new deck is told from a shuffled one`() throws {
    let new = try draws(.cards, newDeck.joined(separator: " "))
    #expect(new.warnings(wordCount: 12) == [.unshuffled])
    let reversed = try draws(.cards, newDeck.reversed().joined())
    #expect(reversed.warnings(wordCount: 12) == [.unshuffled])
    let deck = shuffledDeck()
    let shuffled = try draws(.cards, (deck + ["/"] + deck).joined(separator: " "))
    #expect(shuffled.warnings(wordCount: 24) == [])
    let count = shuffled.count
    #expect(count == 104)
  }

  @Test func `draws with doubts go in and are counted as nothing`() throws {
    var pool = try EntropyPool(system: ChainedRandomSource("doubt"))
    let counted = (0..<60).map { String($0 % 6 + 1) }.joined()
    let made = try draws(.die(sides: 6), counted)
    #expect(made.doubts == [.counting])
    try pool.add(made)
    try pool.add(draws(.coin, "HHTH"))
    #expect(pool.claims.map(\.name) == ["system", "dice", "coins"])
    #expect(pool.claims.map(\.count) == [32, 60, 4])
    #expect(pool.claims.map(\.bits) == [256, 0, 2])
    #expect(pool.addedBits == 2)
    #expect(try pool.mixed(wordCount: 12).record.text == "system+dice(60)+coins(4)")
  }
}

@Suite struct OtherSignerTests {
  private func sentence(
    _ rolls: String, _ words: Int, as other: OtherSigner
  ) throws -> String {
    let draws = try draws(.die(sides: 6), rolls)
    return text(
      try Mnemonic(entropy: draws.entropy(as: other, wordCount: words)).revealingSentence())
  }

  /// `echo 123456 | python3 rolls.py` in Coldcard's documentation.
  @Test func `six rolls give what Coldcard's script gives`() throws {
    let entropy = try draws(.die(sides: 6), "1 2 3 4 5 6").entropy(as: .coldcard, wordCount: 24)
    #expect(
      hex(entropy) == "8d969eef6ecad3c29a3a629280e686cf0c3f5d5a86aff3ca12020c923adc6c92")
    #expect(
      try sentence("123456", 24, as: .coldcard).hasPrefix(
        "mirror reject rookie talk pudding throw happy era myth already payment"))
  }

  /// The rolls and words that SeedSigner publishes to be checked.
  @Test(arguments: OtherSigner.allCases)
  func `rolls give the words that SeedSigner publishes`(other: OtherSigner) throws {
    let long =
      "655152231316521321611331544441236164664431121534415633526456254462245546236542364246312613322"
      + "234612"
    #expect(
      try sentence(long, 24, as: other)
        == "eyebrow obvious such suggest poet seven breeze blame virtual frown dynamic donor harsh "
        + "pigeon express broccoli easy apology scatter force recipe shadow claim radio")
    #expect(
      try sentence(String(long.prefix(49)) + "1", 12, as: other)
        .hasPrefix("hole luggage safe present express tragic") == true)
  }

  @Test func `coins are SeedSigner's way alone, and other ways are refused by name`() throws {
    let coins = try draws(.coin, "HHTT")
    let flipped = hex(try coins.entropy(as: .seedSigner, wordCount: 12))
    #expect(flipped == Hex.encode(SHA256.hash(Array("1100".utf8)).bytes.prefix(16)))
    #expect(throws: EntropyError.noSuchWay(.coldcard, .coin, wordCount: 12)) {
      _ = try coins.entropy(as: .coldcard, wordCount: 12)
    }
    let large = try draws(.die(sides: 20), "3 17")
    for other in OtherSigner.allCases {
      #expect(throws: EntropyError.noSuchWay(other, .die(sides: 20), wordCount: 24)) {
        _ = try large.entropy(as: other, wordCount: 24)
      }
      let small = try draws(.die(sides: 6), "3")
      for words in [15, 18, 21] {
        #expect(throws: EntropyError.noSuchWay(other, .die(sides: 6), wordCount: words)) {
          _ = try small.entropy(as: other, wordCount: words)
        }
      }
    }
  }

  @Test func `what stands alone must be enough, exact for SeedSigner, and look fair`() throws {
    func refusal(_ rolls: [Int], _ other: OtherSigner, _ words: Int) -> EntropyError? {
      do {
        try draws(.die(sides: 6), rolls.map { String($0 + 1) }.joined())
          .requireEnough(as: other, wordCount: words)
        return nil
      } catch {
        return error as? EntropyError
      }
    }
    for (words, needed) in [(12, 50), (24, 99)] {
      let rolls = fair(6, needed + 1)
      for other in OtherSigner.allCases {
        #expect(refusal(Array(rolls.prefix(needed)), other, words) == nil)
        #expect(
          refusal(Array(rolls.prefix(needed - 1)), other, words)
            == .tooFewDraws(found: needed - 1, needed: needed))
      }
      #expect(refusal(rolls, .coldcard, words) == nil)
      #expect(
        refusal(rolls, .seedSigner, words)
          == .tooManyForOther(.seedSigner, found: needed + 1, needed: needed))
    }
    let counted = (0..<99).map { $0 % 6 }
    #expect(refusal(counted, .coldcard, 24) == .suspiciousDraws(.counting))
    #expect(refusal(counted, .coldcard, 18) != nil)
  }
}

@Suite struct NoiseTests {
  private func gaps(_ values: [UInt64]) -> SecretBytes {
    var bytes = values.flatMap { value in
      (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    return SecretBytes(moving: &bytes)
  }

  private func frames(_ count: Int, _ pixel: (Int, Int) -> UInt8) -> SecretBytes {
    var bytes = (0..<count).flatMap { frame in (0..<4096).map { pixel(frame, $0) } }
    return SecretBytes(moving: &bytes)
  }

  @Test func `key timings must be enough and differ`() throws {
    let good = try NoiseSamples(keyGaps: gaps((0..<65).map { 100_000_000 + $0 * $0 * 977 }))
    let claims = (good.count, good.claimedBits)
    #expect(claims == (65, 130))
    #expect(throws: EntropyError.tooFewSamples(.keyTiming, found: 31, needed: 32)) {
      _ = try NoiseSamples(keyGaps: gaps(Array(0..<31)))
    }
    #expect(throws: EntropyError.tooFewSamples(.keyTiming, found: 0, needed: 32)) {
      _ = try NoiseSamples(keyGaps: SecretBytes(count: 7))
    }
    // A key that repeats while it is held down.
    #expect(throws: EntropyError.deadNoise(.keyTiming)) {
      _ = try NoiseSamples(keyGaps: gaps((0..<100).map { 33_000_000 + $0 % 3 }))
    }
  }

  @Test func `frames must be lively`() throws {
    let noisy: (Int, Int) -> UInt8 = { UInt8(truncatingIfNeeded: 40 + ($1 * 7 + $0 * 13) % 150) }
    let good = try NoiseSamples(frames: frames(3, noisy), pixelsPerFrame: 4096)
    let claims = (good.count, good.claimedBits)
    #expect(claims == (3, 128))
    for dead: (Int, Int) -> UInt8 in [
      { _, _ in 0 }, { _, _ in 128 }, { noisy(0, $1) }, { $1 % 5 == 0 ? noisy($0, $1) : 255 },
    ] {
      #expect(throws: EntropyError.deadNoise(.camera)) {
        _ = try NoiseSamples(frames: frames(2, dead), pixelsPerFrame: 4096)
      }
    }
    #expect(throws: EntropyError.tooFewSamples(.camera, found: 1, needed: 2)) {
      _ = try NoiseSamples(frames: frames(1, noisy), pixelsPerFrame: 4096)
    }
    #expect(throws: EntropyError.self) {
      _ = try NoiseSamples(frames: frames(2, noisy), pixelsPerFrame: 0)
    }
  }
}

@Suite struct EntropyPoolTests {
  /// What a pool takes from such a source.
  private func systemPart(_ name: String) throws -> SecretBytes {
    let source = ChainedRandomSource(name)
    return try SecretBytes(count: 32) { bytes throws(RandomnessError) in
      try source.fill(bytes)
    }
  }

  @Test func `the program's part is committed to before the person's part`() throws {
    let pool = try EntropyPool(system: ChainedRandomSource("pool"))
    let system = try systemPart("pool")
    let tag = "drawbridge/entropy-commitment/1"
    let expected = SHA256.hash(
      [31] + Array(tag.utf8) + system.withUnsafeBytes { Array($0) })
    #expect(pool.commitment == expected)
    #expect(pool.addedBits == 0)
  }

  @Test func `a source goes in once, and one roll more changes everything`() throws {
    func pool(_ rolls: String) throws -> EntropyPool {
      var pool = try EntropyPool(system: ChainedRandomSource("same"))
      try pool.add(draws(.die(sides: 6), rolls))
      return pool
    }
    var first = try pool("123")
    #expect(try first.mixed(wordCount: 24).record.text == "system+dice(3)")
    let second = try pool("1231")
    #expect(
      hex(try first.mixed(wordCount: 24).entropy) != hex(try second.mixed(wordCount: 24).entropy))
    let more = try draws(.die(sides: 6), "4")
    #expect(throws: EntropyError.sameSource("dice")) { try first.add(more) }
  }

  private func full() throws -> EntropyPool {
    var pool = try EntropyPool(system: ChainedRandomSource("full"))
    // In any order: the transcript has its own.
    try pool.add(draws(.cards, shuffledDeck().joined()))
    try pool.add(draws(.coin, "HTTHHTHT"))
    try pool.add(draws(.die(sides: 20), "3 17 5"))
    try pool.add(draws(.die(sides: 6), "123456"))
    return pool
  }

  @Test func `all parts go in by the published formula`() throws {
    let pool = try full()
    let system = try systemPart("full").withUnsafeBytes { Array($0) }
    var whole: [UInt8] = [25] + Array("drawbridge/seed-entropy/1".utf8) + [1, 0, 0, 0, 32] + system
    for (kind, text) in [
      (2, "123456"), (3, "d20 3 17 5"), (4, "10011010"),
      (5, shuffledDeck().joined(separator: " ")),
    ] as [(UInt8, String)] {
      whole += [kind, 0, 0, 0, UInt8(text.utf8.count)] + Array(text.utf8)
    }
    let mixed = try pool.mixed(wordCount: 12)
    #expect(hex(mixed.entropy) == Hex.encode(SHA256.hash(whole).bytes.prefix(16)))
    let record = mixed.record
    #expect(record.text == "system+dice(6)+d20(3)+coins(8)+cards(52)")
    #expect(EntropyRecord(parsing: record.text) == record)
    #expect(pool.addedBits > 230)
  }

  @Test func `records of the laboratory are read strictly`() {
    for text in [
      "system+d20(3)", "system+dice(1)+d4(2)+coins(5)+cards(52)+keys(65)+camera(3)", "d20(5)",
    ] {
      #expect(EntropyRecord(parsing: text)?.text == text)
    }
    for text in [
      "system+d6(3)", "system+d1(3)", "system+d20(0)", "system+d20(3)+d20(3)", "system+x(3)",
      "d20(3)+dice(1)", "system+coins(-1)", "system+coins", "coins(3)+system",
    ] {
      #expect(EntropyRecord(parsing: text) == nil, "\(text)")
    }
  }

  @Test(
    .enabled(if: python != nil, "skipped: there is no python3"),
    arguments: [12, 15, 18, 21, 24])
  func `the sample script replays a transcript to the same words`(words: Int) throws {
    let pool = try full()
    let transcript = text(pool.revealingTranscript(wordCount: words))
    let mnemonic = try Mnemonic(entropy: pool.mixed(wordCount: words).entropy)
    #expect(try replay(transcript) == text(mnemonic.revealingSentence()))
    if Vectors.arePresent {
      let list = Vectors.root.appending(path: "bip39/wordlists/czech.txt").path
      let czech = try Mnemonic(
        entropy: pool.mixed(wordCount: words).entropy, language: .czech)
      #expect(try replay(transcript, list) == text(czech.revealingSentence()))
    }
    // A program that exchanges its part after the fact is found out.
    let forged = transcript.replacing("\n1 ", with: "\n1 00")
    #expect(try replay(forged) == "")
  }

  @Test(.enabled(if: python != nil, "skipped: there is no python3"))
  func `what the documents show of a new seed can be done again`() throws {
    let page = try String(
      contentsOf: Vectors.packageRoot.appending(path: "docs/pictures/new-seed.txt"),
      encoding: .utf8)
    let lines = page.split(separator: "\n").map { $0.drop { $0 == " " } }
    let start = try #require(lines.firstIndex(of: "drawbridge seed entropy 1"))
    let words = try #require(lines.last)
    let transcript = lines[start...].prefix { $0 != "Press Enter to clear the screen." }
    #expect(transcript.count == 6)
    #expect(try replay(transcript.joined(separator: "\n") + "\n") == words)
    #expect(lines.contains { $0 == " 1  copy".drop { $0 == " " } } && words.hasPrefix("copy "))
  }

  @Test func `the sample's list of words is that of BIP-39`() throws {
    let list = Vectors.packageRoot.appending(path: "Samples/replay-entropy/english.txt")
    // Its published SHA-256, which stands at EnglishWords too.
    #expect(
      SHA256.hash(Array(try Data(contentsOf: list))).hex
        == "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda")
  }

  private func replay(_ transcript: String, _ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = try URL(filePath: #require(python))
    let script = Vectors.packageRoot.appending(path: "Samples/replay-entropy/replay.py").path
    process.arguments = [script] + arguments
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
}
