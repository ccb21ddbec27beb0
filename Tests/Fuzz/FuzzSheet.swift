import SecureMemory
import SheetPages

/// Documents of pages of any kind are read without a trap, and what was read lies within them.
func fuzzSheet(_ bytes: [UInt8]) {
  var copy = bytes
  let secret = SecretBytes(moving: &copy)
  guard let document = try? SheetDocument(decoding: secret) else { return }
  for block in document.blocks {
    switch block {
    case .words(let range, _), .secretLine(_, let range, _), .plate(let range):
      precondition(
        range.lowerBound >= 0 && range.upperBound <= bytes.count, "a secret beyond the end")
      document.withSecret(range) { secret in
        precondition(String(validating: secret, as: UTF8.self) != nil, "a secret that is no text")
      }
    case .symbol(let symbol, _), .tile(let symbol), .copy(let symbol), .mark(let symbol):
      precondition(SheetLimits.isSymbolSize(symbol.size), "a symbol of no size")
      var dark = 0
      for row in 0..<symbol.size {
        for column in 0..<symbol.size {
          dark += document.isDark(symbol, row: row, column: column) ? 1 : 0
        }
      }
      precondition(dark <= symbol.size * symbol.size)
    case .lines(let lines, let columns, _, _):
      precondition((1...SheetLimits.lines).contains(lines) && (1...4).contains(columns))
    default: break
    }
  }
}
