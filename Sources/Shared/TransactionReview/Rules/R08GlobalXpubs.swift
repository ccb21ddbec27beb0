internal import BitcoinPSBT
internal import Bytes
internal import Descriptors
internal import ExtendedKeys
internal import Refusals
internal import Secp256k1

/// R08, R09: account keys named by a PSBT are never learned, and may not contradict what is
/// registered.
enum R08GlobalXpubs {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    derivations(in: facts) + globals(in: facts)
  }

  /// A derivation at a place of ours that names a cosigner's fingerprint with a path or key that
  /// the registered wallet does not have there: an xpub swapped under the same fingerprint.
  private static func derivations(in facts: ReviewFacts) -> [Finding] {
    let places =
      facts.inputs.enumerated().map { ("input \($0)", $1.contradictedCosigner) }
      + facts.outputs.enumerated().map { ("output \($0)", $1.contradictedCosigner) }
    return places.compactMap { place, fingerprint in
      fingerprint.map {
        refusal(
          "\(place) names the cosigner \($0) with a key or path that the registered wallet does "
            + "not have there")
      }
    }
  }

  private static func globals(in facts: ReviewFacts) -> [Finding] {
    let xpubs = facts.psbt.global.xpubs
    guard !xpubs.isEmpty else { return [] }
    let registered = facts.context.wallets.flatMap { $0.descriptor.keys.compactMap(Self.account) }
    return xpubs.enumerated().compactMap { number, claim in
      let same = registered.filter { $0.origin == claim.origin }
      guard let xpub = try? Xpub(decoding: Array(claim.encodedXpub)) else {
        let ours = facts.context.fingerprints.contains(claim.origin.fingerprint)
        guard !same.isEmpty || ours else { return nil }
        return refusal("global xpub \(number) is not an extended public key")
      }
      guard same.isEmpty else {
        if same.contains(where: { $0.key == xpub.publicKey && $0.chainCode == xpub.chainCode }) {
          return nil
        }
        return refusal(
          "global xpub \(number) differs from the registered key of \(claim.origin.fingerprint)")
      }
      let known = registered.first {
        $0.key == xpub.publicKey && $0.chainCode == xpub.chainCode
      }
      return known.map {
        refusal(
          "global xpub \(number) is the registered key of [\($0.origin)], but the payment calls it "
            + "[\(claim.origin)]")
      }
    }
  }

  /// The origin and what makes the key, without the parts that may differ for the same key.
  private static func account(
    _ key: KeyExpression
  ) -> (origin: KeyOrigin, key: PublicKey, chainCode: Bytes32)? {
    guard let origin = key.origin, case .extended(let xpub) = key.material else { return nil }
    return (origin, xpub.publicKey, xpub.chainCode)
  }

  private static func refusal(_ message: String) -> Finding {
    Finding(
      rule: .r08, severity: .refuse, message: message,
      mend: "compare the wallet with everybody who holds a key of it before you sign anything")
  }
}
