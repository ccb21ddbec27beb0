/// The one gate that text from outside passes before it reaches a terminal (docs/rules.md, R24).
///
/// It stands in the base module, so that the errors of every module can use it. It is for whatever
/// somebody else chose: labels, names, file names, payload members. Controls, escapes,
/// bidirectional and invisible characters, private and unassigned ones, every space but the plain
/// one, and combining marks that pile up or stand on a blank become visible as `\u{..}`; the length
/// is capped.
public enum ForeignText {
  /// How many characters are shown unless said otherwise.
  public static let defaultLimit = 200

  /// Shows text on one line.
  public static func shown(_ text: some StringProtocol, limit: Int = defaultLimit) -> String {
    gated(text, limit: limit, marksEscapes: true)
  }

  /// Shows a sentence of ours on one line, whose foreign parts may have passed the gate already:
  /// the escapes that stand in it stay as they are.
  public static func again(_ text: some StringProtocol, limit: Int = defaultLimit) -> String {
    gated(text, limit: limit, marksEscapes: false)
  }

  /// `marksEscapes` says whether text that only looks like one of our escapes is told from one.
  private static func gated(
    _ text: some StringProtocol, limit: Int, marksEscapes: Bool
  ) -> String {
    if isHarmless(text, limit: limit) { return String(text) }
    var result = ""
    var marks = 0
    var shown = 0
    /// What the next scalar stands behind; a blank at the beginning, which nothing joins either.
    var before: Unicode.Scalar = " "
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if shown == limit {
        // Counting is capped too: the text may be of any size.
        let more = rest.prefix(1_000_000).count
        result += more == 1_000_000 ? "... (very long)" : "... (\(more) more)"
        break
      }
      rest.removeFirst()
      shown += 1
      let isMark = joinsLetterBefore(scalar)
      marks = isMark ? marks + 1 : 0
      // On a blank a mark would make one character of both, which is no blank any more.
      let pilesUp = isMark && (marks > 2 || before == " ")
      let looksEscaped =
        marksEscapes && scalar == "\\" && rest.first == "u" && rest.dropFirst().first == "{"
      if pilesUp || looksEscaped || isHidden(scalar) || isStrayJoiner(scalar, behind: before) {
        result += escaped(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
      before = scalar
    }
    return result
  }

  /// Whether a text is short enough and nothing but printable ASCII without a backslash: most of
  /// what is shown, and it passes as it is.
  private static func isHarmless(_ text: some StringProtocol, limit: Int) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.count <= limit
        && bytes.allSatisfy { $0 >= 0x20 && $0 <= 0x7e && $0 != UInt8(ascii: "\\") }
    } ?? false
  }

  /// Shows bytes that ought to be UTF-8; what is not shows as `\x{..}`.
  public static func shown(bytes: some Collection<UInt8>, limit: Int = defaultLimit) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return shown(text, limit: limit) }
    var result = ""
    for (index, byte) in bytes.enumerated() {
      if index == limit { return result + "... (\(bytes.count - limit) more)" }
      if (0x20...0x7e).contains(byte), byte != UInt8(ascii: "\\") {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "\\x{\(String(byte, radix: 16))}"
      }
    }
    return result
  }

  /// Shows a name, and says so when letters outside ASCII could make it look like another one.
  public static func name(_ text: some StringProtocol, limit: Int = 64) -> String {
    let shown = shown(text, limit: limit)
    let isPlain = text.unicodeScalars.prefix(limit).allSatisfy { $0.isASCII }
    return isPlain ? shown : shown + " [letters outside ASCII]"
  }

  /// Shows text where it stands beside amounts and addresses: printable ASCII as it is, every other
  /// character and the backslash as `\u{..}`.
  public static func ascii(_ text: some StringProtocol, limit: Int = defaultLimit) -> String {
    ascii(text.unicodeScalars, limit: limit) { scalar in
      (0x20...0x7e).contains(scalar.value) && scalar != "\\" ? String(scalar) : escaped(scalar)
    }
  }

  /// Shows bytes of unknown encoding beside amounts and addresses: each that is not printable
  /// ASCII, and the backslash, as `\u{..}` with two digits.
  public static func ascii(bytes: some Sequence<UInt8>, limit: Int = defaultLimit) -> String {
    ascii(bytes, limit: limit) { byte in
      (0x20...0x7e).contains(byte) && byte != UInt8(ascii: "\\")
        ? String(Unicode.Scalar(byte)) : "\\u{\(byte < 16 ? "0" : "")\(String(byte, radix: 16))}"
    }
  }

  private static func ascii<Elements: Sequence>(
    _ elements: Elements, limit: Int, _ shown: (Elements.Element) -> String
  ) -> String {
    var result = ""
    for (count, element) in elements.enumerated() {
      if count == limit { return result + "..." }
      result += shown(element)
    }
    return result
  }

  /// Whether the text passes the gate unchanged.
  public static func isPlain(_ text: some StringProtocol) -> Bool {
    shown(text, limit: .max).unicodeScalars.elementsEqual(text.unicodeScalars)
  }

  /// Shows text of several lines: line feeds stay, everything else passes the gate.
  public static func lines(_ text: some StringProtocol, limit: Int = 100_000) -> String {
    eachLine(of: text) { shown($0, limit: limit) }
  }

  /// Shows sentences of ours on several lines, as ``again(_:limit:)`` does.
  public static func linesAgain(_ text: some StringProtocol, limit: Int = 100_000) -> String {
    // Most of what is said; tables have a hundred thousand lines of it.
    let isHarmless = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.count <= limit
        && bytes.allSatisfy { $0 >= 0x20 && $0 <= 0x7e || $0 == UInt8(ascii: "\n") }
    }
    if isHarmless == true { return String(text) }
    return eachLine(of: text) { again($0, limit: limit) }
  }

  private static func eachLine(
    of text: some StringProtocol, _ shown: (String) -> String
  ) -> String {
    // By scalars: CR LF is one Character.
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: line)
        return shown(String(scalars))
      }.joined(separator: "\n")
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16))}"
  }

  /// Whether a scalar makes one character with the letter before it: combining marks, the halfwidth voiced marks of
  /// Japanese, the vowel AM of Thai and Lao, the colours of skin.
  static func joinsLetterBefore(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return false }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: return true
    default: break
    }
    return properties.isGraphemeExtend || properties.isEmojiModifier
      || scalar.value == 0xe33 || scalar.value == 0xeb3
  }

  /// Marks that join letters of their own script and show nothing themselves, with where those letters are.
  private static let joiners: [UInt32: ClosedRange<UInt32>] = [
    0x1039: 0x1000...0x109f, 0x17d2: 0x1780...0x17ff, 0x1a60: 0x1a20...0x1aaf,
    0x2d7f: 0x2d30...0x2d7f, 0x10a3f: 0x10a00...0x10a5f, 0x1107f: 0x11000...0x1107f,
    0x11133: 0x11100...0x1114f, 0x113d0: 0x11380...0x113ff, 0x11a47: 0x11a00...0x11a4f,
    0x11a99: 0x11a50...0x11aaf, 0x11d45: 0x11d00...0x11d5f, 0x11d97: 0x11d60...0x11daf,
    0x11f42: 0x11f00...0x11f5f, 0x16fe4: 0x18b00...0x18cff,
  ]

  /// Whether such a mark stands where it joins nothing, so that nobody would see it.
  private static func isStrayJoiner(
    _ scalar: Unicode.Scalar, behind before: Unicode.Scalar
  ) -> Bool {
    guard !scalar.isASCII, let letters = joiners[scalar.value] else { return false }
    return before == scalar || !letters.contains(before.value)
  }

  /// Whether a character is never shown as it is: a terminal obeys it, shows nothing or a blank for it, or
  /// nobody knows what it shows.
  ///
  /// Combining marks are not: one or two of them belong to the letter before.
  public static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if (0x21...0x7e).contains(scalar.value) || scalar == " " { return false }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator:
      return true
    default:
      // Fillers and variation selectors take no room or look like a space. U+2800 is the empty
      // Braille pattern, U+1D159 a note without a head.
      return properties.isDefaultIgnorableCodePoint || scalar.value == 0x2800
        || scalar.value == 0x1d159
    }
  }
}
