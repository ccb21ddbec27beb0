internal import Refusals
internal import TextLayout

/// A picture of the desk for a terminal of some size: rows of text, as wide as the terminal at most.
package struct DeskView: Sendable {
  /// Fewer columns or rows show nothing but the wish for more.
  package static let fewest = (columns: 80, rows: 22)
  private static let standardColumns = TextWrapping.standardColumns

  /// The rows from the top; as many as the terminal has.
  package let rows: [String]

  /// Draws `desk` on so many columns and rows; `isPlain` is for terminals that take ASCII alone.
  package init(_ desk: Desk, columns: Int, rows count: Int, isPlain: Bool) {
    let columns = max(1, columns)
    guard columns >= Self.fewest.columns, count >= Self.fewest.rows else {
      let wish =
        "Make the window larger: \(Self.fewest.columns) columns and \(Self.fewest.rows) rows."
      rows = Self.filled(
        TextWrapping(columns: columns).text(desk.home.marked(wish)).split(separator: "\n").map(
          String.init), count)
      return
    }
    let width = min(columns, Self.standardColumns)
    let room = count - 4
    let (body, keys) = Self.body(desk, width: width, room: room, isPlain: isPlain)
    let rule = String(repeating: isPlain ? "-" : "\u{2500}", count: columns)
    let head = Self.head(desk, columns: columns)
    let shown = [head, rule] + Self.filled(body, room) + [rule, keys]
    rows = shown.map { Self.cut($0, columns) }
  }

  /// The text that draws it over whatever stands on the screen, from the top left.
  package var text: String {
    // Erased before it is written: behind a full row the cursor still stands on its last character.
    rows.map { "\u{1b}[K" + $0 }.joined(separator: "\r\n")
  }

  // MARK: Parts

  /// Where one is, and at the right whether it is practice.
  private static func head(_ desk: Desk, columns: Int) -> String {
    let places = desk.closed == nil ? desk.frames.map(\.page.title) : ["Locked"]
    let mark = desk.home.mark
    let room = columns - ColumnWidth.of(mark) - 2
    let left = way(places, room)
    let gap = max(1, columns - ColumnWidth.of(left) - ColumnWidth.of(mark))
    return mark.isEmpty ? left : left + String(repeating: " ", count: gap) + mark
  }

  /// Where one is, in so many columns; of a long way the end is the nearest, and whole pages are left out before it.
  private static func way(_ places: [String], _ room: Int) -> String {
    let whole = "Signer: " + places.joined(separator: " > ")
    guard ColumnWidth.of(whole) > room else { return whole }
    for start in places.indices.dropFirst() {
      let left = "... > " + places[start...].joined(separator: " > ")
      if ColumnWidth.of(left) <= room { return left }
    }
    return "... > " + last(places[places.count - 1], room - 6)
  }

  private static func body(
    _ desk: Desk, width: Int, room: Int, isPlain: Bool
  ) -> (rows: [String], keys: String) {
    if let closed = desk.closed {
      let keys =
        if case .notIsolated = closed { "Enter looks again   q leaves" } else {
          "Enter opens the vault   q leaves"
        }
      return (Array(wrapped(lines(of: closed), width).prefix(room)), keys)
    }
    let frame = desk.frames[desk.frames.count - 1]
    let content = desk.content
    let lock = desk.home.hasVault ? "l locks" : ""
    switch content.body {
    case .menu(let items):
      let isFirst = desk.frames.count == 1
      let keys = [
        isPlain ? "Up, Down, 1-9 choose" : "\u{2191} \u{2193} 1-9 choose", "Enter opens",
        isFirst ? "q leaves" : "Esc goes back", lock,
      ]
      return (
        menu(items, content.lines, frame.selected, width: width, room: room, isPlain: isPlain),
        keys.filter { !$0.isEmpty }.joined(separator: "   ")
      )
    case .field(let field):
      let enter =
        frame.isProposal ? ["Enter takes it", "typing replaces it"] : ["Enter goes on"]
      let keys = enter + ["Esc goes back", desk.home.hasVault ? "Ctrl-L locks" : ""]
      var rows = wrapped(content.lines, width)
      if !rows.isEmpty { rows.append("") }
      let label = "  \(field.label): "
      let space = max(8, width - ColumnWidth.of(label) - 1)
      rows.append(label + last(ForeignText.shown(frame.text, limit: .max), space) + "_")
      if let fault = frame.fault { rows += [""] + wrapped([fault], width) }
      return (rows, keys.filter { !$0.isEmpty }.joined(separator: "   "))
    }
  }

  private static func lines(of closed: Desk.Closed) -> [String] {
    switch closed {
    case .byPerson: ["The vault is closed."]
    case .justMade:
      [
        "The vault is made, and closed. Open it with its passphrase: that also shows that you have it "
          + "right."
      ]
    case .passphraseChanged: ["The passphrase was changed. Open the vault with the new one."]
    case .idle(let minutes):
      [
        "The vault is closed.",
        "No key was pressed for \(counted(minutes, "minute")), so the desk locked itself. A command that was "
          + "still running was stopped; what it had saved before is kept.",
      ]
    case .machine(let findings):
      [
        "The vault is closed, because this machine has changed:"
      ] + findings.map { "- \($0.message)\n  fix: \($0.mend)" }
    case .notIsolated(let findings):
      [
        "This home holds real coins, and this machine is not isolated. The desk stays closed until "
          + "nothing is found any more."
      ] + findings.map { "- \($0.message)\n  fix: \($0.mend)" }
    case .failed(let text): ["The vault was not opened.", text]
    }
  }

  private static func menu(
    _ items: [DeskItem], _ lines: [String], _ selected: Int, width: Int, room: Int, isPlain: Bool
  ) -> [String] {
    var rows = wrapped(lines, width)
    if !rows.isEmpty, !items.isEmpty { rows.append("") }
    let labels = min(34, (items.map { ColumnWidth.of($0.label) }.max() ?? 0))
    let arrow = isPlain ? ">" : "\u{25b6}"
    let drawn = items.enumerated().map { index, item in
      let number = index < 9 ? "\(index + 1)" : " "
      let head = "\(index == selected ? arrow : " ") \(number)  "
      let padding = String(repeating: " ", count: max(0, labels - ColumnWidth.of(item.label)))
      return item.note.isEmpty
        ? head + item.label : head + item.label + padding + "  " + item.note
    }
    // At least five of the choices, and the one that is chosen among them.
    let space = max(5, room - rows.count)
    if rows.count > room - min(space, drawn.count) {
      rows = Array(rows.prefix(max(0, room - min(space, drawn.count))))
    }
    guard drawn.count > space else { return rows + drawn }
    let inner = space - 2
    let top = max(0, min(selected - inner / 2, drawn.count - inner))
    let above = top == 0 ? "" : "     (\(top) more above)"
    let left = drawn.count - top - inner
    let below = left == 0 ? "" : "     (\(left) more below)"
    return rows + [above] + drawn[top..<(top + inner)] + [below]
  }

  // MARK: Text

  private static func wrapped(_ lines: [String], _ width: Int) -> [String] {
    lines.flatMap { paragraph in
      paragraph.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
        // Items of a list hang behind their dash.
        TextWrapping(columns: width, longestWord: width).lines(
          line, first: "", hanging: line.hasPrefix("- ") ? "  " : "")
      }
    }
  }

  private static func filled(_ rows: [String], _ count: Int) -> [String] {
    Array((rows + Array(repeating: "", count: max(0, count - rows.count))).prefix(count))
  }

  /// The beginning of a row, as far as it fits.
  private static func cut(_ row: String, _ columns: Int) -> String {
    guard ColumnWidth.of(row) > columns else { return row }
    var (kept, width) = ("", 0)
    for scalar in row.unicodeScalars {
      width += ColumnWidth.of(scalar)
      guard width <= columns - 3 else { break }
      kept.unicodeScalars.append(scalar)
    }
    return kept + "..."
  }

  /// The end of a text, as far as it fits.
  private static func last(_ text: String, _ columns: Int) -> String {
    var (kept, width) = ([Unicode.Scalar](), 0)
    for scalar in text.unicodeScalars.reversed() {
      width += ColumnWidth.of(scalar)
      guard width <= columns else { break }
      kept.append(scalar)
    }
    return String(String.UnicodeScalarView(kept.reversed()))
  }
}
