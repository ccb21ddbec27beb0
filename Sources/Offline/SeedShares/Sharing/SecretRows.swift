internal import SecureMemory

/// Secrets of one length in the order in which they were added.
///
/// A row of its own for each would be an array, and arrays take no secrets.
struct SecretRows: ~Copyable, Sendable {
  let rowLength: Int
  private(set) var count = 0
  private var storage = SecretBytes(count: 0)

  /// No rows yet, of `rowLength` bytes each.
  init(rowLength: Int) {
    self.rowLength = rowLength
  }

  /// Adds a row, which must have the length of the others.
  mutating func append(_ row: borrowing SecretBytes) {
    precondition(row.count == rowLength, "all rows have one length")
    storage = SecretBytes(joining: storage, row)
    count += 1
  }

  /// Lends a row, counted from 0.
  borrowing func withRow<R: ~Copyable, E: Error>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try storage.withUnsafeBytes { all throws(E) in
      let start = index * rowLength
      return try body(UnsafeRawBufferPointer(rebasing: all[start..<(start + rowLength)]))
    }
  }

  /// A copy of a row, counted from 0.
  borrowing func row(at index: Int) -> SecretBytes {
    withRow(at: index) { SecretBytes(copying: $0) }
  }

  /// A copy of all rows.
  borrowing func duplicated() -> SecretRows {
    var copy = SecretRows(rowLength: rowLength)
    for index in 0..<count { copy.append(row(at: index)) }
    return copy
  }

  /// A copy of some rows, counted from 0, in that order.
  borrowing func rows(at indices: [Int]) -> SecretRows {
    var copy = SecretRows(rowLength: rowLength)
    for index in indices { copy.append(row(at: index)) }
    return copy
  }
}
