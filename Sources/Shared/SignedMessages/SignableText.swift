internal import BitcoinPrimitives

/// What a text must be so that a person can read what is to be signed: both programs, and what holds the keys, judge
/// by this.
///
/// A signature of a text moves no coin, whatever the text is: a fixed prefix makes sure of that (BIP-137, BIP-322).
/// But who signs a hash, a transaction or a block of code letters has not seen what is agreed to.
public enum SignableText {
  /// The most bytes of a text that is signed: a person has to read it whole.
  public static let mostBytes = 4_000
  /// The most lines.
  public static let mostLines = 100
  /// From so many letters on, a text that is one run of code letters cannot be read.
  static let longestCode = 40

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
    guard letters.count >= longestCode, letters.allSatisfy(\.isASCII) else { return nil }
    let run = String(String.UnicodeScalarView(letters))
    if letters.allSatisfy({ $0.properties.isASCIIHexDigit }) {
      return letters.count == 64
        ? "it is a hash in hexadecimal, and says nothing of what is agreed to"
        : "it is \(letters.count / 2) bytes in hexadecimal, such as a transaction or a key"
    }
    if run.hasPrefix("cHNidP") { return "it is a payment (PSBT)" }
    // Words stand between blanks: what has none is no sentence of any language in these letters.
    let hasBlank = text.unicodeScalars.contains { $0 == " " || $0 == "\t" }
    guard !hasBlank, letters.allSatisfy(isOfCode) else { return nil }
    let isAddress = Network.standard.contains { (try? Address(parsing: run, on: $0)) != nil }
    return isAddress ? nil : "it is one run of \(letters.count) code letters, such as Base64"
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
