internal import BitcoinPrimitives
internal import Refusals
internal import Secp256k1

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
      return [taken(number, "is an anchor: anyone can", amount)]
    case .witnessUnknown(let version, _):
      return [
        taken(number, "has the unknown witness version \(version): anyone may be able to", amount)
      ]
    case .nonstandard, .multisig, .p2pk:
      if script.isNeverSpent {
        return [warning("output \(number) cannot be spent: the \(amount) in it are lost for ever")]
      }
      if !script.checksSignatures {
        return [taken(number, "asks for no signature: anyone may be able to", amount)]
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
          "output \(number) pays \(amount), which is dust: nodes will not relay it, and it is lost, because "
            + "spending it costs more than it holds")
      ]
    }
  }

  private static func taken(_ number: Int, _ what: String, _ amount: Amount) -> Finding {
    warning("output \(number) \(what) take the \(amount) in it, so it counts as lost")
  }

  private static func warning(_ message: String) -> Finding {
    Finding(
      rule: .r15, severity: .warn, message: message,
      mend: "sign only if you asked for this output")
  }
}

extension Script {
  /// Whether no input can spend it: it always fails, is too long to run or ends inside of a push, or is a
  /// witness program of version 0 whose length has no meaning (BIP-141).
  fileprivate var isNeverSpent: Bool {
    if isUnspendable || witnessProgram?.version == 0 { return true }
    var reader = ScriptReader(self)
    do throws(ScriptTruncation) {
      while try reader.next() != nil {}
      return false
    } catch {
      return true
    }
  }

  /// Whether a signature is checked anywhere in it.
  fileprivate var checksSignatures: Bool {
    var reader = ScriptReader(self)
    while let step = try? reader.next() {
      if (Opcode.checkSig.rawValue...Opcode.checkMultiSigVerify.rawValue).contains(
        step.opcode.rawValue)
      {
        return true
      }
    }
    return false
  }
}
