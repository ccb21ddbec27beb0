import Bytes
public import ExtendedKeys
internal import Hashes
public import Secp256k1
public import Secp256k1Signing
internal import SecureMemory

/// An extended private key: a private key and the chain code its children come from (BIP-32).
///
/// It cannot be copied or printed. The public half is computed once, when it is made.
public struct Xpriv: ~Copyable, Sendable {
  private let privateKey: PrivateKey
  /// The key that everybody may see; its fingerprint names this key.
  public let publicKey: PublicKey
  /// The kind of network.
  public let network: KeyNetwork
  /// How far below the master key.
  public let depth: UInt8
  public let parentFingerprint: Fingerprint
  public let childNumber: ChildNumber
  private let chainCode: Bytes32

  /// Makes the master key of a seed of 16 to 64 bytes (BIP-32: HMAC-SHA-512 with the key "Bitcoin seed").
  ///
  /// - Throws: ``XprivError``.
  public init(seed: UnsafeRawBufferPointer, network: KeyNetwork) throws(XprivError) {
    guard (16...64).contains(seed.count) else { throw .seedLength(found: seed.count) }
    let name = Array("Bitcoin seed".utf8)
    var code = SecretBytes(count: 0)
    name.withUnsafeBytes { code = HMAC.sha512(key: $0, message: seed) }
    try self.init(
      code: code, network: network, depth: 0, parentFingerprint: .zero,
      childNumber: ChildNumber(rawValue: 0)
    ) { left throws(SigningError) in try PrivateKey(copying: left) }
  }

  /// Takes the 64 bytes of a derivation: what makes the key, and the chain code.
  private init(
    code: borrowing SecretBytes, network: KeyNetwork, depth: UInt8,
    parentFingerprint: Fingerprint, childNumber: ChildNumber,
    key: (UnsafeRawBufferPointer) throws(SigningError) -> PrivateKey
  ) throws(XprivError) {
    let made = try Self.made(childNumber) { () throws(SigningError) in
      try code.withUnsafeBytes { bytes throws(SigningError) in
        try key(UnsafeRawBufferPointer(rebasing: bytes.prefix(32)))
      }
    }
    publicKey = try Self.made(childNumber) { () throws(SigningError) in try made.publicKey() }
    privateKey = made
    chainCode = code.withUnsafeBytes { Bytes32($0.dropFirst(32)) ?? .zero }
    self.network = network
    self.depth = depth
    self.parentFingerprint = parentFingerprint
    self.childNumber = childNumber
  }

  /// Turns the curve's refusals, all one in 2^127, into one that names the child.
  private static func made<R: ~Copyable>(
    _ child: ChildNumber, _ body: () throws(SigningError) -> R
  ) throws(XprivError) -> R {
    do throws(SigningError) {
      return try body()
    } catch {
      throw .noSuchKey(child)
    }
  }

  /// The fingerprint of this key.
  public var fingerprint: Fingerprint { Fingerprint(of: publicKey) }

  /// The public side.
  ///
  /// - Throws: `ExtendedKeyError` never for a key that was derived; the type says so by its initializer.
  public borrowing func xpub() throws(ExtendedKeyError) -> Xpub {
    try Xpub(
      network: network, depth: depth, parentFingerprint: parentFingerprint,
      childNumber: childNumber, chainCode: chainCode, publicKey: publicKey)
  }

  /// Derives one child, hardened or not.
  ///
  /// - Throws: ``XprivError``.
  public borrowing func derived(_ child: ChildNumber) throws(XprivError) -> Xpriv {
    guard depth < .max else { throw .tooDeep }
    return try Xpriv(
      code: code(of: child), network: network, depth: depth + 1,
      parentFingerprint: fingerprint, childNumber: child
    ) { left throws(SigningError) in try privateKey.adding(tweak: left) }
  }

  /// Derives step by step.
  ///
  /// - Throws: ``XprivError``.
  public borrowing func derived(along path: DerivationPath) throws(XprivError) -> Xpriv {
    guard let first = path.steps.first else { return try duplicated() }
    var key = try derived(first)
    for step in path.steps.dropFirst() { key = try key.derived(step) }
    return key
  }

  /// Derives the account key of a standard path, with its origin, from this master key.
  ///
  /// - Throws: ``XprivError``; `.notMaster` for a key that is no master key.
  public borrowing func accountKey(at path: DerivationPath) throws(XprivError) -> AccountKey {
    guard depth == 0 else { throw .notMaster(depth: depth) }
    let account = try derived(along: path)
    do {
      let origin = KeyOrigin(fingerprint: fingerprint, path: path)
      return try AccountKey(origin: origin, xpub: account.xpub())
    } catch {
      throw .extendedKey(error)
    }
  }

  /// A deriver of many unhardened children.
  ///
  /// - Throws: ``XprivError``.
  public borrowing func children() throws(XprivError) -> PrivateChildDeriver {
    do {
      return PrivateChildDeriver(
        parent: try privateKey.duplicated(), publicKey: publicKey, chainCode: chainCode)
    } catch {
      throw .noSuchKey(childNumber)
    }
  }

  /// Lends the private key itself.
  public borrowing func withPrivateKey<R: ~Copyable, E: Error>(
    _ body: (borrowing PrivateKey) throws(E) -> R
  ) throws(E) -> R {
    try body(privateKey)
  }

  private borrowing func duplicated() throws(XprivError) -> Xpriv {
    do {
      return Xpriv(
        privateKey: try privateKey.duplicated(), publicKey: publicKey, network: network,
        depth: depth, parentFingerprint: parentFingerprint, childNumber: childNumber,
        chainCode: chainCode)
    } catch {
      throw .noSuchKey(childNumber)
    }
  }

  private init(
    privateKey: consuming PrivateKey, publicKey: PublicKey, network: KeyNetwork, depth: UInt8,
    parentFingerprint: Fingerprint, childNumber: ChildNumber, chainCode: Bytes32
  ) {
    self.privateKey = privateKey
    self.publicKey = publicKey
    self.network = network
    self.depth = depth
    self.parentFingerprint = parentFingerprint
    self.childNumber = childNumber
    self.chainCode = chainCode
  }

  /// The HMAC of BIP-32: of the private key for a hardened child, else of the public key.
  private borrowing func code(of child: ChildNumber) -> SecretBytes {
    var message = SecretBytes(count: 37)
    let number = child.rawValue.bigEndian
    message.withUnsafeMutableBytes { target in
      if child.isHardened {
        privateKey.withUnsafeBytes { key in
          UnsafeMutableRawBufferPointer(rebasing: target[1..<33]).copyMemory(from: key)
        }
      } else {
        target.copyBytes(from: publicKey.compressed)
      }
      withUnsafeBytes(of: number) { number in
        UnsafeMutableRawBufferPointer(rebasing: target[33..<37]).copyMemory(from: number)
      }
    }
    return chainCode.withUnsafeBytes { code in
      message.withUnsafeBytes { HMAC.sha512(key: code, message: $0) }
    }
  }
}
