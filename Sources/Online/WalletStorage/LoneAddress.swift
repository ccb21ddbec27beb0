public import BitcoinPrimitives
public import Descriptors
internal import ExtendedKeys
internal import Foundation
internal import GRDB
internal import WalletTypes

// A wallet of one address, such as `wpkh(.../0/5)`, may lie in the middle of an account: no first script
// tells, and its coins would be counted, and spent, twice.

extension Descriptor {
  /// The indices that the keys of a lone address name, in the steps behind them or in their origins.
  var namedIndices: [UInt32] {
    var indices: [UInt32] = []
    for key in keys where indices.count < 4 {
      var last: ChildNumber?
      if case .child(let number)? = key.steps.last {
        last = number
      } else if key.steps.isEmpty {
        last = key.origin?.path.steps.last
      }
      guard let last, !last.isHardened, !indices.contains(last.index) else { continue }
      indices.append(last.index)
    }
    return indices
  }

  /// Whether it derives one of the scripts at one of the indices, on any branch.
  func derives(anyOf scripts: Set<Script>, at indices: some Collection<UInt32>) -> Bool {
    (0..<scriptBranchCount).contains { branch in
      guard let ready = try? self.branch(branch) else { return false }
      return indices.contains { index in
        (try? ready.script(at: index)).map { scripts.contains($0.scriptPubKey) } ?? false
      }
    }
  }
}

extension Store {
  /// The most addresses of a branch that are derived to find a lone one among them; one whose key names
  /// its index is found beyond.
  private static let looksAhead: UInt32 = 2_000

  /// Why a descriptor must not become a wallet beside these: it is one of them, a part of one, or has one of
  /// their addresses; nil when nothing stands in the way.
  ///
  /// A lone address is looked for among the scripts that an account has looked at, and a gap beyond.
  static func overlap(
    _ db: Database, of descriptor: Descriptor, gapLimit: Int, among wallets: [WalletRecord],
    on network: Network
  ) throws -> StorageError? {
    if let same = wallets.first(where: { $0.overlaps(descriptor, on: network) }) {
      return .walletIsHere(name: same.name)
    }
    for wallet in wallets where wallet.network == network {
      if wallet.descriptor.isRange, !descriptor.isRange,
        try has(db, wallet, anyOf: descriptor.firstScripts, named: descriptor.namedIndices)
      {
        return .walletIsHere(name: wallet.name)
      }
      if !wallet.descriptor.isRange, descriptor.isRange {
        let scripts = wallet.descriptor.firstScripts
        let ahead = min(UInt32(clamping: gapLimit), looksAhead)
        if descriptor.derives(anyOf: scripts, at: wallet.descriptor.namedIndices)
          || descriptor.derives(anyOf: scripts, at: 0..<ahead)
        {
          return .addressIsHere(name: wallet.name)
        }
      }
    }
    return nil
  }

  /// Whether an account has one of these scripts.
  private static func has(
    _ db: Database, _ wallet: WalletRecord, anyOf scripts: Set<Script>, named indices: [UInt32]
  ) throws -> Bool {
    for script in scripts {
      let known = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM script WHERE wallet = ? AND script = ?",
        arguments: [wallet.id, script.data])
      if known ?? 0 > 0 { return true }
    }
    if wallet.descriptor.derives(anyOf: scripts, at: indices) { return true }
    let gap = UInt32(clamping: wallet.gapLimit)
    for state in try branches(db, wallet.id) {
      // What was looked at is in the table above.
      let end = min(max(state.next, state.scanned) + gap, state.scanned + looksAhead)
      guard end > state.scanned, let branch = try? wallet.descriptor.branch(state.branch) else {
        continue
      }
      for index in state.scanned..<min(end, 0x8000_0000) {
        if let derived = try? branch.script(at: index), scripts.contains(derived.scriptPubKey) {
          return true
        }
      }
    }
    return false
  }

  /// Why a descriptor must not become a wallet here: its addresses, or one of them, are here already.
  ///
  /// `StorageError.walletIsHere` or `.addressIsHere`; nil when nothing stands in the way.
  public func overlap(
    of descriptor: Descriptor, gapLimit: Int, on network: Network
  ) throws(StorageError) -> StorageError? {
    try read { db in
      try Self.overlap(
        db, of: descriptor, gapLimit: gapLimit, among: Self.wallets(db, on: network), on: network)
    }
  }

  /// Whether the script at this place of a wallet was handed out as the only address of another one, here
  /// or in another home of this user.
  func wasHandedOutAlone(
    _ db: Database, _ wallet: WalletRecord, branch: Int, index: UInt32
  ) throws -> Bool {
    // The first script of a branch stands for the branch itself.
    guard index > 0, wallet.descriptor.isRange,
      let script = try? wallet.descriptor.derived(branch: branch, index: index).scriptPubKey
    else { return false }
    let here = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM handedOut WHERE network = ? AND script = ? AND next > 0",
      arguments: [wallet.network.identity, script.data])
    if here ?? 0 > 0 { return true }
    let key = HandedOutFile.key(network: wallet.network.identity, script: script.data)
    return handedOutElsewhere(key) > 0
  }
}
