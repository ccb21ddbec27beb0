import BitcoinPrimitives

/// Why an input cannot be completed.
public enum FinalizerError: Error, Equatable, Sendable, CustomStringConvertible {
  case noSuchInput(Int)
  case missingCoin(input: Int)
  case missingRedeemScript(input: Int)
  case missingWitnessScript(input: Int)
  case scriptMismatch(input: Int, script: String)
  case unknownForm(input: Int)
  case missingSignatures(input: Int, found: Int, needed: Int)
  case wrongSighash(input: Int, found: UInt8, expected: UInt32)

  public var description: String {
    switch self {
    case .noSuchInput(let input): "there is no input \(input)"
    case .missingCoin(let input): "input \(input) does not say which output it spends"
    case .missingRedeemScript(let input): "input \(input) has no redeem script"
    case .missingWitnessScript(let input): "input \(input) has no witness script"
    case .scriptMismatch(let input, let script):
      "the \(script) of input \(input) is not the one its output commits to"
    case .unknownForm(let input): "input \(input) has a script that cannot be completed here"
    case .missingSignatures(let input, let found, let needed):
      "input \(input) has \(found) of \(needed) signatures"
    case .wrongSighash(let input, let found, let expected):
      "a signature of input \(input) has sighash \(found), the packet asks for \(expected)"
    }
  }
}

/// A form of script that signatures of a packet can satisfy.
///
/// A new form is a new file in `Forms` and one entry in `Finalizer.forms`.
protocol FinalizingForm: Sendable {
  /// The stack that satisfies the script, first pushed first, without the script itself; nil when
  /// the script is of another form.
  func satisfaction(
    of script: Script, input: PSBTInput, at index: Int
  ) throws(FinalizerError) -> [[UInt8]]?
}

/// Turns signatures into final scripts (BIP-174, Input Finalizer): p2pk, p2pkh, p2wpkh,
/// p2sh-p2wpkh, multisig in each wrapping, and the taproot key path.
///
/// Signatures are not verified here: `Extractor` runs the finished scripts.
public struct Finalizer: Sendable {
  private static let forms: [any FinalizingForm] = [
    PublicKeyForm(), PublicKeyHashForm(), MultisigForm(),
  ]

  public init() {}

  /// The packet with every input final.
  ///
  /// - Throws: `FinalizerError` for the first input that cannot be completed.
  public func finalized(_ psbt: PSBT) throws(FinalizerError) -> PSBT {
    var result = psbt
    for index in psbt.inputs.indices { try finalizeInput(index, of: &result) }
    return result
  }

  /// The packet with every input final that can be, and why the others cannot.
  public func finalizedWherePossible(_ psbt: PSBT) -> (PSBT, missing: [FinalizerError]) {
    var result = psbt
    var missing: [FinalizerError] = []
    for index in psbt.inputs.indices {
      do {
        try finalizeInput(index, of: &result)
      } catch {
        missing.append(error)
      }
    }
    return (result, missing)
  }

  /// Completes one input in place; one that is final already is left alone.
  ///
  /// - Throws: `FinalizerError` with the reason; the packet is unchanged then.
  public func finalizeInput(_ index: Int, of psbt: inout PSBT) throws(FinalizerError) {
    guard psbt.inputs.indices.contains(index) else { throw .noSuchInput(index) }
    let input = psbt.inputs[index]
    if input.isFinal { return }
    guard let coin = psbt.claimedOutput(ofInput: index) else { throw .missingCoin(input: index) }
    let final = try completion(of: input, spending: coin.scriptPubKey, at: index)
    psbt.updateInput(index) { map in
      map.removeAll { !Self.survives($0) }
      if !final.scriptSig.isEmpty { map.setFinalScriptSig(final.scriptSig) }
      if !final.witness.isEmpty { map.setFinalScriptWitness(final.witness) }
    }
  }

  /// BIP-174 clears everything but the coin and what it does not know.
  private static func survives(_ field: PSBTField) -> Bool {
    switch PSBTInputKey(rawValue: field.type) {
    case nil, .nonWitnessUTXO, .witnessUTXO, .proprietary: true
    default: false
    }
  }

  private func completion(
    of input: PSBTInput, spending scriptPubKey: Script, at index: Int
  ) throws(FinalizerError) -> (scriptSig: Script, witness: [[UInt8]]) {
    if scriptPubKey.witnessProgram != nil {
      return (Script(), try witness(for: scriptPubKey, input: input, at: index))
    }
    guard scriptPubKey.isP2SH else {
      let stack = try satisfaction(of: scriptPubKey, input: input, at: index)
      return (Self.pushes(stack), [])
    }
    guard let redeemScript = input.redeemScript else { throw .missingRedeemScript(input: index) }
    guard scriptPubKey == Script.p2sh(redeemScript) else {
      throw .scriptMismatch(input: index, script: "redeem script")
    }
    if redeemScript.witnessProgram != nil {
      let witness = try witness(for: redeemScript, input: input, at: index)
      return (Self.pushes([redeemScript.bytes]), witness)
    }
    let stack = try satisfaction(of: redeemScript, input: input, at: index)
    return (Self.pushes(stack + [redeemScript.bytes]), [])
  }

  private func witness(
    for program: Script, input: PSBTInput, at index: Int
  ) throws(FinalizerError) -> [[UInt8]] {
    switch program.type {
    case .p2tr:
      return try TaprootKeyPath().witness(input: input, at: index)
    case .p2wpkh(let hash):
      let script = Script.p2pkh(hash: hash)
      return try satisfaction(of: script, input: input, at: index)
    case .p2wsh:
      guard let script = input.witnessScript else { throw .missingWitnessScript(input: index) }
      guard program == Script.p2wsh(script) else {
        throw .scriptMismatch(input: index, script: "witness script")
      }
      return try satisfaction(of: script, input: input, at: index) + [script.bytes]
    default:
      throw .unknownForm(input: index)
    }
  }

  private static func pushes(_ items: [[UInt8]]) -> Script {
    var builder = ScriptBuilder()
    for item in items { builder.append(push: item) }
    return builder.script
  }

  private func satisfaction(
    of script: Script, input: PSBTInput, at index: Int
  ) throws(FinalizerError) -> [[UInt8]] {
    for form in Self.forms {
      if let stack = try form.satisfaction(of: script, input: input, at: index) { return stack }
    }
    throw .unknownForm(input: index)
  }
}

extension PSBTInput {
  /// Checks that a signature's sighash byte is the one that the packet asks for, if it asks.
  func checkSighash(_ found: UInt8, at index: Int) throws(FinalizerError) {
    guard let expected = sighashType, expected != UInt32(found) else { return }
    throw .wrongSighash(input: index, found: found, expected: expected)
  }
}
