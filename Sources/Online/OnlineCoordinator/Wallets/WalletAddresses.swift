internal import BitcoinPrimitives
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The addresses of a wallet's coins, from the scripts in its records: nothing is derived again.
struct WalletAddresses {
  private let network: Network
  /// All scripts, one behind the other: a wallet may have hundreds of thousands, and as values of their own
  /// they would take five times the room.
  private let bytes: [UInt8]
  /// Where each script ends.
  private let ends: [UInt32]
  /// Scripts whose indices follow one another; a branch that was searched is one of these.
  private let runs: [Run]

  private struct Run {
    let branch: Int
    let first: UInt32
    /// Its first script among all.
    let start: Int
    var count: Int
  }

  init(_ wallet: WalletRecord, _ store: Store) throws {
    network = wallet.network
    var bytes: [UInt8] = []
    var ends: [UInt32] = []
    var runs: [Run] = []
    try store.forEachScript(of: wallet) { place, script, count in
      if ends.isEmpty {
        // Nearly always all are of one length.
        ends.reserveCapacity(count)
        bytes.reserveCapacity(count * min(script.count, 64))
      }
      if let last = runs.last, last.branch == place.branch,
        Int(place.index) == Int(last.first) + last.count
      {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(
          Run(branch: place.branch, first: place.index, start: ends.count, count: 1))
      }
      bytes += script
      ends.append(UInt32(bytes.count))
    }
    self.bytes = bytes
    self.ends = ends
    self.runs = runs
  }

  /// The script of a place of the wallet; nil when its records have none.
  private func script(_ place: ScriptPlace) -> Script? {
    // The last run that begins at the place or before it.
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if (runs[middle].branch, runs[middle].first) <= (place.branch, place.index) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low > 0 else { return nil }
    let run = runs[low - 1]
    guard run.branch == place.branch, Int(place.index - run.first) < run.count else { return nil }
    let position = run.start + Int(place.index - run.first)
    let start = position == 0 ? 0 : Int(ends[position - 1])
    return Script(bytes[start..<Int(ends[position])])
  }

  /// The address of a place of the wallet; empty when its script has none.
  func address(_ place: ScriptPlace) -> String {
    guard let script = script(place) else { return "" }
    return Address(script: script, network: network)?.string ?? ""
  }
}
