/// One row of two columns: what it is, and what it says.
public struct SheetFact: Hashable, Sendable {
  /// What it is.
  public let label: String
  /// What it says.
  public let text: String
  /// Whether every letter counts: drawn in letters of one width, broken wherever the line ends.
  public let isCode: Bool

  /// A row; `isCode` for addresses, descriptors, keys, paths and fingerprints.
  public init(_ label: String, _ text: String, isCode: Bool = false) {
    self.label = label
    self.text = text
    self.isCode = isCode
  }
}
