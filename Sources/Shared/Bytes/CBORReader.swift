/// The caps of the CBOR reader, each checked before memory is taken.
public struct CBORLimits: Sendable {
  /// The length of the whole encoding, in bytes.
  public var bytes: Int
  /// How many maps and arrays may lie inside one another; as many tags may be around a value.
  ///
  /// Tags are counted apart because a `crypto-account` already has six of them over seven maps and
  /// arrays when it holds a nested multisig. At most ``maxDepth``.
  public var depth: Int
  /// How many values there may be in all.
  public var values: Int

  /// Takes the three limits; what is not given is the default.
  public init(bytes: Int = 16 << 20, depth: Int = 8, values: Int = 1_000_000) {
    self.bytes = bytes
    self.depth = depth
    self.values = values
  }

  /// The deepest nesting that any caller may allow: reading takes no stack, but freeing does.
  public static let maxDepth = 64

  /// 16 MiB, depth 8, one million values.
  public static let `default` = CBORLimits()
}

/// A strict reader of CBOR (RFC 8949 section 4.2.1, except that map keys may come in any order).
///
/// Numbers and lengths in their shortest form, definite lengths only, no duplicate keys, keys that
/// are numbers or strings, no floats, no `undefined`, nothing after the value. Iterative.
public enum CBORReader {
  /// Reads exactly one value.
  ///
  /// Throws ``BytesError`` with the offset of the offence.
  public static func parse(
    _ bytes: [UInt8], limits: CBORLimits = .default
  ) throws(BytesError) -> CBORValue {
    guard bytes.count <= limits.bytes else {
      throw .tooLarge(
        what: "CBOR", value: UInt64(bytes.count), limit: UInt64(limits.bytes), offset: 0)
    }
    var parser = CBORParser(reader: ByteReader(bytes), limits: limits)
    return try parser.parse()
  }
}

/// The pushdown automaton: one frame for each map, array or tag that still waits for values.
private struct CBORParser {
  enum Kind { case array, map, tag(UInt64) }

  struct Frame {
    let kind: Kind
    /// How many values are still to come; a map waits for two of them a pair.
    var missing: Int
    var elements: [CBORValue] = []
    var pairs: [CBORPair] = []
    var keys: Set<CBORValue> = []
    var key: CBORValue?

    /// Whether the next value is the key of a pair.
    var wantsKey: Bool { if case .map = kind { key == nil } else { false } }
  }

  var reader: ByteReader
  let limits: CBORLimits
  var valuesSeen = 0
  var frames: [Frame] = []
  var containers = 0

  init(reader: ByteReader, limits: CBORLimits) {
    self.reader = reader
    self.limits = limits
  }

  mutating func parse() throws(BytesError) -> CBORValue {
    while true {
      let start = reader.offset
      guard let value = try openOrRead() else { continue }
      if let result = try close(with: value, at: start) {
        try reader.requireEnd()
        return result
      }
    }
  }

  /// Reads a scalar or an empty container; nil when a container was opened and waits for more.
  private mutating func openOrRead() throws(BytesError) -> CBORValue? {
    valuesSeen += 1
    let start = reader.offset
    guard valuesSeen <= limits.values else { throw tooMany(UInt64(valuesSeen), at: start) }
    let head = try reader.readByte()
    let major = head >> 5
    if let frame = frames.last, frame.wantsKey, major > 3 {
      throw malformed("key is neither number nor string", at: start)
    }
    if major == 7 { return try simple(head, at: start) }
    let argument = try readArgument(head & 31, at: start)
    switch major {
    case 0: return .unsigned(argument)
    case 1: return .negative(argument)
    case 2: return .bytes(Array(try readString(argument)))
    case 3:
      guard let text = String(validating: try readString(argument), as: UTF8.self) else {
        throw malformed("text is not UTF-8", at: start)
      }
      return .text(text)
    case 4:
      if argument == 0 { return .array([]) }
      try open(.array, count: argument, valuesEach: 1, at: start)
      return nil
    case 5:
      if argument == 0 { return .map([]) }
      try open(.map, count: argument, valuesEach: 2, at: start)
      return nil
    default:
      try open(.tag(argument), count: 1, valuesEach: 1, at: start)
      return nil
    }
  }

