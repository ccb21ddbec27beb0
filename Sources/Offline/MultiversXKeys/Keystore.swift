internal import Bytes
internal import Hashes
public import SecureMemory

/// A keystore of MultiversX, version 4: a key or the words of a seed under a password, as its web wallet and SDKs keep it.
///
/// scrypt makes 32 bytes of the password; the first half is the key of AES-128 in counter mode, the second that of the HMAC-SHA-256
/// over what it wrote. Nothing else of the file is authenticated, but a key is compared with the address beside it.
public struct Keystore: ~Copyable, Sendable {
  /// What a keystore holds.
  public enum Kind: String, Sendable {
    /// A private key, 32 bytes.
    case secretKey
    /// The words of a seed (BIP-39), with blanks between them.
    case mnemonic
  }

  /// What it holds.
  public let kind: Kind
  /// The key or the words.
  public let secret: SecretBytes

  /// The largest keystore, in bytes.
  public static let sizeLimit = 16_384
  /// The longest secret in it, in bytes: words of 24, with room.
  static let secretLimit = 1_024
  /// scrypt's work as this format has always been written, N = 2^12: a short password falls to guessing.
  public static let usualWork = 12

  /// Holds words.
  public init(words: consuming SecretBytes) {
    kind = .mnemonic
    secret = words
  }

  /// Holds a private key of 32 bytes, which is not checked before it is sealed.
  public init(key: consuming SecretBytes) {
    kind = .secretKey
    secret = key
  }

  // MARK: Opening

  /// Opens a keystore with its password.
  ///
  /// scrypt's work is that of the file, within the limits of `Scrypt`. A file without a kind holds a key: older ones have none.
  public static func open(
    _ json: [UInt8], password: borrowing SecretBytes
  ) throws(KeystoreError) -> Keystore {
    guard json.count <= sizeLimit else {
      throw .tooLarge(bytes: json.count, limit: sizeLimit)
    }
    let file: JSONValue
    do {
      file = try JSONReader.parse(
        json, limits: JSONLimits(bytes: sizeLimit, depth: 4, values: 64))
    } catch {
      throw .notJSON("\(error)")
    }
    let fields = Fields(file)
    guard file["version"]?.intValue == 4 else {
      throw .invalid(field: "version", reason: "is not 4")
    }
    let named = file["kind"].map { $0.stringValue ?? "" } ?? Kind.secretKey.rawValue
    guard let kind = Kind(rawValue: named) else {
      throw .invalid(field: "kind", reason: "is neither secretKey nor mnemonic")
    }
    try fields.require("cipher", "aes-128-ctr")
    try fields.require("kdf", "scrypt")
    let n = try fields.number("n")
    guard n > 1, n & (n - 1) == 0 else {
      throw .invalid(field: "n", reason: "is not a power of two above 1")
    }
    guard try fields.number("dklen") == 32 else {
      throw .invalid(field: "dklen", reason: "is not 32")
    }
    let salt = try fields.hex("salt", 1...64)
    let counter = try fields.hex("iv", 16...16)
    let ciphertext = try fields.hex("ciphertext", 1...secretLimit)
    let mac = try fields.hex("mac", 32...32)
    let (r, p) = (try fields.number("r"), try fields.number("p"))
    let plain: SecretBytes
    do throws(HashesError) {
      let key = try Scrypt.derive(
        passphrase: password, salt: salt, logN: n.trailingZeroBitCount, r: r, p: p, count: 32)
      guard Self.mac(of: ciphertext, under: key).constantTimeEquals(Self.secret(mac)) else {
        throw HashesError.notAuthentic
      }
      let half = key.slice(0..<16)
      plain = try AESCounter.applySecret(Self.secret(ciphertext), key: half, counter: counter)
    } catch {
      if case .notAuthentic = error { throw .notAuthentic }
      throw .libraryFailed("\(error)")
    }
    guard kind == .secretKey else { return Keystore(words: plain) }
    return try Keystore(key: key(in: plain, beside: file["address"]))
  }

  /// The key of a keystore, which its public half follows, and whose address stands beside it in hex.
  private static func key(
    in plain: borrowing SecretBytes, beside address: JSONValue?
  ) throws(KeystoreError) -> SecretBytes {
    guard plain.count == 64 else {
      throw .invalid(field: "ciphertext", reason: "holds \(plain.count) bytes in place of 64")
    }
    let publicKey: Bytes32
    do {
      publicKey = try Ed25519Key(plain.slice(0..<32)).publicKey
    } catch {
      throw .libraryFailed("\(error)")
    }
    let follows = plain.withUnsafeBytes { publicKey.bytes.elementsEqual($0[32...]) }
    guard follows, address == nil || address?.stringValue == publicKey.hex else {
      throw .otherAddress
    }
    return plain.slice(0..<32)
  }

