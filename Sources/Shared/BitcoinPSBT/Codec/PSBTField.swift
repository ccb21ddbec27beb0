internal import Bytes

/// One key-value pair of a map, as it stands in the PSBT.
///
/// The slices of a field that was read share the PSBT's storage: nothing is copied.
public struct PSBTField: Hashable, Sendable {
  /// The whole key: the type as compact size, then the key data.
  public let key: ArraySlice<UInt8>
  /// The type at the head of the key.
  public let type: UInt64
  /// The value, of a form that its type decides.
  public let value: ArraySlice<UInt8>

  /// Makes a field from its parts.
  public init(type: UInt64, keyData: some Collection<UInt8> = [], value: ArraySlice<UInt8>) {
    var writer = ByteWriter(capacity: CompactSize.encodedLength(type) + keyData.count)
    writer.writeCompactSize(type)
    writer.write(keyData)
    self.key = writer.bytes[...]
    self.type = type
    self.value = value
  }

  init(key: ArraySlice<UInt8>, type: UInt64, value: ArraySlice<UInt8>) {
    self.key = key
    self.type = type
    self.value = value
  }

  /// What follows the type in the key.
  public var keyData: ArraySlice<UInt8> { key.dropFirst(CompactSize.encodedLength(type)) }

  /// The number of bytes of this field in a PSBT.
  var encodedLength: Int {
    CompactSize.encodedLength(UInt64(key.count)) + key.count
      + CompactSize.encodedLength(UInt64(value.count)) + value.count
  }
}
