/// Values that occur often, each held once: what refers to one has its number.
package struct Numbered<Value: Hashable & Sendable>: Sendable {
  /// The values, in the order of their numbers.
  package private(set) var values: [Value] = []
  private var index = PositionIndex()

  /// None yet.
  package init() {}

  /// The number of a value; nil when it has none.
  package func number(of value: Value) -> UInt32? {
    index.position(hash: value.hashValue) { values[$0] == value }.map { UInt32($0) }
  }

  /// The number of a value, which gets one when it has none.
  package mutating func add(_ value: Value) -> UInt32 {
    if let number = number(of: value) { return number }
    let number = values.count
    values.append(value)
    let values = values
    index.set(number, hash: value.hashValue, where: { _ in false }) { values[$0].hashValue }
    return UInt32(number)
  }

  /// The value with a number that it was given.
  package subscript(number: UInt32) -> Value { values[Int(number)] }
}
