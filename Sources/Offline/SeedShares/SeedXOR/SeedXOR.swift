public import Mnemonics
public import Refusals
public import SecureMemory

/// Seed XOR (Coldcard): several seeds in words whose entropy is added bit by bit.
///
/// Each part is a seed of its own, and all of them are needed; the order does not matter.
public struct SeedXOR: ~Copyable, Sendable {
  /// The language of the parts, and of what they give.
  public let language: MnemonicLanguage
  private var parts: SecretRows

  /// Starts with a first part.
  public init(_ first: borrowing Mnemonic) {
    language = first.language
    let entropy = first.withEntropy { SecretBytes(copying: $0) }
    parts = SecretRows(rowLength: entropy.count)
    parts.append(entropy)
  }

  /// Splits words into 2 to 16 parts; Coldcard itself makes 2, 3 or 4.
  ///
  /// All parts but the last are random. Throws for other numbers, when there is no randomness, and for
  /// two parts of an entropy of zeros: they would be equal, and joining them is refused.
  public init(
    splitting mnemonic: borrowing Mnemonic, into count: Int,
    random: any RandomSource = SystemRandomSource()
  ) throws(SeedXORError) {
    guard (2...Self.limit).contains(count) else { throw .partCount(count) }
    var last = mnemonic.withEntropy { SecretBytes(copying: $0) }
    if count == 2, last.constantTimeEquals(SecretBytes(count: last.count)) { throw .equalParts }
    var parts = SecretRows(rowLength: last.count)
    for _ in 1..<count {
      let part: SecretBytes
      do throws(RandomnessError) {
        part = try random.secret(count: last.count)
      } catch {
        throw .randomness
      }
      Self.add(part, to: &last)
      parts.append(part)
    }
    parts.append(last)
    self.parts = parts
    language = mnemonic.language
  }

  /// The most parts.
  public static let limit = 16

  /// The number of parts so far.
  public var count: Int { parts.count }

  /// Adds a part.
  ///
  /// Throws, and stays as it was, when the part has another number of words or language than the
  /// first one, or is there already: twice the same part cancels out.
  public mutating func add(_ part: borrowing Mnemonic) throws(SeedXORError) {
    let number = count + 1
    guard number <= Self.limit else { throw .partCount(number) }
    guard part.language == language else { throw .otherLanguage(part: number) }
    let entropy = part.withEntropy { SecretBytes(copying: $0) }
    guard entropy.count == parts.rowLength else {
      throw .otherWordCount(
        part: number, found: part.wordCount, expected: parts.rowLength / 4 * 3)
    }
    for index in 0..<count where parts.row(at: index).constantTimeEquals(entropy) {
      throw .samePart(part: number, as: index + 1)
    }
    parts.append(entropy)
  }

  /// One of the parts, counted from 0: words with a checksum of their own.
  public borrowing func part(at index: Int) throws(MnemonicError) -> Mnemonic {
    try Mnemonic(entropy: parts.row(at: index), language: language)
  }

  /// The words that all parts give together.
  ///
  /// Nothing tells whether a part is missing: any number of them gives valid words. Compare the
  /// fingerprint. Throws when there are fewer than two.
  public borrowing func combined() throws(SeedXORError) -> Mnemonic {
    guard count > 1 else { throw .partCount(count) }
    var sum = parts.row(at: 0)
    for index in 1..<count { Self.add(parts.row(at: index), to: &sum) }
    do throws(MnemonicError) {
      return try Mnemonic(entropy: sum, language: language)
    } catch {
      throw .partCount(count)
    }
  }

  /// The words that these parts and one more give together; nil where that is not a part of them.
  public borrowing func combined(with part: borrowing Mnemonic) -> Mnemonic? {
    var sum = part.withEntropy { SecretBytes(copying: $0) }
    guard part.language == language, sum.count == parts.rowLength, count < Self.limit else {
      return nil
    }
    for index in 0..<count {
      let row = parts.row(at: index)
      // Twice the same part cancels out.
      guard
        !part.withEntropy({ entropy in
          row.withUnsafeBytes { SecretBytes.constantTimeEquals($0, entropy) }
        })
      else { return nil }
      Self.add(row, to: &sum)
    }
    return try? Mnemonic(entropy: sum, language: language)
  }

  private static func add(_ part: borrowing SecretBytes, to sum: inout SecretBytes) {
    sum.withUnsafeMutableBytes { sum in
      part.withUnsafeBytes { for index in sum.indices { sum[index] ^= $0[index] } }
    }
  }
}

/// Refusals of parts of Seed XOR; parts are counted from 1 in the order of adding.
public enum SeedXORError: HintedError, Equatable, Sendable {
  /// There are fewer than 2 or more than 16 parts.
  case partCount(Int)
  /// A part has another number of words than the first one.
  case otherWordCount(part: Int, found: Int, expected: Int)
  /// A part is in another language than the first one.
  case otherLanguage(part: Int)
  /// A part was added twice: they cancel out.
  case samePart(part: Int, as: Int)
  /// The entropy is zero: its two parts would be equal.
  case equalParts
  /// There is no randomness to split with.
  case randomness
}

extension SeedXORError {
  public var description: String {
    switch self {
    case .partCount(let count): "\(count) parts; there must be 2 to 16"
    case .otherWordCount(let part, let found, let expected):
      "part \(part) has \(found) words, and the first one has \(expected)"
    case .otherLanguage(let part): "part \(part) is in another language than the first one"
    case .samePart(let part, let other):
      "part \(part) is part \(other) again: twice the same part cancels out"
    case .equalParts:
      "the entropy of these words is zero, so two parts of it would be the same words"
    case .randomness: "the system provides no randomness"
    }
  }

  /// The rule that refuses it, where the machine gives no randomness.
  ///
  /// A part that was mistyped breaks a standard, which the sentence names.
  public var rule: Rule? {
    self == .randomness ? .r32 : nil
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .partCount: "Coldcard makes 2, 3 or 4 parts, and all of them are needed"
    case .otherWordCount, .otherLanguage: "the part is of another seed; look for the right one"
    case .samePart: "leave it out"
    case .equalParts:
      "these are the words of every example, which everybody knows: keep no coins with them; three parts would differ"
    case .randomness: "do not continue on this machine; restart it and run `doctor`"
    }
  }
}
