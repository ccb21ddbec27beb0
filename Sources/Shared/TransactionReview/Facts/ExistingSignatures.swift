internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import ParallelWork
internal import ScriptVerification
internal import Secp256k1

/// The signatures that came with a PSBT, each verified (R20).
struct ExistingSignatures: Sendable {
  /// Whether every coin is known; else nothing was looked at.
  let coinsAreKnown: Bool
  /// What became of them, by input.
  private let judged: [Int: InputSignatures]
  /// Whether the final scripts run, by input; empty until they were run.
  private var finals: [Int: Bool] = [:]
  /// How many signatures an input has when they are more than any script takes: none was looked at.
  private let excess: [Int: Int]

  /// No script before taproot takes more signatures than a multisig has keys.
  private static let mostECDSA = 20
  /// No leaf has more keys than this (BIP-387).
  private static let mostLeaf = 999

  /// Verifies the signatures that came with a PSBT, but runs no script yet; nil when it holds no
  /// signature at all.
  ///
  /// Where `meter` does not allow it, nothing is known about any of them.
  init?(in psbt: PSBT, _ facts: [InputFacts], meter: WorkMeter) {
    let signed = psbt.inputs.indices.filter { psbt.inputs[$0].carriesSignatures }
    let isAnyFinal = psbt.inputs.contains { $0.isFinal }
    guard !signed.isEmpty || isAnyFinal else { return nil }
    let outputs = facts.compactMap(\.signedOutput)
    coinsAreKnown = outputs.count == facts.count
    guard coinsAreKnown else {
      (judged, excess) = ([:], [:])
      return
    }
    var excess: [Int: Int] = [:]
    for number in signed {
      excess[number] = Self.excess(of: psbt.inputs[number], facts[number])
    }
    self.excess = excess
    let numbers = signed.filter { excess[$0] == nil }
    guard !numbers.isEmpty, !meter.isExceeded else {
      judged = [:]
      return
    }
    let known = facts.enumerated().compactMap { number, input in
      input.signedOutput.map { (number, $0) }
    }
    let check = PartialSignatureCheck(
      Self.completed(psbt, facts, signed: numbers),
      knowing: Dictionary(uniqueKeysWithValues: known), meter: meter)
    let results = check.inputs(numbers)
    judged = meter.isExceeded ? [:] : Dictionary(uniqueKeysWithValues: zip(numbers, results))
  }

  /// Runs each final script, with the transaction that holds them all hashed once.
  ///
  /// Where `meter` does not allow it, nothing is known about any of them: which of them were still
  /// run depends on the threads.
  mutating func runFinalScripts(of psbt: PSBT, spending outputs: [TxOut], _ meter: WorkMeter) {
    let numbers = psbt.inputs.indices.filter { psbt.inputs[$0].isFinal }
    guard !numbers.isEmpty, coinsAreKnown, !meter.isExceeded else { return }
    var transaction = psbt.unsignedTransaction
    for number in numbers {
      let map = psbt.inputs[number]
      transaction.inputs[number].scriptSig = map.finalScriptSig ?? Script()
      transaction.inputs[number].witness = map.finalScriptWitness ?? []
    }
    let cache = try? SighashCache(transaction, spentOutputs: outputs, meter: meter)
    let results = ParallelMap.results(count: numbers.count) { Self.runs(numbers[$0], cache) }
    guard !meter.isExceeded else { return }
    finals = Dictionary(uniqueKeysWithValues: zip(numbers, results))
  }

  /// What became of the signatures of an input; nil when it has none, or too many.
  subscript(number: Int) -> InputSignatures? { judged[number] }

  func finalRuns(_ number: Int) -> Bool? { finals[number] }

  /// The first sighash type in a final script that this program never signs (R10): neither ALL nor,
  /// for taproot, DEFAULT; nil when there is none.
  static func otherType(in map: PSBTInput, spending script: Script) -> SighashType? {
    let witness = map.finalScriptWitness ?? []
    guard script.isP2TR else {
      let items = (map.finalScriptSig?.pushedItems ?? []).map(Array.init) + witness
      return items.lazy.compactMap(Self.typeOfECDSA).first { $0 != .all }
    }
    // Behind the signatures stand script and control block, and behind those perhaps an annex.
    let hasAnnex = witness.count >= 2 && witness.last?.first == 0x50
    let stack = witness.dropLast(hasAnnex ? 1 : 0)
    let signatures = stack.count == 1 ? stack : stack.dropLast(2)
    return signatures.lazy.filter { $0.count == 65 }.compactMap(\.last)
      .map { SighashType(rawValue: UInt32($0)) }.first { $0 != .all }
  }

  /// The sighash type of an item that is a DER signature with its byte behind it.
  private static func typeOfECDSA(_ item: [UInt8]) -> SighashType? {
    guard (9...73).contains(item.count), let byte = item.last,
      (try? ECDSASignature(der: item.dropLast())) != nil
    else { return nil }
    return SighashType(rawValue: UInt32(byte))
  }

  func excess(_ number: Int) -> Int? { excess[number] }

  private static func excess(of map: PSBTInput, _ facts: InputFacts) -> Int? {
    let (partial, tapscript) = (map.partialSigs.count, map.tapScriptSigs.count)
    let leaves = max(1, facts.place?.derived.taproot?.leaves.count ?? 1)
    guard partial > mostECDSA || tapscript > mostLeaf * leaves else { return nil }
    return max(partial, tapscript)
  }

  /// The PSBT with what our own derivation says about the scripts: one that the PSBT leaves
  /// out or gets wrong is not needed to know what a cosigner has signed.
  private static func completed(_ psbt: PSBT, _ facts: [InputFacts], signed: [Int]) -> PSBT {
    var completed = psbt
    for number in signed {
      completed.updateInput(number) { map in
        // Beside a final script, which is run by itself, the others are judged as well.
        map.removeAll {
          let key = PSBTInputKey(rawValue: $0.type)
          return key == .finalScriptSig || key == .finalScriptWitness
        }
        guard let derived = facts[number].place?.derived else { return }
        if let script = derived.redeemScript { map.setRedeemScript(script) }
        if let script = derived.witnessScript { map.setWitnessScript(script) }
        guard let taproot = derived.taproot else { return }
        map.setTapInternalKey(taproot.internalKey.bytes)
        for leaf in taproot.leaves {
          map.setTapLeafScript(leaf.script, controlBlock: leaf.controlBlock)
        }
      }
    }
    return completed
  }

  private static func runs(_ number: Int, _ cache: SighashCache?) -> Bool {
    guard let cache else { return false }
    do {
      try ScriptVerifier.verify(inputIndex: number, in: cache, flags: .standard)
      return true
    } catch {
      return false
    }
  }
}

extension PSBTInput {
  /// Whether a signature is there that stands in no final script.
  var carriesSignatures: Bool {
    !partialSigs.isEmpty || tapKeySig != nil || !tapScriptSigs.isEmpty
  }
}