  // MARK: Sealing

  /// The keystore as a file, its members in the order in which the network's own SDK writes them.
  ///
  /// `bech32` is the address of a key, which words have none of. `work` is the binary logarithm of scrypt's N, 12 to 20.
  public borrowing func sealed(
    password: borrowing SecretBytes, bech32: String?, work: Int = usualWork,
    randomness: some RandomSource
  ) throws(KeystoreError) -> [UInt8] {
    guard (12...20).contains(work) else {
      throw .invalid(field: "n", reason: "would be 2^\(work), and 2^12 to 2^20 may be")
    }
    var plain = secret.duplicated()
    var publicKey: Bytes32?
    let (salt, counter, id): ([UInt8], [UInt8], [UInt8])
    do {
      if kind == .secretKey {
        let own = try Ed25519Key(secret.duplicated()).publicKey
        publicKey = own
        plain = SecretBytes(
          joining: plain, own.withUnsafeBytes { SecretBytes(copying: $0) })
      }
      salt = try Self.random(32, randomness)
      counter = try Self.random(16, randomness)
      id = try Self.random(16, randomness)
    } catch {
      throw .libraryFailed("\(error)")
    }
    let ciphertext: [UInt8]
    let mac: String
    do {
      let key = try Scrypt.derive(
        passphrase: password, salt: salt, logN: work, r: 8, p: 1, count: 32)
      let half = key.slice(0..<16)
      // What comes out is no secret any more.
      let hidden = try AESCounter.applySecret(plain, key: half, counter: counter)
      ciphertext = hidden.withUnsafeBytes { [UInt8]($0) }
      mac = Self.mac(of: ciphertext, under: key).withUnsafeBytes { Hex.encode($0) }
    } catch {
      throw .libraryFailed("\(error)")
    }
    var file: JSONObject = [
      "version": 4, "kind": .string(kind.rawValue), "id": .string(Self.identifier(id)),
    ]
    if let publicKey { file["address"] = .string(publicKey.hex) }
    if let bech32, publicKey != nil { file["bech32"] = .string(bech32) }
    file["crypto"] = [
      "ciphertext": .string(Hex.encode(ciphertext)),
      "cipherparams": ["iv": .string(Hex.encode(counter))],
      "cipher": "aes-128-ctr", "kdf": "scrypt",
      "kdfparams": [
        "dklen": 32, "salt": .string(Hex.encode(salt)), "n": .integer(1 << work), "r": 8, "p": 1,
      ],
      "mac": .string(mac),
    ]
    return Array(JSONWriter.encode(.object(file), pretty: true).utf8)
  }

  // MARK: Parts

  private static func secret(_ bytes: [UInt8]) -> SecretBytes {
    SecretBytes(count: bytes.count) { $0.copyBytes(from: bytes) }
  }

  private static func mac(of ciphertext: [UInt8], under key: borrowing SecretBytes) -> SecretBytes {
    HMAC.secretSHA256(key: key.slice(16..<32), message: ciphertext)
  }

  private static func random(
    _ count: Int, _ source: some RandomSource
  ) throws(RandomnessError) -> [UInt8] {
    try source.secret(count: count).withUnsafeBytes { [UInt8]($0) }
  }

  /// A UUID of version 4 (RFC 9562) of 16 random bytes.
  private static func identifier(_ random: [UInt8]) -> String {
    var bytes = random
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Hex.encode(bytes[$0]) }
      .joined(separator: "-")
  }

  /// The members of `crypto`, wherever in it they stand.
  private struct Fields {
    let crypto: JSONValue?

    init(_ file: JSONValue) { crypto = file["crypto"] }

    private func value(_ field: String) throws(KeystoreError) -> JSONValue {
      let places = [crypto, crypto?["cipherparams"], crypto?["kdfparams"]]
      guard let value = places.compactMap({ $0?[field] }).first else {
        throw .invalid(field: field, reason: "is missing")
      }
      return value
    }

    func require(_ field: String, _ wanted: String) throws(KeystoreError) {
      guard try value(field).stringValue == wanted else {
        throw .invalid(field: field, reason: "is not \(wanted)")
      }
    }

    func number(_ field: String) throws(KeystoreError) -> Int {
      guard let number = try value(field).intValue, number > 0 else {
        throw .invalid(field: field, reason: "is not a number above zero")
      }
      return number
    }

    func hex(_ field: String, _ lengths: ClosedRange<Int>) throws(KeystoreError) -> [UInt8] {
      guard let text = try value(field).stringValue, let bytes = try? Hex.decode(text) else {
        throw .invalid(field: field, reason: "is not hex")
      }
      guard lengths.contains(bytes.count) else {
        throw .invalid(field: field, reason: "has a length of \(bytes.count) bytes")
      }
      return bytes
    }
  }
}
