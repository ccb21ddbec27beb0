internal import Bytes
public import EncryptedVault
internal import Hashes
internal import QRTransport
internal import SecretCodes
public import SecureMemory

/// The encrypted sheet: a text under words that a person chose, with scrypt (RFC 7914) and
/// ChaCha20-Poly1305 (RFC 8439); docs/formats.md, "Encrypted sheets".
///
/// Header: `DBES`, version, log2 of N, r, p (a byte each), 16 bytes of salt. Then the sealed text with
/// its tag, then the first four bytes of SHA-256 of everything before, which tell a misread sheet from
/// wrong words. The key is used once: the salt is random, so the nonce is zero.
public struct SealedSheet: Equatable, Sendable {
  /// Everything, as the QR codes carry it.
  public let bytes: [UInt8]

  static let magic: [UInt8] = Array("DBES".utf8)
  static let version: UInt8 = 1
  static let saltLength = 16
  static let headerLength = 24
  static let checkLength = 4
  /// The text is filled up with line feeds to a multiple of so many bytes.
  static let blockLength = 64
  /// The longest that is read, in bytes.
  public static let limit = 65_536

  /// Whether bytes claim to be an encrypted sheet.
  public static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  // MARK: Sealing

  /// Encrypts a text under words.
  ///
  /// `salt` is 16 random bytes, never used before. Throws: `words` for none, `stretching`.
  public init(
    sealing text: borrowing SecretBytes, words: borrowing SecretBytes, salt: [UInt8],
    parameters: KDFParameters
  ) throws(SealedSheetError) {
    precondition(salt.count == Self.saltLength, "a salt of another length")
    let header =
      Self.magic
      + [Self.version, UInt8(parameters.logN), UInt8(parameters.r), UInt8(parameters.p)] + salt
    let filled = Self.filled(text)
    guard filled.count + Self.headerLength + 32 <= Self.limit else { throw .tooLong }
    let key = try Self.key(words, salt, parameters)
    do throws(HashesError) {
      let nonce = [UInt8](repeating: 0, count: AEAD.nonceLength)
      let sealed = try AEAD.seal(filled, key: key, nonce: nonce, header: header)
      bytes = header + sealed + Self.check(of: header + sealed)
    } catch {
      throw .stretching(error.description)
    }
  }

  private static func filled(_ text: borrowing SecretBytes) -> SecretBytes {
    let length = (text.count + blockLength) / blockLength * blockLength
    return SecretBytes(count: length) { room in
      text.withUnsafeBytes { room.copyBytes(from: $0) }
      for index in text.count..<length { room[index] = 0x0a }
    }
  }

  private static func check(of bytes: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(bytes).bytes.prefix(checkLength))
  }

  private static func key(
    _ words: borrowing SecretBytes, _ salt: [UInt8], _ parameters: KDFParameters
  ) throws(SealedSheetError) -> SecretBytes {
    let canonical: SecretBytes
    do throws(SecretUnicodeError) {
      canonical = try SpokenWords.canonical(words)
    } catch {
      throw .words
    }
    guard !canonical.isEmpty else { throw .words }
    do throws(VaultError) {
      return try parameters.stretched(canonical, salt: salt)
    } catch {
      throw .stretching(error.description)
    }
  }

  // MARK: Opening

  /// Takes bytes that QR codes carried.
  ///
  /// Throws: `notSealed`, `version`, `parameters`, `damaged`; nothing is stretched yet.
  public init(
    reading bytes: [UInt8], minimum: KDFParameters = .standard
  ) throws(SealedSheetError) {
    guard Self.isOne(bytes) else { throw .notSealed }
    let shortest = Self.headerLength + AEAD.tagLength + Self.checkLength
    guard (shortest...Self.limit).contains(bytes.count) else { throw .damaged }
    let end = bytes.count - Self.checkLength
    guard Array(bytes[end...]) == Self.check(of: Array(bytes[..<end])) else { throw .damaged }
    guard bytes[4] == Self.version else { throw .version(bytes[4]) }
    self.bytes = bytes
    do throws(VaultError) {
      try parameters.requireBounds(minimum: minimum)
    } catch {
      throw .parameters(error.description)
    }
  }

  /// How much work a guess of the words takes.
  public var parameters: KDFParameters {
    KDFParameters(unchecked: Int(bytes[5]), r: Int(bytes[6]), p: Int(bytes[7]))
  }

  /// The text, without the line feeds that filled it up.
  ///
  /// Throws: `wrongWords`, `words`, `stretching`.
  public func opened(words: borrowing SecretBytes) throws(SealedSheetError) -> SecretBytes {
    let salt = Array(bytes[8..<Self.headerLength])
    let key = try Self.key(words, salt, parameters)
    do throws(HashesError) {
      let nonce = [UInt8](repeating: 0, count: AEAD.nonceLength)
      var text = try AEAD.open(
        Array(bytes[Self.headerLength..<bytes.count - Self.checkLength]), key: key, nonce: nonce,
        header: Array(bytes[..<Self.headerLength]))
      let length = text.withUnsafeBytes { ($0.lastIndex { $0 != 0x0a } ?? -1) + 1 }
      text.truncate(to: length)
      return text
    } catch .notAuthentic {
      throw .wrongWords
    } catch {
      throw .stretching(error.description)
    }
  }

  /// Its QR codes: parts of BBQr with the letter `B`, in base32, so that they can be typed too.
  ///
  /// Throws: `symbol`.
  public func symbols(of name: String) throws(RecoverySheetError) -> [PrintedSymbol] {
    try PrintedSymbol.tiles(
      "the encrypted seed \(name)", BBQrFile(kind: .binary, bytes: bytes),
      limit: SheetWallet.symbolLimit)
  }
}
