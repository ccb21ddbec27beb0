public import SecureMemory

/// Secret lines in columns, so that 24 or 33 words stand on a screen of 80 by 24 at once.
public enum SecretColumns {
  /// More lines than this stand in columns.
  private static let mostLines = 12
  private static let columns = 3
  private static let gap = 3

  /// The lines, read downwards in three columns where there are many; made in locked memory.
  public static func arranged(_ lines: borrowing SecretBytes) -> SecretBytes {
    lines.withUnsafeBytes { bytes in
      let parts = PagedLines(bytes)
      let (ranges, widths) = (parts.ranges, parts.widths)
      let isLong = ranges.count > mostLines
      let rows = isLong ? (ranges.count + columns - 1) / columns : ranges.count
      let width = (widths.max() ?? 0) + gap
      var text = SecretBytes(count: bytes.count + ranges.count * (width + 1))
      var place = 0
      text.withUnsafeMutableBytes { memory in
        func put(_ byte: UInt8) {
          memory[place] = byte
          place += 1
        }
        for row in 0..<rows {
          if row > 0 { put(0x0a) }
          for line in stride(from: row, to: ranges.count, by: rows) {
            for index in ranges[line] { put(bytes[index]) }
            guard line + rows < ranges.count else { continue }
            for _ in widths[line]..<width { put(0x20) }
          }
        }
      }
      text.truncate(to: place)
      return text
    }
  }
}
