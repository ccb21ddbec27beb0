internal import Bytes
public import Mnemonics
internal import SecretCodes
public import SecureMemory

/// A string of codex32 (BIP-93): a BIP-32 seed with a checksum that corrects errors, or one share of
/// such a seed.
///
/// Everything about it can also be done by hand with paper wheels.
public struct Codex32Share: ~Copyable, Sendable {
  // The data part after `ms1`, checksum included: values below 32.
  let values: SecretBytes

  /// The number of shares that are needed, 2 to 9; 0 for a seed that was not shared.
  public let threshold: Int
  /// Four characters that all shares of a set have in common, in lower case.
  public let identifier: String
  /// Which share this is: one of the 32 characters, in lower case; `s` is the seed itself.
  public let index: Character

  /// The value of the index `s`.
  static let secretIndex: UInt8 = 16
  static let headLength = 6

  /// Takes values below 32, checksum included; throws when they are not a valid string.
  init(_ values: consuming SecretBytes) throws(Codex32Error) {
    let count = values.count
    guard let code = Codex32Code.code(dataLength: count) else { throw .length(found: count + 3) }
    guard values.withUnsafeBytes({ code.residue(of: $0) }) == 0 else { throw .checksum }
    let payload = count - Self.headLength - code.checksumLength
    guard (16...64).contains(payload * 5 / 8), payload * 5 % 8 <= 4 else {
      throw .length(found: count + 3)
    }
    // The head is not secret: it is written on the sheet in large letters.
    let head = values.withUnsafeBytes { $0.prefix(Self.headLength).map(Self.character) }
    guard let threshold = head[0].wholeNumberValue, threshold != 1 else { throw .threshold }
    guard threshold != 0 || head[5] == "s" else { throw .shareWithoutThreshold }
    self.threshold = threshold
    identifier = String(head[1..<5])
    index = head[5]
    self.values = values
  }

  /// Reads a string: capitals or small letters, spaces ignored.
  ///
  /// Throws for everything that is not exactly right; ``correction(of:)`` proposes what it should be.
  public init(parsing text: borrowing SecretBytes) throws(Codex32Error) {
    let typed = try Codex32Typing(text)
    guard typed.wrongPrefix.isEmpty else { throw .prefix }
    if let position = typed.mixedCase { throw .mixedCase(position: position) }
    let unknown = typed.values.withUnsafeBytes { $0.firstIndex(of: Codex32Typing.unknown) }
    if let unknown { throw .character(position: unknown + 4) }
    try self.init(typed.values.duplicated())
  }

  /// Writes a seed of 16 to 64 bytes as a string of its own, or as one to be shared.
  ///
  /// `identifier` is four of the 32 characters. Throws when it is not, or when `threshold` is not 0
  /// or 2 to 9, or for other lengths.
  public init(
    seed: borrowing SecretBytes, identifier: String, threshold: Int = 0
  ) throws(Codex32Error) {
    let count = seed.count
    guard (16...64).contains(count) else { throw .seedLength(found: count) }
    guard threshold == 0 || (2...9).contains(threshold) else { throw .threshold }
    let head = try Self.head(threshold, identifier, index: Self.secretIndex)
    let payload = SecretBytes(count: (count * 8 + 4) / 5) { payload in
      seed.withUnsafeBytes { seed in
        for bit in 0..<(payload.count * 5) {
          let isSet = bit < count * 8 ? seed[bit / 8] >> UInt8(7 - bit % 8) & 1 : 0
          payload[bit / 5] = payload[bit / 5] << 1 | isSet
        }
      }
    }
    try self.init(head: head, payload: payload)
  }

  /// Joins head and payload and adds the checksum.
  init(head: [UInt8], payload: borrowing SecretBytes) throws(Codex32Error) {
    let data = SecretBytes(joining: SecretBytes(notSecret: head), payload)
    let code = Codex32Code.code(lengthWithoutChecksum: data.count)
    var whole = SecretBytes(joining: data, SecretBytes(count: code.checksumLength))
    let count = data.count
    whole.withUnsafeMutableBytes { whole in
      let checksum = code.values(of: code.residue(of: whole))
      for (offset, value) in checksum.enumerated() { whole[count + offset] = value }
    }
    try self.init(whole)
  }

  /// The values of threshold, identifier and index.
  static func head(
    _ threshold: Int, _ identifier: String, index: UInt8
  ) throws(Codex32Error) -> [UInt8] {
    let text = Array("\(threshold)\(identifier.lowercased())".utf8)
    guard text.count == 5 else { throw .identifier }
    var head: [UInt8] = []
    for character in text {
      guard let value = Alphabet.bech32.value(ofSecret: character) else { throw .identifier }
      head.append(value)
    }
    return head + [index]
  }

  /// An identifier of four characters out of random bytes.
  static func identifier(from random: DerivedRandomness) -> String {
    var bytes: [UInt8] = [0, 0, 0, 0]
    bytes.withUnsafeMutableBytes { random.fill($0) }
    return String(bytes.map { character($0 & 31) })
  }

  static func character(_ value: UInt8) -> Character {
    Character(Unicode.Scalar(Alphabet.bech32.character(ofSecret: value)))
  }

  /// The value of the index, below 32.
  var place: UInt8 { values.withUnsafeBytes { $0[5] } }

  /// Whether this is the seed itself and not a share of it.
  public var isSecret: Bool { place == Self.secretIndex }

  /// The length of the seed, in bytes: 16 to 64.
  public var seedLength: Int { payloadLength * 5 / 8 }

  private var payloadLength: Int {
    values.count - Self.headLength - (values.count > 93 ? 15 : 13)
  }

  /// The seed; throws when this is a share.
  public borrowing func seed() throws(Codex32Error) -> Seed {
    guard isSecret else { throw .notSecret }
    let length = seedLength
    let bytes = SecretBytes(count: length) { bytes in
      values.withUnsafeBytes { values in
        for bit in 0..<(length * 8) {
          let isSet = values[Self.headLength + bit / 5] >> UInt8(4 - bit % 5) & 1
          bytes[bit / 8] = bytes[bit / 8] << 1 | isSet
        }
      }
    }
    do throws(MnemonicError) {
      return try Seed(bytes)
    } catch {
      throw .seedLength(found: length)
    }
  }

  /// The text, ASCII: in capitals for handwriting and QR codes, as BIP-93 recommends.
  public borrowing func revealingText(isUpperCase: Bool = true) -> SecretBytes {
    SecretBytes(count: values.count + 3) { text in
      text.copyBytes(from: Codex32Typing.prefix)
      values.withUnsafeBytes { values in
        for (offset, value) in values.enumerated() {
          text[offset + 3] = Alphabet.bech32.character(ofSecret: value)
        }
      }
      guard isUpperCase else { return }
      for index in text.indices where (0x61...0x7a).contains(text[index]) { text[index] &= 0xdf }
    }
  }

  /// Makes a second share that is the same.
  public borrowing func duplicated() throws(Codex32Error) -> Codex32Share {
    try Codex32Share(values.duplicated())
  }
}
