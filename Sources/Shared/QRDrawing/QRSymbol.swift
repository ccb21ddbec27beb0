internal import CQREncode

/// How much of a QR code may be lost (ISO/IEC 18004, 7.5.1).
public enum QRCorrection: Sendable {
  /// About 7 of 100 code words.
  case low
  /// About 15.
  case medium
  /// About 25.
  case quartile
  /// About 30.
  case high

  fileprivate var level: QRecLevel {
    switch self {
    case .low: QR_ECLEVEL_L
    case .medium: QR_ECLEVEL_M
    case .quartile: QR_ECLEVEL_Q
    case .high: QR_ECLEVEL_H
    }
  }
}

/// One QR code, at error correction L unless said otherwise: a square of dark and light modules, without its quiet zone.
public struct QRSymbol: Hashable, Sendable {
  /// Modules along one side.
  public let size: Int
  /// Row by row, 1 dark and 0 light.
  public let modules: [UInt8]

  /// A QR code for text: numeric mode for digits alone, alphanumeric for `0-9A-Z $%*+-./:`, else
  /// bytes of UTF-8.
  ///
  /// `version` is the smallest to use (0 chooses it); a series looks steady when all its QR codes
  /// have one version. Throws: `contentTooLong`, `nothingToDraw`.
  public init(
    text: String, version: Int = 0, correction: QRCorrection = .low
  ) throws(DrawingError) {
    let bytes = Array(text.utf8)
    try self.init(bytes, mode: Self.mode(for: bytes), version: version, correction)
  }

  /// A QR code for bytes, whatever they are; NUL included.
  ///
  /// Throws: `contentTooLong`, `nothingToDraw`.
  public init(bytes: [UInt8], version: Int = 0) throws(DrawingError) {
    try self.init(bytes, mode: QR_MODE_8, version: version, .low)
  }

  /// Whether the module in `row` and `column` is dark; outside the QR code all is light.
  public func isDark(row: Int, column: Int) -> Bool {
    guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
    return modules[row * size + column] == 1
  }

  private init(
    _ bytes: [UInt8], mode: QRencodeMode, version: Int, _ correction: QRCorrection
  ) throws(DrawingError) {
    guard !bytes.isEmpty else { throw .nothingToDraw }
    let tooLong = DrawingError.contentTooLong(bytes: bytes.count, version: 40)
    // Version 40 holds 7,089 digits: beyond that nothing is worth handing to the library.
    guard bytes.count <= 7_089, (0...40).contains(version) else { throw tooLong }
    guard let input = QRinput_new2(Int32(version), correction.level) else {
      throw .cannotEncode(format: "QR code")
    }
    defer { QRinput_free(input) }
    guard QRinput_append(input, mode, Int32(bytes.count), bytes) == 0,
      let code = QRcode_encodeInput(input)
    else { throw tooLong }
    defer { QRcode_free(code) }
    let size = Int(code.pointee.width)
    self.size = size
    modules = UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 }
  }

  private static func mode(for bytes: some Sequence<UInt8>) -> QRencodeMode {
    var mode = QR_MODE_NUM
    for byte in bytes {
      switch byte {
      case 0x30...0x39: continue
      case 0x41...0x5A, 0x20, 0x24, 0x25, 0x2A, 0x2B, 0x2D, 0x2E, 0x2F, 0x3A: mode = QR_MODE_AN
      default: return QR_MODE_8
      }
    }
    return mode
  }
}

extension QRSymbol {
  /// Lends the modules of a QR code for a secret: row by row, the lowest bit of each byte 1 for
  /// dark.
  ///
  /// Numeric and alphanumeric mode are chosen as for text, so that the digits of a SeedQR take the
  /// QR code that every reader of them expects; `isBinary` keeps to bytes, as a CompactSeedQR must.
  /// Other bytes than ASCII are marked as UTF-8 (ECI 26), without which readers guess.
  /// `version` is the smallest to use; 0 chooses it.
  /// The QR code is wiped afterwards, and no copy is kept here; what the library copies of the text
  /// while it encodes is out of reach.
  /// Throws: `contentTooLong`, `nothingToDraw`, and what `body` throws as it is.
  public static func withModules<Value: ~Copyable>(
    ofSecret bytes: UnsafeRawBufferPointer, isBinary: Bool = false, version: Int = 0,
    correction: QRCorrection = .low,
    _ body: (_ modules: UnsafeBufferPointer<UInt8>, _ size: Int) -> Value
  ) throws(DrawingError) -> Value {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { throw .nothingToDraw }
    let tooLong = DrawingError.contentTooLong(bytes: bytes.count, version: 40)
    guard bytes.count <= 7_089, (0...40).contains(version),
      let input = QRinput_new2(Int32(version), correction.level)
    else { throw tooLong }
    defer { QRinput_free(input) }
    let mode = isBinary ? QR_MODE_8 : mode(for: bytes)
    if !isBinary, bytes.contains(where: { $0 > 0x7F }) {
      guard QRinput_appendECIheader(input, 26) == 0 else { throw tooLong }
    }
    guard
      QRinput_append(
        input, mode, Int32(bytes.count), start.assumingMemoryBound(to: UInt8.self)) == 0,
      let code = QRcode_encodeInput(input)
    else { throw tooLong }
    let size = Int(code.pointee.width)
    defer {
      // The compiler does not know that this frees, so it keeps the stores before it.
      for index in 0..<size * size { code.pointee.data[index] = 0 }
      QRcode_free(code)
    }
    return body(UnsafeBufferPointer(start: code.pointee.data, count: size * size), size)
  }
}
