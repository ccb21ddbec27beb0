internal import Bytes
public import SecureMemory

/// A text in Base58Check as it should be, and which letters of it were changed.
public struct RepairedBase58: ~Copyable {
  /// The text with a right checksum.
  public let text: SecretBytes
  /// The changed letters, counted from 1.
  public let places: [Int]
}

extension SecretBase58Check {
  /// The only text with a right checksum that is one letter away, or two neighbours in each other's
  /// place; nil where there is none, or more than one.
  ///
  /// 111 letters have about 6,400 such texts and the checksum has 32 bits: a wrong one fits once in
  /// 600,000 times.
  public static func repaired(
    _ text: borrowing SecretBytes, counts: [Int]
  ) -> RepairedBase58? {
    var candidate = text.slice(text.withUnsafeBytes { SecretUnicode.trimmed($0) })
    var repaired: RepairedBase58?
    var count = 0
    func isRight(_ candidate: borrowing SecretBytes) -> Bool {
      (try? decode(candidate, counts: counts)) != nil
    }
    for index in 0..<candidate.count {
      let own = candidate.withUnsafeBytes { $0[index] }
      for digit in 0..<58 as Range<UInt8> {
        let letter = Alphabet.base58.character(ofSecret: digit)
        guard letter != own else { continue }
        candidate.withUnsafeMutableBytes { $0[index] = letter }
        guard isRight(candidate) else { continue }
        count += 1
        repaired = RepairedBase58(text: candidate.duplicated(), places: [index + 1])
      }
      candidate.withUnsafeMutableBytes { $0[index] = own }
      guard index + 1 < candidate.count else { continue }
      candidate.withUnsafeMutableBytes { $0.swapAt(index, index + 1) }
      if isRight(candidate) {
        count += 1
        repaired = RepairedBase58(text: candidate.duplicated(), places: [index + 1, index + 2])
      }
      candidate.withUnsafeMutableBytes { $0.swapAt(index, index + 1) }
    }
    return count == 1 ? repaired : nil
  }
}
