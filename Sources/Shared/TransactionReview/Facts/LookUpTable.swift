import BitcoinPrimitives
import Descriptors
import ParallelWork
import Synchronization

/// The scripts of a wallet at the indices in use and a gap behind them, derived when first asked
/// for.
///
/// It finds own outputs that come without a derivation. A payment to somebody else is looked up
/// here as well, so it is bounded: from 20 above the highest known index downwards, at most 1,000
/// indices a branch. Beyond that an own output is shown as a payment, which is the safe mistake.
final class LookUpTable: Sendable {
  private static let gap: Int64 = 20
  private static let most: Int64 = 1_000

  private struct Place: Hashable {
    let branch: Int
    let index: UInt32
  }

  private struct State {
    /// Scripts that were derived for another reason: they are not derived a second time.
    var known: [Place: Script] = [:]
    var table: [Script: Place]?
  }

  private let state = Mutex(State())

  /// Keeps the scripts of places that were found already.
  func learn(_ places: some Sequence<WalletPlace>) {
    state.withLock { state in
      for place in places {
        state.known[Place(branch: place.branch, index: place.index)] = place.derived.scriptPubKey
      }
    }
  }

  func find(
    _ script: Script, in wallet: RegisteredWallet, _ branches: [DescriptorBranch]
  ) -> (branch: Int, index: UInt32)? {
    state.withLock { state in
      let table = state.table ?? Self.made(for: wallet, branches, known: state.known)
      state.table = table
      return table[script].map { ($0.branch, $0.index) }
    }
  }

  private static func made(
    for wallet: RegisteredWallet, _ branches: [DescriptorBranch], known: [Place: Script]
  ) -> [Script: Place] {
    var table: [Script: Place] = [:]
    for (branch, prepared) in branches.enumerated() {
      // A quorum costs as many keys an index as it has.
      let most = max(gap + 1, Self.most / Int64(max(1, wallet.descriptor.keys.count / 8)))
      let end = wallet.descriptor.isRange ? wallet.highest(onBranch: branch) + gap + 1 : 1
      var missing: [Place] = []
      for index in max(0, end - most)..<end {
        let place = Place(branch: branch, index: UInt32(index))
        if let script = known[place] { table[script] = place } else { missing.append(place) }
      }
      let places = missing
      let scripts = ParallelMap.results(count: places.count) { number in
        try? prepared.script(at: places[number].index).scriptPubKey
      }
      for (place, script) in zip(places, scripts) {
        if let script { table[script] = place }
      }
    }
    return table
  }
}
