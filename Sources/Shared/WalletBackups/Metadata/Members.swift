internal import Bytes

/// Takes the members that are known out of a JSON object; what is left is kept as it is.
struct Members {
  /// What nobody has asked for.
  private(set) var others: JSONObject
  /// Where the object stands, for errors.
  let place: String

  init(_ value: JSONValue, at place: String) throws(BackupError) {
    guard let object = value.objectValue else {
      throw .malformed(place: place, reason: "is not an object")
    }
    others = object
    self.place = place
  }

  init(_ object: JSONObject, at place: String) {
    others = object
    self.place = place
  }

  /// Takes a member out; nil when it is not there or null.
  private mutating func take(_ name: String) -> JSONValue? {
    guard let value = others[name] else { return nil }
    others[name] = nil
    return value.isNull ? nil : value
  }

  private func wrong(_ name: String, _ reason: String) -> BackupError {
    .malformed(place: "\(place).\(name)", reason: reason)
  }

  /// A text of at most `limit` bytes.
  mutating func text(_ name: String, limit: Int) throws(BackupError) -> String? {
    guard let value = take(name) else { return nil }
    guard let text = value.stringValue else { throw wrong(name, "is not text") }
    guard text.utf8.count <= limit else { throw wrong(name, "is longer than \(limit) bytes") }
    return text
  }

  mutating func requiredText(_ name: String, limit: Int) throws(BackupError) -> String {
    guard let text = try text(name, limit: limit) else { throw wrong(name, "is missing") }
    return text
  }

  /// Bytes in hexadecimal, at most `limit` of them.
  mutating func hex(_ name: String, limit: Int) throws(BackupError) -> [UInt8]? {
    guard let text = try text(name, limit: 2 * limit) else { return nil }
    guard let bytes = try? Hex.decode(text) else { throw wrong(name, "is not hexadecimal") }
    return bytes
  }

  /// Bytes in base64, at most `limit` of them.
  mutating func base64(_ name: String, limit: Int) throws(BackupError) -> [UInt8]? {
    guard let text = try text(name, limit: limit / 3 * 4 + 4) else { return nil }
    guard let bytes = try? Base64.decode(text) else { throw wrong(name, "is not base64") }
    return bytes
  }

  mutating func integer(
    _ name: String, in range: ClosedRange<Int64>
  ) throws(BackupError) -> Int64? {
    guard let value = take(name) else { return nil }
    guard let number = value.integerValue else { throw wrong(name, "is not a whole number") }
    guard range.contains(number) else { throw wrong(name, "is out of range") }
    return number
  }

  mutating func requiredInteger(
    _ name: String, in range: ClosedRange<Int64>
  ) throws(BackupError) -> Int64 {
    guard let number = try integer(name, in: range) else { throw wrong(name, "is missing") }
    return number
  }

  mutating func flag(_ name: String) throws(BackupError) -> Bool {
    guard let value = take(name) else { return false }
    guard let flag = value.boolValue else { throw wrong(name, "is neither true nor false") }
    return flag
  }

  mutating func list(_ name: String) throws(BackupError) -> [JSONValue] {
    guard let value = take(name) else { return [] }
    guard let list = value.arrayValue else { throw wrong(name, "is not a list") }
    return list
  }

  /// An object; nil when it is not there.
  mutating func object(_ name: String) throws(BackupError) -> JSONObject? {
    guard let value = take(name) else { return nil }
    guard let object = value.objectValue else { throw wrong(name, "is not an object") }
    return object
  }

  /// An object, but a value of another type is left where it is: an older draft's.
  mutating func objectIfAny(_ name: String) -> JSONObject? {
    guard let object = others[name]?.objectValue else { return nil }
    others[name] = nil
    return object
  }
}

extension JSONObject {
  /// The members given that are not nil, then those that nobody here knows.
  init(known: [(String, JSONValue?)], others: JSONObject) {
    self.init(
      known.compactMap { name, value in value.map { Member(name: name, value: $0) } }
        + others.members)
  }
}

extension JSONValue {
  /// A list, or nil for an empty one.
  static func list(_ values: [JSONValue]) -> JSONValue? { values.isEmpty ? nil : .array(values) }

  /// A text, or nil for none.
  static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }
}
