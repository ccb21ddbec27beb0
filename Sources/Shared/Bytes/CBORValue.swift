/// A value of CBOR (RFC 8949) without floating-point numbers and indefinite lengths.
public indirect enum CBORValue: Hashable, Sendable {
  /// A number from 0 to 2^64 - 1 (major type 0).
  case unsigned(UInt64)
  /// The number `-1 - n` for the `n` carried.
  case negative(UInt64)
  /// A byte string (major type 2).
  case bytes([UInt8])
  /// A text string, UTF-8 (major type 3).
  case text(String)
  /// The elements in order (major type 4).
  case array([CBORValue])
  /// Keys and values in the order they were written; from the reader, no key appears twice.
  case map([CBORPair])
  /// The number of a tag, and the value that it marks (major type 6).
  case tag(UInt64, CBORValue)
  /// True or false (major type 7).
  case bool(Bool)
  /// The simple value 22.
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

  /// The value inside, when this has that tag.
  public func untagged(_ tag: UInt64) -> CBORValue? {
    if case .tag(tag, let value) = self { value } else { nil }
  }
}

/// A key of a CBOR map with its value.
public struct CBORPair: Hashable, Sendable {
  /// From the reader, a number, a text or a byte string.
  public var key: CBORValue
  /// The value, of any type.
  public var value: CBORValue

  /// Takes the key and its value.
  public init(_ key: CBORValue, _ value: CBORValue) {
    self.key = key
    self.value = value
  }
}
