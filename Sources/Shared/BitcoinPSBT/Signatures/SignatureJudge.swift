public import BitcoinPrimitives
internal import Bytes
public import Descriptors

/// Judges signatures of one transaction by what the caller knows of its coins: whose each one is,
/// and where a wrong one belongs.
///
/// Nothing that came with a signature is believed. What PSBTs themselves say is judged by
/// ``PartialSignatureCheck``, with the same rules.
public struct SignatureJudge: Sendable {
  private var inputs: [InputJudge]
  /// What the digests cost, which are computed once for all files.
  private let digestMeter: WorkMeter
  /// How many verifications may still be spent on saying where wrong signatures belong: the likely
  /// places of each, and any place.
  private var searchesLeft = Searches()

  private struct Searches {
    var likely = 5_000
    var any = 5_000
  }

  /// Other inputs that are likely.
  private static let mostLikely = 50

  /// What judging the signatures of one file may cost (R18); renewed by callers that start another
  /// file, and with it the verifications that explain its wrong signatures.
  public var meter: WorkMeter {
    didSet {
      for index in inputs.indices { inputs[index].meter = meter }
      searchesLeft = Searches()
    }
  }

  /// Judges by coins of one's own records, in the order of the inputs.
  ///
  /// - Throws: `SighashError` when they are not as many as the inputs.
  public init(
    _ transaction: Transaction, spending coins: [(output: TxOut, script: DerivedScript)]
  ) throws(SighashError) {
    let digestMeter = WorkMeter()
    let cache = try SighashCache(
      transaction, spentOutputs: coins.map(\.output), meter: digestMeter)
    self.digestMeter = digestMeter
    let meter = WorkMeter()
    self.meter = meter
    inputs = coins.enumerated().map { index, coin in
      InputJudge(
        index: index, amount: coin.output.rawValue, spending: coin.script, cache: cache,
        meter: meter)
    }
  }

  /// Judges the signatures of a payload, every coin of which has one redeem script.
  ///
  /// What that may cost is known before: see `MultisigPayload.requireLittleWork`.
  init(_ transaction: Transaction, redeemScript: MultisigScript) {
    let digestMeter = WorkMeter()
    let cache = try? SighashCache(transaction, meter: digestMeter)
    self.digestMeter = digestMeter
    let meter = WorkMeter(limit: .max)
    self.meter = meter
    inputs = transaction.inputs.indices.map {
      InputJudge(index: $0, redeemScript: redeemScript, cache: cache, meter: meter)
    }
  }

  /// The limit that judging has passed, in bytes hashed; nil while it has passed none.
  ///
  /// Beyond one, no verdict is worth anything.
  public var exceededLimit: Int? {
    [meter, digestMeter].first { $0.isExceeded }?.limit
  }

  /// What becomes of a signature; the input has to be one of the transaction's.
  public mutating func verdict(on signature: ClaimedSignature) -> SignatureVerdict {
    guard inputs.indices.contains(signature.input) else {
      return SignatureVerdict(
        way: nil, key: signature.claimedKey, state: .invalid(.doesNotVerify))
    }
    let verdict = inputs[signature.input].verdict(on: signature)
    guard verdict.fault == .doesNotVerify, exceededLimit == nil,
      let (key, input) = place(of: signature)
    else { return verdict }
    return SignatureVerdict(
      way: verdict.way, key: verdict.key, state: .invalid(.elsewhere(key: key, input: input)))
  }

  // MARK: Where a wrong signature belongs

  private mutating func place(of signature: ClaimedSignature) -> (ScriptKey, Int)? {
    guard let claimed = signature.claimedKey,
      let form = try? VerifiableSignature(signature)
    else { return nil }
    let own = signature.input
    // Another person's, here.
    let others = inputs[own].keys(besides: signature).filter { $0 != claimed }
    if let key = owner(of: form, at: own, leaf: signature.leaf, among: others, \.likely) {
      return (key, own)
    }
    guard !signature.isSchnorr, let position = inputs[own].signers.firstIndex(of: claimed) else {
      return nil
    }
    // The same person's, for another input.
    for other in inputs.indices.prefix(Self.mostLikely) where other != own {
      let keys = inputs[other].keys(besides: signature)
      guard keys.indices.contains(position) else { continue }
      if let key = owner(of: form, at: other, leaf: nil, among: [keys[position]], \.likely) {
        return (key, other)
      }
    }
    // Anybody's, anywhere.
    for other in inputs.indices where other != own && searchesLeft.any > 0 {
      let keys = inputs[other].keys(besides: signature)
      if let key = owner(of: form, at: other, leaf: nil, among: keys, \.any) {
        return (key, other)
      }
    }
    return nil
  }

  private mutating func owner(
    of form: VerifiableSignature, at input: Int, leaf: Bytes32?, among keys: [ScriptKey],
    _ budget: WritableKeyPath<Searches, Int>
  ) -> ScriptKey? {
    var left = searchesLeft[keyPath: budget]
    defer { searchesLeft[keyPath: budget] = left }
    return inputs[input].owner(of: form, leaf: leaf, among: keys) {
      left -= 1
      return left >= 0
    }
  }
}
