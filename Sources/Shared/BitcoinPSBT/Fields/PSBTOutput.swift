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

  public var redeemScript: Script? { map.script(PSBTOutputKey.redeemScript.rawValue) }
  public var witnessScript: Script? { map.script(PSBTOutputKey.witnessScript.rawValue) }

  public var bip32Derivations: [PSBTDerivation] {
    map.derivations(PSBTOutputKey.bip32Derivation.rawValue)
  }

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

  public var tapBIP32Derivations: [PSBTTapDerivation] {
    map.tapDerivations(PSBTOutputKey.tapBIP32Derivation.rawValue)
  }

  /// A name and the proof of its payment instructions, as they stand (BIP-353).
  public var dnssecProof: ArraySlice<UInt8>? { map.value(PSBTOutputKey.dnssecProof.rawValue) }

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

  public mutating func setRedeemScript(_ script: Script) {
    set(.redeemScript, script.slice)
  }

  public mutating func setWitnessScript(_ script: Script) {
    set(.witnessScript, script.slice)
  }

  public mutating func setBIP32Derivation(publicKey: some Collection<UInt8>, origin: KeyOrigin) {
    set(.bip32Derivation, keyData: publicKey, origin.encoded()[...])
  }

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

  public mutating func setTapBIP32Derivation(
    xOnlyKey: Bytes32, leafHashes: [Bytes32] = [], origin: KeyOrigin
  ) {
    set(
      .tapBIP32Derivation, keyData: xOnlyKey.bytes,
      tapDerivationValue(leafHashes: leafHashes, origin: origin)[...])
  }

  /// Sets a field whose shape nobody checks: a packet with it may not be readable again.
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