  private func simple(_ head: UInt8, at start: Int) throws(BytesError) -> CBORValue {
    switch head & 31 {
    case 20: return .bool(false)
    case 21: return .bool(true)
    case 22: return .null
    case 25...27: throw malformed("floating-point numbers are refused", at: start)
    case 31: throw malformed("indefinite lengths are refused", at: start)
    default: throw malformed("unknown simple value", at: start)
    }
  }

  private mutating func readArgument(_ info: UInt8, at start: Int) throws(BytesError) -> UInt64 {
    let value: UInt64
    let smallest: UInt64
    switch info {
    case ..<24: return UInt64(info)
    case 24: (value, smallest) = (UInt64(try reader.readByte()), 24)
    case 25: (value, smallest) = (UInt64(try reader.readUInt16BE()), 0x100)
    case 26: (value, smallest) = (UInt64(try reader.readUInt32BE()), 0x1_0000)
    case 27: (value, smallest) = (try reader.readUInt64BE(), 0x1_0000_0000)
    case 31: throw malformed("indefinite lengths are refused", at: start)
    default: throw malformed("reserved length", at: start)
    }
    guard value >= smallest else { throw .notMinimal(offset: start) }
    return value
  }

  private mutating func readString(_ length: UInt64) throws(BytesError) -> ArraySlice<UInt8> {
    try reader.read(Int(clamping: length))
  }

  private mutating func open(
    _ kind: Kind, count: UInt64, valuesEach: UInt64, at start: Int
  ) throws(BytesError) {
    let isTag = if case .tag = kind { true } else { false }
    let used = isTag ? frames.count - containers : containers
    let limit = min(limits.depth, CBORLimits.maxDepth)
    guard used < limit else { throw .tooDeep(format: "CBOR", limit: limit, offset: start) }
    // Every value takes at least a byte, so a count beyond the bytes left is false.
    let (values, overflow) = count.multipliedReportingOverflow(by: valuesEach)
    guard !overflow, values <= UInt64(reader.remaining) else {
      throw .truncated(
        offset: start, needed: Int(clamping: count), remaining: reader.remaining)
    }
    guard values <= UInt64(limits.values) else { throw tooMany(values, at: start) }
    if !isTag { containers += 1 }
    frames.append(Frame(kind: kind, missing: Int(values)))
  }

  /// Hands a finished value to the container around it, closing containers as they fill up.
  ///
  /// Returns the whole value once nothing is open; nil when another value must follow.
  private mutating func close(
    with value: CBORValue, at start: Int
  ) throws(BytesError) -> CBORValue? {
    var value = value
    while !frames.isEmpty {
      let top = frames.count - 1
      frames[top].missing -= 1
      switch frames[top].kind {
      case .array:
        frames[top].elements.append(value)
        if frames[top].missing > 0 { return nil }
        value = .array(frames[top].elements)
        containers -= 1
      case .map:
        guard let key = frames[top].key else {
          guard frames[top].keys.insert(value).inserted else {
            throw .duplicateKey(format: "CBOR", offset: start)
          }
          frames[top].key = value
          return nil
        }
        frames[top].pairs.append(CBORPair(key, value))
        frames[top].key = nil
        if frames[top].missing > 0 { return nil }
        value = .map(frames[top].pairs)
        containers -= 1
      case .tag(let tag):
        value = .tag(tag, value)
      }
      frames.removeLast()
    }
    return value
  }

  private func malformed(_ reason: String, at offset: Int) -> BytesError {
    .malformed(format: "CBOR", reason: reason, offset: offset)
  }

  private func tooMany(_ count: UInt64, at offset: Int) -> BytesError {
    .tooLarge(
      what: "number of CBOR values", value: count, limit: UInt64(limits.values), offset: offset)
  }
}
