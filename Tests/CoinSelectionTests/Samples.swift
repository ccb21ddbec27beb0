import BitcoinPrimitives
import CoinSelection

/// SplitMix64: the same numbers in every run.
struct FixedRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// A key spend of each single-key type: script length 0, 107 or 23, witness 108 or 66 bytes.
enum Kind: CaseIterable {
  case pkh, wrapped, wpkh, tr

  var weight: InputWeight {
    switch self {
    case .pkh: InputWeight(scriptSigLength: 107, witnessLength: 0)
    case .wrapped: InputWeight(scriptSigLength: 23, witnessLength: 108)
    case .wpkh: InputWeight(scriptSigLength: 0, witnessLength: 108)
    case .tr: InputWeight(scriptSigLength: 0, witnessLength: 66)
    }
  }
}

func sat(_ value: Int64) throws -> Amount { try Amount(satoshis: value) }

func coin(_ value: Int64, _ kind: Kind = .wpkh) throws -> Candidate {
  Candidate(amount: try sat(value), weight: kind.weight)
}

func asking(
  pay: Int64, outputs: [Int] = [22], rate: Int64 = 5000, longTerm: Int64 = 10_000,
  maximum: Int = 400_000
) throws -> SelectionRequest {
  SelectionRequest(
    payments: try sat(pay), outputScriptLengths: outputs,
    feeRate: try FeeRate(satoshisPerKvB: rate),
    longTermFeeRate: try FeeRate(satoshisPerKvB: longTerm),
    change: ChangePolicy(scriptLength: 22, spending: Kind.wpkh.weight, dust: try sat(294)),
    maximumWeight: Weight(units: maximum))
}

/// The weight of such a transaction, counted from its bytes as BIP-144 lays them out.
func countedWeight(_ inputs: [InputWeight], outputScripts: [Int]) -> Int {
  func compactSize(_ value: Int) -> Int { value < 253 ? 1 : value < 65_536 ? 3 : 5 }
  let base =
    4 + compactSize(inputs.count) + inputs.reduce(0) { $0 + $1.baseLength }
    + compactSize(outputScripts.count)
    + outputScripts.reduce(0) { $0 + 8 + compactSize($1) + $1 } + 4
  let hasWitness = inputs.contains { $0.witnessLength > 0 }
  let witness = hasWitness ? 2 + inputs.reduce(0) { $0 + max(1, $1.witnessLength) } : 0
  return 3 * base + base + witness
}
