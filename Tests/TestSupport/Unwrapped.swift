extension StringProtocol {
  /// The words with one blank between them: a sentence as it was before it was wrapped.
  public var unwrapped: String {
    unicodeScalars.split { $0 == " " || $0 == "\n" || $0 == "\r" }
      .map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
  }
}
