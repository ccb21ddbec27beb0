internal import SecureMemory

/// The places of words in the list of SLIP-39: ten bits each.
struct TenBitWords: ~Copyable, Sendable {
  // Two bytes a word, most significant first.
  private var storage: SecretBytes
  let count: Int

  init(count: Int) {
    self.count = count
    storage = SecretBytes(count: count * 2)
  }

  /// The place, below 1,024, of the word at `position`, counted from 0.
  borrowing func index(at position: Int) -> Int {
    storage.withUnsafeBytes { Int($0[position * 2]) << 8 | Int($0[position * 2 + 1]) }
  }

  /// Sets the place, below 1,024, of the word at `position`, counted from 0.
  mutating func set(_ index: Int, at position: Int) {
    storage.withUnsafeMutableBytes { bytes in
      bytes[position * 2] = UInt8(truncatingIfNeeded: index >> 8)
      bytes[position * 2 + 1] = UInt8(truncatingIfNeeded: index)
    }
  }

  /// One bit, counted from the first word's highest.
  borrowing func bit(_ position: Int) -> Int {
    index(at: position / 10) >> (9 - position % 10) & 1
  }

  /// Sets one bit, counted from the first word's highest.
  mutating func setBit(_ position: Int, to value: Int) {
    let shift = 9 - position % 10
    set(index(at: position / 10) & ~(1 << shift) | value << shift, at: position / 10)
  }

  /// A number of at most 63 bits, most significant first.
  borrowing func number(_ bits: Range<Int>) -> Int {
    bits.reduce(0) { $0 << 1 | bit($1) }
  }

  /// Sets a number of at most 63 bits, most significant first.
  mutating func setNumber(_ bits: Range<Int>, to value: Int) {
    for (offset, position) in bits.enumerated() {
      setBit(position, to: value >> (bits.count - 1 - offset) & 1)
    }
  }
}

/// The Reed-Solomon checksum of SLIP-39 over words of ten bits: three words, which find any three
/// wrong ones.
enum RS1024 {
  private static let generators: [Int] = [
    0xe0_e040, 0x1c1_c080, 0x383_8100, 0x707_0200, 0xe0e_0009, 0x1c0c_2412, 0x3808_6c24,
    0x3090_fc48, 0x21b1_f890, 0x3f3f_120,
  ]

  /// The text that is hashed in before the words.
  private static func prefix(isExtendable: Bool) -> [UInt8] {
    Array((isExtendable ? "shamir_extendable" : "shamir").utf8)
  }

  /// The state after feeding one word, or one letter of the prefix; no branch on a secret.
  static func fed(_ state: Int, _ value: Int) -> Int {
    let top = state >> 20
    var next = (state & 0xfffff) << 10 ^ value
    for (bit, generator) in generators.enumerated() { next ^= generator & (0 &- (top >> bit & 1)) }
    return next
  }

  /// Zero when the last three words are the checksum of the others.
  static func residue(of words: borrowing TenBitWords, isExtendable: Bool) -> Int {
    var state = prefix(isExtendable: isExtendable).reduce(1) { fed($0, Int($1)) }
    for position in 0..<words.count { state = fed(state, words.index(at: position)) }
    return state ^ 1
  }

  /// Sets the last three words to the checksum of the others.
  static func close(_ words: inout TenBitWords, isExtendable: Bool) {
    for place in 1...3 { words.set(0, at: words.count - place) }
    let checksum = residue(of: words, isExtendable: isExtendable)
    for place in 0..<3 {
      words.set(checksum >> (10 * (2 - place)) & 1023, at: words.count - 3 + place)
    }
  }
}
