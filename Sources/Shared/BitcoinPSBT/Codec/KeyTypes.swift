/// The field types of the global map (BIP-174, BIP-370, BIP-375).
public enum PSBTGlobalKey: UInt64, Sendable, CaseIterable {
  case unsignedTx = 0x00
  case xpub = 0x01
  case txVersion = 0x02
  case fallbackLocktime = 0x03
  case inputCount = 0x04
  case outputCount = 0x05
  case txModifiable = 0x06
  case spECDHShare = 0x07
  case spDLEQ = 0x08
  case genericSignedMessage = 0x09
  case version = 0xFB
  case proprietary = 0xFC

  /// The name in the BIPs.
  public var name: String {
    switch self {
    case .unsignedTx: "PSBT_GLOBAL_UNSIGNED_TX"
    case .xpub: "PSBT_GLOBAL_XPUB"
    case .txVersion: "PSBT_GLOBAL_TX_VERSION"
    case .fallbackLocktime: "PSBT_GLOBAL_FALLBACK_LOCKTIME"
    case .inputCount: "PSBT_GLOBAL_INPUT_COUNT"
    case .outputCount: "PSBT_GLOBAL_OUTPUT_COUNT"
    case .txModifiable: "PSBT_GLOBAL_TX_MODIFIABLE"
    case .spECDHShare: "PSBT_GLOBAL_SP_ECDH_SHARE"
    case .spDLEQ: "PSBT_GLOBAL_SP_DLEQ"
    case .genericSignedMessage: "PSBT_GLOBAL_GENERIC_SIGNED_MESSAGE"
    case .version: "PSBT_GLOBAL_VERSION"
    case .proprietary: "PSBT_GLOBAL_PROPRIETARY"
    }
  }
}

/// The field types of an input map (BIP-174, BIP-370, BIP-371, BIP-373, BIP-375).
public enum PSBTInputKey: UInt64, Sendable, CaseIterable {
  case nonWitnessUTXO = 0x00
  case witnessUTXO = 0x01
  case partialSig = 0x02
  case sighashType = 0x03
  case redeemScript = 0x04
  case witnessScript = 0x05
  case bip32Derivation = 0x06
  case finalScriptSig = 0x07
  case finalScriptWitness = 0x08
  case porCommitment = 0x09
  case ripemd160 = 0x0A
  case sha256 = 0x0B
  case hash160 = 0x0C
  case hash256 = 0x0D
  case previousTxid = 0x0E
  case outputIndex = 0x0F
  case sequence = 0x10
  case requiredTimeLocktime = 0x11
  case requiredHeightLocktime = 0x12
  case tapKeySig = 0x13
  case tapScriptSig = 0x14
  case tapLeafScript = 0x15
  case tapBIP32Derivation = 0x16
  case tapInternalKey = 0x17
  case tapMerkleRoot = 0x18
  case musig2ParticipantPubkeys = 0x1A
  case musig2PubNonce = 0x1B
  case musig2PartialSig = 0x1C
  case spECDHShare = 0x1D
  case spDLEQ = 0x1E
  case proprietary = 0xFC

  /// The name in the BIPs.
  public var name: String {
    switch self {
    case .nonWitnessUTXO: "PSBT_IN_NON_WITNESS_UTXO"
    case .witnessUTXO: "PSBT_IN_WITNESS_UTXO"
    case .partialSig: "PSBT_IN_PARTIAL_SIG"
    case .sighashType: "PSBT_IN_SIGHASH_TYPE"
    case .redeemScript: "PSBT_IN_REDEEM_SCRIPT"
    case .witnessScript: "PSBT_IN_WITNESS_SCRIPT"
    case .bip32Derivation: "PSBT_IN_BIP32_DERIVATION"
    case .finalScriptSig: "PSBT_IN_FINAL_SCRIPTSIG"
    case .finalScriptWitness: "PSBT_IN_FINAL_SCRIPTWITNESS"
    case .porCommitment: "PSBT_IN_POR_COMMITMENT"
    case .ripemd160: "PSBT_IN_RIPEMD160"
    case .sha256: "PSBT_IN_SHA256"
    case .hash160: "PSBT_IN_HASH160"
    case .hash256: "PSBT_IN_HASH256"
    case .previousTxid: "PSBT_IN_PREVIOUS_TXID"
    case .outputIndex: "PSBT_IN_OUTPUT_INDEX"
    case .sequence: "PSBT_IN_SEQUENCE"
    case .requiredTimeLocktime: "PSBT_IN_REQUIRED_TIME_LOCKTIME"
    case .requiredHeightLocktime: "PSBT_IN_REQUIRED_HEIGHT_LOCKTIME"
    case .tapKeySig: "PSBT_IN_TAP_KEY_SIG"
    case .tapScriptSig: "PSBT_IN_TAP_SCRIPT_SIG"
    case .tapLeafScript: "PSBT_IN_TAP_LEAF_SCRIPT"
    case .tapBIP32Derivation: "PSBT_IN_TAP_BIP32_DERIVATION"
    case .tapInternalKey: "PSBT_IN_TAP_INTERNAL_KEY"
    case .tapMerkleRoot: "PSBT_IN_TAP_MERKLE_ROOT"
    case .musig2ParticipantPubkeys: "PSBT_IN_MUSIG2_PARTICIPANT_PUBKEYS"
    case .musig2PubNonce: "PSBT_IN_MUSIG2_PUB_NONCE"
    case .musig2PartialSig: "PSBT_IN_MUSIG2_PARTIAL_SIG"
    case .spECDHShare: "PSBT_IN_SP_ECDH_SHARE"
    case .spDLEQ: "PSBT_IN_SP_DLEQ"
    case .proprietary: "PSBT_IN_PROPRIETARY"
    }
  }
}

/// The field types of an output map (BIP-174, BIP-353, BIP-370, BIP-371, BIP-373, BIP-375).
public enum PSBTOutputKey: UInt64, Sendable, CaseIterable {
  case redeemScript = 0x00
  case witnessScript = 0x01
  case bip32Derivation = 0x02
  case amount = 0x03
  case script = 0x04
  case tapInternalKey = 0x05
  case tapTree = 0x06
  case tapBIP32Derivation = 0x07
  case musig2ParticipantPubkeys = 0x08
  case spV0Info = 0x09
  case spV0Label = 0x0A
  case dnssecProof = 0x35
  case proprietary = 0xFC

  /// The name in the BIPs.
  public var name: String {
    switch self {
    case .redeemScript: "PSBT_OUT_REDEEM_SCRIPT"
    case .witnessScript: "PSBT_OUT_WITNESS_SCRIPT"
    case .bip32Derivation: "PSBT_OUT_BIP32_DERIVATION"
    case .amount: "PSBT_OUT_AMOUNT"
    case .script: "PSBT_OUT_SCRIPT"
    case .tapInternalKey: "PSBT_OUT_TAP_INTERNAL_KEY"
    case .tapTree: "PSBT_OUT_TAP_TREE"
    case .tapBIP32Derivation: "PSBT_OUT_TAP_BIP32_DERIVATION"
    case .musig2ParticipantPubkeys: "PSBT_OUT_MUSIG2_PARTICIPANT_PUBKEYS"
    case .spV0Info: "PSBT_OUT_SP_V0_INFO"
    case .spV0Label: "PSBT_OUT_SP_V0_LABEL"
    case .dnssecProof: "PSBT_OUT_DNSSEC_PROOF"
    case .proprietary: "PSBT_OUT_PROPRIETARY"
    }
  }
}
