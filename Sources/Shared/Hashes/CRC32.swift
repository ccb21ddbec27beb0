/// CRC-32 of ISO 3309, as in zlib and in uniform resources: finds accidents, not attackers.
public enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xedb8_8320
    }
  }

  /// The checksum of the bytes.
  public static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    let table = Self.table
    var state: UInt32 = 0xffff_ffff
    for byte in bytes {
      state = table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8
    }
    return ~state
  }
}
