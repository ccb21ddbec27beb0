internal import SecureMemory

/// The modules of one QR code, which may hold a secret: a square without its quiet zone, one bit
/// for each module.
public struct SecretModules: ~Copyable {
  /// Modules along one side.
  public let size: Int
  /// Row by row, the highest bit first, 1 for dark; the bits left over at the end are 0.
  let bits: SecretBytes

  /// Bytes that a QR code of `size` modules a side takes.
  static func byteCount(size: Int) -> Int { (size * size + 7) / 8 }

  /// Packs modules that lie row by row, a byte each, of which the lowest bit is 1 for dark, as QR encoders give them.
  ///
  /// The caller wipes `modules`. Throws: `malformed` when that is not a size of a QR code.
  public init(size: Int, modules: UnsafeBufferPointer<UInt8>) throws(SheetPagesError) {
    guard SheetLimits.isSymbolSize(size), modules.count == size * size else {
      throw .malformed("\(modules.count) modules are not a QR code", offset: 0)
    }
    self.size = size
    bits = SecretBytes(count: Self.byteCount(size: size)) { room in
      for index in 0..<modules.count where modules[index] & 1 == 1 {
        room[index / 8] |= 0x80 >> UInt8(index % 8)
      }
    }
  }

  /// Packs the modules of a QR code that is not secret.
  ///
  /// Throws: `malformed` when that is not a size of a QR code.
  public init(size: Int, modules: [UInt8]) throws(SheetPagesError) {
    var made: SecretModules?
    var failure: SheetPagesError?
    modules.withUnsafeBufferPointer { modules in
      do throws(SheetPagesError) {
        made = try SecretModules(size: size, modules: modules)
      } catch {
        failure = error
      }
    }
    guard let made = made.take() else {
      throw failure ?? .malformed("no modules", offset: 0)
    }
    self = made
  }

  /// Whether the module in `row` and `column` is dark; outside the QR code all is light.
  public borrowing func isDark(row: Int, column: Int) -> Bool {
    guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
    let index = row * size + column
    return bits.withUnsafeBytes { $0[index / 8] & (0x80 >> UInt8(index % 8)) != 0 }
  }
}
