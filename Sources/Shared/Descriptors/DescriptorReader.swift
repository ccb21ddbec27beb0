internal import BitcoinPrimitives

/// Reads the characters of a descriptor, front to back.
public struct DescriptorReader: Sendable {
  /// The text without its checksum.
  let text: ArraySlice<UInt8>
  private(set) var position: Int
  /// How many forms are open around the current one.
  private var depth = 0
  /// Where keys and addresses have to belong; nil for anywhere.
  let expectations: DescriptorExpectations

  /// How many forms may lie inside one another: the reader calls itself for each.
  static let maxDepth = 16

  init(_ text: ArraySlice<UInt8>, expectations: DescriptorExpectations) {
    self.text = text
    position = text.startIndex
    self.expectations = expectations
  }

  /// The number of characters read.
  var offset: Int { position - text.startIndex }

  var isAtEnd: Bool { position == text.endIndex }

  /// The next character, left unread.
  var next: UInt8? { isAtEnd ? nil : text[position] }

  /// Reads one particular character.
  mutating func expect(_ character: Unicode.Scalar) throws(DescriptorError) {
    guard next == UInt8(ascii: character) else {
      throw .expected("'\(character)'", offset: offset)
    }
    position += 1
  }

  /// Reads up to a comma, a parenthesis, a brace or the end.
  mutating func readArgument() -> ArraySlice<UInt8> {
    let start = position
    while let character = next, !Self.delimiters.contains(character) { position += 1 }
    return text[start..<position]
  }

  private static let delimiters: Set<UInt8> = Set("(){},".utf8)

  /// Reads digits as a number below a million; throws for anything else and for leading zeros.
  mutating func readNumber(_ what: String) throws(DescriptorError) -> Int {
    let start = offset
    let digits = readArgument()
    guard (1...6).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      digits.count == 1 || digits.first != 0x30
    else { throw .expected(what, offset: start) }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Reads a form with its parentheses.
  ///
  /// Throws when the name is unknown, may not stand at `place`, or what is inside is refused.
  mutating func readForm(at place: DescriptorPlace) throws(DescriptorError) -> any DescriptorForm {
    let start = offset
    let name = String(decoding: readArgument(), as: UTF8.self)
    guard next == UInt8(ascii: "(") else {
      throw .expected("a script such as wpkh(...)", offset: start)
    }
    // Miniscript puts the letters of its wrappers before a colon.
    let fragment = name.split(separator: ":", omittingEmptySubsequences: false).last ?? ""
    guard let form = DescriptorForms.byName[name] else {
      if DescriptorForms.notYet.contains(name) { throw .notSupportedYet(name, offset: start) }
      if DescriptorForms.miniscript.contains(String(fragment))
        || (fragment.count < name.count && DescriptorForms.byName[String(fragment)] != nil)
      {
        throw .notSupportedYet("miniscript", offset: start)
      }
      throw .unknownForm(offset: start)
    }
    guard form.places.contains(place) else {
      throw .misplaced(name, place: place, offset: start)
    }
    guard depth < Self.maxDepth else { throw .expected("fewer nested scripts", offset: start) }
    depth += 1
    try expect("(")
    let value = try form.init(parsing: &self, named: name, at: place)
    try expect(")")
    depth -= 1
    return value
  }
}

/// What a descriptor is held against while it is read.
struct DescriptorExpectations: Sendable {
  /// The network of every key and address.
  var network: Network?
}
