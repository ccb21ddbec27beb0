import BitcoinPrimitives
import Descriptors
import ParallelWork
import Synchronization

/// The scripts of a wallet at the indices in use and a gap behind them, derived when first asked
/// for.
///
/// It finds own scripts that come without a derivation. A payment to somebody else is looked up
/// here as well, so it is bounded: from 20 above the highest known index downwards, at most 1,000
/// indices a branch. Beyond that an own output is shown as a payment, which is the safe mistake.
///
/// A coin is looked for farther, up to 1,000 above the highest known index and down to the first, as
/// far as a number of keys goes that all wallets share: our own coin must not read NOT OURS.
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
    var farTable: [Script: Place]?
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

  /// Finds the script of a coin farther away, with at most `keyBudget` keys derived the first time.
  func findFar(
    _ script: Script, in wallet: RegisteredWallet, _ branches: [DescriptorBranch], keyBudget: Int
  ) -> (branch: Int, index: UInt32)? {
    guard wallet.descriptor.isRange else { return nil }
    return state.withLock { state in
      let keys = max(1, branches.count * wallet.descriptor.keys.count)
      let table =
        state.farTable
        ?? Self.derived(branches, known: state.known) { branch in
          let end = wallet.highest(onBranch: branch) + Self.farGap + 1
          return max(0, end - Int64(keyBudget / keys))..<end
        }
      state.farTable = table
      return table[script].map { ($0.branch, $0.index) }
    }
  }

  /// How far above the highest known index a coin is looked for.
  private static let farGap: Int64 = 1_000

  private static func made(
    for wallet: RegisteredWallet, _ branches: [DescriptorBranch], known: [Place: Script]
  ) -> [Script: Place] {
    // A quorum costs as many keys an index as it has.
    let most = max(gap + 1, Self.most / Int64(max(1, wallet.descriptor.keys.count / 8)))
    return derived(branches, known: known) { branch in
      let end = wallet.descriptor.isRange ? wallet.highest(onBranch: branch) + gap + 1 : 1
      return max(0, end - most)..<end
    }
  }

  /// The scripts of a stretch of each branch, but for those that are known already derived side by
  /// side.
  private static func derived(
    _ branches: [DescriptorBranch], known: [Place: Script], in stretch: (Int) -> Range<Int64>
  ) -> [Script: Place] {
    var table: [Script: Place] = [:]
    for (branch, prepared) in branches.enumerated() {
      var missing: [Place] = []
      for index in stretch(branch) {
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
