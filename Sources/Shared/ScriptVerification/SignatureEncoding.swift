internal import BitcoinPrimitives
internal import Secp256k1

/// The rules on how signatures and keys before taproot are written.
enum SignatureEncoding {
  /// Throws when a signature with its hash type breaks a rule of `flags`; empty is always allowed.
  static func check(_ signature: [UInt8], flags: ScriptFlags) throws(ScriptError) {
    guard let type = signature.last else { return }
    if !flags.isDisjoint(with: [.strictDER, .lowS, .strictEncoding]), !isStrictDER(signature) {
      throw .signatureDER
    }
    if flags.contains(.lowS) {
      // A number out of range has no S to speak of: the signature just fails.
      let parsed = try? ECDSASignature(laxDER: signature.dropLast())
      guard parsed?.isLowS ?? true else { throw .signatureHighS }
    }
    if flags.contains(.strictEncoding), !SighashType(rawValue: UInt32(type)).isStandard {
      throw .signatureHashType
    }
    if flags.contains(.signedMessage), SighashType(rawValue: UInt32(type)) != .all {
      throw .signatureNotOfAll
    }
  }

  /// Throws when a public key breaks a rule of `flags`.
  static func check(
    publicKey: [UInt8], flags: ScriptFlags, version: SignatureVersion
  ) throws(ScriptError) {
    if flags.contains(.strictEncoding) {
      switch (publicKey.first, publicKey.count) {
      case (2, 33), (3, 33), (4, 65): break
      default: throw .publicKeyType
      }
    }
    if flags.contains(.witnessPublicKeyType), version == .witnessV0 {
      guard publicKey.count == 33, publicKey[0] == 2 || publicKey[0] == 3 else {
        throw .witnessPublicKeyType
      }
    }
  }

  /// Whether a signature with its hash type is strict DER (BIP-66).
  ///
  /// That is `30 len 02 len R 02 len S type`, R and S positive and in their shortest form. Says
  /// nothing about their values.
  static func isStrictDER(_ signature: [UInt8]) -> Bool {
    let count = signature.count
    guard (9...73).contains(count), signature[0] == 0x30, Int(signature[1]) == count - 3 else {
      return false
    }
    let rCount = Int(signature[3])
    // The tag and length of S, and its first byte, follow R.
    guard 5 + rCount < count else { return false }
    let sCount = Int(signature[5 + rCount])
    guard rCount + sCount + 7 == count else { return false }
    return isShortestInteger(signature, at: 2, count: rCount)
      && isShortestInteger(signature, at: 4 + rCount, count: sCount)
  }

  /// Whether `02 count` and a positive number without padding stand at `start`.
  private static func isShortestInteger(_ bytes: [UInt8], at start: Int, count: Int) -> Bool {
    guard bytes[start] == 0x02, count > 0, bytes[start + 2] & 0x80 == 0 else { return false }
    return count == 1 || bytes[start + 2] != 0 || bytes[start + 3] & 0x80 != 0
  }
}
