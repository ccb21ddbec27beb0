internal import SecureMemory

/// How many bytes must be inserted, removed, changed or swapped with their neighbour to turn one
/// word into another (optimal string alignment).
enum EditDistance {
  /// The longest word that is looked at: bytes.
  static let limit = 64

  /// Compares two words of at most ``limit`` bytes; the table is wiped.
  static func between(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int {
    guard first.count <= limit, second.count <= limit else { return .max }
    // A difference in length is a lower bound: no table for words that are far off.
    guard abs(first.count - second.count) <= 2 else { return .max }
    let width = second.count + 1
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: (first.count + 1) * width) {
      table in
      for column in 0..<width { table[column] = UInt8(column) }
      for row in 1..<max(first.count + 1, 1) {
        table[row * width] = UInt8(row)
        for column in 1..<max(width, 1) {
          let same = first[row - 1] == second[column - 1]
          var best = min(
            table[(row - 1) * width + column] + 1, table[row * width + column - 1] + 1,
            table[(row - 1) * width + column - 1] + (same ? 0 : 1))
          if row > 1, column > 1, first[row - 1] == second[column - 2],
            first[row - 2] == second[column - 1]
          {
            best = min(best, table[(row - 2) * width + column - 2] + 1)
          }
          table[row * width + column] = best
        }
      }
      let distance = Int(table[(first.count + 1) * width - 1])
      SecretBytes.wipe(UnsafeMutableRawBufferPointer(table))
      return distance
    }
  }
}
