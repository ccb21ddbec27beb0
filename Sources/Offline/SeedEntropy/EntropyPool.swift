public import Bytes
internal import Hashes
internal import Mnemonics
internal import SecretCodes
public import SecureMemory

/// The laboratory: the system's randomness, to which a person adds dice, coins, cards and noise.
///
/// The program's part is drawn first and committed to: its hash is shown before the person's part is
/// typed, and the part itself afterwards, so that the program cannot choose its part to fit. All
/// parts go through one SHA-256, as docs/formats.md says ("Seed entropy"): a bad one never hurts.
public struct EntropyPool: ~Copyable, Sendable {
  private var data: SecretBytes
  private var parts: [Part] = []

  private struct Part {
    let source: EntropyMixer.Source
    let range: Range<Int>
    let name: String
    let count: Int
    let bits: Int
  }

  /// What the commitment's hash begins with.
  static let commitmentTag = "drawbridge/entropy-commitment/1"

  /// The hash that the program commits to its part with: show it before anything is typed.
  ///
  /// SHA-256 of the tag `drawbridge/entropy-commitment/1`, its length before it in one byte, and the 32
  /// bytes.
  public let commitment: Bytes32

  /// Draws the program's part.
  ///
  /// Throws when the system refuses or its randomness is visibly broken.
  public init(system: any RandomSource = SystemRandomSource()) throws(EntropyError) {
    let random = try EntropyMixer.read(system)
    var hasher = SecretSHA256()
    hasher.update([UInt8(Self.commitmentTag.utf8.count)] + Array(Self.commitmentTag.utf8))
    hasher.update(random)
    commitment = hasher.finalized().withUnsafeBytes { Bytes32($0) ?? .zero }
    let part = Part(
      source: .system, range: 0..<random.count, name: "system", count: random.count,
      bits: random.count * 8)
    data = random
    parts = [part]
  }

  /// Adds rolls, flips or cards; throws when some of the same kind were added before.
  ///
  /// Draws that give reason to doubt them go in too, and are claimed to carry nothing. What is hashed of
  /// a die without six sides begins with its name, such as `d20`, and a space.
  public mutating func add(_ draws: borrowing Draws) throws(EntropyError) {
    let text = draws.revealingText()
    let bits = draws.doubts.isEmpty ? draws.claimedBits : 0
    switch draws.kind {
    case .die(sides: 6):
      try append(.dice, text, name: "dice", count: draws.count, bits: bits)
    case .die:
      let head = SecretBytes(notSecret: "\(draws.kind.name) ".utf8)
      try append(
        .otherDice, SecretBytes(joining: head, text), name: draws.kind.name, count: draws.count,
        bits: bits)
    case .coin:
      try append(.coins, text, name: "coins", count: draws.count, bits: bits)
    case .cards:
      try append(.cards, text, name: "cards", count: draws.count, bits: bits)
    }
  }

  /// Adds measurements; what goes in is their SHA-256.
  ///
  /// Throws when some of the kind were added before.
  public mutating func add(_ samples: borrowing NoiseSamples) throws(EntropyError) {
    let digest = samples.withBytes { bytes in
      var hasher = SecretSHA256()
      hasher.update(bytes)
      return hasher.finalized()
    }
    try append(
      samples.kind == .keyTiming ? .keyTiming : .camera, digest, name: samples.kind.rawValue,
      count: samples.count, bits: min(256, samples.claimedBits))
  }

  private mutating func append(
    _ source: EntropyMixer.Source, _ bytes: borrowing SecretBytes, name: String, count: Int,
    bits: Int
  ) throws(EntropyError) {
    guard !parts.contains(where: { $0.source == source }) else { throw .sameSource(name) }
    let start = data.count
    data = SecretBytes(joining: data, bytes)
    parts.append(
      Part(source: source, range: start..<data.count, name: name, count: count, bits: bits))
    parts.sort { $0.source.rawValue < $1.source.rawValue }
  }

  /// A source and what it is claimed to carry at least.
  public struct Claim: Hashable, Sendable {
    /// `system`, `dice`, `d20`, `coins`, `cards`, `keys` or `camera`.
    public let name: String
    /// The number of bytes of the system, of draws or of samples.
    public let count: Int
    /// A minimum entropy, in bits.
    public let bits: Int
  }

  /// The sources so far, in the order in which they are hashed.
  public var claims: [Claim] {
    parts.map { Claim(name: $0.name, count: $0.count, bits: $0.bits) }
  }

  /// What the person's parts together are claimed to carry at least, in bits.
  public var addedBits: Int { parts.reduce(0) { $0 + ($1.source == .system ? 0 : $1.bits) } }

  /// Mixes all parts for a seed of 12, 15, 18, 21 or 24 words.
  public borrowing func mixed(wordCount: Int) throws(EntropyError) -> MixedEntropy {
    guard let length = Mnemonic.entropyLength(wordCount: wordCount) else {
      throw .wordCount(found: wordCount)
    }
    var hasher = EntropyMixer.start()
    for part in parts {
      EntropyMixer.append(part.source, part.range.count, to: &hasher)
      data.withUnsafeBytes { hasher.update(UnsafeRawBufferPointer(rebasing: $0[part.range])) }
    }
    let others = parts.filter { $0.source != .system && $0.source != .dice }
    let dice = parts.first { $0.source == .dice }?.count ?? 0
    guard
      let record = EntropyRecord(
        usesSystem: true, diceRolls: dice,
        others: others.map { EntropyRecord.Other(name: $0.name, count: $0.count) })
    else { throw .noSource }
    var digest = hasher.finalized()
    digest.truncate(to: length)
    return MixedEntropy(entropy: digest, record: record)
  }

  /// Everything that is needed to make the same entropy again, as ASCII lines: it is the seed.
  ///
  /// A line for each part: its kind as a number, a space, and its data in hexadecimal; before them
  /// `drawbridge seed entropy 1`, the commitment and the number of words. For the terminal only;
  /// Samples/replay-entropy reads it.
  public borrowing func revealingTranscript(wordCount: Int) -> SecretBytes {
    var text = SecretBytes(
      notSecret:
        "drawbridge seed entropy 1\ncommitment \(commitment.hex)\nwords \(wordCount)\n".utf8)
    for part in parts {
      let head = SecretBytes(notSecret: "\(part.source.rawValue) ".utf8)
      let hex = SecretHex.encode(data.slice(part.range))
      let line = SecretBytes(
        joining: SecretBytes(joining: head, hex), SecretBytes(notSecret: [0x0a]))
      text = SecretBytes(joining: text, line)
    }
    return text
  }
}
