internal import BitcoinPrimitives
internal import Descriptors
internal import ExtendedKeys
internal import WalletStorage
internal import WalletTypes

/// An account of a single key that this home has a wallet for: what Bitcoin Core may ask a signer about.
struct BridgeAccount {
  let script: StandardAccount
  let origin: KeyOrigin
  let network: Network
  let descriptor: Descriptor
  let wallet: WalletRecord

  /// The account of a wallet; nil for one of several keys, without an origin, or with other branches than receiving and
  /// change.
  init?(_ wallet: WalletRecord) {
    let descriptor = wallet.descriptor
    guard let script = descriptor.script, descriptor.isRange, descriptor.branchCount == 2,
      descriptor.unusualBranches == nil, descriptor.hardenedKey == nil,
      let origin = descriptor.keys.first?.origin
    else { return nil }
    (self.script, self.origin, network) = (script, origin, wallet.network)
    (self.descriptor, self.wallet) = (descriptor, wallet)
  }

  /// The accounts of a home.
  static func all(in store: Store) throws -> [BridgeAccount] {
    try store.wallets().compactMap { BridgeAccount($0) }
  }

  /// Its number, where it lies at the standard path of its script; nil elsewhere.
  var number: UInt32? {
    guard origin.path.count == 3 else { return nil }
    let number = origin.path.steps[2].index
    return (try? script.path(on: KeyNetwork(network), account: number)) == origin.path
      ? number : nil
  }

  /// Where the key of an origin lies in it; nil for a key that does not.
  func place(of key: KeyOrigin) -> BridgePlace? {
    let (path, own) = (key.path.steps, origin.path.steps)
    guard key.fingerprint == origin.fingerprint, path.count == own.count + 2,
      path.starts(with: own)
    else { return nil }
    let (branch, index) = (path[own.count], path[own.count + 1])
    guard !branch.isHardened, !index.isHardened, branch.index < 2 else { return nil }
    return BridgePlace(account: self, branch: Int(branch.index), index: index.index)
  }
}

/// A branch and an index of an account.
struct BridgePlace {
  let account: BridgeAccount
  let branch: Int
  let index: UInt32

  /// The script there.
  func derived() throws(DescriptorError) -> DerivedScript {
    try account.descriptor.derived(branch: branch, index: index)
  }

  /// What files about it are called: `core-wpkh-0-7`, on the change branch `core-wpkh-0-change-7`.
  var name: String {
    let number = account.number.map { "\($0)-" } ?? ""
    return "core-\(account.script)-\(number)\(branch == 1 ? "change-" : "")\(index)"
  }
}
