import Bytes
import Hashes
import SecretKeys
import SecureMemory
import Synchronization
import Testing

/// Counts up from 1 the first time and gives other bytes from then on.
private final class ScriptedRandomSource: RandomSource {
  private let calls = Mutex(0)

  func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
    let call = calls.withLock { calls in
      defer { calls += 1 }
      return calls
    }
    for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: index + 1 + call * 64) }
  }
}

private struct ConstantRandomSource: RandomSource {
  func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
    for index in memory.indices { memory[index] = 0xaa }
  }
}

private struct RepeatingRandomSource: RandomSource {
  func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
    for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: index) }
  }
}

private struct DryRandomSource: RandomSource {
  func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) { throw .exhausted }
}

/// Rolls that look fair: digits of a hash chain.
private func fairRolls(_ count: Int) -> String {
  var rolls = ""
  var state = SHA256.hash(Array("dice".utf8))
  while rolls.count < count {
    for byte in state.bytes where byte < 252 && rolls.count < count {
      rolls += String(byte % 6 + 1)
    }
    state = SHA256.hash(state)
  }
  return rolls
}

@Suite struct EntropyMixerTests {
  private let tag = "drawbridge/seed-entropy/1"

  @Test(arguments: [(12, 16), (15, 20), (18, 24), (21, 28), (24, 32)])
  func `system and dice are mixed by the published formula`(words: Int, length: Int) throws {
    let rolls = fairRolls(60)
    let dice = try DiceRolls(parsing: secret(rolls))
    let mixed = try EntropyMixer.mix(
      wordCount: words, system: ScriptedRandomSource(), dice: dice)
    // Written out here as docs/formats.md says it.
    let transcript: [UInt8] =
      [25] + Array(tag.utf8) + [1, 0, 0, 0, 32] + (1...32) + [2, 0, 0, 0, 60] + Array(rolls.utf8)
    #expect(hex(mixed.entropy) == Hex.encode(SHA256.hash(transcript).bytes.prefix(length)))
    #expect(mixed.record.text == "system+dice(60)")
    #expect(try Mnemonic(entropy: mixed.entropy).wordCount == words)
  }

  @Test func `the system alone is mixed by the published formula and recorded`() throws {
    let mixed = try EntropyMixer.mix(wordCount: 24, system: ScriptedRandomSource())
    let transcript: [UInt8] = [25] + Array(tag.utf8) + [1, 0, 0, 0, 32] + (1...32)
    #expect(hex(mixed.entropy) == SHA256.hash(transcript).hex)
    #expect(mixed.record.text == "system")
  }

  @Test func `dice alone are mixed by the published formula`() throws {
    let rolls = fairRolls(99)
    let dice = try DiceRolls(parsing: secret(rolls))
    let mixed = try EntropyMixer.diceOnly(wordCount: 24, dice: dice)
    let transcript: [UInt8] = [25] + Array(tag.utf8) + [2, 0, 0, 0, 99] + Array(rolls.utf8)
    #expect(hex(mixed.entropy) == SHA256.hash(transcript).hex)
    #expect(mixed.record.text == "dice(99)")
  }

  @Test func `the examples of the documentation come out`() throws {
    let dice = try DiceRolls(
      parsing: secret("62345116243561423516452311645231625341625344152635"))
    let alone = try EntropyMixer.diceOnly(wordCount: 12, dice: dice)
    #expect(hex(alone.entropy) == "c74b7576c37b567130b6a09b72a30064")
    let mixed = try EntropyMixer.mix(wordCount: 12, system: ScriptedRandomSource(), dice: dice)
    #expect(hex(mixed.entropy) == "2bed1e69f3571d82b830549904377315")
  }

  @Test func `dice alone must be enough and look fair`() throws {
    let few = try DiceRolls(parsing: secret(fairRolls(98)))
    #expect(throws: EntropyError.tooFewDice(found: 98, needed: 99)) {
      _ = try EntropyMixer.diceOnly(wordCount: 24, dice: few)
    }
    let lazy = try DiceRolls(parsing: secret(String(repeating: "123456", count: 20)))
    #expect(throws: EntropyError.suspiciousDice(.counting)) {
      _ = try EntropyMixer.diceOnly(wordCount: 24, dice: lazy)
    }
  }

  @Test func `one roll more or less changes everything`() throws {
    let first = try EntropyMixer.mix(
      wordCount: 24, system: ScriptedRandomSource(), dice: DiceRolls(parsing: secret("123")))
    let second = try EntropyMixer.mix(
      wordCount: 24, system: ScriptedRandomSource(), dice: DiceRolls(parsing: secret("1231")))
    #expect(hex(first.entropy) != hex(second.entropy))
  }

  @Test func `a failing or broken system refuses, dice or not`() throws {
    let dice = try DiceRolls(parsing: secret(fairRolls(99)))
    #expect(throws: EntropyError.randomness(.exhausted)) {
      _ = try EntropyMixer.mix(wordCount: 12, system: DryRandomSource(), dice: dice)
    }
    for source in [ConstantRandomSource(), RepeatingRandomSource()] as [any RandomSource] {
      #expect(throws: EntropyError.brokenRandomness) {
        _ = try EntropyMixer.mix(wordCount: 12, system: source, dice: dice)
      }
      #expect(throws: EntropyError.brokenRandomness) {
        _ = try EntropyMixer.mix(wordCount: 12, system: source)
      }
    }
  }

  @Test func `two seeds from the real system differ`() throws {
    let first = try EntropyMixer.mix(wordCount: 24)
    let second = try EntropyMixer.mix(wordCount: 24)
    #expect(hex(first.entropy) != hex(second.entropy))
  }

  @Test(arguments: [0, 11, 13, 25, -12])
  func `other numbers of words are refused`(words: Int) {
    #expect(throws: EntropyError.wordCount(found: words)) {
      _ = try EntropyMixer.mix(wordCount: words)
    }
  }
}

