public import SecureMemory

/// A document of pages as it was read, strictly: nothing unknown, nothing left over, nothing past its limit.
public struct SheetDocument: ~Copyable {
  /// The size of the pages.
  public let paper: Paper
  /// What stands at the head of each page.
  public let title: String
  /// What stands small below the title; may be empty.
  public let subtitle: String
  /// What stands at the foot of each page, up to three lines.
  public let footer: String
  /// Everything else, from top to bottom.
  public let blocks: [SheetBlock]
  /// What the drawer writes by itself.
  public let phrases: SheetPhrases
  private let bytes: SecretBytes

  /// Reads a document (docs/formats.md).
  ///
  /// Throws: `tooLarge`, `truncated`, `malformed`, `tooLong`, with the offset in bytes; never what stands there.
  public init(decoding bytes: consuming SecretBytes) throws(SheetPagesError) {
    guard bytes.count <= SheetLimits.documentBytes else {
      throw .tooLarge(bytes: bytes.count, limit: SheetLimits.documentBytes)
    }
    let parts = try bytes.withUnsafeBytes { (memory) throws(SheetPagesError) in
      var reader = SheetReader(memory)
      return try reader.document()
    }
    paper = parts.paper
    title = parts.title
    subtitle = parts.subtitle
    footer = parts.footer
    blocks = parts.blocks
    phrases = parts.phrases
    self.bytes = bytes
  }

  /// Lends the letters of a secret that a block names, as UTF-8.
  public borrowing func withSecret<Value>(
    _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Value
  ) -> Value {
    bytes.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[range.clamped(to: 0..<$0.count)]))
    }
  }

  /// Whether the module in `row` and `column` is dark; outside the QR code all is light.
  public borrowing func isDark(_ symbol: SheetSymbol, row: Int, column: Int) -> Bool {
    guard (0..<symbol.size).contains(row), (0..<symbol.size).contains(column) else { return false }
    let index = row * symbol.size + column
    return bytes.withUnsafeBytes {
      let place = symbol.bits.lowerBound + index / 8
      return $0.indices.contains(place) && $0[place] & (0x80 >> UInt8(index % 8)) != 0
    }
  }
}
