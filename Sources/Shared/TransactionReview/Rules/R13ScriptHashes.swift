internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Descriptors
internal import Refusals

/// R13: a redeem or witness script must hash to what the coin commits to (BIP-174, Signer).
enum R13ScriptHashes {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    var findings: [Finding] = []
    for (number, map) in facts.psbt.inputs.enumerated() {
      guard let script = facts.inputs[number].output?.scriptPubKey else { continue }
      findings += judged(
        "input \(number)", script, redeem: map.redeemScript, witness: map.witnessScript,
        derived: facts.inputs[number].place)
    }
    for (number, map) in facts.psbt.outputs.enumerated() {
      findings += judged(
        "output \(number)", facts.outputs[number].output.scriptPubKey, redeem: map.redeemScript,
        witness: map.witnessScript, derived: facts.outputs[number].place)
    }
    return findings
  }

  private static func judged(
    _ place: String, _ script: Script, redeem: Script?, witness: Script?, derived: WalletPlace?
  ) -> [Finding] {
    var findings: [Finding] = []
    if let redeem, Script.p2sh(redeem) != script {
      findings.append(refusal("\(place): the redeem script does not hash to the coin's script"))
    }
    if let witness, Script.p2wsh(witness) != (redeem ?? script) {
      findings.append(refusal("\(place): the witness script does not hash to the coin's script"))
    }
    if let derived {
      if let redeem, redeem != derived.derived.redeemScript {
        findings.append(refusal("\(place): the redeem script is not the registered wallet's"))
      }
      if let witness, witness != derived.derived.witnessScript {
        findings.append(refusal("\(place): the witness script is not the registered wallet's"))
      }
    }
    return findings
  }

  private static func refusal(_ message: String) -> Finding {
    Finding(
      rule: .r13, severity: .refuse, message: message,
      mend: "do not use the coordinator that made this PSBT")
  }
}
