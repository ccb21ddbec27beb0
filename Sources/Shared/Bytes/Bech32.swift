/// Bech32 (BIP-173) and Bech32m (BIP-350): a readable prefix, five-bit values, a checksum.
///
/// Segregated witness addresses add their own rules on top (witness version, program length).
public enum Bech32 {
  /// Which constant closes the checksum.
  public enum Variant: UInt32, Hashable, Sendable {
    /// For witness version 0 and for everything before BIP-350.
    case bech32 = 1
    /// For witness version 1 and later (BIP-350).
    case bech32m = 0x2bc8_30a3
  }

  /// Writes lower-case text from five-bit values.
  ///
  /// Throws when the prefix is empty, longer than 83, not printable ASCII or has capitals, when a
  /// value is above 31, or when the text would be longer than `maxLength`.
  public static func encode(
    hrp: String, values: [UInt8], variant: Variant, maxLength: Int = 90
  ) throws(BytesError) -> String {
    let prefix = Array(hrp.utf8)
    for (offset, character) in prefix.enumerated()
    where !(33...126).contains(character) || (0x41...0x5a).contains(character) {
      throw .invalidCharacter(encoding: "bech32 prefix", offset: offset)
    }
    let length = prefix.count + 1 + values.count + 6
    guard length <= maxLength else {
      throw .tooLarge(
        what: "bech32 text", value: UInt64(length), limit: UInt64(maxLength), offset: 0)
    }
    guard (1...83).contains(prefix.count) else {
      throw .wrongLength(what: "bech32 prefix", expected: 1, found: prefix.count)
    }
    if let offset = values.firstIndex(where: { $0 > 31 }) {
      throw .malformed(format: "bech32", reason: "value above five bits", offset: offset)
    }
    var checksum = Polymod(hrp: prefix)
    for value in values { checksum.feed(value) }
    for _ in 0..<6 { checksum.feed(0) }
    let remainder = checksum.state ^ variant.rawValue
    let alphabet = Alphabet.bech32.characters
    var text = prefix + [UInt8(ascii: "1")]
    for value in values { text.append(alphabet[Int(value)]) }
    for index in 0..<6 { text.append(alphabet[Int(remainder >> UInt32(5 * (5 - index)) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Writes a witness program as text of at most 90 characters: what ``encode(hrp:values:variant:maxLength:)`` gives
  /// for its version and its five-bit values.
  ///
  /// Without lists in between: lists of coins write a hundred thousand.
  ///
  /// Nil for a prefix that has no such text. The version is 0 to 16.
  public static func encode(
    hrp: String, version: UInt8, program: ArraySlice<UInt8>
  ) -> String? {
    let length = hrp.utf8.count + 2 + (program.count * 8 + 4) / 5 + 6
    guard (1...83).contains(hrp.utf8.count), length <= 90, version <= 31,
      hrp.utf8.allSatisfy({ (33...126).contains($0) && !(0x41...0x5a).contains($0) })
    else { return nil }
    let variant = version == 0 ? Variant.bech32 : .bech32m
    return String(unsafeUninitializedCapacity: length) { text in
      var checksum = Polymod()
      var end = 0
      for character in hrp.utf8 {
        checksum.feed(character >> 5)
        text[end] = character
        end += 1
      }
      checksum.feed(0)
      for character in hrp.utf8 { checksum.feed(character & 31) }
      text[end] = UInt8(ascii: "1")
      end += 1
      Alphabet.bech32.characters.withUnsafeBufferPointer { alphabet in
        func write(_ value: UInt8) {
          checksum.feed(value)
          text[end] = alphabet[Int(value)]
          end += 1
        }
        write(version)
        var held: UInt32 = 0
        var bits: UInt32 = 0
        for byte in program {
          held = (held << 8 | UInt32(byte)) & 0xfff
          bits += 8
          while bits >= 5 {
            bits -= 5
            write(UInt8(held >> bits & 31))
          }
        }
        if bits > 0 { write(UInt8(held << (5 - bits) & 31)) }
        for _ in 0..<6 { checksum.feed(0) }
        let remainder = checksum.state ^ variant.rawValue
        for index in 0..<6 {
          text[end] = alphabet[Int(remainder >> UInt32(5 * (5 - index)) & 31)]
          end += 1
        }
      }
      return end
    }
  }

  /// Reads text of at most `maxLength` characters, in one case throughout.
  ///
  /// The prefix comes back in lower case and the values without the six of the checksum, whose
  /// variant is reported. Throws on mixed case, foreign characters, a missing separator, an empty
  /// or overlong prefix, or a checksum of neither variant.
  public static func decode(
    _ text: some StringProtocol, maxLength: Int = 90
  ) throws(BytesError) -> (hrp: String, values: [UInt8], variant: Variant) {
    var characters = Array(text.utf8.prefix(maxLength + 1))
    guard characters.count <= maxLength else {
      throw .tooLarge(
        what: "bech32 text", value: UInt64(text.utf8.count), limit: UInt64(maxLength), offset: 0)
    }
    var hasLower = false
    var hasUpper = false
    for (offset, character) in characters.enumerated() {
      switch character {
      case 0x61...0x7a: hasLower = true
      case 0x41...0x5a:
        hasUpper = true
        characters[offset] = character + 0x20
      case 33...126: break
      default: throw .invalidCharacter(encoding: "bech32", offset: offset)
      }
      if hasLower && hasUpper {
        throw .malformed(format: "bech32", reason: "mixed case", offset: offset)
      }
    }
    guard let separator = characters.lastIndex(of: UInt8(ascii: "1")) else {
      throw .malformed(format: "bech32", reason: "no separator", offset: characters.count)
    }
    guard (1...83).contains(separator) else {
      throw .wrongLength(what: "bech32 prefix", expected: 1, found: separator)
    }
    let data = characters[(separator + 1)...]
    guard data.count >= 6 else {
      throw .malformed(format: "bech32", reason: "checksum is cut off", offset: characters.count)
    }
    var checksum = Polymod(hrp: Array(characters[..<separator]))
    let values = Alphabet.bech32.values
    var decoded: [UInt8] = []
    decoded.reserveCapacity(data.count)
    for (index, character) in data.enumerated() {
      let value = values[Int(character)]
      guard value != 255 else {
        throw .invalidCharacter(encoding: "bech32", offset: separator + 1 + index)
      }
      checksum.feed(value)
      decoded.append(value)
    }
    guard let variant = Variant(rawValue: checksum.state) else {
      throw .checksumMismatch(encoding: "bech32")
    }
    decoded.removeLast(6)
    return (String(decoding: characters[..<separator], as: UTF8.self), decoded, variant)
  }

  /// Regroups bytes into five-bit values, the last one filled up with zero bits.
  public static func fiveBitValues(of bytes: some Collection<UInt8>) -> [UInt8] {
    var values: [UInt8] = []
    values.reserveCapacity((bytes.count * 8 + 4) / 5)
    var held: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      held = (held << 8 | UInt32(byte)) & 0xfff
      bits += 8
      while bits >= 5 {
        bits -= 5
        values.append(UInt8(held >> bits & 31))
      }
    }
    if bits > 0 { values.append(UInt8(held << (5 - bits) & 31)) }
    return values
  }

  /// Regroups five-bit values into bytes.
  ///
  /// Throws when a value is above 31, or when the bits left over are five or more or not all zero.
  public static func bytes(ofFiveBitValues values: some Collection<UInt8>) throws(BytesError)
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(values.count * 5 / 8)
    var held: UInt32 = 0
    var bits: UInt32 = 0
    for (offset, value) in values.enumerated() {
      guard value < 32 else {
        throw .malformed(format: "bech32", reason: "value above five bits", offset: offset)
      }
      held = (held << 5 | UInt32(value)) & 0xfff
      bits += 5
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(held >> bits & 255))
      }
    }
    guard bits < 5, held & ((1 << bits) - 1) == 0 else {
      throw .invalidPadding(encoding: "bech32")
    }
    return bytes
  }

  /// The BCH code of BIP-173 over the expanded prefix and what follows.
  struct Polymod {
    private(set) var state: UInt32 = 1

    /// Before anything is fed, the prefix included.
    init() {}

    init(hrp: [UInt8]) {
      for character in hrp { feed(character >> 5) }
      feed(0)
      for character in hrp { feed(character & 31) }
    }

    mutating func feed(_ value: UInt8) { state = Self.next(state) ^ UInt32(value) }

    /// The state after a zero is fed.
    static func next(_ state: UInt32) -> UInt32 {
      let top = state >> 25
      var next = (state & 0x1ff_ffff) << 5
      if top & 1 != 0 { next ^= 0x3b6a_57b2 }
      if top & 2 != 0 { next ^= 0x2650_8e6d }
      if top & 4 != 0 { next ^= 0x1ea1_19fa }
      if top & 8 != 0 { next ^= 0x3d42_33dd }
      if top & 16 != 0 { next ^= 0x2a14_62b3 }
      return next
    }
  }
}
