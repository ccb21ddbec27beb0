/// Bitcoin's variable-length integer: one, three, five or nine bytes, little-endian.
public enum CompactSize {
  /// The number of bytes that write `value` in its only allowed, shortest form.
  @inlinable
  public static func encodedLength(_ value: UInt64) -> Int {
    switch value {
    case ..<0xfd: 1
    case ...0xffff: 3
    case ...0xffff_ffff: 5
    default: 9
    }
  }

  /// The number of bytes that write a count; negative counts are none and answer as zero.
  @inlinable
  public static func encodedLength(_ count: Int) -> Int {
    encodedLength(UInt64(max(0, count)))
  }
}
