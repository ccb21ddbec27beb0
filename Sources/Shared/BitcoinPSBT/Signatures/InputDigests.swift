internal import BitcoinPrimitives
internal import Bytes

/// What the signatures of one input sign, each digest computed once.
///
/// The only place that says so, for PSBTs, payloads and finished scripts alike.
struct InputDigests: Sendable {
  private let index: Int
  private let amount: Int64
  private let kind: SpentScript.Kind
  private let cache: SighashCache?
  private var known: [Signed: Bytes32] = [:]

  /// What a digest depends on within an input.
  private struct Signed: Hashable {
    let type: UInt32
    let leaf: Bytes32?
  }

  init(input index: Int, amount: Int64, kind: SpentScript.Kind, cache: SighashCache?) {
    self.index = index
    self.amount = amount
    self.kind = kind
    self.cache = cache
  }

  /// What a signature of this sighash type signs, for a leaf of taproot or without one; nil when it
  /// cannot be known: a coin is missing, or the input has no such digest.
  mutating func digest(_ type: SighashType, leaf: Bytes32? = nil) -> Bytes32? {
    let signed = Signed(type: type.rawValue, leaf: leaf)
    if let found = known[signed] { return found }
    let digest = computed(type, leaf: leaf)
    known[signed] = digest
    return digest
  }

  private func computed(_ type: SighashType, leaf: Bytes32?) -> Bytes32? {
    guard let cache else { return nil }
    return switch kind {
    case .legacy(let script): try? cache.legacy(input: index, scriptCode: script, type: type)
    case .segwit(let script):
      try? cache.segwitV0(input: index, scriptCode: script, amount: amount, type: type)
    case .taproot:
      try? cache.taproot(
        input: index, type: type, tapscript: leaf.map { TapscriptContext(leafHash: $0) })
    }
  }
}
