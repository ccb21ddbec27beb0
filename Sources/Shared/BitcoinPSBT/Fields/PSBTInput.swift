public import BitcoinPrimitives
public import Bytes

/// The map of one input with its fields by name.
public struct PSBTInput: Hashable, Sendable {
  /// All fields, in order.
  public internal(set) var map: PSBTMap

  init(_ map: PSBTMap = PSBTMap()) {
    self.map = map
  }

  /// The transaction that made the coin, as bytes whose structure was walked; that it is the right
  /// one (its txid is the outpoint's) is for the caller to check.
  public var nonWitnessUTXO: PreviousTransaction? {
    value(.nonWitnessUTXO).flatMap { try? PreviousTransaction(scanning: $0) }
  }

  /// The coin as the PSBT claims it; any amount that 64 bits can write.
  public var witnessUTXO: TxOut? {
    guard let value = value(.witnessUTXO) else { return nil }
    var reader = ByteReader(value)
    return try? TxOut(reading: &reader)
  }

  /// The ECDSA signatures, in the order of the PSBT; none of them is verified here.
  public var partialSigs: [PSBTPartialSig] {
    map.compactMap(PSBTInputKey.partialSig.rawValue) {
      PSBTPartialSig(publicKey: $0.keyData, signature: $0.value)
    }
  }

  /// The sighash type asked for, all 32 bits as they stand; nil when none is.
  public var sighashType: UInt32? {
    guard let value = value(.sighashType) else { return nil }
    var reader = ByteReader(value)
    return try? reader.readUInt32LE()
  }

  /// The redeem script of a P2SH coin; that the coin commits to it was not checked.
  public var redeemScript: Script? { map.script(PSBTInputKey.redeemScript.rawValue) }
  /// The witness script of a P2WSH coin; that the coin commits to it was not checked.
  public var witnessScript: Script? { map.script(PSBTInputKey.witnessScript.rawValue) }

  /// Where the input's keys come from, as the PSBT claims; for scripts before taproot.
  public var bip32Derivations: [PSBTDerivation] {
    map.derivations(PSBTInputKey.bip32Derivation.rawValue)
  }

  /// The finished scriptSig; nil when there is none.
  public var finalScriptSig: Script? { map.script(PSBTInputKey.finalScriptSig.rawValue) }

  /// The items of the final witness.
  public var finalScriptWitness: [[UInt8]]? {
    guard let value = value(.finalScriptWitness) else { return nil }
    var reader = ByteReader(value)
    guard let count = try? reader.readCount(minimumElementSize: 1, limit: value.count) else {
      return nil
    }
    var items: [[UInt8]] = []
    items.reserveCapacity(count)
    for _ in 0..<count {
      guard let item = try? reader.readVarBytes() else { return nil }
      items.append(Array(item))
    }
    return items
  }

  /// Tells whether a final scriptSig or witness is there.
  public var isFinal: Bool {
    value(.finalScriptSig) != nil || value(.finalScriptWitness) != nil
  }

  /// The text of a proof-of-reserves commitment, as bytes (BIP-127).
  public var porCommitment: ArraySlice<UInt8>? { value(.porCommitment) }

  /// The preimages for hash locks, none of them hashed yet.
  public var preimages: [PSBTPreimage] {
    let kinds: [(PSBTInputKey, PSBTPreimage.Kind)] = [
      (.ripemd160, .ripemd160), (.sha256, .sha256), (.hash160, .hash160), (.hash256, .hash256),
    ]
    return kinds.flatMap { key, kind in
      map.compactMap(key.rawValue) {
        PSBTPreimage(kind: kind, hash: $0.keyData, preimage: $0.value)
      }
    }
  }

  /// The key path signature, not verified: 64 bytes, or 65 with the sighash byte.
  public var tapKeySig: ArraySlice<UInt8>? { value(.tapKeySig) }

  /// The signatures for leaves, in the order of the PSBT; none of them is verified here.
  public var tapScriptSigs: [PSBTTapScriptSig] {
    map.compactMap(PSBTInputKey.tapScriptSig.rawValue) { field in
      guard let key = Bytes32(field.keyData.prefix(32)),
        let leaf = Bytes32(field.keyData.dropFirst(32))
      else { return nil }
      return PSBTTapScriptSig(xOnlyKey: key, leafHash: leaf, signature: field.value)
    }
  }

  /// The leaves that can be spent; that they belong to the coin was not checked.
  public var tapLeafScripts: [PSBTTapLeafScript] {
    map.compactMap(PSBTInputKey.tapLeafScript.rawValue) { field in
      field.value.last.map {
        PSBTTapLeafScript(
          controlBlock: field.keyData, script: field.value.dropLast(), leafVersion: $0)
      }
    }
  }

  /// Where the input's taproot keys come from, as the PSBT claims.
  public var tapBIP32Derivations: [PSBTTapDerivation] {
    map.tapDerivations(PSBTInputKey.tapBIP32Derivation.rawValue)
  }

  /// The internal key, as the PSBT claims; that the output key comes from it was not checked.
  public var tapInternalKey: Bytes32? { map.bytes32(PSBTInputKey.tapInternalKey.rawValue) }
  /// The root of the script tree, as the PSBT claims; nil when only the key spends or nobody says.
  public var tapMerkleRoot: Bytes32? { map.bytes32(PSBTInputKey.tapMerkleRoot.rawValue) }

  /// The fields of vendors, in the order of the PSBT.
  public var proprietary: [PSBTProprietary] {
    map.proprietary(PSBTInputKey.proprietary.rawValue)
  }

  /// The fields of types that no BIP known here defines.
  public var unknown: [PSBTField] {
    map.fields.filter { PSBTInputKey(rawValue: $0.type) == nil }
  }

  /// The fields of a type that this module checks but gives no other name to (MuSig2, BIP-373).
  public func fields(_ key: PSBTInputKey) -> [PSBTField] {
    map.fields(key.rawValue)
  }

  private func value(_ key: PSBTInputKey) -> ArraySlice<UInt8>? {
    map.value(key.rawValue)
  }
}
