public import SecureMemory

/// What was read of a sheet, against what must stand on it.
public struct SheetReadBack: Hashable, Sendable {
  /// What was read, byte for byte as it must be, in words.
  public let found: [String]
  /// What must be there and was not read.
  public let missing: [String]
  /// The QR codes that stand on it, as places in what was read.
  public let places: Set<Int>
  /// How many QR codes were read that belong to something else.
  public let strangers: Int

  /// Compares; every QR code in a time that depends on lengths only.
  public init(_ expected: [PrintedSymbol], in symbols: borrowing SecretList) {
    found = expected.filter { $0.isRead(in: symbols) }.map(\.name)
    missing = expected.filter { !$0.isRead(in: symbols) }.map(\.name)
    var places: Set<Int> = []
    for index in 0..<symbols.count {
      let isKnown = symbols.withUnsafeBytes(at: index) { symbol in
        expected.contains { expected in
          expected.withUnsafeBytes { SecretBytes.constantTimeEquals($0, symbol) }
        }
      }
      if isKnown { places.insert(index) }
    }
    self.places = places
    strangers = symbols.count - places.count
  }

  /// Whether nothing is missing, and there was something to read.
  public var isWhole: Bool { missing.isEmpty && !found.isEmpty }
}
