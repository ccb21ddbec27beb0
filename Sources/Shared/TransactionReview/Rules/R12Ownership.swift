internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Refusals

/// R12: an input is ours because we derive its script, or it is foreign and shown as such.
enum R12Ownership {
  /// What stands above everything else: the wallet that pays is not registered here.
  ///
  /// Whatever other rules say of such a payment follows from that.
  static func unregistered(in facts: ReviewFacts) -> [Finding] {
    guard facts.inputs.allSatisfy({ $0.place == nil }),
      let number = facts.inputs.firstIndex(where: \.claimsOurs)
    else { return [] }
    let map = facts.psbt.inputs[number]
    let isGroup =
      max(map.bip32Derivations.count, map.tapBIP32Derivations.count) > 1
      || map.witnessScript != nil
    return [
      Finding(
        rule: .r12, severity: .refuse,
        message: "the paying wallet is not registered in this signer, although the payment names "
          + "one of our keys",
        mend: isGroup
          ? "register it: `wallet register NAME --from INPUT`, where INPUT is the wallet as the "
            + "coordinator exports it (`wallet export`); then review again"
          : "register it: `account export SEED` does that for a standard account, `wallet register "
            + "NAME --from INPUT` for any other; then review again")
    ]
  }

  /// What stands above everything else of an answer that was trimmed to its signatures.
  ///
  /// SeedSigner and Specter-DIY leave out all else, so that it fits into fewer QR codes: no coin,
  /// no derivation. The coordinator has what is missing, and puts it back.
  static func trimmed(in facts: ReviewFacts) -> [Finding] {
    guard !facts.context.isFromPayload, facts.inputs.contains(where: { $0.output == nil }),
      facts.psbt.inputs.allSatisfy(\.hasNoCoinData),
      facts.psbt.inputs.contains(where: \.hasSignature)
    else { return [] }
    return [
      Finding(
        rule: .r12, severity: .refuse,
        message: "this is another signer's answer with only its signatures: it does not hold the "
          + "coins, so this signer cannot show what it pays",
        mend: "pass it through the coordinator first: `collect` takes the signatures in, and "
          + "`payments --payment NUMBER --out FILE` writes the whole payment for the next signer; or "
          + "give this signer the original payment together with this answer")
    ]
  }

  /// What is said before everything else, because the rest follows from it.
  static func leading(in facts: ReviewFacts) -> [Finding] {
    trimmed(in: facts) + unregistered(in: facts)
  }

  static func findings(in facts: ReviewFacts) -> [Finding] {
    // Before the list of others' inputs, which may be long.
    var findings = leading(in: facts) + forgotten(in: facts)
    for (number, input) in facts.inputs.enumerated() {
      if input.place != nil {
        guard input.claimsFalsely else { continue }
        findings.append(
          Finding(
            rule: .r12, severity: .refuse,
            message:
              "input \(number) is ours, but a derivation names our fingerprint with a key or "
              + "path that its script does not have",
            mend: "do not use the coordinator that made this PSBT"))
      } else if input.claimsOurs {
        findings.append(
          Finding(
            rule: .r12, severity: .refuse,
            message: "input \(number) names one of our keys, but no registered wallet has this "
              + "script at the path it names",
            mend: "register the wallet it belongs to, then review again"))
      } else if let before = facts.context.history.signingOwn(input.outPoint) {
        // Half of our coins shown in one round and half in the next: each time the rest seems to
        // belong to others.
        findings.append(
          Finding(
            rule: .r12, severity: .refuse,
            message: "input \(number) spends a coin of ours, which this signer signed for on "
              + "\(before.date) in \(before.txid), but the payment does not say where our key is",
            mend: "have the payment built again with the derivations of all our coins; if it comes "
              + "like this again, do not trust the coordinator"))
      } else if input.output == nil {
        findings.append(
          Finding(
            rule: .r12, severity: .refuse,
            message:
              "input \(number) is not ours, and the payment does not contain the coin that it spends",
            mend: "ask for a PSBT that carries the previous transaction of every input"))
      } else {
        findings.append(
          Finding(
            rule: .r12, severity: .warn,
            message: "input \(number) is not ours: somebody else pays \(input.amount?.btc ?? "?") "
              + "\(facts.context.network.unit) into this payment",
            mend: "sign only if you know who and why"))
      }
    }
    if !facts.inputs.contains(where: { $0.place != nil }) {
      findings.append(
        Finding(
          rule: .r12, severity: .refuse,
          message: "no input belongs to a registered wallet of this signer",
          mend: "check that this is the right signer, or register the wallet"))
    }
    return findings
  }

  /// What is said where another's inputs stand beside ours and nothing remembers which were ours before.
  private static func forgotten(in facts: ReviewFacts) -> [Finding] {
    guard facts.context.signs, !facts.context.remembers,
      facts.inputs.contains(where: { $0.place != nil }),
      facts.inputs.contains(where: { $0.place == nil })
    else { return [] }
    return [
      Finding(
        rule: .r12, severity: .warn,
        message: "this signing uses no vault, so nothing remembers what was signed before. An "
          + "input that is shown here as another person's may be ours, and may be shown as ours in another "
          + "signing. Together the two signatures could spend our coins, and neither review would "
          + "have shown it",
        mend: "sign with a vault, which remembers our coins; without one, sign only if you know "
          + "the owner of every input",
        consent: .noVault)
    ]
  }
}

extension PSBTInput {
  /// Whether nothing is said of the coin that is spent, and of whose it is.
  fileprivate var hasNoCoinData: Bool {
    nonWitnessUTXO == nil && witnessUTXO == nil && redeemScript == nil && witnessScript == nil
      && bip32Derivations.isEmpty && tapBIP32Derivations.isEmpty
  }

  /// Whether somebody has signed it.
  fileprivate var hasSignature: Bool {
    !partialSigs.isEmpty || tapKeySig != nil || !tapScriptSigs.isEmpty || isFinal
  }
}
