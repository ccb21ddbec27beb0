internal import BitcoinPrimitives
internal import Descriptors
internal import ExtendedKeys

/// What every wallet from outside must be, whatever its format (R11, R23).
enum WalletChecks {
  /// Checks all that needs no network; says which network follows, and what to warn of.
  static func check(
    _ draft: WalletDraft
  ) throws(WalletFileError) -> (network: Network?, warnings: [String]) {
    let descriptor = draft.descriptor
    if let key = descriptor.hardenedKey { throw .descriptor(.hardenedStep(key: key)) }
    guard descriptor.branchCount <= 2 else {
      throw .refused(
        field: "descriptor", reason: "has \(descriptor.branchCount) branches; one or two are known")
    }
    try requireOrigins(descriptor)
    try requireHeldKeys(descriptor)
    try requireDistinctKeys(descriptor)
    if let conflict = OriginConflict(among: descriptor.keys) { throw .swappedKey(conflict) }
    let network = try network(of: draft)
    if let stated = draft.firstAddress { try require(stated, of: descriptor, on: network) }
    return (network, originWarnings(descriptor))
  }

  // MARK: Keys

  /// Refuses a fingerprint of zero, and a cosigner's extended key that says no origin.
  private static func requireOrigins(_ descriptor: Descriptor) throws(WalletFileError) {
    let keys = descriptor.keys
    for (position, key) in keys.enumerated() {
      if let origin = key.origin {
        guard origin.fingerprint != .zero else {
          throw .refused(
            field: "key \(position + 1)", reason: "has a fingerprint of zero: no signer can find it"
          )
        }
      } else if case .extended(let xpub) = key.material, xpub.depth > 0, keys.count > 1,
        !key.isUnspendable
      {
        throw .refused(
          field: "key \(position + 1)",
          reason: "has no origin: no signer can recognise it as its own")
      }
    }
  }

  /// Refuses a key that must sign and never can: its coins would be lost, or need more of the
  /// others than the rule says.
  private static func requireHeldKeys(_ descriptor: Descriptor) throws(WalletFileError) {
    guard let position = descriptor.keysOfNobody.first else { return }
    throw .refused(
      field: "key \(position + 1)",
      reason: "is one whose secret nobody can have (BIP-341): it never signs")
  }

  /// Refuses a key that stands in the wallet twice, under one origin or under two.
  private static func requireDistinctKeys(_ descriptor: Descriptor) throws(WalletFileError) {
    if let twice = descriptor.duplicateKeys.first {
      throw .refused(
        field: "key \(twice.second + 1)",
        reason: "is the same as key \(twice.first + 1): one person would have two votes")
    }
    // Other scripts may use a key twice, on branches of its own (BIP-388).
    var seen: [String: Int] = [:]
    for (position, key) in descriptor.keys.enumerated() {
      if let first = seen.updateValue(position, forKey: "\(key)") {
        throw .refused(
          field: "key \(position + 1)", reason: "is the same as key \(first + 1)")
      }
    }
  }

  /// A warning for each key that does not lie where its origin says: one verdict in every format.
  static func originWarnings(_ descriptor: Descriptor) -> [String] {
    var warnings: [String] = []
    for (position, key) in descriptor.keys.enumerated() {
      guard let origin = key.origin, case .extended(let xpub) = key.material,
        let warning = KeyFields.placeWarning(AccountKey(stated: origin, xpub: xpub))
      else { continue }
      warnings.append("key \(position + 1) \(warning)")
    }
    return warnings
  }

  // MARK: Network

  /// The network that keys and file agree on; nil for keys of test networks without more.
  private static func network(of draft: WalletDraft) throws(WalletFileError) -> Network? {
    let keys = draft.descriptor.network
    switch draft.network {
    case .exactly(let network)?:
      if let keys, keys != KeyNetwork(network) {
        throw .refused(field: "network", reason: "is \(network), and the keys are of \(keys)")
      }
      return network
    case .testnet?:
      if keys == .mainnet {
        throw .refused(field: "network", reason: "is testnet, and the keys are of the main network")
      }
      return nil
    case nil: return keys == .mainnet ? .mainnet : nil
    }
  }

  /// Refuses a wallet of another network (R11).
  ///
  /// The one exception is Chance's wallet, whose paths have the main network's coin type on every
  /// network: its redeem script, which has no paths, is taken as well.
  ///
  /// Keys that never sign are refused here as well: accounts that become a wallet are checked only
  /// here.
  static func require(_ file: WalletFile, on network: Network) throws(WalletFileError) {
    let descriptor = file.descriptor
    try requireHeldKeys(descriptor)
    guard descriptor.mayBelong(to: network) else {
      let key = descriptor.key(foreignTo: KeyNetwork(network))
      throw .wrongNetwork(field: key?.text ?? "descriptor", expected: network)
    }
    if let stated = file.network, stated != network {
      throw .wrongNetwork(field: "network", expected: network)
    }
    if let address = file.firstAddress, (try? Address(parsing: address, on: network)) == nil {
      throw .wrongNetwork(field: "first address", expected: network)
    }
    for (position, key) in descriptor.keys.enumerated() {
      guard let coin = key.origin?.path.coinType, coin != network.coinType else { continue }
      guard ChancePath.isKey(key), descriptor.multisig?.wrapping == .sh else {
        throw .wrongNetwork(field: "path of \(KeyName(key, at: position))", expected: network)
      }
    }
  }

  // MARK: First address

  /// Compares the address that a file gives with the one derived from its descriptor.
  private static func require(
    _ stated: String, of descriptor: Descriptor, on network: Network?
  ) throws(WalletFileError) {
    let script: Script
    do {
      script = try descriptor.derived(branch: 0, index: 0).scriptPubKey
    } catch {
      throw .descriptor(error)
    }
    let candidates = (network.map { [$0] } ?? Network.standard).filter { candidate in
      descriptor.network.map { $0 == KeyNetwork(candidate) } ?? true
    }
    guard let address = candidates.lazy.compactMap({ try? Address(parsing: stated, on: $0) }).first
    else {
      throw .refused(field: "first address", reason: "is not an address of the keys' network")
    }
    guard address.script == script else {
      let derived = Address(script: script, network: address.network)?.string
      throw .firstAddress(stated: address.string, derived: derived ?? "none")
    }
  }
}
