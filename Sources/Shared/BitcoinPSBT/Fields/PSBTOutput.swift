public import BitcoinPrimitives
public import Bytes
public import ExtendedKeys

/// The map of one output with its fields by name.
public struct PSBTOutput: Hashable, Sendable {
  /// All fields, in order.
  public internal(set) var map: PSBTMap

  init(_ map: PSBTMap = PSBTMap()) {
    self.map = map
  }

  /// The redeem script of a P2SH output; that the output commits to it was not checked.
  public var redeemScript: Script? { map.script(PSBTOutputKey.redeemScript.rawValue) }
  /// The witness script of a P2WSH output; that the output commits to it was not checked.
  public var witnessScript: Script? { map.script(PSBTOutputKey.witnessScript.rawValue) }

  /// Where the output's keys come from, as the PSBT claims; for scripts before taproot.
  public var bip32Derivations: [PSBTDerivation] {
    map.derivations(PSBTOutputKey.bip32Derivation.rawValue)
  }

  /// The internal key, as the PSBT claims; that the output key comes from it was not checked.
  public var tapInternalKey: Bytes32? { map.bytes32(PSBTOutputKey.tapInternalKey.rawValue) }

  /// The leaves of the output's tree, depth first; nil when the field is not there.
  public var tapTree: [PSBTTapTreeLeaf]? {
    guard let value = map.value(PSBTOutputKey.tapTree.rawValue) else { return nil }
    var reader = ByteReader(value)
    var leaves: [PSBTTapTreeLeaf] = []
    while !reader.isAtEnd {
      guard let depth = try? reader.readByte(), let version = try? reader.readByte(),
        let script = try? reader.readVarBytes()
      else { return nil }
      leaves.append(PSBTTapTreeLeaf(depth: depth, leafVersion: version, script: script))
    }
    return leaves
  }

  /// Where the output's taproot keys come from, as the PSBT claims.
  public var tapBIP32Derivations: [PSBTTapDerivation] {
    map.tapDerivations(PSBTOutputKey.tapBIP32Derivation.rawValue)
  }

  /// A name and the proof of its payment instructions, as they stand (BIP-353).
  public var dnssecProof: ArraySlice<UInt8>? { map.value(PSBTOutputKey.dnssecProof.rawValue) }

  /// The fields of vendors, in the order of the PSBT.
  public var proprietary: [PSBTProprietary] {
    map.proprietary(PSBTOutputKey.proprietary.rawValue)
  }

  /// The fields of types that no BIP known here defines.
  public var unknown: [PSBTField] {
    map.fields.filter { PSBTOutputKey(rawValue: $0.type) == nil }
  }

  /// The fields of a type that this module checks but gives no other name to (MuSig2, BIP-373).
  public func fields(_ key: PSBTOutputKey) -> [PSBTField] {
    map.fields(key.rawValue)
  }

  /// Sets the redeem script of a P2SH output.
  public mutating func setRedeemScript(_ script: Script) {
    set(.redeemScript, script.slice)
  }

  /// Sets the witness script of a P2WSH output.
  public mutating func setWitnessScript(_ script: Script) {
    set(.witnessScript, script.slice)
  }

  /// Says where a key of 33 or 65 bytes comes from; an entry for the same key is replaced.
  public mutating func setBIP32Derivation(publicKey: some Collection<UInt8>, origin: KeyOrigin) {
    set(.bip32Derivation, keyData: publicKey, origin.encoded()[...])
  }

  /// Sets the x-only internal key.
  public mutating func setTapInternalKey(_ key: Bytes32) {
    set(.tapInternalKey, key.bytes[...])
  }

  /// Gives the leaves of the output's tree, from left to right with their depths.
  public mutating func setTapTree(_ tree: TaprootTree) {
    var writer = ByteWriter()
    for leaf in tree.leaves {
      // At most 128: a tree is no deeper.
      writer.writeByte(UInt8(truncatingIfNeeded: leaf.depth))
      writer.writeByte(leaf.version)
      writer.writeVarBytes(leaf.script.slice)
    }
    set(.tapTree, writer.bytes[...])
  }

  /// Says where a taproot key comes from and in which leaves it stands; none for the internal key.
  public mutating func setTapBIP32Derivation(
    xOnlyKey: Bytes32, leafHashes: [Bytes32] = [], origin: KeyOrigin
  ) {
    set(
      .tapBIP32Derivation, keyData: xOnlyKey.bytes,
      tapDerivationValue(leafHashes: leafHashes, origin: origin)[...])
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
    _ key: PSBTOutputKey, keyData: some Collection<UInt8> = [], _ value: ArraySlice<UInt8>
  ) {
    map.set(PSBTField(type: key.rawValue, keyData: keyData, value: value))
  }
}
