/// What the drawer writes on pages by itself, in the language of the document.
public struct SheetPhrases: Hashable, Sendable {
  /// Which page it is: `page {page} of {pages}`.
  public let page: String
  /// Beside a secret in groups of letters: `read without the spaces`.
  public let withoutSpaces: String
  /// Beside a secret in words: `one space between words`.
  public let oneSpace: String
  /// A heading whose part goes on at the top of a page: `{heading}, continued`.
  public let continued: String

  /// What a document says that has no phrases of its own.
  public static let english = SheetPhrases(
    page: "page {page} of {pages}", withoutSpaces: "read without the spaces",
    oneSpace: "one space between words", continued: "{heading}, continued")

  /// Takes all four; names in braces are filled in.
  public init(page: String, withoutSpaces: String, oneSpace: String, continued: String) {
    self.page = page
    self.withoutSpaces = withoutSpaces
    self.oneSpace = oneSpace
    self.continued = continued
  }

  /// Which page it is, counted from 1.
  public func page(_ number: Int, of count: Int) -> String {
    page.replacing("{page}", with: "\(number)").replacing("{pages}", with: "\(count)")
  }

  /// A heading at the top of the page on which what stands under it goes on.
  public func continued(_ heading: String) -> String {
    continued.replacing("{heading}", with: heading, maxReplacements: 1)
  }

  /// All of it as it is written.
  public var text: String { page + withoutSpaces + oneSpace + continued }
}
