import BitcoinPrimitives
import Secp256k1

/// R15: every output is shown, and money that nobody or anybody could take is named.
enum R15Outputs {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    facts.outputs.enumerated().flatMap { number, output in
      output.amount.map { judged(number, output, $0) } ?? []
    }
  }

  private static func judged(_ number: Int, _ output: OutputFacts, _ amount: Amount) -> [Finding] {
    let script = output.output.scriptPubKey
    switch script.type {
    case .opReturn:
      guard amount != .zero else { return [] }
      return [warning("output \(number) is data: the \(amount) in it are lost for ever")]
    case .p2a:
      return [warning("output \(number) is an anchor: anyone can take the \(amount) in it")]
    case .witnessUnknown(let version, _):
      return [
        warning(
          "output \(number) has the unknown witness version \(version): anyone may be able to take "
            + "the \(amount) in it")
      ]
    case .nonstandard, .multisig, .p2pk:
      if script.isUnspendable {
        return [warning("output \(number) cannot be spent: the \(amount) in it are lost for ever")]
      }
      return [
        warning("output \(number) pays \(amount) to a bare script (\(script.type)) without address")
      ]
    case .p2tr(let key) where (try? XOnlyPublicKey(decoding: key)) == nil:
      return [
        warning(
          "output \(number) cannot be spent, because its taproot key is not a point on the curve: the "
            + "\(amount) in it are lost for ever")
      ]
    case .p2pkh, .p2sh, .p2wpkh, .p2wsh, .p2tr:
      if amount == .zero { return [warning("output \(number) pays nothing")] }
      guard output.output.isDust else { return [] }
      return [
        warning(
          "output \(number) pays \(amount), which is dust: nodes will not relay it, and spending it "
            + "costs more than it holds")
      ]
    }
  }

  private static func warning(_ message: String) -> Finding {
    Finding(
      rule: "R15", severity: .warn, message: message,
      mend: "sign only if you asked for this output")
  }
}
