internal import Bytes
internal import Hashes
internal import Secp256k1

/// An extended public key as other wallets write it, with the script its prefix claims (SLIP-132).
///
/// Written only into files whose readers learn the script from nothing else (Electrum's):
/// everywhere else this project writes `xpub` and `tpub` and says the script in a descriptor.
public struct SLIP132Key: Hashable, Sendable {
  /// The key itself.
  public let xpub: Xpub
  /// The script that the prefix claims: nil for `xpub` and `tpub`, which claim none.
  public let script: StandardAccount?

  /// Reads `xpub`, `ypub`, `zpub`, `Ypub`, `Zpub`, `tpub`, `upub`, `vpub`, `Upub`, `Vpub`.
  ///
  /// Throws for private keys (which are not echoed) and everything BIP-32 calls invalid.
  public init(parsing text: some StringProtocol) throws(ExtendedKeyError) {
    // An extended key takes 111 or 112 characters.
    let bytes: [UInt8]
    do {
      bytes = try Base58Check.decode(text, maxLength: 128)
    } catch {
      throw .text(error)
    }
    try self.init(decoding: bytes)
  }

  /// Reads the 78 bytes without checksum.
  public init(decoding bytes: some Collection<UInt8>) throws(ExtendedKeyError) {
    guard bytes.count == 78 else { throw .length(found: bytes.count) }
    let reader = Array(bytes)
    let version = Self.number(reader[0..<4])
    guard !Self.privateVersions.contains(version) else { throw .privateKey }
    guard let kind = Self.kinds.first(where: { $0.version == version }) else {
      throw .unknownVersion(version)
    }
    guard let chainCode = Bytes32(reader[13..<45]) else { throw .length(found: 78) }
    let key: PublicKey
    do {
      key = try PublicKey(decoding: reader[45..<78])
    } catch {
      throw .publicKey(error)
    }
    xpub = try Xpub(
      network: kind.network, depth: reader[4],
      parentFingerprint: Fingerprint(value: Self.number(reader[5..<9])),
      childNumber: ChildNumber(rawValue: Self.number(reader[9..<13])), chainCode: chainCode,
      publicKey: key)
    script = kind.script
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The first four characters of keys that claim `script`; nil when none do.
  public static func prefix(of script: StandardAccount, on network: KeyNetwork) -> String? {
    kinds.first { $0.script == script && $0.network == network }?.prefix
  }

  /// The text of a key whose prefix claims `script`; `xpub` or `tpub` where no prefix does.
  public static func text(of key: Xpub, as script: StandardAccount) -> String {
    guard let kind = kinds.first(where: { $0.script == script && $0.network == key.network })
    else { return "\(key)" }
    let version = withUnsafeBytes(of: kind.version.bigEndian) { [UInt8]($0) }
    return Base58Check.encode(version + key.encoded().dropFirst(4))
  }

  private static let kinds:
    [(version: UInt32, prefix: String, network: KeyNetwork, script: StandardAccount?)] = [
      (0x0488_b21e, "xpub", .mainnet, nil),
      (0x049d_7cb2, "ypub", .mainnet, .shWpkh),
      (0x0295_b43f, "Ypub", .mainnet, .shWsh),
      (0x04b2_4746, "zpub", .mainnet, .wpkh),
      (0x02aa_7ed3, "Zpub", .mainnet, .wsh),
      (0x0435_87cf, "tpub", .testnets, nil),
      (0x044a_5262, "upub", .testnets, .shWpkh),
      (0x0242_89ef, "Upub", .testnets, .shWsh),
      (0x045f_1cf6, "vpub", .testnets, .wpkh),
      (0x0257_5483, "Vpub", .testnets, .wsh),
    ]

  /// xprv, yprv, Yprv, zprv, Zprv, tprv, uprv, Uprv, vprv, Vprv.
  private static let privateVersions: Set<UInt32> = [
    0x0488_ade4, 0x049d_7878, 0x0295_b005, 0x04b2_430c, 0x02aa_7a99,
    0x0435_8394, 0x044a_4e28, 0x0242_85b5, 0x045f_18bc, 0x0257_5048,
  ]
}
