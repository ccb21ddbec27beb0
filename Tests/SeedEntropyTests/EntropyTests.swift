import Bytes
import Hashes
import Mnemonics
import Refusals
import SecretSamples
import SecureMemory
import SeedEntropy
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

@Suite struct SystemRandomnessTests {
  private let tag = "drawbridge/seed-entropy/1"

  @Test(arguments: [(12, 16), (15, 20), (18, 24), (21, 28), (24, 32)])
  func `the system alone is mixed by the published formula and recorded`(
    words: Int, length: Int
  ) throws {
    let pool = try EntropyPool(system: ScriptedRandomSource())
    let mixed = try pool.mixed(wordCount: words)
    // Written out here as docs/formats.md says it.
    let whole: [UInt8] = [25] + Array(tag.utf8) + [1, 0, 0, 0, 32] + (1...32)
    #expect(hex(mixed.entropy) == Hex.encode(SHA256.hash(whole).bytes.prefix(length)))
    #expect(mixed.record.text == "system")
    #expect(try Mnemonic(entropy: mixed.entropy).wordCount == words)
  }

  @Test func `the example of the documentation comes out`() throws {
    var pool = try EntropyPool(system: ScriptedRandomSource())
    try pool.add(
      Draws(
        .die(sides: 6), parsing: secret("62345116243561423516452311645231625341625344152635")))
    #expect(hex(try pool.mixed(wordCount: 12).entropy) == "2bed1e69f3571d82b830549904377315")
  }

  @Test func `a failing or broken system refuses before anything is added`() throws {
    #expect(throws: EntropyError.randomness(.exhausted)) {
      _ = try EntropyPool(system: DryRandomSource())
    }
    for source in [ConstantRandomSource(), RepeatingRandomSource()] as [any RandomSource] {
      #expect(throws: EntropyError.brokenRandomness) { _ = try EntropyPool(system: source) }
    }
    #expect(EntropyError.brokenRandomness.rule == .r32)
    #expect(EntropyError.randomness(.exhausted).rule == .r32)
  }

  @Test func `two seeds from the real system differ`() throws {
    let first = try EntropyPool().mixed(wordCount: 24)
    let second = try EntropyPool().mixed(wordCount: 24)
    #expect(hex(first.entropy) != hex(second.entropy))
  }

  @Test(arguments: [0, 11, 13, 25, -12])
  func `other numbers of words are refused`(words: Int) throws {
    let pool = try EntropyPool()
    #expect(throws: EntropyError.wordCount(found: words)) { _ = try pool.mixed(wordCount: words) }
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
