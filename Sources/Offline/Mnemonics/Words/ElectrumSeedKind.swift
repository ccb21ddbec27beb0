internal import Hashes
internal import SecureMemory

/// Which of Electrum's own seeds words are: those since its version 2.0, of the English list.
///
/// They are words of BIP-39's list and lead to other keys; the hash of the whole phrase says the kind, in place of
/// a checksum. Source: Electrum's documentation, "Electrum Seed Version System".
public enum ElectrumSeedKind: Sendable {
  /// Legacy addresses, at m/0 and m/1.
  case standard
  /// Segwit addresses, at m/0h.
  case segwit
  /// With TrustedCoin's second factor, legacy or segwit.
  case secondFactor

  /// The kind of words; nil when they are none.
  ///
  /// Of other words as many as 1 in 215 look like one by chance, so it is asked only where they are nothing else.
  init?(_ text: borrowing SecretBytes) {
    let phrase = Self.normalized(text)
    var (first, second): (UInt8, UInt8) = (0, 0)
    phrase.withUnsafeBytes { phrase in
      Array("Seed version".utf8).withUnsafeBytes { key in
        let tag = HMAC.sha512(key: key, message: phrase)
        tag.withUnsafeBytes { (first, second) = ($0[0], $0[1] >> 4) }
      }
    }
    switch (first, second) {
    case (0x01, _): self = .standard
    case (0x10, 0): self = .segwit
    case (0x10, 1), (0x10, 2): self = .secondFactor
    default: return nil
    }
  }

  /// Small letters, one space between words, none around them; ASCII only.
  private static func normalized(_ text: borrowing SecretBytes) -> SecretBytes {
    var result = SecretBytes(count: text.count)
    var count = 0
    text.withUnsafeBytes { text in
      result.withUnsafeMutableBytes { result in
        var isBetween = false
        for byte in text {
          guard byte > 0x20 else {
            isBetween = count > 0
            continue
          }
          if isBetween {
            result[count] = 0x20
            count += 1
          }
          isBetween = false
          result[count] = (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
          count += 1
        }
      }
    }
    result.truncate(to: count)
    return result
  }

  /// What it is, for a person.
  var words: String {
    switch self {
    case .standard: "an Electrum seed for legacy addresses"
    case .segwit: "an Electrum seed for segwit addresses"
    case .secondFactor: "an Electrum seed with a second factor"
    }
  }
}
