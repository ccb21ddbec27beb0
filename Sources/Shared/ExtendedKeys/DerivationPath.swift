internal import Bytes

/// The steps from one key to another, at most 255 (BIP-32).
public struct DerivationPath: Hashable, Sendable {
  /// The steps, the first one taken first.
  public let steps: [ChildNumber]

  /// The most steps there can be: the depth is one byte.
  public static let maximumLength = 255

  /// The path of no steps.
  public static let master = DerivationPath(unchecked: [])

  private init(unchecked steps: [ChildNumber]) {
    self.steps = steps
  }

  /// Takes steps; throws when there are more than 255.
  public init(_ steps: [ChildNumber]) throws(ExtendedKeyError) {
    guard steps.count <= Self.maximumLength else { throw .tooDeep }
    self.steps = steps
  }

  /// Reads `m`, `m/84h/0h/0h` or `84h/0h/0h`; `'` means the same as `h`.
  ///
  /// Throws at the first wrong character: empty steps, signs, spaces, numbers from 2^31 on.
  public init(parsing text: some StringProtocol) throws(ExtendedKeyError) {
    // A step takes at most 12 characters with its slash.
    let characters = Array(text.utf8.prefix(12 * Self.maximumLength + 3))
    var position = 0
    if characters.first == UInt8(ascii: "m") {
      guard characters.count > 1 else {
        steps = []
        return
      }
      guard characters[1] == UInt8(ascii: "/") else {
        throw .path(position: 2, reason: "a slash must follow m")
      }
      position = 2
    }
    var steps: [ChildNumber] = []
    while true {
      steps.append(try Self.readStep(characters, &position))
      guard steps.count <= Self.maximumLength else { throw .tooDeep }
      guard position < characters.count else { break }
      guard characters[position] == UInt8(ascii: "/") else {
        throw .path(position: position + 1, reason: "a digit, h, ' or slash is expected")
      }
      position += 1
    }
    self.steps = steps
  }

  private static func readStep(
    _ characters: [UInt8], _ position: inout Int
  ) throws(ExtendedKeyError) -> ChildNumber {
    let start = position
    var index: UInt64 = 0
    while position < characters.count, case 0x30...0x39 = characters[position] {
      index = index * 10 + UInt64(characters[position] - 0x30)
      guard index < UInt64(ChildNumber.hardenedBit) else {
        throw .path(position: start + 1, reason: "the number is not below 2147483648")
      }
      position += 1
    }
    guard position > start else {
      throw .path(position: start + 1, reason: "a number is expected")
    }
    guard position < characters.count,
      characters[position] == UInt8(ascii: "h") || characters[position] == UInt8(ascii: "'")
    else { return ChildNumber(rawValue: UInt32(index)) }
    position += 1
    return ChildNumber(rawValue: UInt32(index)).hardened
  }

  /// Reads four bytes a step, little-endian, as PSBT writes paths (BIP-174).
  ///
  /// Throws when the length is not a multiple of four or there are more than 255 steps.
  public init(decoding bytes: ArraySlice<UInt8>) throws(ExtendedKeyError) {
    guard bytes.count % 4 == 0 else {
      throw .path(position: bytes.count, reason: "the bytes are not a multiple of four")
    }
    guard bytes.count / 4 <= Self.maximumLength else { throw .tooDeep }
    steps = stride(from: bytes.startIndex, to: bytes.endIndex, by: 4).map { start in
      ChildNumber(
        rawValue: bytes[start..<(start + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
  }

  /// Four bytes a step, little-endian, as PSBT writes paths (BIP-174).
  public func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: steps.count * 4)
    for step in steps { writer.writeUInt32LE(step.rawValue) }
    return writer.bytes
  }

  /// The number of steps.
  public var count: Int { steps.count }

  /// Whether there are no steps.
  public var isEmpty: Bool { steps.isEmpty }

  /// This path and one step more; throws when that is the 256th.
  public func appending(_ step: ChildNumber) throws(ExtendedKeyError) -> DerivationPath {
    try DerivationPath(steps + [step])
  }

  /// This path and another one after it; throws when that makes more than 255 steps.
  public func appending(_ other: DerivationPath) throws(ExtendedKeyError) -> DerivationPath {
    try DerivationPath(steps + other.steps)
  }

  /// Whether this path begins with all steps of `other`.
  public func starts(with other: DerivationPath) -> Bool { steps.starts(with: other.steps) }

  /// The steps joined by slashes without `m`: empty for no steps.
  public var relativeText: String { steps.map(\.description).joined(separator: "/") }
}

extension DerivationPath: CustomStringConvertible {
  /// The canonical text, such as `m/84h/0h/0h`.
  public var description: String { isEmpty ? "m" : "m/" + relativeText }
}
