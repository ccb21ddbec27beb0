/// A value of CBOR (RFC 8949) without floating-point numbers and indefinite lengths.
public indirect enum CBORValue: Hashable, Sendable {
  case unsigned(UInt64)
  /// The number `-1 - n` for the `n` carried.
  case negative(UInt64)
  case bytes([UInt8])
  case text(String)
  case array([CBORValue])
  /// Keys and values in the order they were written; from the reader, no key appears twice.
  case map([CBORPair])
  case tag(UInt64, CBORValue)
  case bool(Bool)
  case null

  /// The number, when this is one without a sign.
  public var unsignedValue: UInt64? {
    if case .unsigned(let value) = self { value } else { nil }
  }

  /// The bytes, when this is a byte string.
  public var bytesValue: [UInt8]? {
    if case .bytes(let value) = self { value } else { nil }
  }

  /// The text, when this is a text string.
  public var textValue: String? {
    if case .text(let value) = self { value } else { nil }
  }

  /// The truth value, when this is one.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements, when this is an array.
  public var arrayValue: [CBORValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// Keys and values, when this is a map.
  public var mapValue: [CBORPair]? {
    if case .map(let value) = self { value } else { nil }
  }

  /// The value under an unsigned integer key, when this is a map that has it.
  public subscript(key: UInt64) -> CBORValue? {
    mapValue?.first { $0.key == .unsigned(key) }?.value
  }

  /// What is inside when this is that tag.
  public func untagged(_ tag: UInt64) -> CBORValue? {
    if case .tag(tag, let value) = self { value } else { nil }
  }
}

/// A key of a CBOR map with its value.
public struct CBORPair: Hashable, Sendable {
  public var key: CBORValue
  public var value: CBORValue

  public init(_ key: CBORValue, _ value: CBORValue) {
    self.key = key
    self.value = value
  }
}
