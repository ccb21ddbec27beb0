package import Bytes
package import Secp256k1

/// What a packet says about the nonce of one signature that a host has a say in (anti-exfil).
package struct NonceAgreement: Equatable, Sendable {
  /// What the host sent first.
  package let commitment: Bytes32
  /// What the signer answered, and what the host said then; nil in the first round.
  package let answer: Answer?

  /// The second round's part.
  package struct Answer: Equatable, Sendable {
    package let opening: PublicKey
    package let entropy: Bytes32
  }

  /// How far a payment is.
  package enum Round: UInt8, Sendable {
    /// No host has a say: signatures are made at once.
    case none = 0
    /// Openings are answered, and nothing is signed.
    case first = 1
    /// The openings and the host's entropy are there: signatures are made.
    case second = 2
  }

  /// The round that this one signature is in.
  package var round: Round { answer == nil ? .first : .second }
}

extension SecondReader {
  /// The identifier of the fields with its length, as they follow their type.
  static let agreementMark: [UInt8] = [0x02, 0x61, 0x65]

  /// Where the map of an input speaks about nonces, by the 33 bytes of the public key and the kind of the field.
  ///
  /// - Throws: `SecondReadingError.signature` for fields of another form, whosoever key they name.
  func agreementFields(
    ofInput number: Int, in map: [PacketMaps.Entry], of bytes: [UInt8]
  ) throws(SecondReadingError) -> [[UInt8]: [UInt64: Range<Int>]] {
    var parts: [[UInt8]: [UInt64: Range<Int>]] = [:]
    for entry in map
    where entry.type == 0xfc && bytes[entry.detail].starts(with: Self.agreementMark) {
      var tape = Tape(bytes, entry.detail)
      _ = try tape.skip(Self.agreementMark.count)
      let part = try tape.compact()
      let lengths: [UInt64: Int] = [0: 32, 1: 33, 2: 32]
      guard tape.left == 33, lengths[part] == entry.value.count else {
        throw .signature(input: number, "an anti-exfil field is malformed")
      }
      parts[Array(bytes[try tape.skip(33)]), default: [:]][part] = entry.value
    }
    return parts
  }

  /// What the fields of a key that signs agree on; nil without any.
  ///
  /// Another signer's may be a round behind or ahead: that is between them and the host.
  ///
  /// - Throws: `SecondReadingError.signature` for a part without those before it, and for parts that do not fit.
  func agreement(
    ofInput number: Int, _ parts: [UInt64: Range<Int>]?, of bytes: [UInt8]
  ) throws(SecondReadingError) -> NonceAgreement? {
    guard let parts else { return nil }
    guard let commitment = parts[0].flatMap({ Bytes32(bytes[$0]) }) else {
      throw .signature(input: number, "an anti-exfil field stands without a commitment")
    }
    switch (parts[1], parts[2]) {
    case (nil, nil): return NonceAgreement(commitment: commitment, answer: nil)
    case (let opening?, let entropy?):
      guard let opening = try? PublicKey(decoding: bytes[opening]),
        let entropy = Bytes32(bytes[entropy]),
        NonceCommitment.commitment(to: entropy) == commitment
      else {
        throw .signature(
          input: number,
          "the coordinator's entropy is not what it committed to, or the opening is not a point of the curve"
        )
      }
      return NonceAgreement(
        commitment: commitment,
        answer: NonceAgreement.Answer(opening: opening, entropy: entropy))
    default:
      throw .signature(
        input: number,
        "an opening stands without the coordinator's entropy, or the entropy without an opening")
    }
  }
}
