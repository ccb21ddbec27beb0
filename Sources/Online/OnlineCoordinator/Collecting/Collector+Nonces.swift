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
  /// Not for a signature that is here already: it cannot follow what is agreed on after it.
  ///
  /// - Throws: `CollectError` for one that is malformed, and where the records do not have the entropy.
  mutating func takeOpenings(of theirs: PSBT) throws(CollectError) {
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
      guard !fields.isMalformed || known.isEmpty else { throw .malformedOpening(input: index) }
    }
  }
}
