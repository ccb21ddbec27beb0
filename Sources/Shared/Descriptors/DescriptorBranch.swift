public import BitcoinPrimitives
internal import ExtendedKeys
internal import Secp256k1

/// One branch of a descriptor, made ready to derive many indices.
///
/// The keys above the range are derived once; each index then costs one step per key. Several tasks
/// may use it at once.
public struct DescriptorBranch: Sendable {
  private let form: any DescriptorForm
  private let keys: [PreparedKey]

  /// Whether there is a script for each index.
  public let isRange: Bool

  /// Prepares a branch.
  ///
  /// Throws when there is no such branch or a step needs a private key.
  init(_ descriptor: Descriptor, branch: Int) throws(DescriptorError) {
    let forms = descriptor.form.alternatives
    guard (0..<descriptor.scriptBranchCount).contains(branch) else {
      throw .noSuchBranch(branch, count: descriptor.scriptBranchCount)
    }
    form = forms[branch / descriptor.branchCount]
    isRange = descriptor.isRange
    if let key = descriptor.hardenedKey { throw .hardenedStep(key: key) }
    var keys: [PreparedKey] = []
    for key in descriptor.keys {
      keys.append(try PreparedKey(key, branch: branch % descriptor.branchCount))
    }
    self.keys = keys
  }

  /// The script at an index.
  ///
  /// Throws when the index is 2^31 or more, is not 0 although there is no range, or has no key.
  public func script(at index: UInt32) throws(DescriptorError) -> DerivedScript {
    guard isRange ? index < ChildNumber.hardenedBit : index == 0 else {
      throw .indexOutOfRange(index)
    }
    var derived: [DerivedKey] = []
    derived.reserveCapacity(keys.count)
    for key in keys { derived.append(try key.key(at: index)) }
    do {
      return try form.derived(from: derived[...], at: .top)
    } catch {
      // A taproot tweak fails as rarely as a child key; the form does not know its index.
      if case .underivable = error { throw .underivable(index) }
      throw error
    }
  }

  /// The address at an index; nil when the script has none, such as a bare key.
  ///
  /// Throws as ``script(at:)`` does.
  public func address(at index: UInt32, on network: Network) throws(DescriptorError) -> Address? {
    Address(script: try script(at: index).scriptPubKey, network: network)
  }
}

/// A key with everything above its range derived.
private enum PreparedKey: Sendable {
  case fixed(DerivedKey)
  case range(ChildDeriver, origin: KeyOrigin)

  /// Prepares a key whose steps are unhardened.
  init(_ key: KeyExpression, branch: Int) throws(DescriptorError) {
    let path = try key.path(onBranch: branch)
    switch key.material {
    case .single(let publicKey):
      self = .fixed(Self.lone(publicKey, origin: key.origin))
    case .xOnly(let xOnly):
      guard let publicKey = try? PublicKey(xOnly) else {
        throw .key("is not a point on the curve", offset: 0)
      }
      self = .fixed(Self.lone(publicKey, origin: key.origin))
    case .extended(let xpub):
      var parent = xpub
      var origin = key.origin ?? KeyOrigin(fingerprint: xpub.fingerprint, path: .master)
      for step in path {
        do {
          parent = try parent.derived(step)
          origin = try origin.appending(step)
        } catch {
          throw .underivable(step.rawValue)
        }
      }
      self =
        key.isRange
        ? .range(ChildDeriver(parent), origin: origin)
        : .fixed(DerivedKey(publicKey: parent.publicKey, origin: origin))
    }
  }

  private static func lone(_ key: PublicKey, origin: KeyOrigin?) -> DerivedKey {
    DerivedKey(
      publicKey: key,
      origin: origin ?? KeyOrigin(fingerprint: Fingerprint(of: key), path: .master))
  }

  func key(at index: UInt32) throws(DescriptorError) -> DerivedKey {
    switch self {
    case .fixed(let key): return key
    case .range(let deriver, let origin):
      let child = ChildNumber(rawValue: index)
      do {
        return DerivedKey(
          publicKey: try deriver.publicKey(child), origin: try origin.appending(child))
      } catch {
        throw .underivable(index)
      }
    }
  }
}

extension Descriptor {
  /// Makes a branch ready to derive many indices: 0 is receiving, 1 is change, by custom; of a
  /// `combo` they follow one another for each kind of script (``Descriptor/scriptBranchCount``).
  ///
  /// Throws when there is no such branch or a step needs a private key.
  public func branch(_ branch: Int) throws(DescriptorError) -> DescriptorBranch {
    try DescriptorBranch(self, branch: branch)
  }

  /// The script at one branch and index; for many, keep ``branch(_:)``.
  ///
  /// Throws when there is no such branch or index, or a step needs a private key.
  public func derived(branch: Int, index: UInt32) throws(DescriptorError) -> DerivedScript {
    try self.branch(branch).script(at: index)
  }

  /// The address at one branch and index; nil when the script has none, such as a bare key.
  ///
  /// Throws as ``derived(branch:index:)`` does, when the keys are not of this kind of network, and
  /// when the address of `addr()` is not of this one.
  public func address(
    branch: Int, index: UInt32, on network: Network
  ) throws(DescriptorError) -> Address? {
    guard mayBelong(to: network) else {
      throw .wrongNetwork(expected: network, key: key(foreignTo: KeyNetwork(network)))
    }
    return try self.branch(branch).address(at: index, on: network)
  }

  /// Whether keys and address are of this network, as far as they tell: test networks share keys.
  public func mayBelong(to network: Network) -> Bool {
    (self.network.map { $0 == KeyNetwork(network) } ?? true) && form.isAddress(on: network)
  }
}
