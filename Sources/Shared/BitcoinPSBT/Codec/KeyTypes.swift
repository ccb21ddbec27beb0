/// The field types of the global map (BIP-174, BIP-370, BIP-375).
public enum PSBTGlobalKey: UInt64, Sendable, CaseIterable {
  /// The transaction to be signed, without witnesses; required, and its key has no data.
  case unsignedTx = 0x00
  /// Key data: 78 bytes of an extended public key; value: its origin.
  case xpub = 0x01
  /// The transaction's version, 32 bits little-endian; version 2 alone (BIP-370).
  case txVersion = 0x02
  /// The lock time if no input requires one, 32 bits little-endian; version 2 alone (BIP-370).
  case fallbackLocktime = 0x03
  /// The number of inputs, as compact size; version 2 alone (BIP-370).
  case inputCount = 0x04
  /// The number of outputs, as compact size; version 2 alone (BIP-370).
  case outputCount = 0x05
  /// One byte of flags: what may still be added or changed; version 2 alone (BIP-370).
  case txModifiable = 0x06
  /// Silent payments: key data a 33-byte scan key, value a 33-byte ECDH share (BIP-375).
  case spECDHShare = 0x07
  /// Silent payments: key data a 33-byte scan key, value the 64-byte proof of its share (BIP-375).
  case spDLEQ = 0x08
  /// The text of a message that is signed (BIP-322).
  case genericSignedMessage = 0x09
  /// The version of the PSBT, 32 bits little-endian; version 0 when absent.
  case version = 0xFB
  /// Fields of vendors: identifier, subtype and data in the key.
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
  /// The whole transaction that made the coin; its hash proves the amount.
  case nonWitnessUTXO = 0x00
  /// The coin alone: amount (64 bits little-endian) and script.
  case witnessUTXO = 0x01
  /// Key data: a public key; value: its DER signature with the sighash byte.
  case partialSig = 0x02
  /// The sighash type that signers are asked to use, 32 bits little-endian.
  case sighashType = 0x03
  /// The script whose hash a P2SH coin commits to (BIP-16).
  case redeemScript = 0x04
  /// The script whose hash a P2WSH coin commits to (BIP-141).
  case witnessScript = 0x05
  /// Key data: a public key; value: the fingerprint of its master key and the path to it.
  case bip32Derivation = 0x06
  /// The finished scriptSig.
  case finalScriptSig = 0x07
  /// The finished witness: the number of its items, then each with its length.
  case finalScriptWitness = 0x08
  /// The text of a proof-of-reserves commitment (BIP-127).
  case porCommitment = 0x09
  /// Key data: a RIPEMD-160 hash of 20 bytes; value: its preimage.
  case ripemd160 = 0x0A
  /// Key data: a SHA-256 hash of 32 bytes; value: its preimage.
  case sha256 = 0x0B
  /// Key data: a HASH160 of 20 bytes; value: its preimage.
  case hash160 = 0x0C
  /// Key data: a double SHA-256 hash of 32 bytes; value: its preimage.
  case hash256 = 0x0D
  /// The txid of the coin, in the byte order of transactions; version 2 alone (BIP-370).
  case previousTxid = 0x0E
  /// The output that the coin is, 32 bits little-endian; version 2 alone (BIP-370).
  case outputIndex = 0x0F
  /// The sequence number, 32 bits little-endian; version 2 alone (BIP-370).
  case sequence = 0x10
  /// The least lock time in seconds that the input needs; version 2 alone (BIP-370).
  case requiredTimeLocktime = 0x11
  /// The least lock time as block height that the input needs; version 2 alone (BIP-370).
  case requiredHeightLocktime = 0x12
  /// The key path signature: 64 bytes, or 65 with a sighash byte (BIP-371).
  case tapKeySig = 0x13
  /// Key data: x-only key and leaf hash, 64 bytes; value: the signature (BIP-371).
  case tapScriptSig = 0x14
  /// Key data: a control block; value: the leaf's script, then its version byte (BIP-371).
  case tapLeafScript = 0x15
  /// Key data: an x-only key; value: the hashes of its leaves, then its origin (BIP-371).
  case tapBIP32Derivation = 0x16
  /// The x-only internal key, 32 bytes (BIP-371).
  case tapInternalKey = 0x17
  /// The root of the script tree, 32 bytes (BIP-371).
  case tapMerkleRoot = 0x18
  /// Key data: a 33-byte aggregate key; value: the 33-byte keys in it (BIP-373).
  case musig2ParticipantPubkeys = 0x1A
  /// A participant's public nonce, 66 bytes (BIP-373).
  case musig2PubNonce = 0x1B
  /// A participant's partial signature, 32 bytes (BIP-373).
  case musig2PartialSig = 0x1C
  /// Silent payments: key data a 33-byte scan key, value this input's 33-byte share (BIP-375).
  case spECDHShare = 0x1D
  /// Silent payments: key data a 33-byte scan key, value the 64-byte proof of the share (BIP-375).
  case spDLEQ = 0x1E
  /// Fields of vendors: identifier, subtype and data in the key.
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
  /// The script whose hash a P2SH output commits to (BIP-16).
  case redeemScript = 0x00
  /// The script whose hash a P2WSH output commits to (BIP-141).
  case witnessScript = 0x01
  /// Key data: a public key; value: the fingerprint of its master key and the path to it.
  case bip32Derivation = 0x02
  /// The amount in satoshis, 64 bits little-endian; version 2 alone (BIP-370).
  case amount = 0x03
  /// The output's script; version 2 alone (BIP-370).
  case script = 0x04
  /// The x-only internal key, 32 bytes (BIP-371).
  case tapInternalKey = 0x05
  /// The leaves of the tree, depth first: depth, version and script of each (BIP-371).
  case tapTree = 0x06
  /// Key data: an x-only key; value: the hashes of its leaves, then its origin (BIP-371).
  case tapBIP32Derivation = 0x07
  /// Key data: a 33-byte aggregate key; value: the 33-byte keys in it (BIP-373).
  case musig2ParticipantPubkeys = 0x08
  /// The scan and spend keys of a silent payment address, 66 bytes (BIP-375).
  case spV0Info = 0x09
  /// The label of a silent payment address, 32 bits little-endian (BIP-375).
  case spV0Label = 0x0A
  /// A name and the DNSSEC proof of its payment instructions (BIP-353).
  case dnssecProof = 0x35
  /// Fields of vendors: identifier, subtype and data in the key.
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
