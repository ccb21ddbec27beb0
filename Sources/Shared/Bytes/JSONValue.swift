/// A JSON value that keeps what was written: numbers as text, members in their order.
///
/// There are no floating-point numbers anywhere: an amount is read from its digits.
public enum JSONValue: Sendable, Equatable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number as it was written, in the grammar of RFC 8259.
  case number(String)
  /// A text, with its escapes resolved.
  case string(String)
  /// The elements in order.
  case array([JSONValue])
  /// The members in order.
  case object(JSONObject)

  /// The number that an integer is written as.
  public static func integer(_ value: some BinaryInteger) -> JSONValue {
    .number(String(value))
  }

  /// The text, when this is a string.
  public var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The digits as written, when this is a number.
  public var numberText: String? {
    if case .number(let text) = self { text } else { nil }
  }

  /// The integer, when this is a number written without fraction and exponent that fits 64 bits.
  public var integerValue: Int64? {
    // Int64.init takes a leading plus sign; the grammar of the reader does not.
    if case .number(let text) = self, text != "-0" { Int64(text) } else { nil }
  }

  /// The integer as `Int`; see ``integerValue``.
  public var intValue: Int? { integerValue.flatMap { Int(exactly: $0) } }

  /// The truth value, when this is one.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements, when this is an array.
  public var arrayValue: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The object, when this is one.
  public var objectValue: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// Whether this is `null`.
  public var isNull: Bool { self == .null }

  /// The member called `name`, when this is an object that has one.
  public subscript(name: String) -> JSONValue? { objectValue?[name] }

  /// The element at `index`, when this is an array that has one.
  public subscript(index: Int) -> JSONValue? {
    guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

/// The members of a JSON object, in the order they were written.
public struct JSONObject: Sendable, Equatable {
  /// A name and its value.
  public struct Member: Sendable, Equatable {
    /// The name, with its escapes resolved.
    public var name: String
    /// The value.
    public var value: JSONValue

    /// Takes the name and its value.
    public init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// All members in order; from the reader, no name appears twice.
  public private(set) var members: [Member]

  /// Starts with these members; the caller sees to it that no name appears twice.
  public init(_ members: [Member] = []) {
    self.members = members
  }

  /// The value of a member; setting replaces it in place, appends it, or removes it with nil.
  ///
  /// Looks at the members one after the other.
  public subscript(name: String) -> JSONValue? {
    get { members.first { $0.name == name }?.value }
    set {
      let index = members.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  /// The names in order.
  public var names: [String] { members.map(\.name) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// An object of these members; the caller sees to it that no name appears twice.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    members = elements.map { Member(name: $0.0, value: $0.1) }
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral
{
  /// An object of these members; the caller sees to it that no name appears twice.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { .init(name: $0.0, value: $0.1) }))
  }

  /// An array of these elements.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// A number without fraction and exponent.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// `null`.
  public init(nilLiteral: ()) { self = .null }
}
