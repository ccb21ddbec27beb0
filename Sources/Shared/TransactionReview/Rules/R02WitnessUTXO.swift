internal import Refusals

/// R02: what the PSBT claims about a coin must agree with the proof, in amount and script.
enum R02WitnessUTXO {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    facts.inputs.enumerated().compactMap { number, input in
      let against: String
      switch input.flaw {
      case .contradictsWitnessUTXO: against = "its previous transaction"
      case .contradictsProof: against = "what this machine proved before"
      case .contradictsClaim: against = "what was claimed and accepted before"
      default: return nil
      }
      return Finding(
        rule: .r02, severity: .refuse,
        message: "input \(number): the claimed coin differs from \(against)",
        mend: "do not use the coordinator that made this PSBT until you know why it lies")
    }
  }
}
