internal import Bytes
internal import SheetPages

extension SheetFact {
  /// A text as numbered lines in groups of four letters, each with its check; docs/formats.md,
  /// "Lines with checks".
  ///
  /// `letters` is how many stand in a line (a multiple of four; a line takes `letters / 4 * 5 + 8`
  /// columns), `first` the number of the first one: the lines of an encrypted sheet are counted
  /// over all of its QR codes. The text is printable ASCII and nothing secret.
  static func checkedLines(
    of text: String, letters: Int = CheckedLine.usual, from first: Int = 1
  ) -> [SheetFact] {
    CheckedLine.lines(of: text, letters: letters, from: first).map {
      SheetFact("\($0.number)", $0.printed, isCode: true)
    }
  }
}
