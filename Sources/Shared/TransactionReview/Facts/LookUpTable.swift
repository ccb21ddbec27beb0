import BitcoinPrimitives
import Descriptors
import ParallelWork
import Synchronization

/// The scripts of a wallet at the indices in use and a gap behind them, derived when first asked for.
///
/// It finds own outputs that come without a derivation. A payment to somebody else is looked up here
/// as well, so it is bounded: from 20 above the highest known index downwards, at most 1,000 indices
/// a branch. Beyond that an own output is shown as a payment, which is the safe mistake.
final class LookUpTable: Sendable {
  private static let gap: Int64 = 20
  private static let most: Int64 = 1_000

  private let table = Mutex<[Script: (branch: Int, index: UInt32)]?>(nil)

  func find(
    _ script: Script, in wallet: RegisteredWallet, _ branches: [DescriptorBranch]
  ) -> (branch: Int, index: UInt32)? {
    table.withLock { table in
      let made = table ?? Self.made(for: wallet, branches)
      table = made
      return made[script]
    }
  }

  private static func made(
    for wallet: RegisteredWallet, _ branches: [DescriptorBranch]
  ) -> [Script: (branch: Int, index: UInt32)] {
    var table: [Script: (branch: Int, index: UInt32)] = [:]
    for (branch, prepared) in branches.enumerated() {
      let end = wallet.descriptor.isRange ? wallet.highest(onBranch: branch) + gap + 1 : 1
      let start = max(0, end - most)
      let scripts = ParallelMap.results(count: Int(end - start)) { offset in
        try? prepared.script(at: UInt32(start) + UInt32(offset)).scriptPubKey
      }
      for (offset, script) in scripts.enumerated() {
        if let script { table[script] = (branch, UInt32(start) + UInt32(offset)) }
      }
    }
    return table
  }
}
