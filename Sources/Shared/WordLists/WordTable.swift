/// Words in the program's constant memory, separated by spaces and line breaks.
///
/// Only where each starts and ends is worked out, once per table and when it is first used.
public struct WordTable: Sendable {
  private let text: StaticString
  private let bounds: [Range<UInt16>]

  /// The words of a text that are separated by spaces and line breaks; at most 65,535 bytes.
  public init(_ text: StaticString) {
    self.text = text
    bounds = text.withUTF8Buffer { bytes in
      var bounds: [Range<UInt16>] = []
      bounds.reserveCapacity(2048)
      var start = 0
      for index in 0...bytes.count {
        let isEnd = index == bytes.count || bytes[index] == 0x20 || bytes[index] == 0x0a
        guard isEnd else { continue }
        if index > start { bounds.append(UInt16(start)..<UInt16(index)) }
        start = index + 1
      }
      return bounds
    }
  }

  /// The number of words.
  public var count: Int { bounds.count }

  /// Lends the word at `index`, which must be below ``count``, as UTF-8.
  public func withWord<R: ~Copyable, E: Error>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    let range = bounds[index]
    let all = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return try body(
      UnsafeRawBufferPointer(rebasing: all[Int(range.lowerBound)..<Int(range.upperBound)]))
  }

  /// The word at `index`, which must be below ``count``.
  public func word(at index: Int) -> String {
    withWord(at: index) { String(decoding: $0, as: UTF8.self) }
  }

  /// Where a word stands; nil when it is not in the table.
  ///
  /// Always looks at every word of the same length, wherever it is found: the time tells about the
  /// length of a secret word but not about its place.
  public func index(of word: UnsafeRawBufferPointer) -> Int? {
    var found = -1
    text.withUTF8Buffer { bytes in
      for index in 0..<bounds.count {
        let start = Int(bounds[index].lowerBound)
        guard Int(bounds[index].upperBound) - start == word.count else { continue }
        var difference: UInt8 = 0
        for offset in 0..<word.count { difference |= bytes[start + offset] ^ word[offset] }
        found = select(index, when: difference, else: found)
      }
    }
    return found < 0 ? nil : found
  }

  /// Where the only word stands that begins with `prefix`; nil when there is none or several.
  ///
  /// Always looks at every word that is long enough.
  public func index(ofOnlyWordStartingWith prefix: UnsafeRawBufferPointer) -> Int? {
    var found = -1
    var count = 0
    text.withUTF8Buffer { bytes in
      for index in 0..<bounds.count {
        let start = Int(bounds[index].lowerBound)
        guard Int(bounds[index].upperBound) - start >= prefix.count else { continue }
        var difference: UInt8 = 0
        for offset in 0..<prefix.count { difference |= bytes[start + offset] ^ prefix[offset] }
        found = select(index, when: difference, else: found)
        count += select(1, when: difference, else: 0)
      }
    }
    return count == 1 ? found : nil
  }

  /// `value` when `difference` is zero, else the other; no branch on the secret.
  private func select(_ value: Int, when difference: UInt8, else other: Int) -> Int {
    let mask = (Int(difference) &- 1) >> 63
    return (other & ~mask) | (value & mask)
  }
}
