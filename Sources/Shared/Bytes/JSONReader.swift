/// The caps of the JSON reader, each checked before memory is taken.
public struct JSONLimits: Sendable {
  /// The length of the whole text, in bytes.
  public var bytes: Int
  /// How many arrays and objects may lie inside one another, at most ``maxDepth``.
  public var depth: Int
  /// How many values there may be in all.
  public var values: Int
  /// How many characters a number may have.
  public var numberLength: Int

  /// Takes the four limits; what is not given is the default.
  public init(
    bytes: Int = 16 << 20, depth: Int = 16, values: Int = 4_000_000, numberLength: Int = 64
  ) {
    self.bytes = bytes
    self.depth = depth
    self.values = values
    self.numberLength = numberLength
  }

  /// The deepest nesting that any caller may allow: reading takes no stack, but freeing does.
  public static let maxDepth = 256

  /// 16 MiB, depth 16, four million values, numbers of 64 characters.
  public static let `default` = JSONLimits()
}

/// A strict reader of RFC 8259: one value, UTF-8, nothing tolerated that parsers disagree about.
///
/// No duplicate members (compared after unescaping), no lone surrogates, no byte order mark, no
/// comments, no trailing commas, nothing after the value. Iterative: depth costs no stack.
public enum JSONReader {
  /// Reads exactly one value, with whitespace around it allowed.
  ///
  /// Throws ``BytesError`` with the offset of the offence; the text itself is never quoted.
  public static func parse(
    _ bytes: [UInt8], limits: JSONLimits = .default
  ) throws(BytesError) -> JSONValue {
    var parser = JSONParser(bytes: bytes, limits: limits)
    return try parser.parse()
  }

  /// Reads exactly one value from text; see ``parse(_:limits:)``.
  public static func parse(
    text: String, limits: JSONLimits = .default
  ) throws(BytesError) -> JSONValue {
    try parse(Array(text.utf8), limits: limits)
  }
}

/// The pushdown automaton: one frame for each array or object that is still open.
private struct JSONParser {
  let bytes: [UInt8]
  let limits: JSONLimits
  var position = 0
  var valuesSeen = 0
  var frames: [Frame] = []

  init(bytes: [UInt8], limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  struct Frame {
    let isObject: Bool
    var elements: [JSONValue] = []
    var members: [JSONObject.Member] = []
    var names: Set<String> = []
    var name = ""

    var finished: JSONValue { isObject ? .object(JSONObject(members)) : .array(elements) }

    mutating func add(_ value: JSONValue) {
      if isObject {
        members.append(.init(name: name, value: value))
      } else {
        elements.append(value)
      }
    }
  }

  mutating func parse() throws(BytesError) -> JSONValue {
    guard bytes.count <= limits.bytes else {
      throw .tooLarge(
        what: "JSON text", value: UInt64(bytes.count), limit: UInt64(limits.bytes), offset: 0)
    }
    while true {
      skipSpace()
      guard let value = try openOrRead() else { continue }
      if let result = try close(with: value) {
        skipSpace()
        guard position == bytes.count else {
          throw .trailing(offset: position, count: bytes.count - position)
        }
        return result
      }
    }
  }

  /// Reads a scalar or an empty container; nil when a container was opened and waits for more.
  private mutating func openOrRead() throws(BytesError) -> JSONValue? {
    valuesSeen += 1
    guard valuesSeen <= limits.values else {
      throw .tooLarge(
        what: "number of JSON values", value: UInt64(valuesSeen), limit: UInt64(limits.values),
        offset: position)
    }
    switch try peek() {
    case UInt8(ascii: "{"):
      try push(Frame(isObject: true))
      skipSpace()
      if try peek() == UInt8(ascii: "}") { return try pop() }
      try readName()
      return nil
    case UInt8(ascii: "["):
      try push(Frame(isObject: false))
      skipSpace()
      if try peek() == UInt8(ascii: "]") { return try pop() }
      return nil
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "t"):
      try expect("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try expect("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try expect("null")
      return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try readNumber())
    default: throw malformed("no value starts here")
    }
  }

  /// Hands a finished value to the container around it, closing containers as they end.
  ///
  /// Returns the whole document once no container is open; nil when another value must follow.
  private mutating func close(with value: JSONValue) throws(BytesError) -> JSONValue? {
    var value = value
    while !frames.isEmpty {
      let top = frames.count - 1
      frames[top].add(value)
      skipSpace()
      let end = frames[top].isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
      switch try peek() {
      case UInt8(ascii: ","):
        position += 1
        if frames[top].isObject {
          skipSpace()
          try readName()
        }
        return nil
      case end: value = try pop()
      default:
        throw malformed("comma or end of \(frames[top].isObject ? "object" : "array") missing")
      }
    }
    return value
  }

