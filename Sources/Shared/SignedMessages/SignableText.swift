internal import BitcoinPrimitives

/// What a text must be so that a person can read what is to be signed: both programs, and what holds the keys, judge
/// by this.
///
/// A signature of a text moves no coin, whatever the text is: a fixed prefix makes sure of that (BIP-137, BIP-322).
/// But who signs a hash, a transaction or a block of code letters has not seen what is agreed to.
public enum SignableText {
  /// The most bytes of a text that is signed: a person has to read it whole.
  ///
  /// The limit carries weight. What BIP-137 hashes is the fixed sentence and the text, at most 4,028 bytes; read as a
  /// transaction it has 99 inputs, which take 4,059.
  public static let mostBytes = 4_000
  /// The most lines.
  public static let mostLines = 100
  /// From so many letters on, a run of code letters cannot be read.
  static let longestCode = 40
  /// How many letters in a hundred may be of such runs; blanks are not counted.
  static let mostCode = 80

  /// The text of bytes that may be signed.
  ///
  /// - Throws: ``MessageError/unreadable(_:)`` for anything else.
  public static func text(of bytes: [UInt8]) throws(MessageError) -> String {
    guard bytes.count <= mostBytes else {
      throw .unreadable("it has \(bytes.count) bytes, and at most \(mostBytes) are signed")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .unreadable("it is not UTF-8")
    }
    guard !text.unicodeScalars.allSatisfy(\.properties.isWhitespace) else {
      throw .unreadable("it is empty")
    }
    // CR LF is one Character.
    guard text.utf8.count(where: { $0 == 0x0a }) < mostLines else {
      throw .unreadable("it has more than \(mostLines) lines")
    }
    guard SignedMessageFile(message: text, address: "", signature: "").isFramed else {
      throw .unreadable(
        "it holds a carriage return, or a line that signed messages begin or end with: it would not be read back as the same text"
      )
    }
    if let code = code(in: text) { throw .unreadable(code) }
    return text
  }

  /// What a text is that nobody can read though each of its letters is plain; nil for any other.
  private static func code(in text: String) -> String? {
    let letters = Array(text.unicodeScalars.filter { !$0.properties.isWhitespace })
    guard letters.count >= longestCode else { return nil }
    if letters.allSatisfy({ $0.properties.isASCIIHexDigit }) {
      return letters.count == 64
        ? "it is a hash in hexadecimal, and says nothing of what is agreed to"
        : "it is \(letters.count / 2) bytes in hexadecimal, such as a transaction or a key"
    }
    if String(String.UnicodeScalarView(letters)).hasPrefix("cHNidP") {
      return "it is a payment (PSBT)"
    }
    // Words stand between blanks: what has none is no sentence of any language in these letters.
    let hasBlank = text.unicodeScalars.contains { $0 == " " || $0 == "\t" }
    if !hasBlank, letters.allSatisfy(isOfCode), !isAddress(letters[...]) {
      return "it is one run of \(letters.count) code letters, such as Base64"
    }
    // A few letters around a hash do not say what is agreed to.
    let code = runs(in: text).reduce(0) { $0 + $1.count }
    return code * 100 > letters.count * mostCode
      ? "\(code) of its \(letters.count) letters are code, such as a hash or Base64" : nil
  }

  /// The runs of code letters that nobody can read; an address is read, and that of a page says whose it is.
  private static func runs(in text: String) -> [Substring.UnicodeScalarView] {
    text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
      .filter { !String(Substring($0)).contains("://") }
      .flatMap { $0.split(whereSeparator: { !isOfCode($0) }) }
      .filter { run in
        run.count >= longestCode && run.contains(where: \.properties.isAlphabetic)
          && !isAddress(run)
      }
  }

  private static func isAddress(_ letters: some Sequence<Unicode.Scalar>) -> Bool {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: letters)
    // A sentence may end behind it.
    while scalars.last == "." { scalars.removeLast() }
    let text = String(scalars)
    return Network.standard.contains { (try? Address(parsing: text, on: $0)) != nil }
  }

  /// Whether a letter stands in Base64, its form for addresses of pages, or Base43.
  private static func isOfCode(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "A"..."Z", "a"..."z", "0"..."9": true
    case "+", "/", "=", "-", "_", ".", "$", "*": true
    default: false
    }
  }
}
