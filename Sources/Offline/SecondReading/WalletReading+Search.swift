extension WalletReading {
  /// How far beyond the highest index in use a script is looked for, in indices.
  package static let gap = 20
  /// How many indices of a branch are looked at, at most; fewer where a script has many keys.
  private static let most = 1_000

  /// Which of these scripts the wallet has at the indices in use and the gap behind them.
  ///
  /// `highest` are the highest indices known to be in use, branch by branch; nil where none is. From
  /// ``gap`` above it downwards at most 1,000 indices of a branch are looked at: as far as the first reader
  /// looks for an output that says nothing about its keys.
  package func owned(_ scripts: Set<[UInt8]>, highest: [UInt32?]) -> Set<[UInt8]> {
    let most = max(Self.gap + 1, Self.most / max(1, keys.count / 8))
    var found: Set<[UInt8]> = []
    for branch in 0..<text.branches {
      let last = highest.indices.contains(branch) ? highest[branch].map(Int.init) ?? -1 : -1
      let end = text.isRanged ? min(last + Self.gap + 1, 1 << 31) : 1
      guard isLike(any: scripts, branch: branch) else { continue }
      for index in max(0, end - most)..<end {
        for lock in (try? text.locks(branch: branch, index: UInt32(index))) ?? []
        where scripts.contains(lock.script) {
          found.insert(lock.script)
        }
      }
    }
    return found
  }

  /// Whether one of the scripts has the length and the first byte of this wallet's: a quick no for all others.
  private func isLike(any scripts: Set<[UInt8]>, branch: Int) -> Bool {
    let own = (try? text.locks(branch: branch, index: 0)) ?? []
    return scripts.contains { script in
      own.contains { $0.script.count == script.count && $0.script.first == script.first }
    }
  }
}
