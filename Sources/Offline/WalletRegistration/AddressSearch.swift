package import BitcoinPrimitives
internal import Descriptors
package import EncryptedVault
internal import ParallelWork
internal import SignerHome
package import TerminalUI

/// A search for an address among the registered wallets, bounded in work.
///
/// All wallets are looked through side by side, a thousand addresses of each at a time, so that a
/// wallet with a long past does not keep the others from being looked at. Without an index to go to it
/// ends after a number of keys, whatever the wallets remember.
package final class AddressSearch {
  /// From here on no index is looked at (R07).
  package static let indexLimit: UInt32 = 1_000_000
  /// How far past the highest known index an address is looked for.
  private static let gap = 1_000
  /// How many keys are derived at most, unless somebody says how far to go.
  private static let mostKeys = 100_000
  private static let chunk = 1_000

  /// Where an address was found.
  package struct Found {
    package let wallet: StoredWallet
    /// The wallet and the true steps to the address, in words.
    package let place: String
    package let branch: Int
    package let index: UInt32
  }

  /// One branch of one kind of script of a wallet.
  private struct Lane {
    let wallet: StoredWallet
    let form: Descriptor
    let branch: Int
    let scripts: DescriptorBranch
    let keyCount: Int
    let end: Int
    var next = 0
  }

  private let wanted: Address
  private let isBounded: Bool
  private var lanes: [Lane] = []
  private var looked = 0

  /// Finds out which wallets have scripts of the address's kind at all.
  package init(
    of wanted: Address, in contents: VaultContents, upTo last: UInt32?
  ) throws(ProgramError) {
    self.wanted = wanted
    isBounded = last == nil
    for wallet in contents.wallets {
      // A combo owns each kind of script of its key.
      for form in try wallet.parsedDescriptor().alternatives {
        for branch in 0..<form.branchCount {
          let scripts = try hinted { () throws(DescriptorError) in try form.branch(branch) }
          guard let first = try? scripts.script(at: 0), Self.isLike(first.scriptPubKey, wanted)
          else { continue }
          let highest = branch == 0 ? wallet.highestReceive : wallet.highestChange
          let end = last.map { Int($0) + 1 } ?? Int(highest ?? 0) + Self.gap + 1
          lanes.append(
            Lane(
              wallet: wallet, form: form, branch: branch, scripts: scripts,
              keyCount: max(1, form.keys.count),
              end: form.isRange ? min(end, Int(Self.indexLimit)) : 1))
        }
      }
    }
  }

  /// The same length and the same first byte: the same kind of script.
  private static func isLike(_ script: Script, _ wanted: Address) -> Bool {
    script.count == wanted.script.count && script.slice.first == wanted.script.slice.first
  }

  /// Looks, with progress; nil when the address was not found.
  package func found(on console: Console) -> Found? {
    let total = lanes.reduce(0) { $0 + $1.end }
    let progress = console.progress("looking through the wallets", unit: "addresses")
    defer { progress.end() }
    var keys = 0
    var isMore = true
    while isMore {
      isMore = false
      for number in lanes.indices where lanes[number].next < lanes[number].end {
        if isBounded, keys >= Self.mostKeys { return nil }
        progress.update(looked, of: total)
        if let index = look(in: &lanes[number], &keys) {
          let lane = lanes[number]
          return Found(
            wallet: lane.wallet,
            place: lane.form.place(
              named: lane.wallet.name, branch: lane.branch, index: UInt32(index)),
            branch: lane.branch, index: UInt32(index))
        }
        isMore = true
      }
    }
    return nil
  }

  /// Looks at the next addresses of a lane.
  private func look(in lane: inout Lane, _ keys: inout Int) -> Int? {
    let (start, scripts, wanted) = (lane.next, lane.scripts, wanted.script)
    let count = min(max(1, Self.chunk / lane.keyCount), lane.end - start)
    let matches = ParallelMap.results(count: count) { offset in
      (try? scripts.script(at: UInt32(start + offset)).scriptPubKey) == wanted
    }
    lane.next += count
    looked += count
    keys += count * lane.keyCount
    return matches.firstIndex(of: true).map { start + $0 }
  }

  /// How far it looked, in words.
  package var extent: String {
    guard !lanes.isEmpty else { return "no registered wallet has addresses of this kind" }
    let words = lanes.prefix(Self.lanesNamed).map { lane in
      lane.next == 0
        ? "none of \(lane.wallet.name) \(lane.branch)/"
        : "\(lane.wallet.name) \(lane.branch)/0 to \(lane.branch)/\(lane.next - 1)"
    }
    let more = lanes.count - words.count
    return "\(looked) addresses were searched: \(words.joined(separator: ", "))"
      + (more > 0 ? " and \(more) more branches" : "")
  }

  private static let lanesNamed = 4
}
