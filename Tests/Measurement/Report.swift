/// A table of what was measured, as it is printed and pasted into docs/benchmarks.md.
package struct Report {
  package let title: String
  package let columns: [String]
  package private(set) var rows: [[String]] = []
  package private(set) var notes: [String] = []

  package init(_ title: String, columns: [String]) {
    self.title = title
    self.columns = columns
  }

  package mutating func add(_ cells: String...) { rows.append(cells) }
  package mutating func add(_ cells: [String]) { rows.append(cells) }
  package mutating func note(_ text: String) { notes.append(text) }

  package func printed() {
    let all = [columns] + rows
    let widths = columns.indices.map { column in
      all.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      let padded = columns.indices.map { column in
        let cell = cells.indices.contains(column) ? cells[column] : ""
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + space : space + cell
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    print("\n## \(title)\n")
    print(line(columns))
    print(
      line(
        widths.enumerated().map {
          String(repeating: "-", count: $1 - ($0 == 0 ? 0 : 1)) + ($0 == 0 ? "" : ":")
        }))
    for row in rows { print(line(row)) }
    for note in notes { print("\n\(note)") }
  }
}

extension Double {
  /// The number with so many digits behind the point, rounded to the nearest.
  package func digits(_ count: Int) -> String {
    let scale = (0..<count).reduce(1.0) { scale, _ in scale * 10 }
    let whole = Int((magnitude * scale).rounded())
    let sign = self < 0 && whole > 0 ? "-" : ""
    guard count > 0 else { return "\(sign)\(whole)" }
    let fraction = "\(whole % Int(scale))"
    return "\(sign)\(whole / Int(scale))."
      + String(repeating: "0", count: count - fraction.count) + fraction
  }

  /// Seconds as milliseconds.
  package var milliseconds: String { (self * 1e3).digits(1) + " ms" }
  /// Bytes as megabytes.
  package var megabytes: String { (self / 1e6).digits(1) + " MB" }
  /// A ratio.
  package var times: String { digits(2) + "x" }
}
