internal import BitcoinPrimitives
internal import Bytes
internal import Secp256k1

extension MultisigPayload {
  /// Every signature that is not what its place says, by key and then input; none when all verify.
  ///
  /// Strict DER, low S, sighash type ALL, and verified against its key, its input and the redeem
  /// script. A wrong one is compared with the other keys and inputs, so that a signature at the wrong
  /// place is told from a worthless one; that search is bounded.
  public func faults() -> [MultisigSignatureFault] {
    var check = MultisigSignatureCheck(self)
    var faults: [MultisigSignatureFault] = []
    for (key, entries) in signatures.sorted(by: { $0.key < $1.key }) {
      for (input, signature) in entries.enumerated() {
        if let reason = check.fault(of: signature, key: key, input: input) {
          faults.append(MultisigSignatureFault(key: key, input: input, reason: reason))
        }
      }
    }
    return faults
  }

  /// Who has signed every input and who is missing; signatures with a fault do not count.
  public func status() -> MultisigStatus { status(without: faults()) }

  /// Throws when more keys have signed than the script takes (R20): no honest signer adds to a payload
  /// that is complete.
  public func requireNoSurplus() throws(MultisigPayloadError) {
    guard signatures.count <= redeemScript.threshold else {
      throw .surplus(keys: signatures.count, threshold: redeemScript.threshold)
    }
  }

  /// Throws when there are signatures enough already (R20); those that are there are NOT verified.
  public func requireUnfinished() throws(MultisigPayloadError) {
    guard signatures.count < redeemScript.threshold else {
      throw .complete(
        MultisigStatus(
          threshold: redeemScript.threshold, keyCount: redeemScript.keys.count,
          signed: Array(signatures.keys)))
    }
  }

  /// The status that faults leave.
  func status(without faults: [MultisigSignatureFault]) -> MultisigStatus {
    let bad = Set(faults.map(\.key))
    return MultisigStatus(
      threshold: redeemScript.threshold, keyCount: redeemScript.keys.count,
      signed: signatures.keys.filter { !bad.contains($0) })
  }

  /// This payload with the signatures of another one for the same transaction and script: the union.
  ///
  /// Where both have a signature of one key for one input, the one that verifies stays; where both
  /// do, this one (a signer may sign again with another nonce). Members that are unknown here and
  /// that only the other one has come last.
  ///
  /// - Throws: `MultisigPayloadError` for another transaction or another redeem script.
  public func combined(
    with other: MultisigPayload
  ) throws(MultisigPayloadError) -> MultisigPayload {
    guard transaction == other.transaction else {
      throw .otherTransaction(expected: transaction.txid, found: other.transaction.txid)
    }
    guard redeemScript == other.redeemScript else { throw .otherRedeemScript }
    var check = MultisigSignatureCheck(self)
    var result = self
    for (key, theirs) in other.signatures {
      guard let mine = signatures[key] else {
        result.signatures[key] = theirs
        continue
      }
      result.signatures[key] = zip(mine, theirs).enumerated().map { input, pair in
        if pair.0 == pair.1 || check.fault(of: pair.0, key: key, input: input) == nil {
          return pair.0
        }
        return check.fault(of: pair.1, key: key, input: input) == nil ? pair.1 : pair.0
      }
    }
    // By a set: a hostile payload has hundreds of thousands of members.
    let mine = Set(members.names)
    result.members = JSONObject(
      members.members + other.members.members.filter { !mine.contains($0.name) })
    return result
  }
}

/// Checks signatures of one payload; what the inputs have in common is hashed once.
struct MultisigSignatureCheck {
  /// How many verifications the search for the right place of wrong signatures may cost in all.
  private static let searchLimit = 5_000

  private let redeemScript: MultisigScript
  private let inputCount: Int
  private var digests: [InputDigests]
  private var searchesLeft = Self.searchLimit

  init(_ payload: MultisigPayload) {
    redeemScript = payload.redeemScript
    inputCount = payload.transaction.inputs.count
    let cache = try? SighashCache(payload.transaction)
    let script = payload.redeemScript.script
    digests = (0..<inputCount).map {
      InputDigests(input: $0, amount: 0, kind: .legacy(script), cache: cache)
    }
  }

  /// What is wrong with a signature at its place; nil when it verifies there.
  mutating func fault(
    of bytes: [UInt8], key: Int, input: Int
  ) -> MultisigSignatureFault.Reason? {
    let signature: ECDSASignature
    do throws(SignatureFault) {
      signature = try SignatureForm.ecdsa(bytes).signature
    } catch {
      switch error {
      case .wrongSighash(let type, _): return .sighashType(type)
      case .highS: return .highS
      default: return Self.isNumbered(bytes) ? .numbered : .notDER
      }
    }
    if verifies(signature, key: key, input: input) { return nil }
    for otherInput in 0..<inputCount {
      for otherKey in redeemScript.keys.indices where (otherKey, otherInput) != (key, input) {
        guard searchesLeft > 0 else { return .invalid }
        searchesLeft -= 1
        if verifies(signature, key: otherKey, input: otherInput) {
          return .belongs(key: otherKey, input: otherInput)
        }
      }
    }
    return .invalid
  }

  private mutating func verifies(_ signature: ECDSASignature, key: Int, input: Int) -> Bool {
    guard redeemScript.keys.indices.contains(key), digests.indices.contains(input) else {
      return false
    }
    guard let digest = digests[input].digest(.all) else { return false }
    return redeemScript.keys[key].verifies(signature, of: digest)
  }

  /// A whole signature behind one more byte: the number of its key.
  private static func isNumbered(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, first < 20 else { return false }
    return (try? ECDSASignature(der: bytes.dropFirst().dropLast())) != nil
  }
}
