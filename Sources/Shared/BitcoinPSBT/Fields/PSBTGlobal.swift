internal import Bytes
public import ExtendedKeys

/// The global map with its fields by name.
public struct PSBTGlobal: Hashable, Sendable {
  /// All fields, in order.
  public internal(set) var map: PSBTMap

  init(_ map: PSBTMap) {
    self.map = map
  }

  /// The account keys that the PSBT names; nothing in the PSBT proves them.
  public var xpubs: [PSBTGlobalXpub] {
    map.compactMap(PSBTGlobalKey.xpub.rawValue) { field in
      (try? KeyOrigin(decoding: field.value)).map {
        PSBTGlobalXpub(encodedXpub: field.keyData, origin: $0)
      }
    }
  }

  /// The text of a BIP-322 message that this PSBT signs, as bytes.
  public var genericSignedMessage: ArraySlice<UInt8>? {
    map.value(PSBTGlobalKey.genericSignedMessage.rawValue)
  }

  /// The fields of vendors, in the order of the PSBT.
  public var proprietary: [PSBTProprietary] {
    map.proprietary(PSBTGlobalKey.proprietary.rawValue)
  }

  /// The fields of types that no BIP known here defines.
  public var unknown: [PSBTField] {
    map.fields.filter { PSBTGlobalKey(rawValue: $0.type) == nil }
  }

  /// Names an account key, by the 78 bytes of its extended public key, with its origin.
  public mutating func addXpub(encodedXpub: [UInt8], origin: KeyOrigin) {
    map.set(
      PSBTField(
        type: PSBTGlobalKey.xpub.rawValue, keyData: encodedXpub, value: origin.encoded()[...]))
  }

  /// Sets a field of any kind but the transaction and the version, which are the PSBT's own.
  public mutating func setUnchecked(_ field: PSBTField) {
    guard field.type != PSBTGlobalKey.unsignedTx.rawValue,
      field.type != PSBTGlobalKey.version.rawValue
    else { return }
    map.set(field)
  }

  /// Removes the fields that the condition names, never the transaction.
  public mutating func removeAll(where condition: (PSBTField) -> Bool) {
    map.removeAll { $0.type != PSBTGlobalKey.unsignedTx.rawValue && condition($0) }
  }
}
