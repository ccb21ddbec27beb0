internal import Bytes

/// The eight characters after the `#` of a descriptor (BIP-380): finds up to three wrong ones.
public enum DescriptorChecksum {
  /// The characters a descriptor may have; the order is part of the code.
  private static let input = Alphabet(
    """
    0123456789()[],'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~\
    ijklmnopqrstuvwxyzABCDEFGH`#"\\\u{20}
    """)

  /// The checksum of a descriptor without `#`.
  ///
  /// Throws at the first character that no descriptor may have.
  public static func checksum(of text: some StringProtocol) throws(DescriptorError) -> String {
    String(decoding: try checksum(of: Array(text.utf8)[...]), as: UTF8.self)
  }

  /// The text followed by `#` and its checksum; throws as ``checksum(of:)``.
  public static func appended(to text: String) throws(DescriptorError) -> String {
    try text + "#" + checksum(of: text)
  }

  static func checksum(of text: ArraySlice<UInt8>) throws(DescriptorError) -> [UInt8] {
    let values = input.values
    var state: UInt64 = 1
    var group: UInt8 = 0
    var grouped = 0
    for (offset, character) in text.enumerated() {
      let value = values[Int(character)]
      guard value != 255 else { throw .invalidCharacter(offset: offset) }
      state = step(state, value & 31)
      group = group * 3 + (value >> 5)
      grouped += 1
      if grouped == 3 {
        state = step(state, group)
        group = 0
        grouped = 0
      }
    }
    if grouped > 0 { state = step(state, group) }
    for _ in 0..<8 { state = step(state, 0) }
    state ^= 1
    let alphabet = Alphabet.bech32.characters
    return (0..<8).map { alphabet[Int(state >> UInt64(5 * (7 - $0)) & 31)] }
  }

  private static func step(_ state: UInt64, _ value: UInt8) -> UInt64 {
    let top = state >> 35
    var next = (state & 0x7_ffff_ffff) << 5 ^ UInt64(value)
    if top & 1 != 0 { next ^= 0xf5_dee5_1989 }
    if top & 2 != 0 { next ^= 0xa9_fdca_3312 }
    if top & 4 != 0 { next ^= 0x1b_ab10_e32d }
    if top & 8 != 0 { next ^= 0x37_06b1_677a }
    if top & 16 != 0 { next ^= 0x64_4d62_6ffd }
    return next
  }

  /// Cuts a checksum off and checks it; a text without `#` is given back whole.
  static func body(
    of text: [UInt8], required: Bool
  ) throws(DescriptorError) -> ArraySlice<UInt8> {
    guard let mark = text.lastIndex(of: UInt8(ascii: "#")) else {
      // Computed all the same: it is also the check of the alphabet.
      _ = try checksum(of: text[...])
      if required { throw .checksumMissing }
      return text[...]
    }
    let body = text[..<mark]
    let expected = try checksum(of: body)
    let found = text[(mark + 1)...]
    guard found.count == 8 else { throw .checksumLength(found.count) }
    guard found.elementsEqual(expected) else { throw .checksumMismatch }
    return body
  }
}
