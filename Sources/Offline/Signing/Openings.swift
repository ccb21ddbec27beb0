public import BitcoinPSBT
internal import Bytes
package import PacketSigning
package import SecondReading
internal import Secp256k1
package import TransactionReview

extension Review {
  /// The round that the review says, in the words of the second reading.
  package var agreedRound: NonceAgreement.Round {
    switch facts.nonceRound {
    case .none: .none
    case .first: .first
    case .second: .second
    }
  }

  /// The reviewed PSBT with this signer's openings, which answers the first round of anti-exfil (R28).
  ///
  /// - Throws: ``SignerError`` for an opening that nobody asked for.
  package func answered(_ openings: [MadeOpening]) throws(SignerError) -> PSBT {
    var answer = psbt
    for opening in openings {
      guard psbt.inputs.indices.contains(opening.input),
        let asked = psbt.inputs[opening.input].nonceFields.agreements[opening.key],
        asked.commitment != nil, asked.opening == nil, opening.bytes.count == 33,
        let point = try? PublicKey(decoding: opening.bytes)
      else {
        throw .packet(
          .readingsDiffer(
            "input \(opening.input), opening", review: "not asked for",
            secondReading: Hex.encode(opening.bytes)))
      }
      answer.updateInput(opening.input) { $0.setNonceOpening(point, publicKey: opening.key) }
    }
    return answer
  }
}

extension Signer {
  /// Answers the first round of an approved payment, and signs nothing; see ``signed(consuming:source:auxiliary:)``.
  ///
  /// - Throws: ``SignerError``.
  public func answered(
    consuming approval: consuming Approval, source: ReadingSource = ReadingSource()
  ) throws(SignerError) -> PSBT {
    let review = approval.review
    let openings: [MadeOpening]
    do throws(PacketSigningError) {
      let (signer, prepared) = try source.prepared(review)
      openings = try signer.openings(prepared, with: keys)
    } catch {
      throw .packet(error)
    }
    return try review.answered(openings)
  }
}

extension ReadingSource {
  /// Reads the packet of a review the second time, and prepares what is to be signed.
  ///
  /// - Throws: `PacketSigningError`.
  func prepared(
    _ review: Review
  ) throws(PacketSigningError) -> (PacketSigner, PacketSigner.Prepared) {
    let signer = try signer(of: review)
    let agreement = try signer.agreement(
      with: ReviewClaims(review), ours: review.ownKeys, secret: review.secretKeys)
    let prepared = try signer.prepared(
      review.signableInputs, in: agreement, own: review.signingKeys)
    guard prepared.round == review.agreedRound else {
      throw .readingsDiffer(
        "round of anti-exfil", review: "\(review.agreedRound.rawValue)",
        secondReading: "\(prepared.round.rawValue)")
    }
    return (signer, prepared)
  }
}
