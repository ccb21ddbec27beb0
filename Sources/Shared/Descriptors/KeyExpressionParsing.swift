internal import BitcoinPrimitives
internal import Bytes
internal import ExtendedKeys
internal import Hashes
internal import Secp256k1

extension KeyExpression {
  /// Reads a key expression up to the next comma or parenthesis.
  ///
  /// Throws at the first mistake. A private key is refused as such, and nothing of it is kept.
  init(
    parsing reader: inout DescriptorReader, encoding: KeyEncoding
  ) throws(DescriptorError) {
    let start = reader.offset
    let text = reader.readArgument()
    if reader.next == UInt8(ascii: "(") {
      if text.elementsEqual("musig".utf8) { throw .notSupportedYet("musig", offset: start) }
      throw .key("is a script; a key is expected", offset: start)
    }
    var rest = text
    let position = { (index: Int) in start + index - text.startIndex }

    var origin: KeyOrigin?
    if rest.first == UInt8(ascii: "[") {
      guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else {
        throw .origin("is not closed", offset: start)
      }
      let inside = rest[(rest.startIndex + 1)..<close]
      do {
        origin = try KeyOrigin(parsing: String(decoding: inside, as: UTF8.self))
      } catch {
        throw .origin("is not of the form [d34db33f/84h/0h/0h]", offset: start)
      }
      rest = rest[(close + 1)...]
    }
    // A stray bracket: refused before the key is looked at, since it may cut a private one short.
    if let bracket = rest.firstIndex(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") })
    {
      throw .origin("is not of the form [d34db33f/84h/0h/0h]", offset: position(bracket))
    }

    let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    let material = try Self.material(
      rest[..<slash], encoding: encoding, offset: position(rest.startIndex))
    rest = rest[slash...]

    var steps: [Step] = []
    var wildcard = Wildcard.none
    while !rest.isEmpty {
      let stepStart = position(rest.startIndex)
      rest = rest.dropFirst()
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      let step = rest[..<end]
      rest = rest[end...]
      guard wildcard == .none else {
        throw .path("goes on after its range", offset: stepStart)
      }
      // Checked while reading: the number of steps comes from outside.
      guard steps.count < DerivationPath.maximumLength else {
        throw .path("has more than 255 steps", offset: stepStart)
      }
      switch step.first {
      case UInt8(ascii: "*"):
        wildcard = try Self.wildcard(step, offset: stepStart)
      case UInt8(ascii: "<"):
        steps.append(.branches(try Self.choices(step, offset: stepStart)))
      default:
        steps.append(.child(try Self.childNumber(step, offset: stepStart)))
      }
    }
    try self.init(
      origin: origin, material: material, steps: steps, wildcard: wildcard, offset: start)
  }

  private static func wildcard(
    _ text: ArraySlice<UInt8>, offset: Int
  ) throws(DescriptorError) -> Wildcard {
    let mark = text.dropFirst()
    if mark.isEmpty { return .unhardened }
    guard mark.elementsEqual("h".utf8) || mark.elementsEqual("'".utf8) else {
      throw .path("has a malformed range", offset: offset)
    }
    return .hardened
  }

  private static func choices(
    _ text: ArraySlice<UInt8>, offset: Int
  ) throws(DescriptorError) -> [ChildNumber] {
    guard text.last == UInt8(ascii: ">") else {
      throw .multipath("is not closed", offset: offset)
    }
    var choices: [ChildNumber] = []
    for part in text.dropFirst().dropLast().split(
      separator: UInt8(ascii: ";"), maxSplits: maxBranches, omittingEmptySubsequences: false)
    {
      guard let number = try? childNumber(part, offset: offset) else {
        throw .multipath("is not of the form <0;1>", offset: offset)
      }
      choices.append(number)
    }
    return choices
  }

  private static func childNumber(
    _ text: ArraySlice<UInt8>, offset: Int
  ) throws(DescriptorError) -> ChildNumber {
    var digits = text
    let isHardened = digits.last == UInt8(ascii: "h") || digits.last == UInt8(ascii: "'")
    if isHardened { digits.removeLast() }
    guard (1...10).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw .path("needs numbers, with h after hardened ones", offset: offset)
    }
    let index = digits.reduce(0 as UInt64) { $0 * 10 + UInt64($1 - 0x30) }
    guard index < UInt64(ChildNumber.hardenedBit) else {
      throw .path("has a number that is not below 2147483648", offset: offset)
    }
    let number = ChildNumber(rawValue: UInt32(index))
    return isHardened ? number.hardened : number
  }

  private static func material(
    _ characters: ArraySlice<UInt8>, encoding: KeyEncoding, offset: Int
  ) throws(DescriptorError) -> Material {
    guard !characters.isEmpty else { throw .key("is missing", offset: offset) }
    guard characters.count <= 130 else { throw .key("is too long", offset: offset) }
    let text = String(decoding: characters, as: UTF8.self)
    if isPrivate(text) { throw .privateKey(offset: offset) }
    guard let bytes = try? Hex.decode(text) else {
      return .extended(try xpub(text, offset: offset))
    }
    switch (bytes.count, encoding) {
    case (32, .xOnly):
      guard let key = try? XOnlyPublicKey(decoding: bytes) else {
        throw .key("is not a point on the curve", offset: offset)
      }
      return .xOnly(key)
    case (32, _): throw .key("has 32 bytes, which only tr() takes", offset: offset)
    case (65, .compressed), (65, .xOnly):
      throw .key("is uncompressed, which is not allowed here", offset: offset)
    case (33, _), (65, _):
      guard let key = try? PublicKey(decoding: bytes) else {
        throw .key("is not a public key", offset: offset)
      }
      return .single(key)
    default: throw .key("has a wrong length", offset: offset)
    }
  }

  private static func xpub(_ text: String, offset: Int) throws(DescriptorError) -> Xpub {
    do {
      return try Xpub(parsing: text)
    } catch {
      switch error {
      case .privateKey: throw .privateKey(offset: offset)
      case .scriptPrefix:
        throw .key("starts like ypub or zpub; write it as xpub or tpub", offset: offset)
      case .masterWithParent, .masterWithChildNumber, .publicKey, .unknownVersion:
        throw .key("is not a valid extended public key", offset: offset)
      default:
        throw .key("is neither a public key nor a sound extended public key", offset: offset)
      }
    }
  }

  /// Whether somebody put a private key here, sound or with a typing mistake: `...prv` by its first
  /// letters, WIF by its checksum or by its length and first letter.
  private static func isPrivate(_ text: String) -> Bool {
    if text.dropFirst().hasPrefix("prv") { return true }
    if let payload = try? Base58Check.decode(text), payload.count == 33 || payload.count == 34,
      payload[0] == 0x80 || payload[0] == 0xef
    {
      return true
    }
    guard let first = text.first, text.utf8.count == 51 || text.utf8.count == 52 else {
      return false
    }
    return "5KL9c".contains(first)
  }
}
