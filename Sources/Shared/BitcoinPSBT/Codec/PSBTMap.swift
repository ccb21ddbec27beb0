internal import Bytes

/// The fields of one map, in the order in which they were read; unknown ones included.
public struct PSBTMap: Hashable, Sendable {
  /// All fields, in order.
  public private(set) var fields: [PSBTField]

  /// Makes an empty map.
  public init() {
    fields = []
  }

  init(fields: [PSBTField]) {
    self.fields = fields
  }

  /// The value of a field whose key is nothing but its type.
  public func value(_ type: UInt64) -> ArraySlice<UInt8>? {
    for field in fields where field.type == type { return field.value }
    return nil
  }

  /// The value under a whole key.
  public func value(key: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    for field in fields where field.key == key { return field.value }
    return nil
  }

  /// All fields of a type, in order.
  public func fields(_ type: UInt64) -> [PSBTField] {
    fields.filter { $0.type == type }
  }

  /// Tells whether a field of the type is there.
  public func contains(_ type: UInt64) -> Bool {
    fields.contains { $0.type == type }
  }

  /// Sets a field and leaves every other one in its place.
  ///
  /// A key that is there already keeps its place too; a new one goes behind the last field whose
  /// type is not greater.
  public mutating func set(_ field: PSBTField) {
    var place = 0
    for (index, other) in fields.enumerated() {
      if other.key == field.key {
        fields[index] = field
        return
      }
      if other.type <= field.type { place = index + 1 }
    }
    insert(field, at: place)
  }

  /// Puts a field in without doubling the room of a small map: in a PSBT of ten thousand inputs,
  /// spare room is what most of the memory would be.
  private mutating func insert(_ field: PSBTField, at place: Int) {
    guard fields.count < 64 else { return fields.insert(field, at: place) }
    var grown: [PSBTField] = []
    grown.reserveCapacity(fields.count + 1)
    grown += fields[..<place]
    grown.append(field)
    grown += fields[place...]
    fields = grown
  }

  /// Gives back the room that reading left over.
  func compacted() -> PSBTMap {
    guard fields.capacity > fields.count else { return self }
    var exact: [PSBTField] = []
    exact.reserveCapacity(fields.count)
    exact += fields
    return PSBTMap(fields: exact)
  }

  /// Removes the fields that the condition names and keeps the order of the others.
  public mutating func removeAll(where condition: (PSBTField) -> Bool) {
    fields.removeAll(where: condition)
  }

  mutating func replaceAll(with fields: [PSBTField]) {
    self.fields = fields
  }

  var encodedLength: Int {
    fields.reduce(1) { $0 + $1.encodedLength }
  }

  func write(to writer: inout ByteWriter) {
    for field in fields {
      writer.writeVarBytes(field.key)
      writer.writeVarBytes(field.value)
    }
    writer.writeByte(0)
  }
}
