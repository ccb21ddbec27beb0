internal import Hashes
internal import SecureMemory

/// The places of words in their list, 11 bits each, most significant bit first: entropy and
/// checksum of BIP-39 as one row of bits.
struct PackedWords: ~Copyable {
  private(set) var bytes: SecretBytes
  let count: Int

  /// Starts with the first word of the list at every place.
  init(count: Int) {
    self.count = count
    bytes = SecretBytes(count: (count * 11 + 7) / 8)
  }

  /// Makes a second one that is the same.
  borrowing func duplicated() -> PackedWords {
    var copy = PackedWords(count: count)
    copy.bytes = bytes.duplicated()
    return copy
  }

  /// Sets the place, below 2,048, of the word at `position`, counted from 0.
  mutating func set(_ index: Int, at position: Int) {
    bytes.withUnsafeMutableBytes { bytes in
      for bit in 0..<11 {
        let target = position * 11 + bit
        let mask: UInt8 = 0x80 >> UInt8(target % 8)
        let value = UInt8(truncatingIfNeeded: index >> (10 - bit) & 1) << UInt8(7 - target % 8)
        bytes[target / 8] = bytes[target / 8] & ~mask | value
      }
    }
  }

  /// The place of the word at `position`, counted from 0.
  borrowing func index(at position: Int) -> Int {
    bytes.withUnsafeBytes { bytes in
      var index = 0
      for bit in (position * 11)..<(position * 11 + 11) {
        index = index << 1 | Int(bytes[bit / 8] >> (7 - bit % 8)) & 1
      }
      return index
    }
  }

  /// Whether the bits after the entropy are its checksum; false for other numbers of words.
  borrowing func hasValidChecksum() -> Bool {
    guard let length = Mnemonic.entropyLength(wordCount: count) else { return false }
    let digest = SecretSHA256.hash(bytes.slice(0..<length))
    let difference = bytes.withUnsafeBytes { packed in
      digest.withUnsafeBytes { packed[length] ^ $0[0] }
    }
    // One bit of checksum for every four bytes of entropy.
    return difference >> UInt8(8 - length / 4) == 0
  }

  /// The entropy, its checksum compared.
  borrowing func checkedEntropy(
    _ language: MnemonicLanguage
  ) throws(MnemonicError) -> SecretBytes {
    guard let length = Mnemonic.entropyLength(wordCount: count) else {
      throw .wordCount(found: count)
    }
    guard hasValidChecksum() else { throw .checksum(language: language) }
    return bytes.slice(0..<length)
  }
}
