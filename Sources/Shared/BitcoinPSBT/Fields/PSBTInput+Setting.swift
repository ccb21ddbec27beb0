public import BitcoinPrimitives
public import Bytes
public import ExtendedKeys

extension PSBTInput {
  /// Gives the whole transaction that made the coin.
  public mutating func setNonWitnessUTXO(_ transaction: PreviousTransaction) {
    set(.nonWitnessUTXO, transaction.bytes)
  }

  /// Gives the coin itself; a proof of its amount only for a taproot spend.
  public mutating func setWitnessUTXO(_ output: TxOut) {
    set(.witnessUTXO, output.encoded()[...])
  }

  /// Adds an ECDSA signature: strict DER and the sighash byte behind it.
  public mutating func setPartialSig(_ signature: [UInt8], publicKey: some Collection<UInt8>) {
    set(.partialSig, keyData: publicKey, signature[...])
  }

  /// Asks for a sighash type.
  public mutating func setSighashType(_ type: UInt32) {
    var writer = ByteWriter(capacity: 4)
    writer.writeUInt32LE(type)
    set(.sighashType, writer.bytes[...])
  }

  /// Sets the redeem script of a P2SH coin.
  public mutating func setRedeemScript(_ script: Script) {
    set(.redeemScript, script.slice)
  }

  /// Sets the witness script of a P2WSH coin.
  public mutating func setWitnessScript(_ script: Script) {
    set(.witnessScript, script.slice)
  }

  /// Says where a key of 33 or 65 bytes comes from; an entry for the same key is replaced.
  public mutating func setBIP32Derivation(publicKey: some Collection<UInt8>, origin: KeyOrigin) {
    set(.bip32Derivation, keyData: publicKey, origin.encoded()[...])
  }

  /// Sets a key path signature: 64 bytes, or 65 with a sighash byte that is not DEFAULT.
  public mutating func setTapKeySig(_ signature: [UInt8]) {
    set(.tapKeySig, signature[...])
  }

  /// Adds a signature for a key in a leaf: 64 bytes, or 65 with a sighash byte that is not DEFAULT.
  public mutating func setTapScriptSig(
    _ signature: [UInt8], xOnlyKey: Bytes32, leafHash: Bytes32
  ) {
    set(.tapScriptSig, keyData: xOnlyKey.bytes + leafHash.bytes, signature[...])
  }

  /// Adds a leaf that can be spent, with the proof that it belongs to the output.
  public mutating func setTapLeafScript(_ script: Script, controlBlock: ControlBlock) {
    set(
      .tapLeafScript, keyData: controlBlock.encoded(),
      (script.bytes + [controlBlock.leafVersion])[...])
  }

  /// Sets the x-only internal key.
  public mutating func setTapInternalKey(_ key: Bytes32) {
    set(.tapInternalKey, key.bytes[...])
  }

  /// Sets the root of the script tree.
  public mutating func setTapMerkleRoot(_ root: Bytes32) {
    set(.tapMerkleRoot, root.bytes[...])
  }

  /// Says where a taproot key comes from and in which leaves it stands; none for the internal key.
  public mutating func setTapBIP32Derivation(
    xOnlyKey: Bytes32, leafHashes: [Bytes32] = [], origin: KeyOrigin
  ) {
    set(
      .tapBIP32Derivation, keyData: xOnlyKey.bytes,
      tapDerivationValue(leafHashes: leafHashes, origin: origin)[...])
  }

  /// Sets the finished scriptSig; the fields that it makes needless stay.
  public mutating func setFinalScriptSig(_ script: Script) {
    set(.finalScriptSig, script.slice)
  }

  /// Sets the items of the finished witness; the fields that it makes needless stay.
  public mutating func setFinalScriptWitness(_ items: [[UInt8]]) {
    var writer = ByteWriter()
    writer.writeCompactSize(items.count)
    for item in items { writer.writeVarBytes(item) }
    set(.finalScriptWitness, writer.bytes[...])
  }

  /// Sets a field whose shape nobody checks: a PSBT with it may not be readable again.
  public mutating func setUnchecked(_ field: PSBTField) {
    map.set(field)
  }

  /// Removes the fields that the condition names and keeps the order of the others.
  public mutating func removeAll(where condition: (PSBTField) -> Bool) {
    map.removeAll(where: condition)
  }

  private mutating func set(
    _ key: PSBTInputKey, keyData: some Collection<UInt8> = [], _ value: ArraySlice<UInt8>
  ) {
    map.set(PSBTField(type: key.rawValue, keyData: keyData, value: value))
  }
}

/// The value of a taproot derivation: the leaf hashes by count, then the origin (BIP-371).
func tapDerivationValue(leafHashes: [Bytes32], origin: KeyOrigin) -> [UInt8] {
  var writer = ByteWriter()
  writer.writeCompactSize(leafHashes.count)
  for hash in leafHashes { writer.writeBytes32(hash) }
  writer.write(origin.encoded())
  return writer.bytes
}
