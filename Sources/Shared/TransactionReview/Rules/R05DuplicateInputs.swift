internal import BitcoinPrimitives
internal import Refusals

/// R05: no coin is spent twice, at any depth of the list.
enum R05DuplicateInputs {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    var first: [OutPoint: Int] = [:]
    return facts.inputs.enumerated().compactMap { number, input in
      guard let earlier = first.updateValue(number, forKey: input.outPoint) else { return nil }
      return Finding(
        rule: .r05, severity: .refuse,
        message: "inputs \(earlier) and \(number) spend the same coin \(input.outPoint)",
        mend: "have the payment built again")
    }
  }
}
