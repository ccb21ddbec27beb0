package import BitcoinPrimitives
package import ChainTypes
package import WalletTypes

/// The scripts of a wallet, each held once, with where the wallet derives it.
package struct WalletScripts: Sendable {
  /// Scripts whose indices follow one another; a branch that was searched is one of these.
  private struct Run {
    let branch: Int
    let first: UInt32
    /// The position of its first script.
    let start: Int
  }

  /// The scripts, by branch and index as far as the records had them, then as they were added.
  package private(set) var all = ScriptTable()
  private var runs: [Run] = []
  /// One more than the highest index, by branch.
  package private(set) var counts: [Int: UInt32] = [:]

  /// None.
  package init() {}

  /// Adds a script at the end, also one that is there already: two branches may share it.
  package mutating func append(_ place: ScriptPlace, _ script: Script) {
    script.slice.withUnsafeBytes { append(place, bytes: $0) }
  }

  /// The same of the bytes of a script, which are copied.
  package mutating func append(_ place: ScriptPlace, bytes: UnsafeRawBufferPointer) {
    if let last = runs.last, last.branch == place.branch,
      Int(place.index) == Int(last.first) + all.count - last.start
    {
      // It goes on.
    } else {
      runs.append(Run(branch: place.branch, first: place.index, start: all.count))
    }
    all.append(bytes: bytes)
    counts[place.branch] = max(counts[place.branch] ?? 0, place.index + 1)
  }

  /// Where the wallet derives the script at a position.
  package func place(at position: Int) -> ScriptPlace {
    precondition(all.indices.contains(position), "no script at \(position)")
    // The last run that begins at the position or before it.
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].start <= position { low = middle + 1 } else { high = middle }
    }
    let run = runs[low - 1]
    return ScriptPlace(branch: run.branch, index: run.first + UInt32(position - run.start))
  }
}
