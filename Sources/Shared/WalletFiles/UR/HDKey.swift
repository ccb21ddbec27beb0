internal import BitcoinPrimitives
public import Bytes
internal import ExtendedKeys
internal import Hashes
internal import Secp256k1

/// A public key with what is known about it (BCR-2020-007, `hdkey` and `crypto-hdkey`).
struct HDKey: Hashable, Sendable {
  /// 33 bytes.
  var key: [UInt8]
  /// 32 bytes; a key without it derives nothing.
  var chainCode: [UInt8]?
  var isMainnet = true
  var origin: KeyOrigin?
  /// How far below the master key; from the origin where it does not say.
  var depth: UInt8?
  /// Big-endian.
  var parentFingerprint: UInt32?
  /// The steps behind the key in descriptor text, `/<0;1>/*`; empty for none.
  var children = ""
  /// Whether a lone key stands where taproot wants 32 bytes.
  var isXOnly = false

  static let type = "crypto-hdkey"

  /// Reads the map of a key.
  ///
  /// - Throws: ``WalletFileError``; a private key is refused before anything of it is kept.
  ///
  /// `master` is the fingerprint that the account around the key states.
  init(
    _ value: CBORValue, type: String = HDKey.type, master: Fingerprint? = nil
  ) throws(WalletFileError) {
    guard value.mapValue != nil else { throw .malformed(type: type, what: "it is not a map") }
    if value[1]?.boolValue == true { throw .secret(kind: "a master private key") }
    if value[2]?.boolValue == true { throw .secret(kind: "a private key") }
    guard let key = value[3]?.bytesValue, key.count == 33, (try? PublicKey(decoding: key)) != nil
    else { throw .malformed(type: type, what: "it has no public key of 33 bytes") }
    self.key = key
    if let code = value[4] {
      guard let bytes = code.bytesValue, bytes.count == 32 else {
        throw .malformed(type: type, what: "its chain code is not 32 bytes")
      }
      chainCode = bytes
    }
    if let info = value[5]?.untagged(any: Tags.coinInfo) {
      if let coin = info[1]?.unsignedValue, coin != 0 {
        throw .unsupported(type: type, what: "a key of coin type \(coin)")
      }
      isMainnet = (info[2]?.unsignedValue ?? 0) == 0
    }
    let saysNetwork = value[5]?.untagged(any: Tags.coinInfo) != nil
    if let path = value[6]?.untagged(any: Tags.keypath) {
      let (origin, depth) = try Keypath.origin(path, type: type, master: master)
      self.origin = origin
      self.depth = depth
    }
    // SeedSigner leaves the use-info out: the coin type of a standard path then says the network.
    if !saysNetwork, origin?.path.coinType == Network.testnet3.coinType { isMainnet = false }
    if let path = value[7]?.untagged(any: Tags.keypath) {
      children = try Keypath.children(path, type: type)
    }
    if let parent = value[8] {
      guard let number = parent.unsignedValue, let fingerprint = UInt32(exactly: number) else {
        throw .malformed(type: type, what: "its parent fingerprint is not a number of 32 bits")
      }
      parentFingerprint = fingerprint
    }
  }

  /// The key of an account.
  init(_ account: AccountKey) {
    self.init(xpub: account.xpub, origin: account.origin)
  }

  init(xpub: Xpub, origin: KeyOrigin?, children: String = "") {
    key = xpub.publicKey.compressed
    chainCode = xpub.chainCode.bytes
    isMainnet = xpub.network == .mainnet
    self.origin = origin
    depth = xpub.depth
    parentFingerprint = xpub.parentFingerprint.value
    self.children = children
  }

  init(publicKey: [UInt8], origin: KeyOrigin?) {
    key = publicKey
    self.origin = origin
  }

  /// The map, with the tags of a generation.
  func cbor(_ generation: Tags.Generation = .first) -> CBORValue {
    var map: [CBORPair] = [CBORPair(.unsigned(3), .bytes(key))]
    if let chainCode { map.append(CBORPair(.unsigned(4), .bytes(chainCode))) }
    if !isMainnet {
      map.append(
        CBORPair(
          .unsigned(5),
          .tag(Tags.coinInfo[generation.rawValue], .map([CBORPair(.unsigned(2), .unsigned(1))]))))
    }
    if let origin {
      map.append(
        CBORPair(
          .unsigned(6), .tag(Tags.keypath[generation.rawValue], Keypath.cbor(origin, depth: depth)))
      )
    }
    if !children.isEmpty, let path = Keypath.cbor(children: children) {
      map.append(CBORPair(.unsigned(7), .tag(Tags.keypath[generation.rawValue], path)))
    }
    if let parentFingerprint, parentFingerprint != 0 {
      map.append(CBORPair(.unsigned(8), .unsigned(UInt64(parentFingerprint))))
    }
    return .map(map)
  }

  /// The key expression of BIP-380: origin, key, steps behind it.
  var expression: String {
    let prefix = origin.map { "[\($0)]" } ?? ""
    let text = encodedXpub.map(Base58Check.encode) ?? Hex.encode(isXOnly ? key[1...] : key[...])
    return prefix + text + children
  }

  /// The account key, for a key that has an origin and a chain code.
  func accountKey(type: String = HDKey.type) throws(WalletFileError) -> AccountKey {
    guard let origin else { throw .malformed(type: type, what: "it has no origin") }
    guard let encodedXpub else { throw .malformed(type: type, what: "it has no chain code") }
    guard let xpub = try? Xpub(decoding: encodedXpub) else {
      throw .malformed(type: type, what: "an account key that BIP-32 forbids")
    }
    return AccountKey(stated: origin, xpub: xpub)
  }

  /// The 78 bytes of BIP-32; what the map does not say follows from the origin.
  private var encodedXpub: [UInt8]? {
    guard let chainCode else { return nil }
    let steps = origin?.path.steps ?? []
    var writer = ByteWriter(capacity: 78)
    writer.writeUInt32BE(isMainnet ? Network.mainnet.xpubVersion : Network.testnet3.xpubVersion)
    writer.writeByte(depth ?? UInt8(clamping: steps.count))
    writer.writeUInt32BE(parentFingerprint ?? 0)
    writer.writeUInt32BE(steps.last?.rawValue ?? 0)
    writer.write(chainCode)
    writer.write(key)
    return writer.bytes
  }
}

/// A key by itself as a uniform resource: `crypto-hdkey`, and `hdkey` of the second generation.
public enum KeyMessage {
  /// The type that is written: every wallet reads it.
  public static let type = HDKey.type
  /// The type of the second generation, read as well.
  public static let newerType = "hdkey"

  /// Reads the key expression of BIP-380: origin, key, steps behind it.
  ///
  /// Throws `WalletFileError`; private keys are refused.
  public static func text(_ value: CBORValue, type: String) throws(WalletFileError) -> String {
    try HDKey(value, type: type).expression
  }
}
