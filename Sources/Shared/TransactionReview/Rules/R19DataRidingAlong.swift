internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import ExtendedKeys
internal import Refusals
internal import Secp256k1

/// R19: data that signing has no use for passes through, but not in bulk unnoticed.
///
/// That is what no standard here knows, members of a `multisig:` payload included, and what one knows
/// but no rule looks at: preimages, proofs, account keys and derivations of nobody in the wallet.
/// Coins, scripts, signatures and proofs that coins are confirmed (R02) are judged by rules of their own, and a note is
/// shown.
enum R19DataRidingAlong {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    var data = facts.context.payloadData
    let isFromMembers = data.fields > 0
    let areProofs = areProofs(in: facts)
    global(in: facts, areProofs: areProofs, &data)
    for (number, map) in facts.psbt.inputs.enumerated() {
      input(map, at: facts.inputs[number].place, areProofs: areProofs, &data)
    }
    for (number, map) in facts.psbt.outputs.enumerated() {
      output(map, at: facts.outputs[number].place, &data)
    }
    let limits = facts.context.limits
    guard data.fields > limits.unknownFields || data.bytes > limits.unknownBytes else { return [] }
    let members = isFromMembers ? " (members of the payload among them)" : ""
    let fields = data.fields == 1 ? "field" : "fields"
    return [
      Finding(
        rule: .r19, severity: .warn,
        message: "the payment carries \(data.fields) \(fields) with \(data.bytes) bytes\(members) "
          + "that signing does not use",
        mend: "ask what they are for; they are passed on unchanged")
    ]
  }

  /// Whether what has the form of proofs can be nothing else: each header costs the work of a block, and proofs that do
  /// not hold are refused.
  ///
  /// On test networks it costs nothing, so there data could ride along; where real coins cannot be spent, that is let be.
  private static func areProofs(in facts: ReviewFacts) -> Bool {
    guard let check = facts.confirmations else { return false }
    return !check.holds || facts.context.network.isMainnet || !facts.couldSpendRealCoins
  }

  private static func global(
    in facts: ReviewFacts, areProofs: Bool, _ data: inout RidingData
  ) {
    let known = facts.spentWallets.flatMap { facts.context.wallets[$0].descriptor.keys }
      .compactMap(\.origin)
    let origins = Set(known.map { $0.encoded() })
    for field in facts.psbt.global.map.fields {
      switch PSBTGlobalKey(rawValue: field.type) {
      case .unsignedTx, .version: continue
      case .proprietary where areProofs && ConfirmationProofs.isHeaders(field): continue
      case .proprietary where facts.psbt.global.note != nil && PaymentNote.isField(field): continue
      case .proprietary where ChainTag.isField(field) && field.value.count <= ChainTag.limit:
        continue
      case .xpub where origins.contains(Array(field.value)): continue
      default: data.count(field.size)
      }
    }
  }

  private static func input(
    _ input: PSBTInput, at place: WalletPlace?, areProofs: Bool, _ data: inout RidingData
  ) {
    for field in input.map.fields {
      switch PSBTInputKey(rawValue: field.type) {
      case .nonWitnessUTXO, .witnessUTXO, .partialSig, .sighashType, .redeemScript,
        .witnessScript, .finalScriptSig, .finalScriptWitness, .tapKeySig, .tapScriptSig:
        continue
      case .tapLeafScript, .tapInternalKey, .tapMerkleRoot:
        if place == nil { data.count(field.size) }
      case .bip32Derivation, .tapBIP32Derivation:
        if !isOfKey(field, at: place) { data.count(field.size) }
      case .proprietary where isOfNonce(field, at: place): continue
      case .proprietary where areProofs && ConfirmationProofs.isPlace(field): continue
      default: data.count(field.size)
      }
    }
  }

  private static func output(
    _ output: PSBTOutput, at place: WalletPlace?, _ data: inout RidingData
  ) {
    for field in output.map.fields {
      switch PSBTOutputKey(rawValue: field.type) {
      case .redeemScript, .witnessScript: continue
      case .tapInternalKey, .tapTree: if place == nil { data.count(field.size) }
      case .bip32Derivation, .tapBIP32Derivation:
        if !isOfKey(field, at: place) { data.count(field.size) }
      default: data.count(field.size)
      }
    }
  }

  /// Whether a field is about the nonce of a key of the script that we derived (R28).
  private static func isOfNonce(_ field: PSBTField, at place: WalletPlace?) -> Bool {
    guard let place, let (_, key) = NonceFields.part(of: field) else { return false }
    return place.derived.keys.contains { $0.publicKey.compressed == key }
  }

  /// Whether a derivation is of a key of the script that we derived.
  private static func isOfKey(_ field: PSBTField, at place: WalletPlace?) -> Bool {
    guard let place else { return false }
    return place.derived.keys.contains { key in
      field.keyData.count == 32
        ? field.keyData.elementsEqual(key.publicKey.xOnly.bytes.bytes)
        : field.keyData.elementsEqual(key.publicKey.encoded)
    }
  }
}

extension PSBTField {
  /// The bytes of key and value.
  fileprivate var size: Int { key.count + value.count }
}
