internal import Bytes
internal import Hashes
internal import QRDrawing
public import SecureMemory
public import SheetPages

/// A QR code of a sheet: what it holds, byte for byte, and how a person calls it.
public final class PrintedSymbol: Sendable {
  // A class because an array cannot hold what is not copied.
  /// What it is: `the words of savings`, `tile 2 of 3 of the wallet family`.
  public let name: String
  /// Whether what it holds is a secret.
  public let isSecret: Bool
  private let content: SecretBytes
  /// Whether it keeps to bytes, whatever they are.
  private let isBinary: Bool

  /// Takes what the QR code holds; `isBinary` where that is no text.
  public init(
    _ name: String, _ content: consuming SecretBytes, isSecret: Bool, isBinary: Bool = false
  ) {
    self.name = name
    self.isBinary = isBinary
    self.content = content
    self.isSecret = isSecret
  }

  /// Takes a text that is not secret.
  public convenience init(_ name: String, text: String) {
    var bytes = Array(text.utf8)
    self.init(name, SecretBytes(moving: &bytes), isSecret: false)
  }

  /// The bytes that it holds.
  public var count: Int { content.count }

  /// Lends what it holds.
  public func withUnsafeBytes<R: ~Copyable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try content.withUnsafeBytes(body)
  }

  /// Its name where it begins a line.
  var caption: String { name.prefix(1).uppercased() + name.dropFirst() }

  /// Its text, when it is not secret; empty for a secret.
  public var publicText: String {
    isSecret ? "" : content.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether it is among the QR codes that were read.
  public func isRead(in symbols: borrowing SecretList) -> Bool {
    content.withUnsafeBytes { symbols.contains($0) }
  }

  /// Its modules at the best error correction that costs no size: numeric for digits, alphanumeric for
  /// capitals, else bytes, in UTF-8 where they are not ASCII.
  ///
  /// Throws: `symbol` when there is no QR code so large.
  public func modules() throws(RecoverySheetError) -> SecretModules {
    let smallest = try modules(.low)
    for level in [QRCorrection.quartile, .medium] {
      if let modules = try? modules(level), modules.size == smallest.size { return modules }
    }
    return smallest
  }

  /// Its modules in a square of `width` mm: at level Q where they are then no smaller than 0.88 mm, as the descriptor
  /// of a wallet of one key has them, else at level M down to 0.6 mm, and below that as ``modules()``.
  ///
  /// A stain takes away a part of the code, blur takes away the smallest modules.
  func modules(width: Int) throws(RecoverySheetError) -> SecretModules {
    for (level, least) in [(QRCorrection.quartile, 0.88), (.medium, 0.6)] {
      if let modules = try? modules(level),
        Double(width) / Double(modules.size + Self.whiteModules) >= least
      {
        return modules
      }
    }
    return try modules()
  }

  /// The white of a QR code that is counted into its width: the other half lies in what is white anyway.
  private static let whiteModules = 4

  /// The width at which the modules of level M have `module` mm, from `least` to `most` mm.
  func width(module: Double, least: Int, most: Int) throws(RecoverySheetError) -> Int {
    let size = Double(try modules(.medium).size + Self.whiteModules)
    return min(most, max(least, Int((size * module).rounded(.up))))
  }

  /// As ``modules(width:)``, one of several in a row: all have as many modules as the largest of them, a
  /// shorter one with more error correction, so that they are one size.
  func modules(width: Int, beside row: [PrintedSymbol]) throws(RecoverySheetError) -> SecretModules
  {
    var largest = 0
    for symbol in row { largest = max(largest, try symbol.modules(width: width).size) }
    // Each version has four modules more (ISO/IEC 18004, 5.3.1).
    let version = (largest - 17) / 4
    for level in [QRCorrection.high, .quartile, .medium] {
      if let modules = try? modules(level, version: version), modules.size == largest {
        return modules
      }
    }
    return try modules(width: width)
  }

  /// Its modules at one error correction; `version` is the smallest to use.
  func modules(
    _ correction: QRCorrection, version: Int = 0
  ) throws(RecoverySheetError) -> SecretModules {
    let drawn: ModulesResult
    do throws(DrawingError) {
      drawn = try content.withUnsafeBytes { (bytes) throws(DrawingError) in
        try QRSymbol.withModules(
          ofSecret: bytes, isBinary: isBinary, version: version, correction: correction
        ) { modules, size in
          ModulesResult(try? SecretModules(size: size, modules: modules))
        }
      }
    } catch {
      throw .symbol(name, reason: error.description)
    }
    guard let modules = drawn.take() else { throw .symbol(name, reason: "no modules") }
    return modules
  }

  /// What tells a list of QR codes from every other: SHA-256 over kind, lengths and contents.
  static func digest(_ kind: SheetKind, _ symbols: [PrintedSymbol]) -> Bytes32 {
    var hasher = SecretSHA256()
    hasher.update(Array("drawbridge sheet \(kind.rawValue)".utf8) + [0])
    for symbol in symbols {
      var length = UInt64(symbol.count).bigEndian
      Swift.withUnsafeBytes(of: &length) { hasher.update($0) }
      symbol.withUnsafeBytes { hasher.update($0) }
    }
    let digest = hasher.finalized()
    return digest.withUnsafeBytes { Bytes32($0) ?? .zero }
  }
}

/// Carries modules out of a closure.
private struct ModulesResult: ~Copyable {
  private var modules: SecretModules?

  init(_ modules: consuming SecretModules?) { self.modules = modules }

  consuming func take() -> SecretModules? { modules }
}
