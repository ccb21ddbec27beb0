// How parts stand on the page.
extension SheetWriter {
  /// Begins two columns on one page: what follows stands in the left one.
  ///
  /// The right one is `right` millimeters wide (15 to 170), the left one has the rest.
  public mutating func columns(right width: Int) { columns([1, UInt8(clamping: width)]) }

  /// Begins two columns on one page: what follows stands in the left one.
  ///
  /// The left one is `left` millimeters wide (15 to 170), the right one has the rest.
  public mutating func columns(left width: Int) { columns([0, UInt8(clamping: width)]) }

  /// What follows stands in the right one of two columns.
  public mutating func rightColumn() { columns([2]) }

  /// What follows has the whole width again.
  public mutating func endColumns() { columns([3]) }

  private mutating func columns(_ change: [UInt8]) {
    block(.columns) { $0.append(change) }
  }

  /// What each page says at its head from this one on: before anything else on the page.
  public mutating func standing(_ standing: SheetStanding) {
    block(.standing) { writer in
      writer.append([standing.isSecret ? 1 : 0])
      writer.label(standing.text, "the head of a page")
      writer.label(standing.practice, "the head of a page")
    }
  }

  /// What the drawer writes by itself, in the language of the document; once at most, anywhere.
  ///
  /// Nothing is written for the English phrases, which the drawer has.
  public mutating func phrases(_ phrases: SheetPhrases) {
    guard phrases != .english else { return }
    block(.phrases) { writer in
      for phrase in [phrases.page, phrases.withoutSpaces, phrases.oneSpace, phrases.continued] {
        writer.label(phrase, "a phrase")
      }
    }
  }

  /// The box that explains: a title, and short paragraphs in two columns, each with its label.
  ///
  /// The first `leading` of them are as large as the page has room for, the others small.
  public mutating func panel(_ title: String, _ rows: [SheetFact], leading: Int = 0) {
    block(.panel) { writer in
      writer.count(leading, "the first paragraphs of a box", limit: rows.count)
      writer.label(title, "the title of a box")
      writer.rows(rows)
    }
  }

  /// Steps numbered from `first` on (1 to 500), each with its command on a line of its own.
  ///
  /// What stands between two backticks in a step is a command too. A step alone has no number.
  public mutating func steps(_ rows: [SheetStep], from first: Int = 1) {
    block(.steps) { writer in
      writer.count(first, "the number of the first step", limit: SheetLimits.rows)
      writer.count(rows.count, "the rows of a list", limit: SheetLimits.rows)
      for row in rows {
        writer.text(row.text, "a step")
        writer.label(row.command, "a command")
      }
    }
  }

  /// A paragraph in small letters.
  public mutating func note(_ text: String) {
    block(.note) { $0.text(text, "a note") }
  }

  /// Lines in small letters of one width, with the spaces that they begin with: a program's source.
  public mutating func listing(_ text: String) {
    block(.listing) { $0.text(text, "a listing") }
  }
}
