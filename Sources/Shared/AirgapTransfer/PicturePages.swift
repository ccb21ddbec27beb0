internal import AirgapMessages
internal import Descriptors
internal import QRTransport
internal import Refusals
internal import WalletFiles

/// What each picture of a pile shows, in words, and which parts are still missing.
struct PicturePages {
  private struct Page {
    /// The parts of each series, by their numbers.
    var parts: [SeriesIdentity: Set<Int>] = [:]
    /// The series in the order in which they were seen.
    var order: [SeriesIdentity] = []
    /// Whole messages.
    var messages: [String] = []
    /// Whether a whole message is on it that was seen before.
    var isRepeated = false
    var isDamaged = false
    /// Whether it shows a QR code that is not a message.
    var hasOther = false
    /// Whether it shows the mark of a recovery sheet.
    var isMarked = false
    /// Why it was not read.
    var trouble: String?
  }

  private var pages: [Int: Page] = [:]
  /// What the parts became.
  private var whole: [SeriesIdentity: String] = [:]

  /// Says that a picture was looked at.
  mutating func look(at source: Int) { pages[source] = pages[source] ?? Page() }

  mutating func see(_ part: SeriesPart, on source: Int) {
    var page = pages[source] ?? Page()
    if page.parts[part.series] == nil { page.order.append(part.series) }
    page.parts[part.series, default: []].insert(part.number)
    pages[source] = page
  }

  mutating func see(_ message: AirgapMessage, on source: Int) {
    let words = message.pageWords
    if pages[source]?.messages.contains(words) == true { return }
    pages[source, default: Page()].messages.append(words)
  }

  mutating func seeRepeat(on source: Int) { pages[source, default: Page()].isRepeated = true }

  mutating func seeDamage(on source: Int) { pages[source, default: Page()].isDamaged = true }

  mutating func seeOther(_ symbol: [UInt8], on source: Int) {
    // As it stands at the foot of each page of a sheet (docs/formats.md).
    if symbol.starts(with: "DRAWBRIDGE/".utf8) {
      pages[source, default: Page()].isMarked = true
    } else {
      pages[source, default: Page()].hasOther = true
    }
  }

  /// Says what a series became; nil for something that is not a message.
  mutating func complete(_ series: SeriesIdentity, _ message: AirgapMessage?) {
    whole[series] = message?.pageWords ?? "something that is not a message"
  }

  mutating func miss(_ source: Int, because trouble: String) {
    pages[source, default: Page()].trouble = trouble
  }

  /// A heading, a line for each picture, and one for each message that is not whole; none where there is but one
  /// picture.
  func lines(_ name: (Int) -> String?) -> [String] {
    guard pages.count > 1 else { return [] }
    var lines = ["Pages:"]
    for (source, page) in pages.sorted(by: { $0.key < $1.key }) {
      let shown = name(source).map { ForeignText.shown($0) } ?? "picture \(source + 1)"
      lines.append("  \(shown): \(words(page).joined(separator: "; "))")
    }
    return lines + missing
  }

  private func words(_ page: Page) -> [String] {
    var words = page.order.map { series in
      let parts = Self.words(page.parts[series] ?? [], of: series)
      return "\(parts) of \(message(of: series) ?? "an incomplete message")"
    }
    words += page.messages
    if let trouble = page.trouble { words.append("NOT READ: \(trouble)") }
    if page.isDamaged { words.append("a damaged part") }
    // A sheet's own mark, or a poster: worth a word where there is nothing else.
    guard words.isEmpty else { return words }
    if page.isRepeated { return ["the same as on another page"] }
    if page.hasOther { return ["a QR code that is not a message"] }
    return [page.isMarked ? "only the mark of a sheet" : "no QR code was found on it"]
  }

  /// What a series became, also in parts of another size; nil where it is not whole.
  private func message(of series: SeriesIdentity) -> String? {
    whole[series] ?? whole.first { $0.key.identifier == series.identifier }?.value
  }

  /// The parts that no picture shows, of each message that is not whole.
  private var missing: [String] {
    var seen: [SeriesIdentity: Set<Int>] = [:]
    var order: [SeriesIdentity] = []
    for (_, page) in pages.sorted(by: { $0.key < $1.key }) {
      for series in page.order where message(of: series) == nil {
        if seen[series] == nil { order.append(series) }
        seen[series, default: []].formUnion(page.parts[series] ?? [])
      }
    }
    return order.compactMap { series in
      let numbers = seen[series] ?? []
      let lacking = Set((1...series.count).filter { !numbers.contains($0) })
      guard !lacking.isEmpty else { return nil }
      let spares = numbers.filter { $0 > series.count }.count
      let words = Self.words(lacking, of: series)
      guard spares > 0, lacking.count > 1 else { return "  Still missing: \(words)." }
      // Each spare part may stand in for one of them.
      return "  Still missing: \(max(1, lacking.count - spares)) of \(words)."
    }
  }

  /// "part 3 of 5", "parts 1 to 4 and 6 of 9", "parts 1, 2 and a spare part of 5", "all 4 parts".
  private static func words(_ numbers: Set<Int>, of series: SeriesIdentity) -> String {
    let plain = numbers.filter { $0 <= series.count }.sorted()
    let spares = numbers.count - plain.count
    if plain.count == series.count { return "all \(series.count) parts" }
    var runs: [ClosedRange<Int>] = []
    for number in plain {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    var pieces = runs.flatMap { run -> [String] in
      run.count > 2
        ? ["\(run.lowerBound) to \(run.upperBound)"] : run.map { "\($0)" }
    }
    if let first = pieces.first { pieces[0] = (plain.count == 1 ? "part " : "parts ") + first }
    if spares > 0 { pieces.append(spares == 1 ? "a spare part" : "\(spares) spare parts") }
    let all =
      pieces.count > 1
      ? pieces.dropLast().joined(separator: ", ") + " and \(pieces[pieces.count - 1])"
      : pieces.joined()
    return "\(all) of \(series.count)"
  }
}

extension AirgapMessage {
  /// What a page holds: its kind, and of a wallet the checksum.
  fileprivate var pageWords: String {
    guard let wallet = (try? wallet(on: nil)) ?? nil else { return kind }
    return "\(kind), checksum \(wallet.descriptor.comparableChecksum)"
  }
}
