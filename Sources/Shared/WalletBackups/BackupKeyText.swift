public import BitcoinPrimitives
internal import Bytes
internal import ExtendedKeys
internal import Hashes
internal import Secp256k1
public import SecureMemory

/// The one line by which a backup key crosses the gap, as text or in a QR code.
///
/// `drawbridge-backup-key:1:NETWORK:FINGERPRINT:HEX`, where HEX is the sealing key (32 bytes), the
/// AEWB encryption key (16), the AEWB signer's public key (33, compressed), and the first four
/// bytes of SHA-256d of everything before: the text up to the last colon, then the 81 bytes.
extension BackupKey {
  private static let head = "drawbridge-backup-key:"
  private static let payloadLength = 81
  private static let checkLength = 4
  /// The longest text that is looked at, in bytes: the name of a custom signet is its challenge.
  public static let textLimit = 1_024

  /// Whether bytes begin like the text of a backup key, of any version.
  public static func isOne(_ text: UnsafeRawBufferPointer) -> Bool {
    text.starts(with: head.utf8)
  }

  /// Whether a text begins like that of a backup key, of any version.
  public static func isOne(_ text: some StringProtocol) -> Bool { text.hasPrefix(head) }

  /// The line, without a line feed.
  public borrowing func text() throws(BackupError) -> SecretBytes {
    let start = Array("\(Self.head)1:\(network.identity):\(fingerprint):".utf8)
    guard start.count + 2 * (Self.payloadLength + Self.checkLength) <= Self.textLimit else {
      throw .badKey(reason: "has no text: the name of its network is too long")
    }
    var payload = SecretBytes(joining: sealingKey, archiveKey)
    payload = SecretBytes(joining: payload, SecretBytes(of: archiveSigner.compressed))
    let check = Self.check(start, payload)
    let whole = SecretBytes(joining: payload, SecretBytes(of: check))
    let digits = SecretBytes(count: 2 * whole.count) { digits in
      whole.withUnsafeBytes { Hex.encode(secret: $0, into: digits) }
    }
    return SecretBytes(joining: SecretBytes(of: start), digits)
  }

  /// Reads the line, whose network must be one of those that are known; blanks around it must be gone.
  ///
  /// Throws ``BackupError/badKey(reason:)``, or ``BackupError/newer(version:)``.
  public init(
    parsing text: borrowing SecretBytes, among networks: NetworkRegistry = .builtIn
  ) throws(BackupError) {
    let count = text.count
    guard text.withUnsafeBytes(Self.isOne) else { throw .badKey(reason: "does not begin like one") }
    let digits = 2 * (Self.payloadLength + Self.checkLength)
    guard count <= Self.textLimit, count > Self.head.utf8.count + digits else {
      throw .badKey(reason: "is cut short or too long: \(count) letters")
    }
    // Only what stands before the key itself becomes text.
    let start = text.withUnsafeBytes { Array($0.prefix(count - digits)) }
    let fields = String(decoding: start, as: UTF8.self).split(
      separator: ":", omittingEmptySubsequences: false)
    guard fields.count >= 5, fields.last == "" else {
      throw .badKey(reason: "does not have its five fields")
    }
    guard fields[1] == "1" else {
      if let version = Int(fields[1]), version > 1 { throw .newer(version: version) }
      throw .badKey(reason: "does not say its version")
    }
    let name = fields[2..<fields.count - 2].joined(separator: ":")
    guard let network = networks.network(identity: name) else {
      throw .badKey(reason: "is of a network that is not known here (`network list`)")
    }
    guard let fingerprint = try? Fingerprint(parsing: fields[fields.count - 2]) else {
      throw .badKey(reason: "has no fingerprint")
    }
    let whole = try Self.decoded(text.slice(count - digits..<count))
    let payload = whole.slice(0..<Self.payloadLength)
    let found = whole.slice(Self.payloadLength..<whole.count)
    let check = SecretBytes(of: Self.check(start, payload))
    guard check.constantTimeEquals(found) else {
      throw .badKey(reason: "is damaged: its checksum is wrong")
    }
    let signer: PublicKey
    do {
      signer = try PublicKey(decoding: payload.slice(48..<81).withUnsafeBytes { Array($0) })
    } catch {
      throw .badKey(reason: "holds no public key")
    }
    try self.init(
      network: network, fingerprint: fingerprint, sealingKey: payload.slice(0..<32),
      archiveKey: payload.slice(32..<48), archiveSigner: signer)
  }

  /// The first four bytes of SHA-256d.
  private static func check(_ start: [UInt8], _ payload: borrowing SecretBytes) -> [UInt8] {
    var hasher = SHA256Hasher()
    hasher.update(start)
    payload.withUnsafeBytes { hasher.update($0) }
    return Array(hasher.doubleFinalized().bytes.prefix(checkLength))
  }

  private static func decoded(_ digits: borrowing SecretBytes) throws(BackupError) -> SecretBytes {
    try SecretBytes(count: digits.count / 2) { bytes throws(BackupError) in
      guard digits.withUnsafeBytes({ Hex.decode(secret: $0, into: bytes) }) else {
        throw .badKey(reason: "has a letter that is not a hexadecimal digit")
      }
    }
  }
}
