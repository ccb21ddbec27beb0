internal import Bytes
internal import ExtendedKeys
internal import Secp256k1Signing
internal import SecretCodes
public import SecureMemory

extension Xpriv {
  /// Reads `xprv...` or `tprv...`; spaces and line breaks around it are ignored.
  ///
  /// Throws for public keys, other prefixes and everything BIP-32 calls invalid.
  public init(parsing text: borrowing SecretBytes) throws(DerivationError) {
    let bytes: SecretBytes
    do {
      bytes = try SecretBase58Check.decode(text, counts: [78])
    } catch {
      throw .text(error)
    }
    try self.init(decoding: bytes)
  }

  /// Reads the 78 bytes that the text stands for; throws as ``init(parsing:)`` does.
  public init(decoding bytes: borrowing SecretBytes) throws(DerivationError) {
    let count = bytes.count
    guard count == 78 else {
      throw .text(.wrongLength(what: "extended private key", expected: 78, found: count))
    }
    let head = bytes.withUnsafeBytes { Array($0[..<45]) }  // all but the private key
    let version = Self.number(head[0..<4])
    let network: KeyNetwork
    switch version {
    case KeyNetwork.mainnet.privateVersion: network = .mainnet
    case KeyNetwork.testnets.privateVersion: network = .testnets
    case KeyNetwork.mainnet.publicVersion, KeyNetwork.testnets.publicVersion: throw .publicKey
    default: throw .extendedKey(.unknownVersion(version))
    }
    let padding = bytes.withUnsafeBytes { $0[45] }
    guard padding == 0 else { throw .key(.keyOutOfRange) }
    let key: PrivateKey
    do {
      key = try PrivateKey(bytes.slice(46..<78))
    } catch {
      throw .key(error)
    }
    try self.init(
      network: network, depth: head[4],
      parentFingerprint: Fingerprint(value: Self.number(head[5..<9])),
      childNumber: ChildNumber(rawValue: Self.number(head[9..<13])),
      chainCode: Bytes32(head[13..<45]) ?? .zero, privateKey: key)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The text `xprv...` or `tprv...`, as a secret of ASCII characters.
  public borrowing func revealingText() -> SecretBytes {
    SecretBase58Check.encode(revealingBytes())
  }

  /// The 78 bytes that the text stands for (BIP-32).
  public borrowing func revealingBytes() -> SecretBytes {
    var writer = ByteWriter(capacity: 46)
    writer.writeUInt32BE(network.privateVersion)
    writer.writeByte(depth)
    writer.writeUInt32BE(parentFingerprint.value)
    writer.writeUInt32BE(childNumber.rawValue)
    writer.writeBytes32(chainCode)
    writer.writeByte(0)
    return SecretBytes(count: 78) { target in
      target.copyBytes(from: writer.bytes)
      privateKey.withUnsafeBytes { key in
        UnsafeMutableRawBufferPointer(rebasing: target[46...]).copyMemory(from: key)
      }
    }
  }
}
