internal import BitcoinPrimitives
internal import Bytes
internal import Secp256k1

/// The input whose scripts are run, and the answers that depend on the transaction.
struct SpendContext: Sendable {
  let cache: SighashCache
  let inputIndex: Int
  let input: TxIn
  /// Satoshis of the output spent, as they stand in the transaction that made it.
  let amount: Int64

  /// What the run may cost.
  var meter: WorkMeter { cache.meter }

  /// Counts work that is about to be done, in bytes hashed; throws when it must not be done.
  func spend(_ bytes: Int) throws(ScriptError) { try require(meter.spend(bytes)) }

  /// Throws when the meter has said no.
  func require(_ isAllowed: Bool) throws(ScriptError) {
    guard isAllowed else { throw .workLimit }
  }

  /// Whether an ECDSA signature with its hash type is right, as consensus sees it.
  ///
  /// Keys may be hybrid and DER may be lax and high: stricter rules are checked before. Nothing
  /// that cannot be parsed throws, it is just wrong.
  func verifiesECDSA(
    signature: [UInt8], publicKey: [UInt8], scriptCode: Script, version: SignatureVersion,
    memo: inout SighashMemo
  ) -> Bool {
    guard let typeByte = signature.last,
      let key = try? PublicKey(decodingConsensus: publicKey),
      let parsed = try? ECDSASignature(laxDER: signature.dropLast())
    else { return false }
    let type = SighashType(rawValue: UInt32(typeByte))
    guard
      let digest = memo.digest(
        type: typeByte, scriptCode: scriptCode,
        { () -> Bytes32? in
          switch version {
          case .legacy:
            try? cache.legacy(input: inputIndex, scriptCode: scriptCode, type: type)
          case .witnessV0:
            try? cache.segwitV0(
              input: inputIndex, scriptCode: scriptCode, amount: amount, type: type)
          case .tapscript: nil
          }
        })
    else { return false }
    return key.verifies(parsed.normalized, of: digest)
  }

  /// Throws unless a Schnorr signature of 64 bytes, or 65 with a hash type, is right (BIP-341).
  func checkSchnorr(
    signature: [UInt8], publicKey: [UInt8], annexHash: Bytes32?, tapscript: TapscriptContext?,
    flags: ScriptFlags
  ) throws(ScriptError) {
    guard signature.count == 64 || signature.count == 65 else { throw .schnorrSignatureSize }
    var type = SighashType.default
    if signature.count == 65, let last = signature.last {
      type = SighashType(rawValue: UInt32(last))
      // A 65th byte of zero would be a second form of the same signature.
      guard type != .default else { throw .schnorrSignatureHashType }
    }
    if flags.contains(.signedMessage), type != .default, type != .all { throw .signatureNotOfAll }
    try spend(WorkMeter.verification)
    let digest: Bytes32
    do {
      digest = try cache.taproot(
        input: inputIndex, type: type, annexHash: annexHash, tapscript: tapscript)
    } catch {
      if case .tooMuchWork = error { throw .workLimit }
      throw .schnorrSignatureHashType
    }
    guard let key = try? XOnlyPublicKey(decoding: publicKey),
      key.verifies(schnorr: signature.prefix(64), of: digest)
    else { throw .schnorrSignature }
  }

  // MARK: Lock times

  /// Whether the transaction's lock time has reached `required` (BIP-65).
  func reachesLockTime(_ required: Int64) -> Bool {
    let threshold = Int64(LockTime.timeThreshold)
    let actual = Int64(cache.transaction.lockTime.rawValue)
    guard (actual < threshold) == (required < threshold), required <= actual else { return false }
    // A final sequence switches the lock time of the whole transaction off.
    return input.sequence != TxIn.finalSequence
  }

  /// Whether this input's relative lock has reached `required` (BIP-112).
  func reachesSequence(_ required: Int64) -> Bool {
    let typeFlag: Int64 = 1 << 22
    let mask = typeFlag | 0xFFFF
    // The version is a signed number that consensus reads as unsigned.
    guard UInt32(bitPattern: cache.transaction.version) >= 2,
      input.sequence & Self.sequenceDisableFlag == 0
    else { return false }
    let actual = Int64(input.sequence) & mask
    let wanted = required & mask
    return (actual < typeFlag) == (wanted < typeFlag) && wanted <= actual
  }

  /// The bit of a sequence number that says it is not a relative lock (BIP-68).
  static let sequenceDisableFlag: UInt32 = 1 << 31
}

/// Which signature hash and which rules a script runs under.
enum SignatureVersion: Sendable {
  case legacy
  case witnessV0
  case tapscript
}

/// Remembers the last digests of one script, so that many checks hash the transaction once.
struct SighashMemo: Sendable {
  private var entries: [(type: UInt8, scriptCode: Script, digest: Bytes32)] = []

  mutating func digest(
    type: UInt8, scriptCode: Script, _ compute: () -> Bytes32?
  ) -> Bytes32? {
    for entry in entries where entry.type == type && entry.scriptCode == scriptCode {
      return entry.digest
    }
    guard let digest = compute() else { return nil }
    // A handful is enough for honest scripts and keeps the search short for others.
    if entries.count >= 4 { entries.removeFirst() }
    entries.append((type, scriptCode, digest))
    return digest
  }
}
