/// Where the source of this program is kept for those who come later: set when it is built.
struct SheetArchive: Hashable, Sendable {
  /// Where it is found: an address on the web, or a place in words.
  let address: String
  /// SHA-256 of the archive, in hexadecimal.
  let hash: String

  /// What this copy was built with; nil where nobody said it.
  static let ofThisBuild: SheetArchive? = nil
}
