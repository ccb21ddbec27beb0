internal import Bytes
internal import Hashes
internal import QRTransport
internal import Secp256k1
public import SecureMemory

/// A wallet file that Electrum encrypted with a password ("BIE1").
///
/// Base64 of the four letters, a public key made for this file, the ciphertext and an HMAC. The password's PBKDF2 is the
/// other half of a key agreement; from the point that both share come the vector and the keys of AES-128-CBC and
/// HMAC-SHA-256. Inside is the JSON of an Electrum wallet, compressed by zlib.
public struct ElectrumSealedFile: Hashable, Sendable {
  /// The most characters that are read: a wallet of ``WalletFile/sizeLimit`` bytes that cannot be compressed takes fewer.
  public static let sizeLimit = 4_000_000
  private static let type = "encrypted Electrum wallet"
  private static let magic = Array("BIE1".utf8)

  /// As it stands in the file, without line breaks.
  public let text: String
  private let bytes: [UInt8]

  /// The file; nil for anything else.
  public static func recognised(_ file: [UInt8]) -> ElectrumSealedFile? {
    guard file.count <= sizeLimit, file.starts(with: "QklFMQ".utf8) || file.first?.isBlank == true
    else { return nil }
    let digits = file.filter { !$0.isBlank }
    guard digits.starts(with: "QklFMQ".utf8), let bytes = try? Base64.decode(utf8: digits),
      // Letters, key, one block, HMAC.
      bytes.count >= 4 + 33 + 16 + 32, (bytes.count - 4 - 33 - 32) % 16 == 0
    else { return nil }
    return ElectrumSealedFile(text: String(decoding: digits, as: UTF8.self), bytes: bytes)
  }

  /// The wallet in it: public keys only.
  ///
  /// What was encrypted lies in locked memory until it is known that no private key is among it.
  ///
  /// Throws ``WalletFileError``: ``WalletFileError/wrongPassword`` for another password and a changed file, and a wallet
  /// with a seed or a private key as a secret.
  public func opened(password: borrowing SecretBytes) throws(WalletFileError) -> WalletFile {
    let contents = try inflated(decrypted(password: password))
    if contents.withUnsafeBytes(Self.holdsSecret) {
      throw .secret(kind: "an Electrum wallet with a private key")
    }
    let text = contents.withUnsafeBytes { Array($0) }
    guard let file = try WalletFile.recognised(text), file.format == .electrum else {
      throw .malformed(type: Self.type, what: "there is no wallet of Electrum inside")
    }
    return file
  }

  private func decrypted(password: borrowing SecretBytes) throws(WalletFileError) -> SecretBytes {
    guard let point = try? PublicKey(decoding: bytes[4..<37]) else {
      throw .malformed(type: Self.type, what: "the key in it is not a point of the curve")
    }
    let mac = Array(bytes.suffix(32))
    do {
      let number = try PBKDF2.sha512(
        password: password, salt: SecretBytes(count: 0), iterations: 1_024, count: 64)
      let shared = try point.multiplied(by: number)
      var hash = shared.withUnsafeBytes { SHA512.hash($0) }
      let keys = SecretBytes(moving: &hash)
      let expected = HMAC.secretSHA256(
        key: keys.slice(32..<64), message: Array(bytes.dropLast(32)))
      let isRight = expected.withUnsafeBytes { expected in
        mac.withUnsafeBytes { SecretBytes.constantTimeEquals(expected, $0) }
      }
      guard isRight else { throw WalletFileError.wrongPassword }
      return try AES128CBC.decrypt(
        Array(bytes[37..<(bytes.count - 32)]), key: keys.slice(16..<32),
        vector: keys.slice(0..<16).withUnsafeBytes { Array($0) })
    } catch let error as WalletFileError {
      throw error
    } catch {
      throw .malformed(type: Self.type, what: "\(error)")
    }
  }

  /// Takes the two bytes of zlib before the stream off, and its checksum behind it: the HMAC proved more.
  private func inflated(_ packed: consuming SecretBytes) throws(WalletFileError) -> SecretBytes {
    var contents = SecretBytes(count: WalletFile.sizeLimit)
    let count = packed.withUnsafeBytes { packed -> Int? in
      guard packed.count > 6, packed[0] & 0x0f == 8, packed[1] & 0x20 == 0,
        (Int(packed[0]) << 8 | Int(packed[1])) % 31 == 0
      else { return nil }
      let stream = UnsafeRawBufferPointer(rebasing: packed[2..<(packed.count - 4)])
      return contents.withUnsafeMutableBytes { Deflate.inflated(stream, into: $0) }
    }
    guard let count else {
      throw .malformed(
        type: Self.type,
        what: "its contents cannot be inflated, or have more than \(WalletFile.sizeLimit) bytes")
    }
    contents.truncate(to: count)
    return contents
  }

  /// Whether the JSON has a member of a private key that is not empty; before anything of it is read otherwise.
  ///
  /// Within a text of JSON a quotation mark stands behind a backslash, so no label looks like a member.
  private static func holdsSecret(_ json: UnsafeRawBufferPointer) -> Bool {
    for name in ElectrumJSON.secrets {
      let member = Array("\"\(name)\"".utf8)
      var place = 0
      while place + member.count < json.count {
        guard json[place] == member[0], json[place..<(place + member.count)].elementsEqual(member)
        else {
          place += 1
          continue
        }
        place += member.count
        while place < json.count, json[place].isBlank || json[place] == UInt8(ascii: ":") {
          place += 1
        }
        let value = json[place...].prefix(4)
        let isEmpty = ["null", "\"\"", "{}"].contains { value.starts(with: $0.utf8) }
        if !isEmpty { return true }
      }
    }
    return false
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x0a || self == 0x0d || self == 0x09 }
}
