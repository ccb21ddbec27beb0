internal import Bytes
public import ExtendedKeys
internal import Hashes
internal import Secp256k1
internal import Secp256k1Signing
internal import SecretCodes
public import SecureMemory

/// A private key that is encrypted with a passphrase: 58 characters starting with `6P` (BIP-38).
///
/// What is kept is encrypted, so it is not a secret of its own; a weak passphrase makes it one.
public struct BIP38Key: Sendable, Equatable {
  /// How the key was made.
  public enum Kind: Hashable, Sendable {
    /// A known key was encrypted.
    case plain
    /// Made by a printer for the owner of the passphrase (elliptic curve multiplication); `lot` and
    /// `sequence` when the owner numbered it.
    case multiplied(lot: UInt32?, sequence: UInt32?)
  }

  private static let compressedFlag: UInt8 = 0x20
  private static let lotFlag: UInt8 = 0x04
  private static let plainFlags: UInt8 = 0xc0

  // Prefix, flags, address hash, 32 bytes: 39 in all.
  let payload: [UInt8]

  private init(payload: [UInt8]) throws(BIP38Error) {
    guard payload.count == 39, payload[0] == 0x01, payload[1] == 0x42 || payload[1] == 0x43 else {
      throw .prefix
    }
    let flags = payload[2]
    let known =
      payload[1] == 0x42
      ? flags & ~Self.compressedFlag == Self.plainFlags
      : flags & ~(Self.compressedFlag | Self.lotFlag) == 0
    guard known else { throw .flags(flags) }
    self.payload = payload
  }

  /// Reads the text; spaces around it are ignored.
  ///
  /// Throws for other texts, a wrong checksum, and flags that BIP-38 does not define.
  public init(parsing text: borrowing SecretBytes) throws(BIP38Error) {
    let bytes: SecretBytes
    do throws(BytesError) {
      bytes = try SecretBase58Check.decode(text, counts: [39])
    } catch {
      throw .text(error)
    }
    try self.init(payload: bytes.withUnsafeBytes { [UInt8]($0) })
  }