@Suite struct DiceTests {
  @Test func `spaces and line breaks mean nothing`() throws {
    let dice = try DiceRolls(parsing: secret(" 1 2\t3\n456\r\n"))
    #expect(dice.count == 6)
    #expect(dice.withDigits { String(decoding: $0, as: UTF8.self) } == "123456")
  }

  @Test(arguments: [("0", 1), ("7", 1), ("1237", 4), ("1 2 x", 5), ("1,2", 2), ("\u{ff11}", 1)])
  func `other characters are refused by their position`(rolls: String, position: Int) {
    #expect(throws: EntropyError.notDice(position: position)) {
      _ = try DiceRolls(parsing: secret(rolls))
    }
  }

  @Test func `no rolls and far too many are refused`() throws {
    #expect(throws: EntropyError.noDice) { _ = try DiceRolls(parsing: secret("")) }
    #expect(throws: EntropyError.noDice) { _ = try DiceRolls(parsing: secret(" \n")) }
    for count in [10_001, 100_000] {
      #expect(throws: EntropyError.tooManyDice(limit: 10_000)) {
        _ = try DiceRolls(parsing: secret(String(repeating: "1", count: count)))
      }
    }
    #expect(try DiceRolls(parsing: secret(String(repeating: "1", count: 10_000))).count == 10_000)
  }

  @Test(arguments: [(12, 50), (15, 62), (18, 75), (21, 87), (24, 99)])
  func `few rolls warn with the entropy they carry`(words: Int, needed: Int) throws {
    let enough = try DiceRolls(parsing: secret(fairRolls(needed)))
    #expect(enough.warnings(wordCount: words) == [])
    let few = try DiceRolls(parsing: secret(fairRolls(needed - 1)))
    let bits = (needed - 1) * 2584 / 1000
    #expect(
      few.warnings(wordCount: words) == [.few(rolls: needed - 1, bits: bits, needed: needed)])
  }

  private static let madeUp: [(rolls: String, warnings: [DiceWarning])] = [
    (String(repeating: "1", count: 60), [.uneven, .longRun, .repeating(period: 1)]),
    (String(repeating: "123456", count: 10), [.counting]),
    (String(repeating: "1234566543211", count: 5), [.repeating(period: 13)]),
    (String(repeating: "12", count: 30), [.uneven, .repeating(period: 2)]),
    (
      "123456123456123451234512345612341234561234512345612345612345123456", [.counting]
    ),
    ("1111112111131111411115111161111121111311114111151111611111211113", [.uneven]),
  ]

  @Test func `made-up rolls warn`() throws {
    for (rolls, expected) in Self.madeUp {
      let warnings = try DiceRolls(parsing: secret(rolls)).warnings(wordCount: 12)
      #expect(warnings.filter { !isFew($0) }.starts(with: expected), "\(warnings)")
    }
  }

  private func isFew(_ warning: DiceWarning) -> Bool {
    if case .few = warning { true } else { false }
  }

  @Test func `fair rolls rarely warn`() throws {
    var warned = 0
    let rolls = Array(fairRolls(20_000))
    for start in stride(from: 0, to: rolls.count, by: 100) {
      let dice = try DiceRolls(parsing: secret(String(rolls[start..<(start + 100)])))
      if !dice.warnings(wordCount: 24).isEmpty { warned += 1 }
    }
    #expect(warned <= 1)
  }

  @Test func `records survive the round trip`() throws {
    for text in ["system", "system+dice(50)", "dice(99)", "dice(10000)"] {
      #expect(EntropyRecord(parsing: text)?.text == text)
    }
    for text in [
      "", "+", "dice", "dice()", "dice(0)", "dice(-1)", "dice(+1)", "dice(01)", "dice(10001)",
      "system+", "dice(1)+system", "system+system", "system+dice(1)+dice(1)", "System",
    ] {
      #expect(EntropyRecord(parsing: text) == nil, "\(text)")
    }
  }
}
