internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Descriptors
internal import ExtendedKeys
internal import Refusals

/// R11: coins of one network never meet keys of another.
///
/// A test network's worthless payment may otherwise be a signature for the same key's real coin.
enum R11Network {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    let network = facts.context.network
    var findings: [Finding] = []
    if let tag = facts.psbt.global.chainTag, tag != network.tag {
      findings.append(
        refusal("the payment was made for \(ForeignText.ascii(tag, limit: 71)), not for \(network)")
      )
    }
    for wallet in facts.context.wallets where wallet.network != network {
      findings.append(
        refusal(
          "the registered wallet \(ForeignText.ascii(wallet.name)) is for \(wallet.network), not \(network)"
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
        guard let coinType = origin.path.coinType, coinType != network.coinType,
          !ChancePath.isOne(origin.path)
        else { continue }
        findings.append(
          refusal(
            "\(place) names the path \(origin.path), coin type \(coinType); \(network) has "
              + "\(network.coinType)"))
      }
    }
    findings += wallets(of: facts)
    findings += realCoins(in: facts)
    for (number, xpub) in facts.psbt.global.xpubs.enumerated() {
      guard let key = try? Xpub(decoding: Array(xpub.encodedXpub)) else { continue }
      if key.network != KeyNetwork(network) {
        findings.append(
          refusal(
            "global xpub \(number) is for \(key.network)"
          ))
      }
    }
    return findings
  }

  /// The wallets this payment touches whose own keys are another network's.
  ///
  /// A PSBT that names no path says nothing that could be compared; the wallet's keys always do.
  private static func wallets(of facts: ReviewFacts) -> [Finding] {
    let network = facts.context.network
    let touched = facts.spentWallets.union(facts.outputs.compactMap { $0.place?.wallet })
    return touched.sorted().compactMap { number in
      let wallet = facts.context.wallets[number]
      let keys = wallet.descriptor.keys.filter {
        $0.origin?.path.coinType.map { $0 != network.coinType } ?? false
      }
      guard let other = keys.first?.origin?.path.coinType else { return nil }
      if keys.allSatisfy({ ChancePath.isKey($0) }) {
        // What signs with them says more.
        guard !facts.walletsOfRealKeys.contains(number) else { return nil }
        return Finding(
          rule: .r11, severity: .show,
          message:
            "the wallet \(ForeignText.ascii(wallet.name)) has keys of the Chance wallet, which are "
            + "the same on mainnet: it was bound to \(network) when it was registered",
          mend: "make sure that its keys hold no real coins")
      }
      return refusal(
        "the registered wallet \(ForeignText.ascii(wallet.name)) has keys of coin type \(other); "
          + "\(network) has \(network.coinType)")
    }
  }

  /// The wallets that are to sign on a test network with keys that are the same on mainnet.
  ///
  /// A coordinator that lies can dress a payment of real coins as one of a test network: what is
  /// signed is the same. Keys below the test networks' coin type have no real coins; any others may.
  private static func realCoins(in facts: ReviewFacts) -> [Finding] {
    facts.walletsOfRealKeys.map { number in
      let wallet = facts.context.wallets[number]
      let path = wallet.keysOfAnyNetwork.first.flatMap { wallet.descriptor.keys[$0].origin?.path }
      return Finding(
        rule: .r11, severity: .warn,
        message:
          "our keys of \(ForeignText.ascii(wallet.name)) (\(path.map { "\($0)" } ?? "no path")) "
          + "are not under the coin type of \(facts.context.network): the same keys are valid on "
          + "mainnet, and a signature made here could spend real coins there",
        mend: "use keys of this network, or a seed that never held coins and never will",
        consent: .realCoins)
    }
  }

  private static func refusal(_ message: String) -> Finding {
    Finding(
      rule: .r11, severity: .refuse, message: message,
      mend: "use the signer's home for that network, or have the payment built for this network")
  }
}
