internal import Bytes

/// An array of known length, read field by field; an error names the field.
struct ContentsRecord {
  private let values: [CBORValue]
  private let name: String
  private var next = 0

  init(_ value: CBORValue, count: Int, _ name: String) throws(VaultError) {
    guard let values = value.arrayValue, values.count == count else {
      throw .contents(field: name)
    }
    self.values = values
    self.name = name
  }

  private mutating func take<T>(
    _ field: String, _ body: (CBORValue) -> T?
  ) throws(VaultError) -> T {
    guard next < values.count, let result = body(values[next]) else {
      throw .contents(field: "\(name) \(field)")
    }
    next += 1
    return result
  }

  mutating func optional<T>(
    _ body: (inout ContentsRecord) throws(VaultError) -> T
  ) throws(VaultError) -> T? {
    if next < values.count, values[next] == .null {
      next += 1
      return nil
    }
    return try body(&self)
  }

  mutating func text(_ field: String) throws(VaultError) -> String {
    try take(field, \.textValue)
  }
  mutating func bytes(_ field: String) throws(VaultError) -> [UInt8] {
    try take(field, \.bytesValue)
  }
  mutating func bytes32(_ field: String) throws(VaultError) -> Bytes32 {
    try take(field) { $0.bytesValue.flatMap { Bytes32($0) } }
  }
  mutating func bool(_ field: String) throws(VaultError) -> Bool { try take(field, \.boolValue) }
  mutating func unsigned(_ field: String) throws(VaultError) -> UInt64 {
    try take(field, \.unsignedValue)
  }
  mutating func uint32(_ field: String) throws(VaultError) -> UInt32 {
    try take(field) { $0.unsignedValue.flatMap { UInt32(exactly: $0) } }
  }
  mutating func array(_ field: String) throws(VaultError) -> [CBORValue] {
    try take(field, \.arrayValue)
  }
  mutating func map(_ field: String) throws(VaultError) -> [CBORPair] {
    try take(field, \.mapValue)
  }
  mutating func integer(_ field: String) throws(VaultError) -> Int64 {
    let value = try take(field) { $0 }
    return try Self.integer(value, "\(name) \(field)")
  }

  static func integer(_ value: CBORValue, _ field: String) throws(VaultError) -> Int64 {
    switch value {
    case .unsigned(let number):
      if let result = Int64(exactly: number) { return result }
    case .negative(let number):
      if let result = Int64(exactly: number) { return -1 - result }
    default: break
    }
    throw .contents(field: field)
  }
}
