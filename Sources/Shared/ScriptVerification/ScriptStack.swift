/// The elements a script works on, first pushed first; the top is the last.
///
/// Reading below the bottom throws ``ScriptError/invalidStackOperation``.
struct ScriptStack: Sendable {
  /// Bitcoin's limit on the elements of both stacks together.
  static let maximumCount = 1000

  private(set) var elements: [[UInt8]]

  init(_ elements: [[UInt8]] = []) {
    self.elements = elements
  }

  var count: Int { elements.count }
  var isEmpty: Bool { elements.isEmpty }

  /// Throws unless there are at least `count` elements.
  func require(_ count: Int) throws(ScriptError) {
    guard elements.count >= count else { throw .invalidStackOperation }
  }

  /// The element `depth` below the top; 0 is the top.
  func peek(_ depth: Int = 0) throws(ScriptError) -> [UInt8] {
    guard depth >= 0, depth < elements.count else { throw .invalidStackOperation }
    return elements[elements.count - 1 - depth]
  }

  mutating func push(_ element: [UInt8]) {
    elements.append(element)
  }

  mutating func push(_ flag: Bool) {
    elements.append(flag ? [1] : [])
  }

  mutating func push(_ number: StackNumber) {
    elements.append(number.encoded)
  }

  mutating func pop() throws(ScriptError) -> [UInt8] {
    guard let last = elements.popLast() else { throw .invalidStackOperation }
    return last
  }

  mutating func drop(_ count: Int) throws(ScriptError) {
    try require(count)
    elements.removeLast(count)
  }

  /// Takes out the element `depth` below the top.
  mutating func remove(_ depth: Int) throws(ScriptError) -> [UInt8] {
    guard depth >= 0, depth < elements.count else { throw .invalidStackOperation }
    return elements.remove(at: elements.count - 1 - depth)
  }

  /// Puts `element` where `depth` elements lie above it.
  mutating func insert(_ element: [UInt8], below depth: Int) throws(ScriptError) {
    guard depth >= 0, depth <= elements.count else { throw .invalidStackOperation }
    elements.insert(element, at: elements.count - depth)
  }

  mutating func swap(_ first: Int, _ second: Int) throws(ScriptError) {
    try require(max(first, second) + 1)
    elements.swapAt(elements.count - 1 - first, elements.count - 1 - second)
  }

  /// Whether an element counts as true: any bit set, except that of a negative zero.
  static func isTrue(_ element: [UInt8]) -> Bool {
    guard let last = element.last else { return false }
    return last & 0x7F != 0 || element.dropLast().contains { $0 != 0 }
  }
}
