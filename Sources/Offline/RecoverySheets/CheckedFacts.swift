internal import Bytes
internal import SheetPages

extension SheetFact {
  /// A text as numbered lines in groups of four letters, each with its check; docs/formats.md,
  /// "Lines with checks".
  ///
  /// `letters` is how many stand in a line (a multiple of four; a line takes `letters / 4 * 5 + 8`
  /// columns), `first` the number of the first one: the lines of an encrypted sheet are counted
  /// over all of its QR codes; `label` stands before it. The text is printable ASCII and nothing secret.
  static func checkedLines(
    of text: String, label: String = "", letters: Int = CheckedLine.usual, from first: Int = 1
  ) -> [SheetFact] {
    CheckedLine.lines(of: text, letters: letters, from: first).map {
      SheetFact("\(label)\($0.number)", $0.printed, isCode: true)
    }
  }

  /// The letters of QR codes as lines with checks, those of each QR code by themselves: they are counted
  /// over all of them.
  static func checkedLines(
    of symbols: [PrintedSymbol], letters: Int = CheckedLine.usual
  ) -> [[SheetFact]] {
    var count = 0
    return symbols.map { symbol in
      let lines = checkedLines(of: symbol.publicText, letters: letters, from: count + 1)
      count += lines.count
      return lines
    }
  }
}
