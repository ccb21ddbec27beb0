internal import Bytes
internal import Hashes
public import SecureMemory

/// Entropy that is ready to be said in words, and where it came from.
public struct MixedEntropy: ~Copyable, Sendable {
  /// 16, 20, 24, 28 or 32 bytes.
  public let entropy: SecretBytes
  /// The sources.
  public let record: EntropyRecord
}

/// Mixes the sources of a seed so that the result is at least as good as the best of them.
///
/// The formula is published in docs/formats.md ("Seed entropy"), so that dice alone can be checked
/// with any SHA-256.
public enum EntropyMixer {
  /// What the transcript begins with.
  static let tag = "drawbridge/seed-entropy/1"
  /// The number of bytes that are asked of the system.
  static let systemLength = 32

  /// Mixes the system's randomness with dice, for a seed of 12, 15, 18, 21 or 24 words.
  ///
  /// Dice may be few: they can only add. Throws when the system refuses or its randomness is
  /// visibly broken, also when there are dice.
  public static func mix(
    wordCount: Int, system: any RandomSource = SystemRandomSource(),
    dice: borrowing DiceRolls
  ) throws(EntropyError) -> MixedEntropy {
    let length = try entropyLength(wordCount)
    let random = try read(system)
    return try finish(
      transcript(systemBytes: random, dice: dice), length, usesSystem: true, rolls: dice.count)
  }

  /// Uses the system's randomness alone: say so and record it, for nobody can check it.
  ///
  /// Throws when the system refuses or its randomness is visibly broken.
  public static func mix(
    wordCount: Int, system: any RandomSource = SystemRandomSource()
  ) throws(EntropyError) -> MixedEntropy {
    let length = try entropyLength(wordCount)
    let random = try read(system)
    var hasher = start()
    append(.system, random.count, to: &hasher)
    hasher.update(random)
    return try finish(hasher.finalized(), length, usesSystem: true, rolls: 0)
  }

  /// Uses dice alone, for people who check the result on another machine.
  ///
  /// Throws when they are too few for the seed or look biased or made up: nothing else helps here.
  public static func diceOnly(
    wordCount: Int, dice: borrowing DiceRolls
  ) throws(EntropyError) -> MixedEntropy {
    let length = try entropyLength(wordCount)
    let needed = DiceRolls.needed(wordCount: wordCount) ?? .max
    guard dice.count >= needed else { throw .tooFewDice(found: dice.count, needed: needed) }
    if let warning = dice.warnings(wordCount: wordCount).first { throw .suspiciousDice(warning) }
    var hasher = start()
    append(dice, to: &hasher)
    return try finish(hasher.finalized(), length, usesSystem: false, rolls: dice.count)
  }

  // MARK: The transcript

  /// The kinds of sources, by the numbers of the transcript.
  enum Source: UInt8 {
    case system = 1
    case dice = 2
    case otherDice = 3
    case coins = 4
    case cards = 5
    case keyTiming = 6
    case camera = 7
  }

  private static func transcript(
    systemBytes: borrowing SecretBytes, dice: borrowing DiceRolls
  ) -> SecretBytes {
    var hasher = start()
    append(.system, systemBytes.count, to: &hasher)
    hasher.update(systemBytes)
    append(dice, to: &hasher)
    return hasher.finalized()
  }

  static func start() -> SecretSHA256 {
    var hasher = SecretSHA256()
    hasher.update([UInt8(tag.utf8.count)] + Array(tag.utf8))
    return hasher
  }

  private static func append(_ dice: borrowing DiceRolls, to hasher: inout SecretSHA256) {
    append(.dice, dice.count, to: &hasher)
    dice.withDigits { hasher.update($0) }
  }

  /// Kind and length (four bytes, big-endian) go before each source: no two lists look the same.
  static func append(_ source: Source, _ count: Int, to hasher: inout SecretSHA256) {
    var writer = ByteWriter(capacity: 5)
    writer.writeByte(source.rawValue)
    writer.writeUInt32BE(UInt32(clamping: count))
    hasher.update(writer.bytes)
  }

  private static func finish(
    _ digest: consuming SecretBytes, _ length: Int, usesSystem: Bool, rolls: Int
  ) throws(EntropyError) -> MixedEntropy {
    guard let record = EntropyRecord(usesSystem: usesSystem, diceRolls: rolls) else {
      throw .noSource
    }
    digest.truncate(to: length)
    return MixedEntropy(entropy: digest, record: record)
  }

  private static func entropyLength(_ wordCount: Int) throws(EntropyError) -> Int {
    guard let length = Mnemonic.entropyLength(wordCount: wordCount) else {
      throw .wordCount(found: wordCount)
    }
    return length
  }

  /// Reads twice: a source that gives the same again, or one byte over and over, is broken.
  static func read(_ source: any RandomSource) throws(EntropyError) -> SecretBytes {
    do throws(RandomnessError) {
      let first = try source.secret(count: systemLength)
      let second = try source.secret(count: systemLength)
      let isBroken = first.constantTimeEquals(second) || isConstant(first) || isConstant(second)
      if !isBroken { return first }
    } catch {
      throw .randomness(error)
    }
    throw .brokenRandomness
  }

  private static func isConstant(_ secret: borrowing SecretBytes) -> Bool {
    secret.withUnsafeBytes { bytes in
      var difference: UInt8 = 0
      for byte in bytes { difference |= byte ^ bytes[0] }
      return difference == 0
    }
  }
}
