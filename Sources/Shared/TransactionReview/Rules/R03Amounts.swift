internal import BitcoinPrimitives
internal import Refusals

/// R03: every amount lies between 0 and 21 million bitcoin, and no sum creates money.
enum R03Amounts {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    var findings: [Finding] = []
    for (number, input) in facts.inputs.enumerated() {
      if let output = input.output, output.amount == nil {
        findings.append(
          refusal("input \(number) spends \(output.rawValue) sat, which no coin can hold"))
      }
    }
    for (number, output) in facts.outputs.enumerated() where output.amount == nil {
      findings.append(
        refusal("output \(number) pays \(output.output.rawValue) sat, which no coin can hold"))
    }
    guard findings.isEmpty else { return findings }
    if facts.outputTotal == nil {
      findings.append(refusal("the outputs add up to more than 21 million bitcoin"))
    }
    let known = facts.inputs.allSatisfy { $0.amount != nil }
    if known, facts.inputTotal == nil {
      findings.append(refusal("the inputs add up to more than 21 million bitcoin"))
    }
    if let spent = facts.inputTotal, let paid = facts.outputTotal, paid > spent {
      findings.append(refusal("the outputs pay \(paid), the inputs hold only \(spent)"))
    }
    return findings
  }

  private static func refusal(_ message: String) -> Finding {
    Finding(
      rule: .r03, severity: .refuse, message: message,
      mend: "have the payment built again; no honest coordinator makes this")
  }
}
