public import Bytes
internal import Hashes
public import Secp256k1

/// An extended public key: a public key and the chain code that its children come from (BIP-32).
///
/// Whoever has it sees every address below it; together with one unhardened private child it gives
/// away the private key above. It is not secret in the sense of the vault, but it is private.
public struct Xpub: Sendable {
  /// The kind of network.
  public let network: KeyNetwork
  /// The number of steps from the master key.
  public let depth: UInt8
  /// The fingerprint of the parent: zero for a master key.
  public let parentFingerprint: Fingerprint
  /// Which child of the parent this is: 0 for a master key.
  public let childNumber: ChildNumber
  /// The chain code.
  public let chainCode: Bytes32
  /// The key itself, compressed.
  public let publicKey: PublicKey

  /// Assembles a key; throws when a master key has a parent or a number, as BIP-32 forbids.
  public init(
    network: KeyNetwork, depth: UInt8, parentFingerprint: Fingerprint, childNumber: ChildNumber,
    chainCode: Bytes32, publicKey: PublicKey
  ) throws(ExtendedKeyError) {
    if depth == 0 {
      guard parentFingerprint == .zero else { throw .masterWithParent }
      guard childNumber.rawValue == 0 else { throw .masterWithChildNumber }
    }
    self.network = network
    self.depth = depth
    self.parentFingerprint = parentFingerprint
    self.childNumber = childNumber
    self.chainCode = chainCode
    self.publicKey = publicKey.written(compressed: true)
  }

  /// Reads `xpub...` or `tpub...`.
  ///
  /// Throws for private keys (which are not echoed), SLIP-132 prefixes (see ``SLIP132Key``) and
  /// everything BIP-32 calls invalid.
  public init(parsing text: some StringProtocol) throws(ExtendedKeyError) {
    let key = try SLIP132Key(parsing: text)
    if let script = key.script {
      throw .scriptPrefix(SLIP132Key.prefix(of: script, on: key.xpub.network) ?? "")
    }
    self = key.xpub
  }

  /// Reads the 78 bytes of an `xpub` or `tpub` without checksum, as PSBT stores them.
  public init(decoding bytes: some Collection<UInt8>) throws(ExtendedKeyError) {
    let key = try SLIP132Key(decoding: bytes)
    if let script = key.script {
      throw .scriptPrefix(SLIP132Key.prefix(of: script, on: key.xpub.network) ?? "")
    }
    self = key.xpub
  }

  /// The 78 bytes: version, depth, parent, child number, chain code, compressed key.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: 78)
    writer.writeUInt32BE(network.publicVersion)
    writer.writeByte(depth)
    writer.writeUInt32BE(parentFingerprint.value)
    writer.writeUInt32BE(childNumber.rawValue)
    writer.writeBytes32(chainCode)
    writer.write(publicKey.compressed)
    return writer.bytes
  }

  /// The fingerprint of this key.
  public var fingerprint: Fingerprint { Fingerprint(of: publicKey) }

  /// Derives one unhardened child.
  ///
  /// Throws when the step is hardened, the depth is 255 already, or the child does not exist.
  public func derived(_ child: ChildNumber) throws(ExtendedKeyError) -> Xpub {
    guard depth < .max else { throw .tooDeep }
    let (key, code) = try ChildDeriver(self).child(child)
    return try Xpub(
      network: network, depth: depth + 1, parentFingerprint: fingerprint, childNumber: child,
      chainCode: code, publicKey: key)
  }

  /// Derives step by step; throws as ``derived(_:)`` does.
  public func derived(along path: DerivationPath) throws(ExtendedKeyError) -> Xpub {
    var key = self
    for step in path.steps { key = try key.derived(step) }
    return key
  }
}

extension Xpub: Hashable {
  public static func == (left: Xpub, right: Xpub) -> Bool {
    left.network == right.network && left.depth == right.depth
      && left.parentFingerprint == right.parentFingerprint
      && left.childNumber == right.childNumber && left.chainCode == right.chainCode
      && left.publicKey == right.publicKey
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(chainCode)
    hasher.combine(publicKey)
  }
}

extension Xpub: CustomStringConvertible {
  /// The canonical text: `xpub...` or `tpub...`.
  public var description: String { Base58Check.encode(encoded()) }
}
