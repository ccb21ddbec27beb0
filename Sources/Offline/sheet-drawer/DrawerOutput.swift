internal import Glibc
internal import SheetPages

/// The protocol on standard output (docs/formats.md): a letter, a length (32 bits, big-endian) and as many bytes.
enum DrawerOutput {
  /// A page, or the whole file.
  static func page(_ bytes: UnsafeRawBufferPointer) { write("P", bytes) }

  /// Why nothing was drawn.
  static func refuse(_ refusal: SheetRefusal) {
    Array(refusal.wire.utf8).withUnsafeBytes { write("E", $0) }
  }

  /// The end.
  static func done() { write("D", UnsafeRawBufferPointer(start: nil, count: 0)) }

  private static func write(_ kind: Unicode.Scalar, _ content: UnsafeRawBufferPointer) {
    let length = UInt32(truncatingIfNeeded: content.count)
    let head =
      [UInt8(ascii: kind)] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> UInt32($0)) }
    head.withUnsafeBytes(write)
    write(content)
  }

  /// Writes all of it; when nobody reads it any more, there is nothing left to do.
  private static func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(1, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { exit(1) }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
  }
}
