/// Joins the parts of one text of Specter's, in any order, with repeats, and with wrong ones among
/// them.
struct SpecterDecoder: Sendable {
  private let total: Int
  private(set) var series: PartSeries
  /// The whole text.
  private(set) var text: [UInt8]?
  /// What the parts make, although the caller's `isWhole` refuses it.
  private(set) var doubtful: [UInt8]?
  /// The parts that the text was not made of.
  private(set) var leftOut: [PartSeries.Candidate] = []

  init(first part: SpecterPart) {
    total = part.total
    series = PartSeries(total: part.total)
  }

  /// Takes one part.
  ///
  /// Throws: `differentMessage` and changes nothing; `contradictoryPart` for a part that came with
  /// another content before, and `notWhole` when all are there and do not make a text. The part is
  /// kept then too: which one is wrong may turn out later.
  mutating func receive(
    _ part: SpecterPart, source: Int, isWhole: (FrameCollector.Message) -> Bool
  ) throws(QRTransportError) {
    guard part.total == total else { throw .differentMessage(field: "part count") }
    let candidate = PartSeries.Candidate(
      index: part.number - 1, content: part.content, source: source)
    guard try series.take(candidate) else { return }
    var trouble = series.objection(to: candidate)
    var found: [UInt8]?
    var made = doubtful
    let parts = series.chosen(with: candidate) { joined in
      made = made ?? joined
      guard isWhole(.plain(joined)) else {
        trouble = trouble ?? .notWhole
        return false
      }
      found = joined
      return true
    }
    doubtful = made
    if let found, let parts {
      leftOut = series.others(than: parts)
      text = found
    } else if let trouble {
      throw trouble
    }
  }
}
