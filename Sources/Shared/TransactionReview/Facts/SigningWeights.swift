internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Descriptors

/// What a transaction will weigh once it is signed, between two bounds.
struct SigningWeights {
  /// The most: our inputs with the longest signatures, foreign ones as they came, or as p2wpkh.
  let most: Weight
  /// The least: the same with foreign inputs that need no signature.
  let least: Weight

  init(of psbt: PSBT, inputs: [InputFacts]) {
    let unsigned = psbt.unsignedTransaction.inputs.reduce(psbt.unsignedTransaction.baseSize) {
      $0 - $1.baseSize
    }
    let key = Satisfaction(witness: [.ecdsaSignature, .data(33)])
    let nothing = Satisfaction()
    var most: [Satisfaction] = []
    var least: [Satisfaction] = []
    most.reserveCapacity(inputs.count)
    least.reserveCapacity(inputs.count)
    for (number, input) in inputs.enumerated() {
      if let place = input.place {
        let own = Self.satisfaction(of: place.derived) ?? key
        most.append(own)
        least.append(place.derived.satisfaction ?? key)
      } else {
        most.append(Self.final(psbt.inputs[number]) ?? key)
        least.append(nothing)
      }
    }
    // Where ALL is asked for by name, a Schnorr signature carries it: one byte more.
    let namesAll = psbt.inputs.map { $0.sighashType == SighashType.all.rawValue }
    self.most = Self.total(unsigned, most, namesAll)
    self.least = Self.total(unsigned, least, namesAll)
  }

  /// What unlocks a script of ours at most: with a script tree the heaviest leaf may be used
  /// instead of the key.
  private static func satisfaction(of derived: DerivedScript) -> Satisfaction? {
    guard let known = derived.satisfaction, let leaf = derived.taproot?.heaviestLeaf?.satisfaction
    else { return derived.satisfaction }
    return leaf.witnessLength() > known.witnessLength() ? leaf : known
  }

  private static func final(_ input: PSBTInput) -> Satisfaction? {
    guard input.isFinal else { return nil }
    return Satisfaction(
      scriptSig: input.finalScriptSig.map { [.data($0.count)] } ?? [],
      witness: input.finalScriptWitness?.map { .data($0.count) } ?? [])
  }

  private static func total(
    _ unsigned: Int, _ satisfactions: [Satisfaction], _ namesAll: [Bool]
  ) -> Weight {
    let isSegwit = satisfactions.contains { !$0.witness.isEmpty }
    let start = Weight(units: unsigned * 4 + (isSegwit ? 2 : 0))
    return satisfactions.enumerated().reduce(start) { sum, input in
      sum
        + input.element.inputWeight(
          with: SignatureLength(
            ecdsa: SignatureLength.lowR.ecdsa, schnorr: namesAll[input.offset] ? 65 : 64),
          inSegwitTransaction: isSegwit)
    }
  }
}
