/// The linear equations over bits that received parts are, solved as they come in.
///
/// A plain fragment is known at once. A mixed part becomes a row in echelon form: one row per
/// lowest fragment in it. A part that says nothing new reduces to nothing and is dropped, so there
/// are never more rows than fragments. This finds the message from the fewest parts that determine
/// it, where peeling alone would wait for more.
struct FragmentSystem: Sendable {
  private struct Row: Sendable {
    var mask: [UInt64]
    var data: [UInt8]
  }

  private let count: Int
  private let length: Int
  private let rowLimit: Int
  /// Fragments side by side; those not known yet are zeros.
  private var fragments: [UInt8]
  private var known: [UInt64]
  private var knownCount = 0
  private var rows: [Int: Row] = [:]

  init(count: Int, length: Int, waitingBytes: Int) {
    self.count = count
    self.length = length
    let words = (count + 63) / 64
    rowLimit = max(64, waitingBytes / (8 * words + length))
    fragments = [UInt8](repeating: 0, count: count * length)
    known = [UInt64](repeating: 0, count: words)
  }

  /// What is left when the message has been taken out: only the count, for progress.
  init(solvedCount count: Int) {
    self.count = count
    length = 0
    rowLimit = 0
    fragments = []
    known = []
    knownCount = count
  }

  /// How many independent parts have arrived.
  var rank: Int { knownCount + rows.count }
  /// Whether they determine every fragment.
  var isSolvable: Bool { rank == count }

  /// Takes one part; false if it contradicts those before.
  ///
  /// A mixed part beyond the room for waiting rows is dropped: plain ones still complete the
  /// message.
  mutating func insert(fragments indices: [Int], data: [UInt8]) -> Bool {
    if indices.count == 1 { return insertKnown(indices[0], data) }
    var row = Row(mask: [UInt64](repeating: 0, count: known.count), data: data)
    for index in indices { row.mask[index >> 6] |= 1 << UInt64(index & 63) }
    return insert(row)
  }

  /// Every fragment, joined; only when `isSolvable`.
  mutating func solved() -> [UInt8] {
    // A row holds its lowest fragment and higher ones: from the highest down, all others are known
    // by then.
    for pivot in rows.keys.sorted(by: >) {
      guard var row = rows.removeValue(forKey: pivot) else { continue }
      removeKnown(from: &row, startingAt: pivot >> 6)
      store(row.data, at: pivot)
    }
    return fragments
  }

  private mutating func insertKnown(_ index: Int, _ data: [UInt8]) -> Bool {
    if isKnown(index) {
      return fragments[index * length..<(index + 1) * length].elementsEqual(data)
    }
    let displaced = rows.removeValue(forKey: index)
    store(data, at: index)
    guard let displaced else { return true }
    return insert(displaced)
  }

  private mutating func insert(_ start: Row) -> Bool {
    var row = start
    var word = 0
    removeKnown(from: &row, startingAt: 0)
    while word < row.mask.count {
      guard row.mask[word] != 0 else {
        word += 1
        continue
      }
      let pivot = word * 64 + row.mask[word].trailingZeroBitCount
      guard var other = rows.removeValue(forKey: pivot) else {
        if rows.count < rowLimit { rows[pivot] = row }
        return true
      }
      // Fragments that became known after the other row was stored leave it now, once and for all.
      removeKnown(from: &other, startingAt: word)
      for index in word..<row.mask.count { row.mask[index] ^= other.mask[index] }
      row.data.combine(other.data[...])
      rows[pivot] = other
    }
    return row.data.allSatisfy { $0 == 0 }
  }

  private func removeKnown(from row: inout Row, startingAt start: Int) {
    for word in start..<row.mask.count {
      var hits = row.mask[word] & known[word]
      row.mask[word] ^= hits
      while hits != 0 {
        let index = word * 64 + hits.trailingZeroBitCount
        hits &= hits - 1
        row.data.combine(fragments[index * length..<(index + 1) * length])
      }
    }
  }

  /// Whether a fragment is known by itself.
  func isKnown(_ index: Int) -> Bool {
    known[index >> 6] & (1 << UInt64(index & 63)) != 0
  }

  private mutating func store(_ data: [UInt8], at index: Int) {
    fragments.replaceSubrange(index * length..<(index + 1) * length, with: data)
    known[index >> 6] |= 1 << UInt64(index & 63)
    knownCount += 1
  }
}
