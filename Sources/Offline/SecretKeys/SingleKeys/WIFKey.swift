internal import Bytes
public import ExtendedKeys
public import Secp256k1
public import Secp256k1Signing
internal import SecretCodes
public import SecureMemory

/// A single private key as wallets write it on paper (Wallet Import Format): with its kind of network
/// and whether its public key is written compressed.
public struct WIFKey: ~Copyable, Sendable {
  /// The kind of network.
  public let network: KeyNetwork
  /// The private key.
  public let privateKey: PrivateKey
  /// Its public key, written compressed or not as the text says.
  public let publicKey: PublicKey

  /// Takes a private key; throws when its public key cannot be computed.
  public init(
    _ privateKey: consuming PrivateKey, network: KeyNetwork, isCompressed: Bool = true
  ) throws(SingleKeyError) {
    do {
      publicKey = try privateKey.publicKey().written(compressed: isCompressed)
    } catch {
      throw .key(error)
    }
    self.network = network
    self.privateKey = privateKey
  }

  /// Reads 51 or 52 characters starting with 5, K, L, 9 or c; spaces around them are ignored.
  ///
  /// Throws for other texts, networks and lengths, for a wrong checksum, and for numbers that are
  /// not a private key.
  public init(parsing text: borrowing SecretBytes) throws(SingleKeyError) {
    let bytes: SecretBytes
    do throws(BytesError) {
      bytes = try SecretBase58Check.decode(text, counts: [33, 34])
    } catch {
      if (try? BIP38Key(parsing: text)) != nil { throw .encrypted }
      throw .text(error)
    }
    let (version, last) = bytes.withUnsafeBytes { ($0[0], $0[$0.count - 1]) }
    let network: KeyNetwork
    switch version {
    case Self.version(of: .mainnet): network = .mainnet
    case Self.version(of: .testnets): network = .testnets
    default: throw .version(version)
    }
    let isCompressed = bytes.count == 34
    guard !isCompressed || last == 1 else { throw .compression }
    let key: PrivateKey
    do {
      key = try PrivateKey(bytes.slice(1..<33))
    } catch {
      throw .key(error)
    }
    try self.init(key, network: network, isCompressed: isCompressed)
  }

  /// Makes a second key that is the same.
  public borrowing func duplicated() throws(SingleKeyError) -> WIFKey {
    let copy: PrivateKey
    do {
      copy = try privateKey.duplicated()
    } catch {
      throw .key(error)
    }
    return try WIFKey(copy, network: network, isCompressed: isCompressed)
  }

  /// Whether the public key is written compressed, in 33 bytes.
  public var isCompressed: Bool { publicKey.isCompressed }

  /// The text as a secret of ASCII characters: 51, or 52 for a compressed public key.
  public borrowing func revealingText() -> SecretBytes {
    let isCompressed = isCompressed
    let payload = SecretBytes(count: isCompressed ? 34 : 33) { payload in
      payload[0] = Self.version(of: network)
      privateKey.withUnsafeBytes { key in
        UnsafeMutableRawBufferPointer(rebasing: payload[1..<33]).copyMemory(from: key)
      }
      if isCompressed { payload[33] = 1 }
    }
    return SecretBase58Check.encode(payload)
  }

  private static func version(of network: KeyNetwork) -> UInt8 {
    network == .mainnet ? 0x80 : 0xef
  }
}
