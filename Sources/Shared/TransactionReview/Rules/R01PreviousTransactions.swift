internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Descriptors
internal import Refusals

/// R01: every amount is proved before anything is signed.
///
/// A legacy signature commits to no amount and a segwit v0 signature only to its own input's: two
/// sessions with different lies about the other inputs combine into a fee of any size
/// (CVE-2020-14199). So the whole previous transaction must come along, and hash to the outpoint's
/// txid. Only when every input that will be signed is taproot, whose signatures commit to all
/// amounts, is the PSBT's word enough.
enum R01PreviousTransactions {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    let signed = facts.inputs.lazy.filter { $0.place != nil }
    let taprootOnly =
      !signed.isEmpty && signed.allSatisfy { $0.output?.scriptPubKey.isP2TR == true }
    return facts.inputs.enumerated().compactMap { number, input in
      switch input.flaw {
      case .wrongTxid(let found):
        return refusal(
          "input \(number): the previous transaction has txid \(found), the input spends "
            + "\(input.outPoint.txid)")
      case .noSuchOutput(let count):
        return refusal(
          "input \(number): the previous transaction has \(count) outputs, the input spends number "
            + "\(input.outPoint.vout)")
      case .contradictsWitnessUTXO, .contradictsProof, .contradictsClaim, nil:
        break
      }
      switch input.proof {
      case .previousTransaction, .provedBefore: return nil
      case .taproot where taprootOnly, .claimed where taprootOnly: return nil
      case .claimed, .taproot:
        guard facts.context.limits.acceptsUnprovenSegwitV0, isSegwit(number, facts) else {
          return refusal("input \(number): nothing proves its amount")
        }
        return Finding(
          rule: .r01, severity: .warn,
          message: "input \(number): its amount is claimed but not proved, so the real fee may "
            + "be higher",
          mend: "ask for a PSBT with the previous transactions")
      case .unknown where facts.context.isFromPayload && input.place != nil:
        return nil  // R21's to warn about: a payload has no place for amounts.
      case .unknown:
        // A foreign input without any coin data is R12's to refuse; its amount is missed here too.
        return refusal("input \(number): its amount is unknown")
      }
    }
  }

  /// Whether an input is segwit, natively or nested in a script hash.
  ///
  /// Ours by what we derive. A stranger's by the redeem script in the PSBT, where that is what the
  /// coin commits to: R13 refuses any other.
  private static func isSegwit(_ number: Int, _ facts: ReviewFacts) -> Bool {
    let input = facts.inputs[number]
    guard let script = input.output?.scriptPubKey else { return false }
    if script.witnessProgram != nil { return true }
    let redeem =
      input.place?.derived.redeemScript ?? facts.psbt.inputs[number].redeemScript
    guard let redeem, redeem.witnessProgram != nil else { return false }
    return Script.p2sh(redeem) == script
  }

  private static func refusal(_ message: String) -> Finding {
    Finding(
      rule: .r01, severity: .refuse, message: message,
      mend: "ask for a PSBT that carries the previous transaction of every input")
  }
}
