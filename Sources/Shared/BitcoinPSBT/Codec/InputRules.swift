internal import Bytes
internal import Secp256k1

/// What each field of an input map must look like in version 0.
enum InputRules {
  static func check(_ field: PSBTField) throws(PSBTFaultError) {
    guard let key = PSBTInputKey(rawValue: field.type) else { return }
    let rules = FieldRules(name: key.name, field: field)
    switch key {
    case .nonWitnessUTXO:
      try rules.emptyKey()
      _ = try rules.reading { () throws(BytesError) in
        try PreviousTransaction(scanning: field.value)
      }
    case .witnessUTXO:
      try rules.emptyKey()
      try txOut(rules)
    case .partialSig:
      try rules.publicKeyInKey()
      try partialSignature(rules)
    case .sighashType:
      try rules.emptyKey()
      try rules.value(4)
    case .redeemScript, .witnessScript, .finalScriptSig, .porCommitment:
      try rules.emptyKey()
    case .bip32Derivation:
      try rules.publicKeyInKey()
      try rules.keyOrigin(length: field.value.count)
    case .finalScriptWitness:
      try rules.emptyKey()
      try witness(rules)
    case .ripemd160, .hash160:
      try rules.key([20], "20")
    case .sha256, .hash256:
      try rules.key([32], "32")
    case .tapKeySig:
      try rules.emptyKey()
      try rules.value(64...65, "64 or 65")
    case .tapScriptSig:
      try rules.key([64], "64")
      try rules.value(64...65, "64 or 65")
    case .tapLeafScript:
      try leafScript(rules)
    case .tapBIP32Derivation:
      try rules.tapDerivation()
    case .tapInternalKey, .tapMerkleRoot:
      try rules.emptyKey()
      try rules.value(32)
    case .musig2ParticipantPubkeys:
      try rules.musig2Participants()
    case .musig2PubNonce:
      try rules.musig2Contribution(66)
    case .musig2PartialSig:
      try rules.musig2Contribution(32)
    case .proprietary:
      try rules.proprietary()
    case .previousTxid, .outputIndex, .sequence, .requiredTimeLocktime, .requiredHeightLocktime,
      .spECDHShare, .spDLEQ:
      try rules.versionTwoOnly()
    }
  }

  /// Amount (8 bytes) and script with its length, nothing behind.
  private static func txOut(_ rules: FieldRules) throws(PSBTFaultError) {
    var reader = ByteReader(rules.field.value)
    try rules.reading { () throws(BytesError) in
      _ = try reader.read(8)
      _ = try reader.readVarBytes(max: rules.field.value.count)
      try reader.requireEnd()
    }
  }

  /// A DER signature and the sighash byte behind it; whether it is valid is for the signer to say.
  private static func partialSignature(_ rules: FieldRules) throws(PSBTFaultError) {
    try rules.value(9...73, "9 to 73")
    do {
      _ = try ECDSASignature(der: Array(rules.field.value.dropLast()))
    } catch {
      throw PSBTFaultError(.invalidSignature(field: rules.name))
    }
  }

  /// The stack items by count, each with its length, nothing behind.
  private static func witness(_ rules: FieldRules) throws(PSBTFaultError) {
    let value = rules.field.value
    var reader = ByteReader(value)
    try rules.reading { () throws(BytesError) in
      let count = try reader.readCount(minimumElementSize: 1, limit: value.count)
      for _ in 0..<count { _ = try reader.readVarBytes(max: value.count) }
      try reader.requireEnd()
    }
  }

  /// A control block in the key; a script and its leaf version in the value (BIP-371).
  private static func leafScript(_ rules: FieldRules) throws(PSBTFaultError) {
    let found = rules.field.keyData.count
    guard found >= 33, (found - 33) % 32 == 0, found <= 33 + 32 * 128 else {
      throw PSBTFaultError(
        .keyLength(field: rules.name, found: found, expected: "33 and 32 for each of 0 to 128"))
    }
    guard !rules.field.value.isEmpty else {
      throw PSBTFaultError(
        .valueLength(field: rules.name, found: 0, expected: "at least 1: the leaf version"))
    }
  }
}
