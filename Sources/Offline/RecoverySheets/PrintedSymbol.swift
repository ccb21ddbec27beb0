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

  /// Takes what the QR code holds.
  public init(_ name: String, _ content: consuming SecretBytes, isSecret: Bool) {
    self.name = name
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

  /// Its text, when it is not secret; empty for a secret.
  public var publicText: String {
    isSecret ? "" : content.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether it is among the QR codes that were read.
  public func isRead(in symbols: borrowing SecretList) -> Bool {
    content.withUnsafeBytes { symbols.contains($0) }
  }

  /// Its modules: numeric for digits, alphanumeric for capitals, else bytes; correction L.
  ///
  /// Throws: `symbol` when there is no QR code so large.
  public func modules() throws(RecoverySheetError) -> SecretModules {
    let drawn: ModulesResult
    do throws(DrawingError) {
      drawn = try content.withUnsafeBytes { (bytes) throws(DrawingError) in
        try QRSymbol.withModules(ofSecret: bytes) { modules, size in
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
