internal import BitcoinPrimitives
internal import Descriptors
internal import ParallelWork
internal import Synchronization

/// The scripts of a wallet at the indices in use and a gap behind them, derived when first asked
/// for.
///
/// It finds own scripts that come without a derivation. A payment to somebody else is looked up
/// here as well, so it is bounded: from 20 above the highest known index downwards, at most 1,000
/// indices a branch. Beyond that an own output is shown as a payment, which errs on the safe side.
///
/// A coin is looked for farther, from the first index on and 1,000 to either side of the highest
/// known one, within a number of keys that all wallets of its kind of script share: our own coin
/// must not be shown as NOT OURS.
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
          Self.farStretches(around: wallet.highest(onBranch: branch), most: Int64(keyBudget / keys))
        }
      state.farTable = table
      return table[script].map { ($0.branch, $0.index) }
    }
  }

  /// How far from the highest known index a coin is looked for at least, where the budget allows it.
  private static let farGap: Int64 = 1_000

  /// From the first index on, and where the wallet is now, at most `most` indices together.
  ///
  /// The two are one stretch as soon as they meet: no hole lies between them in which a coin could be
  /// put so that it is not found.
  static func farStretches(around highest: Int64, most: Int64) -> [Range<Int64>] {
    let gap = min(farGap, most / 3)
    let near = max(0, highest - gap)..<(highest + gap + 1)
    let rest = max(0, most - Int64(near.count))
    guard rest < near.lowerBound else {
      return [0..<max(near.upperBound, min(most, 1 << 31))]
    }
    return [0..<rest, near]
  }

  private static func made(
    for wallet: RegisteredWallet, _ branches: [DescriptorBranch], known: [Place: Script]
  ) -> [Script: Place] {
    // A quorum derives all of its keys for each index.
    let most = max(gap + 1, Self.most / Int64(max(1, wallet.descriptor.keys.count / 8)))
    return derived(branches, known: known) { branch in
      let end = wallet.descriptor.isRange ? wallet.highest(onBranch: branch) + gap + 1 : 1
      return [max(0, end - most)..<end]
    }
  }

  /// The scripts of stretches of each branch, but for those that are known already derived side by
  /// side.
  private static func derived(
    _ branches: [DescriptorBranch], known: [Place: Script], in stretches: (Int) -> [Range<Int64>]
  ) -> [Script: Place] {
    var table: [Script: Place] = [:]
    for (branch, prepared) in branches.enumerated() {
      var missing: [Place] = []
      for index in stretches(branch).joined() {
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
