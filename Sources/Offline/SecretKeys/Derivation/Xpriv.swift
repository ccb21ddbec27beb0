public import Bytes
public import ExtendedKeys
internal import Hashes
public import Mnemonics
public import Secp256k1
public import Secp256k1Signing
internal import SecureMemory

/// An extended private key: a private key and the chain code its children come from (BIP-32).
public struct Xpriv: ~Copyable, Sendable {
  /// The kind of network.
  public let network: KeyNetwork
  /// The number of steps from the master key.
  public let depth: UInt8
  /// The fingerprint of the parent: zero for a master key.
  public let parentFingerprint: Fingerprint
  /// Which child of the parent this is: 0 for a master key.
  public let childNumber: ChildNumber
  /// The chain code, which is in the public half too.
  public let chainCode: Bytes32
  /// The private key.
  public let privateKey: PrivateKey
  /// Its public key, computed once.
  public let publicKey: PublicKey

  /// Assembles a key; throws when a master key has a parent or a number, as BIP-32 forbids.
  init(
    network: KeyNetwork, depth: UInt8, parentFingerprint: Fingerprint, childNumber: ChildNumber,
    chainCode: Bytes32, privateKey: consuming PrivateKey
  ) throws(DerivationError) {
    let publicKey: PublicKey
    do {
      publicKey = try privateKey.publicKey()
    } catch {
      throw .key(error)
    }
    if depth == 0 {
      guard parentFingerprint == .zero else { throw .extendedKey(.masterWithParent) }
      guard childNumber.rawValue == 0 else { throw .extendedKey(.masterWithChildNumber) }
    }
    self.network = network
    self.depth = depth
    self.parentFingerprint = parentFingerprint
    self.childNumber = childNumber
    self.chainCode = chainCode
    self.privateKey = privateKey
    self.publicKey = publicKey
  }

  /// Makes the master key of a seed.
  ///
  /// Throws when the seed leads to no key, which never happens by chance.
  public init(seed: borrowing Seed, network: KeyNetwork) throws(DerivationError) {
    let hmac = Array("Bitcoin seed".utf8).withUnsafeBytes { HMACSHA512(key: $0) }
    let code = seed.withUnsafeBytes { HalvedCode(hmac, $0) }
    let key: PrivateKey
    do {
      key = try code.withLeft { left throws(SigningError) in try PrivateKey(copying: left) }
    } catch {
      throw .key(error)
    }
    try self.init(
      network: network, depth: 0, parentFingerprint: .zero, childNumber: ChildNumber(rawValue: 0),
      chainCode: code.chainCode, privateKey: key)
  }

  /// The fingerprint of this key.
  public var fingerprint: Fingerprint { Fingerprint(of: publicKey) }

  /// The public half.
  public borrowing func xpub() throws(DerivationError) -> Xpub {
    do {
      return try Xpub(
        network: network, depth: depth, parentFingerprint: parentFingerprint,
        childNumber: childNumber, chainCode: chainCode, publicKey: publicKey)
    } catch {
      throw .extendedKey(error)
    }
  }

  /// Derives one child, hardened or not.
  ///
  /// Throws when the depth is 255 already or the child does not exist. For many children of one key
  /// use a ``PrivateChildDeriver``.
  public borrowing func derived(_ child: ChildNumber) throws(DerivationError) -> Xpriv {
    guard depth < .max else { throw .extendedKey(.tooDeep) }
    let derived = try PrivateChildDeriver(self).child(child)
    return try Xpriv(
      network: network, depth: depth + 1, parentFingerprint: fingerprint, childNumber: child,
      chainCode: derived.chainCode, privateKey: derived.key)
  }

  /// Derives step by step; throws as ``derived(_:)`` does.
  public borrowing func derived(along path: DerivationPath) throws(DerivationError) -> Xpriv {
    guard let first = path.steps.first else { return try duplicated() }
    var key = try derived(first)
    for step in path.steps.dropFirst() { key = try key.derived(step) }
    return key
  }

  /// Makes a second key that is the same.
  public borrowing func duplicated() throws(DerivationError) -> Xpriv {
    let copy: PrivateKey
    do {
      copy = try privateKey.duplicated()
    } catch {
      throw .key(error)
    }
    return try Xpriv(
      network: network, depth: depth, parentFingerprint: parentFingerprint,
      childNumber: childNumber, chainCode: chainCode, privateKey: copy)
  }

  /// Exports the public key of an account of this master key, with its origin.
  ///
  /// Throws when this is not a master key (its origin would be a lie) or derivation fails.
  public borrowing func accountKey(at path: DerivationPath) throws(DerivationError) -> AccountKey {
    guard depth == 0 else {
      throw .extendedKey(.originMismatch(depth: Int(depth), pathLength: 0))
    }
    let account = try derived(along: path)
    let xpub = try account.xpub()
    do {
      return try AccountKey(origin: KeyOrigin(fingerprint: fingerprint, path: path), xpub: xpub)
    } catch {
      throw .extendedKey(error)
    }
  }

  /// Exports the public key of a standard account of this master key, with its origin.
  ///
  /// Throws when the account number is not below 2^31, when this is not a master key, or when
  /// derivation fails.
  public borrowing func accountKey(
    for script: StandardAccount, account: UInt32
  ) throws(DerivationError) -> AccountKey {
    let path: DerivationPath
    do {
      path = try script.path(on: network, account: account)
    } catch {
      throw .extendedKey(error)
    }
    return try accountKey(at: path)
  }
}
