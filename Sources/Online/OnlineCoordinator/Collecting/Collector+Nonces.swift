internal import BitcoinPSBT
internal import Bytes
internal import Descriptors
internal import Secp256k1

// The nonces that this home has a say in (anti-exfil, R28).
extension Collector {
  /// Why a signature is not the one that was agreed on.
  enum NonceFault: Hashable, Sendable {
    /// Its signer has not said its opening before, so it could choose any nonce.
    case unanswered
    /// It was made with another nonce than the one that was agreed on.
    case notKept
    /// The answer to round 1 is no point of the curve, or a field of another form.
    case malformedAnswer
  }

  /// What is wrong with the nonce of a signature; nil where this home has no say in it, too.
  ///
  /// By the fields of this home's own packet: an opening that comes together with its signature binds nobody.
  func nonceFault(of signature: VerifiedSignature) -> NonceFault? {
    let keys = inputs[signature.input].derived.keys
    guard keys.indices.contains(signature.signer),
      let agreement = packet.inputs[signature.input].nonceFields
        .agreements[keys[signature.signer].publicKey.compressed],
      agreement.commitment != nil
    else { return nil }
    guard let opening = agreement.opening, let entropy = agreement.entropy else {
      return allowsUnanswered || isReadingRecords ? nil : .unanswered
    }
    guard let parsed = try? ECDSASignature(der: signature.field.value.dropLast()),
      NonceCommitment.isKept(by: parsed, opening: opening, entropy: entropy)
    else { return .notKept }
    return nil
  }

  /// Takes the openings of a PSBT, each once, and says the entropy to whoever gave them.
  ///
  /// Not for a signature that is here already: it cannot follow what is agreed on after it. One that is malformed is
  /// left out and named; the others are as good as before.
  ///
  /// - Throws: `CollectError` where the records do not have the entropy.
  mutating func takeOpenings(of theirs: PSBT, from source: String) throws(CollectError) {
    for index in packet.inputs.indices {
      let fields = theirs.inputs[index].nonceFields
      let known = packet.inputs[index].nonceFields.agreements
      for (key, agreement) in fields.agreements.sorted(by: {
        $0.key.lexicographicallyPrecedes($1.key)
      }) {
        guard let own = known[key], let commitment = own.commitment, own.opening == nil,
          let opening = agreement.opening,
          !packet.inputs[index].partialSigs.contains(where: { Array($0.publicKey) == key })
        else { continue }
        guard let entropy = entropy?.entropy(input: index, key: key),
          NonceCommitment.commitment(to: entropy) == commitment
        else { throw .entropyIsGone }
        packet.updateInput(index) {
          $0.setNonceOpening(opening, publicKey: key)
          $0.setNonceEntropy(entropy, publicKey: key)
        }
        openings += 1
      }
      guard fields.isMalformed, !known.isEmpty else { continue }
      let signers = signers(ofMalformed: theirs.inputs[index], index)
      for signer in signers.isEmpty ? [nil] : signers {
        reject(RejectedSignature(answerFor: index, signer: signer, from: source))
      }
    }
  }

  /// Who is asked for an opening and gave one that cannot be read, in the order of the keys.
  private func signers(ofMalformed theirs: PSBTInput, _ index: Int) -> [String?] {
    let said = Set(
      theirs.map.fields.compactMap { field -> [UInt8]? in
        guard let (part, key) = NonceFields.part(of: field), part == .opening else { return nil }
        return key
      })
    let read = theirs.nonceFields.agreements
    let asked = packet.inputs[index].nonceFields.agreements
    return inputs[index].derived.keys.enumerated().compactMap { position, key -> String? in
      let bytes = key.publicKey.compressed
      guard said.contains(bytes), asked[bytes] != nil, read[bytes]?.opening == nil else {
        return nil
      }
      return cosigners.name(position)
    }
  }
}
