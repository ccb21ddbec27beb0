/// The compression of H2's pages: literal runs, and copies from at most 8,192 bytes before.
enum LZF {
  /// The original of exactly `size` bytes, which the caller has bounded; nil for anything else.
  static func expanded(_ packed: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(size)
    var rest = packed
    while let control = rest.popFirst() {
      if control < 32 {
        let count = Int(control) + 1
        guard rest.count >= count, result.count + count <= size else { return nil }
        result += rest.prefix(count)
        rest = rest.dropFirst(count)
        continue
      }
      var count = Int(control >> 5) + 2
      if count == 9 {
        guard let more = rest.popFirst() else { return nil }
        count += Int(more)
      }
      guard let low = rest.popFirst() else { return nil }
      let distance = (Int(control & 0x1f) << 8 | Int(low)) + 1
      guard distance <= result.count, result.count + count <= size else { return nil }
      // A copy may overlap what it writes: byte by byte.
      for _ in 0..<count { result.append(result[result.count - distance]) }
    }
    return result.count == size ? result : nil
  }
}
