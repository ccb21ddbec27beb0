/// The numbered parts of one message that has no checksum of its own (BBQr, Specter's), in any
/// order and with repeats.
///
/// A part may be wrong although its QR code was read rightly: cut off by its sender, or slipped in.
/// So every different content of a part is kept, a few of each, and what the parts make is tried
/// whenever one more has come: a wrong part does no harm, whatever its place and whenever it came.
struct PartSeries: Sendable {
  /// One content of one part.
  struct Candidate: Equatable, Sendable {
    /// The place of the part, from 0.
    let index: Int
    let content: [UInt8]
    /// What the caller calls the picture that it came from.
    let source: Int
  }

  /// The most contents of one part that are kept.
  static let candidatesLimit = 4
  /// The most ways of joining that are tried for each content that comes.
  static let triesLimit = 64
  /// The most bytes that are joined in all: each try is work, and the sender decides how many there
  /// are.
  static let workLimit = 512_000_000

  let total: Int
  /// Whether all parts but the last must be equally long, and the last at most `tolerance` bytes
  /// longer.
  private let tolerance: Int?
  private var candidates: [[Candidate]]
  private(set) var received = 0
  /// How many QR codes in a row said nothing new.
  private(set) var repeats = 0
  private var work = 0
  /// Whether the parts can be joined in two ways that are both right: then it cannot be known which
  /// was meant.
  private(set) var isUndecided = false

  init(total: Int, equalLengths tolerance: Int? = nil) {
    self.total = total
    self.tolerance = tolerance
    candidates = Array(repeating: [], count: total)
  }

  /// Whether there is something for a part, from 0.
  func isReceived(_ index: Int) -> Bool { !candidates[index].isEmpty }
  /// Whether there is something for every part.
  var isFull: Bool { received == total }
  /// Whether every part came again, twice or more, since the last new one.
  var isExhausted: Bool {
    isFull && (repeats >= 3 * total + 8 || work > Self.workLimit || isUndecided)
  }
  /// Whether some part came with two contents.
  var isAmbiguous: Bool { candidates.contains { $0.count > 1 } }

  /// Whether a part came with this content before.
  func holds(_ content: [UInt8], at index: Int) -> Bool {
    candidates[index].contains { $0.content == content }
  }

  /// Keeps a content; false when it was there before.
  ///
  /// Throws: `contradictoryPart` for one more than are kept.
  mutating func take(_ candidate: Candidate) throws(QRTransportError) -> Bool {
    guard !holds(candidate.content, at: candidate.index) else {
      repeats += 1
      return false
    }
    guard candidates[candidate.index].count < Self.candidatesLimit else {
      repeats += 1
      throw .contradictoryPart(sequenceNumber: UInt32(candidate.index + 1))
    }
    if candidates[candidate.index].isEmpty { received += 1 }
    candidates[candidate.index].append(candidate)
    repeats = 0
    return true
  }

  /// What is wrong with a content, given those that are there already; nil when nothing is.
  func objection(to candidate: Candidate) -> QRTransportError? {
    if candidates[candidate.index].contains(where: { $0 != candidate }) {
      return .contradictoryPart(sequenceNumber: UInt32(candidate.index + 1))
    }
    guard let tolerance, let length = usualLength else { return nil }
    let count = candidate.content.count
    let isWrong = candidate.index < total - 1 ? count != length : count > length + tolerance
    return isWrong
      ? .partLength(part: candidate.index + 1, bytes: count, expected: length) : nil
  }

  /// The length that most of the parts have, the last one left out; of equally many the one that
  /// came first.
  private var usualLength: Int? {
    var votes: [Int: Int] = [:]
    var best: (length: Int, votes: Int)?
    for candidate in candidates.dropLast().joined() {
      let count = votes[candidate.content.count, default: 0] + 1
      votes[candidate.content.count] = count
      if count > best?.votes ?? 0 { best = (candidate.content.count, count) }
    }
    return best?.length
  }

  /// Tries what the parts make with `newest` among them; the parts chosen when exactly one way
  /// `isRight`, else nil.
  mutating func chosen(
    with newest: Candidate, where isRight: ([UInt8]) -> Bool
  ) -> [Candidate]? {
    guard isFull, !isUndecided else { return nil }
    var tries = 0
    var found: [Candidate]?
    for length in lengths(with: newest) {
      let choices = candidates.enumerated().map { index, known in
        index == newest.index ? [newest] : known.filter { fits($0, length) }
      }
      guard choices.allSatisfy({ !$0.isEmpty }), fits(newest, length) else { continue }
      var picks = [Int](repeating: 0, count: total)
      repeat {
        let parts = zip(choices, picks).map { $0[$1] }
        let joined = parts.flatMap(\.content)
        tries += 1
        work += joined.count
        guard tries <= Self.triesLimit, work <= Self.workLimit else { return found }
        guard isRight(joined) else { continue }
        guard found == nil else {
          isUndecided = true
          return nil
        }
        found = parts
      } while Self.advance(&picks, choices)
    }
    return found
  }

  /// The contents that were not chosen.
  func others(than parts: [Candidate]) -> [Candidate] {
    candidates.joined().filter { $0.content != parts[$0.index].content }
  }

  /// The lengths that the parts may all have; one nil where any will do.
  private func lengths(with newest: Candidate) -> [Int?] {
    guard tolerance != nil, total > 1 else { return [nil] }
    if newest.index < total - 1 { return [newest.content.count] }
    var lengths: [Int] = []
    for candidate in candidates[0] where !lengths.contains(candidate.content.count) {
      lengths.append(candidate.content.count)
    }
    return lengths
  }

  private func fits(_ candidate: Candidate, _ length: Int?) -> Bool {
    guard let tolerance, let length else { return true }
    return candidate.index < total - 1
      ? candidate.content.count == length : candidate.content.count <= length + tolerance
  }

  /// Counts on; false after the last way of choosing.
  private static func advance(_ picks: inout [Int], _ choices: [[Candidate]]) -> Bool {
    for index in picks.indices where choices[index].count > 1 {
      picks[index] += 1
      if picks[index] < choices[index].count { return true }
      picks[index] = 0
    }
    return false
  }
}
