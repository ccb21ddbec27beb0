import BitcoinPSBT
import BitcoinPrimitives
import ExtendedKeys

/// R11: coins of one network never meet keys of another.
///
/// A test network's worthless payment may otherwise be a signature for the same key's real coin.
enum R11Network {
  /// Purposes whose second step is the coin type (BIP-44, 49, 84, 86, 48).
  private static let withCoinType: Set<UInt32> = [44, 48, 49, 84, 86]

  static func findings(in facts: ReviewFacts) -> [Finding] {
    let network = facts.context.network
    var findings: [Finding] = []
    for wallet in facts.context.wallets where wallet.network != network {
      findings.append(
        refusal(
          "the registered wallet \(VisibleText.of(wallet.name)) is for \(wallet.network), not \(network)"
        ))
    }
    let claims =
      facts.psbt.inputs.enumerated().map { number, input in
        ("input \(number)", KeyClaim.all(input.bip32Derivations, input.tapBIP32Derivations))
      }
      + facts.psbt.outputs.enumerated().map { number, output in
        ("output \(number)", KeyClaim.all(output.bip32Derivations, output.tapBIP32Derivations))
      }
    for (place, claims) in claims {
      for origin in claims.map(\.origin)
      where facts.context.fingerprints.contains(origin.fingerprint) {
        guard let coinType = coinType(of: origin.path), coinType != network.coinType else {
          continue
        }
        findings.append(
          refusal(
            "\(place) names the path \(origin.path), coin type \(coinType); \(network) has "
              + "\(network.coinType)"))
      }
    }
    for (number, xpub) in facts.psbt.global.xpubs.enumerated() {
      guard let key = try? Xpub(decoding: Array(xpub.encodedXpub)) else { continue }
      if (key.network == .mainnet) != network.isMainnet {
        findings.append(
          refusal(
            "global xpub \(number) is for \((key.network == .mainnet) ? "mainnet" : "a test network")"
          ))
      }
    }
    return findings
  }

  private static func coinType(of path: DerivationPath) -> UInt32? {
    let steps = path.steps
    guard steps.count >= 2, steps[0].isHardened, steps[1].isHardened,
      withCoinType.contains(steps[0].index)
    else { return nil }
    return steps[1].index
  }

  private static func refusal(_ message: String) -> Finding {
    Finding(
      rule: "R11", severity: .refuse, message: message,
      mend: "use the signer's home of that network, or a payment made for this one")
  }
}