  private mutating func push(_ frame: Frame) throws(BytesError) {
    let limit = min(limits.depth, JSONLimits.maxDepth)
    guard frames.count < limit else {
      throw .tooDeep(format: "JSON", limit: limit, offset: position)
    }
    position += 1
    frames.append(frame)
  }

  private mutating func pop() throws(BytesError) -> JSONValue {
    position += 1
    guard let frame = frames.popLast() else { throw malformed("nothing is open") }
    return frame.finished
  }

  private mutating func readName() throws(BytesError) {
    let start = position
    guard try peek() == UInt8(ascii: "\"") else { throw malformed("member name missing") }
    let name = try readString()
    let top = frames.count - 1
    guard frames[top].names.insert(name).inserted else {
      throw .duplicateKey(format: "JSON", offset: start)
    }
    frames[top].name = name
    skipSpace()
    guard try peek() == UInt8(ascii: ":") else { throw malformed("colon missing") }
    position += 1
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0a, 0x0d: position += 1
      default: return
      }
    }
  }

  private func peek() throws(BytesError) -> UInt8 {
    guard position < bytes.count else {
      throw .truncated(offset: position, needed: 1, remaining: 0)
    }
    return bytes[position]
  }

  private func malformed(_ reason: String) -> BytesError {
    .malformed(format: "JSON", reason: reason, offset: position)
  }

  private mutating func expect(_ word: StaticString) throws(BytesError) {
    for index in 0..<word.utf8CodeUnitCount {
      guard try peek() == word.utf8Start[index] else { throw malformed("unknown word") }
      position += 1
    }
  }

  private mutating func readNumber() throws(BytesError) -> String {
    let start = position
    if try peek() == UInt8(ascii: "-") { position += 1 }
    if try peek() == UInt8(ascii: "0") {
      position += 1
    } else {
      try readDigits(from: start)
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try readDigits(from: start)
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      let sign = try peek()
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      try readDigits(from: start)
    }
    if position < bytes.count, (0x30...0x39).contains(bytes[position]) {
      throw malformed("number starts with zero")
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Reads at least one digit, and no more than the whole number may have.
  private mutating func readDigits(from start: Int) throws(BytesError) {
    guard (0x30...0x39).contains(try peek()) else { throw malformed("digit missing") }
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
      position += 1
      guard position - start <= limits.numberLength else {
        throw .tooLarge(
          what: "length of a JSON number", value: UInt64(position - start),
          limit: UInt64(limits.numberLength), offset: start)
      }
    }
  }

  private mutating func readString() throws(BytesError) -> String {
    position += 1
    let start = position
    while try peek() != UInt8(ascii: "\"") {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\\") { return try readEscapedString(from: start) }
      guard byte >= 0x20 else { throw malformed("control character in a string") }
      position += 1
    }
    defer { position += 1 }
    return try decoded(bytes[start..<position], at: start)
  }

  private mutating func readEscapedString(from start: Int) throws(BytesError) -> String {
    var unescaped = Array(bytes[start..<position])
    while try peek() != UInt8(ascii: "\"") {
      let byte = bytes[position]
      guard byte >= 0x20 else { throw malformed("control character in a string") }
      if byte == UInt8(ascii: "\\") {
        unescaped.append(contentsOf: try readEscape())
      } else {
        unescaped.append(byte)
        position += 1
      }
    }
    position += 1
    return try decoded(unescaped[...], at: start)
  }

  private func decoded(_ utf8: ArraySlice<UInt8>, at start: Int) throws(BytesError) -> String {
    guard let text = String(validating: utf8, as: UTF8.self) else {
      throw .malformed(format: "JSON", reason: "string is not UTF-8", offset: start)
    }
    return text
  }

  private mutating func readEscape() throws(BytesError) -> [UInt8] {
    position += 1
    let kind = try peek()
    position += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [kind]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0c]
    case UInt8(ascii: "n"): return [0x0a]
    case UInt8(ascii: "r"): return [0x0d]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): break
    default:
      position -= 1
      throw malformed("unknown escape")
    }
    var code = try readFourDigits()
    if (0xd800...0xdbff).contains(code) {
      guard try peek() == UInt8(ascii: "\\") else { throw malformed("lone surrogate") }
      position += 1
      guard try peek() == UInt8(ascii: "u") else { throw malformed("lone surrogate") }
      position += 1
      let low = try readFourDigits()
      guard (0xdc00...0xdfff).contains(low) else { throw malformed("lone surrogate") }
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw malformed("lone surrogate") }
    return Array(UTF8.encode(scalar).map { Array($0) } ?? [])
  }

  private mutating func readFourDigits() throws(BytesError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Hex.value(try peek()) else { throw malformed("hex digit missing") }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    return code
  }
}
