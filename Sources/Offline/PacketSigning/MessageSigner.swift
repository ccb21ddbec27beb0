internal import Bytes
internal import ExtendedKeys
package import SecondReading
internal import Secp256k1
internal import Secp256k1Signing
package import SecretKeys

/// Signs a text by the second reading of it: what is signed is computed there, and nothing else can be signed here.
package enum MessageSigner {
  /// The signatures of a text by some keys of its wallet, which are named by their positions in its text.
  ///
  /// Deterministic, as those of payments are (R28): by RFC 6979 with low R, by BIP-340 with zeros; a recoverable one
  /// by RFC 6979 alone, as Bitcoin Core makes it, in 65 bytes with its header (BIP-137). Each is verified
  /// under the key that the second reader derived.
  ///
  /// - Throws: ``PacketSigningError``; then there is no signature at all.
  package static func signatures(
    of message: MessageReading, as form: MessageReading.Form, by positions: Set<Int>,
    with keys: KeyRing
  ) throws(PacketSigningError) -> [MadeSignature] {
    let signings: [SecondReader.Signing]
    do throws(SecondReadingError) {
      signings = try message.signings(by: positions)
    } catch {
      throw .secondReading(error.description)
    }
    try PacketSigner.prepare(keys, for: signings)
    var made: [MadeSignature] = []
    for signing in signings {
      made.append(
        form == .recoverable
          ? try recoverable(signing, message, with: keys)
          : try PacketSigner.made(signing, with: keys, auxiliary: .zero))
    }
    return made
  }

  private static func recoverable(
    _ signing: SecondReader.Signing, _ message: MessageReading, with keys: KeyRing
  ) throws(PacketSigningError) -> MadeSignature {
    let origin = try PacketSigner.origin(of: signing)
    let key = try PacketSigner.privateKey(of: signing, at: origin, in: keys)
    guard let kind = message.kind, let own = try? key.publicKey(),
      own.compressed == signing.key.compressed
    else {
      throw .otherKey(input: signing.input, origin: "\(origin)")
    }
    guard let signature = try? key.plainECDSASignature(of: signing.digest),
      let id = signature.recoveryID(of: signing.digest, for: own),
      let nonce = Bytes32(signature.compact.prefix(32))
    else { throw .signature(input: signing.input) }
    return MadeSignature(
      input: signing.input, place: signing.place,
      bytes: [kind.rawValue + UInt8(id)] + signature.compact, digest: signing.digest, nonce: nonce)
  }
}
