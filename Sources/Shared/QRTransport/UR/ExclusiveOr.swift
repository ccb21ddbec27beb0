extension [UInt8] {
  /// Changes each byte by exclusive or with the one at the same place of `source`, eight at a time.
  ///
  /// The part of either that is longer stays as it is.
  mutating func combine(_ source: ArraySlice<UInt8>) {
    withUnsafeMutableBytes { target in
      source.withUnsafeBytes { source in
        let count = Swift.min(target.count, source.count)
        var offset = 0
        while offset + 8 <= count {
          let mixed =
            target.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            ^ source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          target.storeBytes(of: mixed, toByteOffset: offset, as: UInt64.self)
          offset += 8
        }
        while offset < count {
          target[offset] ^= source[offset]
          offset += 1
        }
      }
    }
  }
}