  /// The text: 58 characters.
  public var text: String {
    let text = SecretBase58Check.encode(SecretBytes(notSecret: payload))
    return text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the public key of the key inside is written compressed.
  public var isCompressed: Bool { payload[2] & Self.compressedFlag != 0 }

  /// How the key was made.
  public var kind: Kind {
    guard payload[1] == 0x43 else { return .plain }
    guard hasLot else { return .multiplied(lot: nil, sequence: nil) }
    let number = payload[11..<15].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return .multiplied(lot: number >> 12, sequence: number & 0xfff)
  }

  private var hasLot: Bool { payload[2] & Self.lotFlag != 0 }
  private var addressHash: [UInt8] { Array(payload[3..<7]) }

  // MARK: Opening

  /// Opens the key: one scrypt with N = 16384, a tenth of a second or so.
  ///
  /// `passphrase` is UTF-8, composed (NFC) here. The text does not tell its network: with another
  /// one than `network` the result is ``BIP38Error/wrongPassphrase``, as with a wrong passphrase.
  public func decrypted(
    passphrase: borrowing SecretBytes, network: KeyNetwork
  ) throws(BIP38Error) -> WIFKey {
    let passphrase = try Self.composed(passphrase)
    let key =
      payload[1] == 0x42 ? try plainKey(passphrase) : try multipliedKey(passphrase)
    let wif: WIFKey
    do throws(SingleKeyError) {
      wif = try WIFKey(key, network: network, isCompressed: isCompressed)
    } catch {
      throw .wrongPassphrase
    }
    guard Self.addressHash(of: wif) == addressHash else { throw .wrongPassphrase }
    return wif
  }

  private func plainKey(_ passphrase: borrowing SecretBytes) throws(BIP38Error) -> PrivateKey {
    let stretched = try Self.stretch(passphrase, salt: addressHash, logN: 14, r: 8, p: 8, count: 64)
    let blocks = SecretBytes(notSecret: payload[7...])
    return try Self.key(Self.opened(blocks, with: stretched))
  }

  private func multipliedKey(_ passphrase: borrowing SecretBytes) throws(BIP38Error) -> PrivateKey {
    let ownerEntropy = Array(payload[7..<15])
    let passFactor = try Self.passFactor(passphrase, ownerEntropy: ownerEntropy, hasLot: hasLot)
    let owner = try Self.key(passFactor)
    let passPoint: [UInt8]
    do throws(SigningError) {
      passPoint = try owner.publicKey().compressed
    } catch {
      throw .key(error)
    }
    let stretched = try Self.stretch(
      SecretBytes(notSecret: passPoint), salt: addressHash + ownerEntropy,
      logN: 10, r: 1, p: 1, count: 64)
    let seed = try seed(stretched)
    let factor = SecretSHA256.hash(SecretSHA256.hash(seed))
    do throws(SigningError) {
      return try factor.withUnsafeBytes { factor throws(SigningError) in
        try owner.multiplied(by: factor)
      }
    } catch {
      throw .wrongPassphrase
    }
  }

  /// The printer's 24 bytes: the second block holds the end of the first one's cipher text.
  private func seed(_ stretched: borrowing SecretBytes) throws(BIP38Error) -> SecretBytes {
    let second = SecretBytes(notSecret: payload[23..<39])
    let end = try Self.opened(second, with: stretched, half: 1)
    let start = SecretBytes(notSecret: payload[15..<23])
    let first = try Self.opened(
      SecretBytes(joining: start, end.slice(0..<8)), with: stretched, half: 0)
    return SecretBytes(joining: first, end.slice(8..<16))
  }

  // MARK: Encrypting

  /// Encrypts a key; throws when the passphrase is not UTF-8 or too long.
  ///
  /// For reading elsewhere only: BIP-38 is old, and nothing here needs it.
  public static func encrypting(
    _ key: borrowing WIFKey, passphrase: borrowing SecretBytes
  ) throws(BIP38Error) -> BIP38Key {
    let salt = addressHash(of: key)
    let stretched = try stretch(
      composed(passphrase), salt: salt, logN: 14, r: 8, p: 8, count: 64)
    let mixed = SecretBytes(count: 32) { mixed in
      key.privateKey.withUnsafeBytes { key in
        stretched.withUnsafeBytes { for index in 0..<32 { mixed[index] = key[index] ^ $0[index] } }
      }
    }
    let sealed: SecretBytes
    do {
      sealed = try AES256.encryptBlocks(mixed, key: stretched.slice(32..<64))
    } catch {
      throw .hashes(error)
    }
    let flags = plainFlags | (key.isCompressed ? compressedFlag : 0)
    return try BIP38Key(
      payload: [0x01, 0x42, flags] + salt + sealed.withUnsafeBytes { Array($0) })
  }

  // MARK: Parts

  /// What the owner's passphrase contributes to a multiplied key: 32 bytes.
  private static func passFactor(
    _ passphrase: borrowing SecretBytes, ownerEntropy: [UInt8], hasLot: Bool
  ) throws(BIP38Error) -> SecretBytes {
    let salt = hasLot ? Array(ownerEntropy[..<4]) : ownerEntropy
    let factor = try stretch(passphrase, salt: salt, logN: 14, r: 8, p: 8, count: 32)
    guard hasLot else { return factor }
    let entropy = SecretBytes(notSecret: ownerEntropy)
    return SecretSHA256.hash(SecretSHA256.hash(SecretBytes(joining: factor, entropy)))
  }

  /// Deciphers blocks with the second half of 64 bytes and unmixes the first half, or one block with
  /// its part of the first half.
  private static func opened(
    _ blocks: borrowing SecretBytes, with stretched: borrowing SecretBytes, half: Int = 0
  ) throws(BIP38Error) -> SecretBytes {
    var plain: SecretBytes
    do throws(HashesError) {
      plain = try AES256.decryptBlocks(blocks, key: stretched.slice(32..<64))
    } catch {
      throw .hashes(error)
    }
    stretched.withUnsafeBytes { stretched in
      plain.withUnsafeMutableBytes { plain in
        for index in plain.indices { plain[index] ^= stretched[half * 16 + index] }
      }
    }
    return plain
  }

  private static func key(_ bytes: consuming SecretBytes) throws(BIP38Error) -> PrivateKey {
    do throws(SigningError) {
      return try PrivateKey(bytes)
    } catch {
      throw .key(error)
    }
  }

  private static func composed(
    _ passphrase: borrowing SecretBytes
  ) throws(BIP38Error) -> SecretBytes {
    do throws(SecretUnicodeError) {
      return try passphrase.withUnsafeBytes { text throws(SecretUnicodeError) in
        try SecretUnicode.composed(text)
      }
    } catch {
      throw .passphrase(error)
    }
  }

  private static func stretch(
    _ passphrase: borrowing SecretBytes, salt: [UInt8], logN: Int, r: Int, p: Int, count: Int
  ) throws(BIP38Error) -> SecretBytes {
    do throws(HashesError) {
      return try Scrypt.derive(
        passphrase: passphrase, salt: salt, logN: logN, r: r, p: p, count: count)
    } catch {
      throw .hashes(error)
    }
  }

  /// The first four bytes of the double SHA-256 of the P2PKH address as ASCII.
  private static func addressHash(of key: borrowing WIFKey) -> [UInt8] {
    let version: UInt8 = key.network == .mainnet ? 0x00 : 0x6f
    let address = Base58Check.encode([version] + Hash160.hash(key.publicKey.encoded))
    return Array(SHA256.doubleHash(Array(address.utf8)).bytes.prefix(4))
  }
}
