internal import BitcoinPrimitives
internal import Bytes
internal import Secp256k1

extension MultisigPayload {
  /// Every signature that is not what its place says, by key and then input; none when all verify.
  ///
  /// Strict DER, low S, sighash type ALL, and verified against its key, its input and the redeem
  /// script. A wrong one is compared with the other keys and inputs, so that a signature at the
  /// wrong place is told from a worthless one; that search is bounded.
  public func faults() -> [MultisigSignatureFault] {
    var judge = judge()
    var faults: [MultisigSignatureFault] = []
    for (key, entries) in signatures.sorted(by: { $0.key < $1.key }) {
      for (input, signature) in entries.enumerated() {
        if let fault = fault(of: signature, key: key, input: input, by: &judge) {
          faults.append(fault)
        }
      }
    }
    return faults
  }

  /// Who judges the signatures of this payload, and of others for the same payment.
  func judge() -> SignatureJudge { SignatureJudge(transaction, redeemScript: redeemScript) }

  /// What is wrong with a signature at a place; nil when it is valid there.
  func fault(
    of bytes: [UInt8], key: Int, input: Int, by judge: inout SignatureJudge
  ) -> MultisigSignatureFault? {
    let signature = ClaimedSignature(
      input: input, claim: .ecdsa(publicKey: redeemScript.keys[key].encoded), bytes: bytes)
    guard var fault = judge.verdict(on: signature).fault else { return nil }
    if fault == .malformed, Self.isNumbered(bytes) { fault = .numbered }
    return MultisigSignatureFault(key: key, input: input, fault: fault, in: redeemScript)
  }

  /// A whole signature behind one more byte: the number of its key.
  private static func isNumbered(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, first < 20 else { return false }
    return (try? ECDSASignature(der: bytes.dropFirst().dropLast())) != nil
  }

  /// Who has signed every input and who is missing; signatures with a fault do not count.
  public func status() -> MultisigStatus { status(without: faults()) }

  /// Throws when more keys have signed than the script takes (R20): no honest signer adds to a
  /// payload that is complete.
  public func requireNoSurplus() throws(MultisigPayloadError) {
    guard signatures.count <= redeemScript.threshold else {
      throw .surplus(keys: signatures.count, threshold: redeemScript.threshold)
    }
  }

  /// Throws when there are enough signatures already (R20); those that are there are NOT verified.
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

  /// This payload with the signatures of another one for the same transaction and script: the
  /// union.
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
    var judge = judge()
    var result = self
    for (key, theirs) in other.signatures {
      guard let mine = signatures[key] else {
        result.signatures[key] = theirs
        continue
      }
      result.signatures[key] = zip(mine, theirs).enumerated().map { input, pair in
        let isValid = { fault(of: $0, key: key, input: input, by: &judge) == nil }
        if pair.0 == pair.1 || isValid(pair.0) { return pair.0 }
        return isValid(pair.1) ? pair.1 : pair.0
      }
    }
    // By a set: a hostile payload has hundreds of thousands of members.
    let mine = Set(members.names)
    result.members = JSONObject(
      members.members + other.members.members.filter { !mine.contains($0.name) })
    return result
  }
}
