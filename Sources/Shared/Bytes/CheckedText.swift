public import Refusals

/// A text that was typed from lines with checks, put right where one letter of a line was wrong.
public struct CheckedText: Hashable, Sendable {
  /// The lines in the order of their numbers, each number once, none missing between them.
  public let lines: [CheckedLine]
  /// What was put right.
  public let changes: [CheckedLine.Change]

  /// Whether a text has at least one line with a check: if so, all of them must have one.
  public static func isOne(_ text: some Collection<UInt8>) -> Bool {
    text.count <= 1_048_576 && text.contains(CheckedLine.mark)
      && typedLines(text).contains { CheckedLine.split($0) != nil }
  }

  /// Reads the lines of a text, in any order; a number before a line may be typed too.
  ///
  /// With `capitals` small letters count as capitals; `first` is the number of a first line that was
  /// typed without one. Throws: `unreadable` for a line in which more
  /// than one letter is wrong, `noCheck`, `missing` where the numbers leave one out, `twice` for
  /// two different lines with the same number, `tooMany`.
  public init(
    typed text: some Collection<UInt8>, capitals: Bool, from first: Int = 1
  ) throws(CheckedTextError) {
    let typed = Self.typedLines(text)
    guard !typed.isEmpty else { throw .noCheck(line: first) }
    // Each line may take every other place by a typed number, so a text has fewer than the modulus.
    guard typed.count < CheckedLine.modulus else { throw .tooMany }
    var found: [Int: CheckedLine] = [:]
    var changes: [CheckedLine.Change] = []
    var next = first
    for line in typed {
      let (read, change) = try Self.read(line, next, capitals)
      if let known = found[read.number], known != read { throw .twice(line: read.number) }
      if found.updateValue(read, forKey: read.number) == nil, let change { changes.append(change) }
      next = read.number + 1
    }
    lines = found.values.sorted { $0.number < $1.number }
    for (line, next) in zip(lines, lines.dropFirst()) where next.number != line.number + 1 {
      throw .missing(line: line.number + 1)
    }
    self.changes = changes
  }

  /// The whole text, without spaces.
  ///
  /// Throws: `missing` when the first line is not line 1. That the end is missing no line tells.
  public func text() throws(CheckedTextError) -> String {
    guard let first = lines.first, first.number == 1 else { throw .missing(line: 1) }
    return lines.map(\.letters).joined()
  }

  /// The lines that are not blank; what is not ASCII is one wrong letter each, 255.
  private static func typedLines(_ text: some Collection<UInt8>) -> [[UInt8]] {
    let letters = text.filter { !(0x80...0xbf).contains($0) }.map { $0 > 0x7f ? 0xff : $0 }
    return letters.split { $0 == 0x0a || $0 == 0x0d }.map(Array.init).filter { line in
      line.contains { $0 > 0x20 }
    }
  }

  /// A line with the number that it has, by what was typed before it or by its place.
  private static func read(
    _ typed: [UInt8], _ next: Int, _ capitals: Bool
  ) throws(CheckedTextError) -> (line: CheckedLine, change: CheckedLine.Change?) {
    var bytes = typed
    if capitals { bytes = bytes.map { (0x61...0x7a).contains($0) ? $0 & 0xdf : $0 } }
    let (number, rest) = numbered(bytes)
    guard let whole = CheckedLine.split(bytes) else { throw .noCheck(line: number ?? next) }
    // What looks like a number may be letters that somebody wrote apart: the sums say which it is.
    var ways = [(next, whole)]
    if let number, let split = CheckedLine.split(rest) { ways.insert((number, split), at: 0) }
    let read = ways.compactMap { CheckedLine.read($1.letters, check: $1.check, as: $0) }
    guard let best = read.first(where: { $0.change == nil }) ?? read.first else {
      throw .unreadable(line: ways[0].0)
    }
    return best
  }

  /// Up to three digits at the beginning, with space behind them, and what comes after.
  private static func numbered(_ line: [UInt8]) -> (number: Int?, rest: [UInt8]) {
    let words = line.split { $0 <= 0x20 }
    guard words.count > 1, var first = words.first else { return (nil, line) }
    if let last = first.last, [0x2e, 0x3a].contains(last) { first = first.dropLast() }
    guard (1...3).contains(first.count), let number = Int(String(decoding: first, as: UTF8.self)),
      number >= 1
    else { return (nil, line) }
    return (number, Array(words.dropFirst().joined(separator: [0x20])))
  }
}

/// Why lines with checks cannot be read; the line is named.
public enum CheckedTextError: HintedError, Equatable, Sendable {
  /// More is wrong in a line than one letter.
  case unreadable(line: Int)
  /// A line has no check behind it, and others have one.
  case noCheck(line: Int)
  /// A line is not there.
  case missing(line: Int)
  /// Two different lines say that they are the same one.
  case twice(line: Int)
  /// More lines than any sheet has.
  case tooMany

  public var description: String {
    switch self {
    case .unreadable(let line): "line \(line) has more than one wrong letter"
    case .noCheck(let line): "line \(line) has no check at its end"
    case .missing(let line): "line \(line) is missing"
    case .twice(let line): "line \(line) was typed twice, and the two are not the same"
    case .tooMany: "these are more lines than any sheet has"
    }
  }

  public var rule: Rule? { nil }

  public var hint: String {
    switch self {
    case .unreadable(let line), .twice(let line):
      "compare line \(line) with the paper, letter by letter, and type it again"
    case .noCheck(let line): "add = and the six letters that stand behind line \(line) on the paper"
    case .missing(let line): "add line \(line)"
    case .tooMany: "type the lines of one sheet only"
    }
  }
}
