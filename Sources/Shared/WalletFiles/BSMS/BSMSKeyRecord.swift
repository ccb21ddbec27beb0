internal import BitcoinPrimitives
internal import Bytes
public import Descriptors
internal import ExtendedKeys
public import Secp256k1

/// A signer's key for a multisig that is being set up: the record of BIP-129's first round.
///
/// Five lines: version, token, `[fingerprint/path]KEY`, a description, and the key's own signature
/// of the four lines before it, which proves that its holder sent it and nobody changed it.
public struct BSMSKeyRecord: Hashable, Sendable {
  /// The token of the setup that the record belongs to.
  public let token: BSMSToken
  /// Origin and key, an extended one or a lone one, without steps behind it.
  public let key: KeyExpression
  /// The key as the record spells it: the signature is over these letters.
  private let keyLine: String
  /// At most 80 characters of one line; foreign text.
  public let summary: String
  /// 65 bytes (BIP-137); nil for a record that nobody signed.
  public let signature: [UInt8]?

  private static let type = "BSMS key record"

  /// A record to be signed: sign ``signedText`` as a message (BIP-137), then ``signed(with:)``.
  ///
  /// Throws when the summary is longer than 80 characters or has control characters, and for a key
  /// without an origin.
  public init(token: BSMSToken, key: KeyExpression, summary: String) throws(WalletFileError) {
    guard summary.count <= 80, !summary.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
      throw .refused(field: "description", reason: "is above 80 characters or has line ends")
    }
    guard key.origin != nil, key.steps.isEmpty, !key.isRange else {
      throw .refused(field: "key", reason: "has no origin, or has steps after it")
    }
    self.init(
      token: token, key: key, keyLine: DescriptorWriting.apostrophes(key, range: ""),
      summary: summary, signature: nil)
  }

  /// The record with its key's signature; throws for a signature that is not the key's.
  public func signed(with signature: ECDSASignature) throws(WalletFileError) -> BSMSKeyRecord {
    guard let publicKey,
      let bytes = SignedMessage.encoded(signature, of: signedText, by: publicKey)
    else { throw .refused(field: "signature", reason: "is not the key's") }
    return BSMSKeyRecord(
      token: token, key: key, keyLine: keyLine, summary: summary, signature: bytes)
  }

  private init(
    token: BSMSToken, key: KeyExpression, keyLine: String, summary: String, signature: [UInt8]?
  ) {
    self.keyLine = keyLine
    self.token = token
    self.key = key
    self.summary = summary
    self.signature = signature
  }

  /// Reads a record; one with a signature is verified, one without is read and says so.
  ///
  /// Throws for another version, a private key, a key without origin, and a signature that is
  /// wrong.
  public init(parsing text: some StringProtocol) throws(WalletFileError) {
    if let kind = SecretDetector.kind(of: text) { throw .secret(kind: kind) }
    let lines = FileText.lines(String(text))
    guard lines.first == Substring(BSMSDescriptorRecord.version) else {
      throw .unsupported(type: Self.type, what: "on line 1 another version than BSMS 1.0 (BIP-129)")
    }
    guard lines.count == 4 || lines.count == 5 else {
      throw .malformed(type: Self.type, what: "\(lines.count) lines, and BIP-129 wants 5")
    }
    token = try BSMSToken(parsing: lines[1])
    key = try KeyText.expression(lines[2], field: "key on line 3").key
    keyLine = String(lines[2])
    guard lines[3].count <= 80 else {
      throw .refused(
        field: "description on line 4", reason: "is longer than the 80 characters of BIP-129")
    }
    summary = String(lines[3])
    guard lines.count == 5 else {
      signature = nil
      return
    }
    guard let bytes = try? Base64.decode(lines[4]), bytes.count == 65 else {
      throw .malformed(type: Self.type, what: "the signature on line 5 is not base64 of 65 bytes")
    }
    signature = bytes
    guard let publicKey, SignedMessage.isSigned(signedText, by: publicKey, with: bytes) else {
      throw .refused(
        field: "signature on line 5",
        reason: "is not the key's: somebody changed the key or the record")
    }
  }

  /// Whether the key's holder signed; what was read is verified.
  public var isSigned: Bool { signature != nil }

  /// The record, without a line end behind it, as BIP-129's own are.
  public var text: String {
    signedText + (signature.map { "\n" + Base64.encode($0) } ?? "")
  }

  /// The four lines that the signature is over, without a line end behind them.
  public var signedText: String {
    [BSMSDescriptorRecord.version, token.text, keyLine, summary].joined(separator: "\n")
  }

  private var publicKey: PublicKey? {
    switch key.material {
    case .single(let key): key
    case .extended(let xpub): xpub.publicKey
    case .xOnly: nil
    }
  }
}
