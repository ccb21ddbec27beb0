public import BitcoinPrimitives
internal import Bytes

/// Why an input cannot be completed.
public enum FinalizerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No input has this position, counted from 0.
  case noSuchInput(Int)
  /// Neither a previous transaction nor a witness UTXO says what the input spends.
  case missingCoin(input: Int)
  /// The coin is P2SH, and the redeem script is not there.
  case missingRedeemScript(input: Int)
  /// The coin is P2WSH, and the witness script is not there.
  case missingWitnessScript(input: Int)
  /// A script whose hash is not the one that the coin commits to; `script` says which.
  case scriptMismatch(input: Int, script: String)
  /// The script is of a form that is not completed here.
  case unknownForm(input: Int)
  /// Fewer valid signatures than the threshold, counted for the way that is nearest.
  case missingSignatures(input: Int, found: Int, needed: Int)
  /// A signature with another sighash type than the one asked for; nil where none was.
  case wrongSighash(input: Int, found: UInt32, expected: UInt32?)
  /// A signature of a key of the script that is worth nothing.
  case badSignature(input: Int, key: ScriptKey, SignatureFault)
  /// Judging the signatures of the PSBT takes more than `limit` bytes of hashing (R18).
  case tooMuchWork(input: Int, limit: Int)

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
      "a signature of input \(input) "
        + "\(SignatureFault.wrongSighash(found: found, expected: expected))"
    case .badSignature(let input, let key, let fault):
      "the signature of \(key) for input \(input) \(fault)"
    case .tooMuchWork(let input, let limit):
      "input \(input): checking the signatures of the PSBT takes more than \(limit) bytes of "
        + "hashing"
    }
  }
}

/// Turns signatures into final scripts (BIP-174, Input Finalizer): p2pk, p2pkh, p2wpkh,
/// p2sh-p2wpkh, multisig in each wrapping, the taproot key path, and leaves of one key or
/// `multi_a`.
///
/// Signatures are verified, and one that does not verify is not used. Where there are more
/// signatures than needed, those of the first keys in the script are taken; of several ways to
/// spend a taproot output, the one with the smallest witness. `Extractor` runs the finished
/// scripts.
public struct Finalizer: Sendable {
  /// The coins that the caller knows by its own records; see ``PartialSignatureCheck``.
  private let known: [Int: TxOut]

  /// Finalizes by the coins as `known` has them, by the position of their inputs, else as the PSBT
  /// claims them.
  public init(knowing known: [Int: TxOut] = [:]) {
    self.known = known
  }

  /// The PSBT with every input final.
  ///
  /// - Throws: `FinalizerError` for the first input that cannot be completed.
  public func finalized(_ psbt: PSBT) throws(FinalizerError) -> PSBT {
    let (result, missing) = finalizedWherePossible(psbt)
    if let first = missing.first { throw first }
    return result
  }

  /// The PSBT with every input final that can be, and why the others cannot.
  public func finalizedWherePossible(_ psbt: PSBT) -> (PSBT, missing: [FinalizerError]) {
    let check = PartialSignatureCheck(psbt, knowing: known)
    var result = psbt
    var missing: [FinalizerError] = []
    for judged in check.inputs() {
      do {
        try finalize(judged, in: check, of: &result)
      } catch {
        missing.append(error)
      }
    }
    return (result, missing)
  }

  private func finalize(
    _ judged: InputSignatures, in check: PartialSignatureCheck, of psbt: inout PSBT
  ) throws(FinalizerError) {
    let index = judged.input
    if let problem = judged.problem { throw problem }
    if judged.isFinal { return }
    let stacks = judged.ways.compactMap { $0.stack }
    guard let stack = stacks.min(by: { Self.size($0) < Self.size($1) }) else {
      throw Self.missing(judged)
    }
    guard let coin = check.coins[index] else { throw .missingCoin(input: index) }
    let spent = try SpentScript(spending: coin, input: psbt.inputs[index], at: index)
    let final = spent.final(stack)
    psbt.updateInput(index) { map in
      map.removeAll { !Self.survives($0) }
      if !final.scriptSig.isEmpty { map.setFinalScriptSig(final.scriptSig) }
      if !final.witness.isEmpty { map.setFinalScriptWitness(final.witness) }
    }
  }

  private static func size(_ stack: [[UInt8]]) -> Int {
    stack.reduce(0) { $0 + CompactSize.encodedLength($1.count) + $1.count }
  }

  /// What is missing for the way that needs the fewest more signatures.
  private static func missing(_ judged: InputSignatures) -> FinalizerError {
    let index = judged.input
    let known = judged.ways.filter { $0.threshold != nil }
    guard
      let way = known.min(by: {
        ($0.missingCount, -$0.validCount) < ($1.missingCount, -$1.validCount)
      }),
      let needed = way.threshold
    else { return .unknownForm(input: index) }
    for entry in way.signatures {
      switch entry.fault {
      case .wrongSighash(let found, let expected):
        return .wrongSighash(input: index, found: found, expected: expected)
      case let fault?: return .badSignature(input: index, key: entry.key, fault)
      case nil: break
      }
    }
    return .missingSignatures(input: index, found: way.validCount, needed: needed)
  }

  /// BIP-174 clears everything but the coin and what it does not know.
  private static func survives(_ field: PSBTField) -> Bool {
    switch PSBTInputKey(rawValue: field.type) {
    case nil, .nonWitnessUTXO, .witnessUTXO, .proprietary: true
    default: false
    }
  }
}

extension SpendingWay {
  fileprivate var missingCount: Int { max(0, (threshold ?? 0) - validCount) }

  /// What spends the input this way with the first valid signatures; nil when there are too few.
  fileprivate var stack: [[UInt8]]? {
    guard isComplete, let form else { return nil }
    var left = form.threshold
    let chosen = signatures.map { entry -> [UInt8]? in
      guard left > 0, entry.isValid else { return nil }
      left -= 1
      return entry.signature
    }
    return form.stack(chosen)
  }
}

extension SpentScript {
  /// Puts what satisfies the script into its places.
  fileprivate func final(_ stack: [[UInt8]]) -> (scriptSig: Script, witness: [[UInt8]]) {
    let redeem = redeemScript.map { [$0.bytes] } ?? []
    switch kind {
    case .legacy: return (Self.pushes(stack + redeem), [])
    case .segwit, .taproot:
      return (Self.pushes(redeem), stack + (witnessScript.map { [$0.bytes] } ?? []))
    }
  }

  private static func pushes(_ items: [[UInt8]]) -> Script {
    var builder = ScriptBuilder()
    for item in items { builder.append(push: item) }
    return builder.script
  }
}
