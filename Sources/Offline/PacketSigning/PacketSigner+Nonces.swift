internal import ExtendedKeys
internal import ParallelWork
internal import SecondReading
internal import Secp256k1
internal import Secp256k1Signing
package import SecretKeys

/// The answer to a host's commitment for one signature: where it goes, and the point.
package struct MadeOpening: Equatable, Sendable {
  /// The number of the input.
  package let input: Int
  /// The public key that will sign, 33 bytes.
  package let key: [UInt8]
  /// The opening, 33 bytes.
  package let bytes: [UInt8]

  package init(input: Int, key: [UInt8], bytes: [UInt8]) {
    self.input = input
    self.key = key
    self.bytes = bytes
  }
}

// Nonces that a host has a say in (anti-exfil, decision 0019).
extension PacketSigner {
  /// How far all of them are.
  static func round(
    of signings: [SecondReader.Signing]
  ) throws(PacketSigningError) -> NonceAgreement.Round {
    let rounds = Set(signings.map { $0.nonce?.round ?? .none })
    guard rounds.count <= 1 else { throw .mixedRounds }
    return rounds.first ?? .none
  }

  /// Answers the first round: an opening for each signature that was prepared, and no signature.
  ///
  /// Nothing is kept: key, digest and commitment give the same opening again.
  ///
  /// - Throws: ``PacketSigningError``; then there is none at all.
  package func openings(
    _ prepared: Prepared, with keys: KeyRing
  ) throws(PacketSigningError) -> [MadeOpening] {
    let signings = prepared.signings
    try Self.prepare(keys, for: signings)
    let results = ParallelMap.results(count: signings.count) { number in
      Result { () throws(PacketSigningError) in try Self.opening(signings[number], with: keys) }
    }
    var made: [MadeOpening] = []
    for result in results { made.append(try result.get()) }
    return made
  }

  private static func opening(
    _ signing: SecondReader.Signing, with keys: KeyRing
  ) throws(PacketSigningError) -> MadeOpening {
    let origin = try origin(of: signing)
    let key = try privateKey(of: signing, at: origin, in: keys)
    guard case .ecdsa = signing.place, let nonce = signing.nonce, nonce.round == .first else {
      throw .mixedRounds
    }
    guard (try? key.publicKey().compressed) == signing.key.compressed else {
      throw .otherKey(input: signing.input, origin: "\(origin)")
    }
    guard
      let opening = try? key.nonceOpening(of: signing.digest, commitment: nonce.commitment)
    else { throw .signature(input: signing.input) }
    return MadeOpening(
      input: signing.input, key: signing.key.compressed, bytes: opening.compressed)
  }

  /// An ECDSA signature, with the nonce that was agreed on where a host has a say.
  static func ecdsaSignature(
    _ signing: SecondReader.Signing, by key: borrowing PrivateKey, at origin: KeyOrigin
  ) throws(PacketSigningError) -> ECDSASignature {
    guard let nonce = signing.nonce else {
      // Verified under the wallet's key: what verifies there was made with the key that the seed derives.
      guard let signature = try? key.ecdsaSignature(of: signing.digest, publicKey: signing.key)
      else { throw .otherKey(input: signing.input, origin: "\(origin)") }
      return signature
    }
    guard let answer = nonce.answer else { throw .mixedRounds }
    do throws(SigningError) {
      return try key.ecdsaSignature(
        of: signing.digest, entropy: answer.entropy, opening: answer.opening,
        publicKey: signing.key)
    } catch {
      switch error {
      // Another key gives another opening, too.
      case .otherOpening: throw .otherOpening(input: signing.input)
      case .notVerified: throw .otherKey(input: signing.input, origin: "\(origin)")
      default: throw .signature(input: signing.input)
      }
    }
  }
}
