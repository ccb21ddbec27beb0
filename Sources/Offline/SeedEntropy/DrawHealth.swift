internal import Glibc
internal import Mnemonics

/// Reasons to doubt that draws are random and honestly written down.
public enum DrawWarning: Hashable, Sendable {
  /// Fewer draws than the entropy of the seed needs.
  case few(draws: Int, bits: Int, needed: Int)
  /// One outcome came up this often in a row.
  case repeated(times: Int)
  /// One outcome came up in so many of all draws.
  case tooOften(times: Int, of: Int)
  /// The draws repeat those a fixed number of draws earlier.
  case periodic(period: Int)
  /// The draws count up or down.
  case counting
  /// Cards follow each other as in a new deck.
  case unshuffled
}

extension DrawWarning: CustomStringConvertible {
  public var description: String {
    switch self {
    case .few(let draws, let bits, let needed):
      "\(draws) draws are claimed to carry \(bits) bits; \(needed) draws carry as much as the seed"
    case .repeated(let times): "the same came up \(times) times in a row"
    case .tooOften(let times, let of): "the same came up \(times) times in \(of)"
    case .periodic(let period): "the draws repeat themselves every \(period)"
    case .counting: "the draws count up or down"
    case .unshuffled: "the cards follow each other as in a new deck: shuffle at least seven times"
    }
  }
}

extension Draws {
  /// Judges the draws for a seed of so many words; empty when there is nothing to say.
  ///
  /// The tests are those of SP 800-90B, section 4.4, on the claim of the kind: fair draws fail one
  /// of them less than once in 100,000 times. Clever cheating is not found.
  public borrowing func warnings(wordCount: Int) -> [DrawWarning] {
    var warnings: [DrawWarning] = []
    if let length = Mnemonic.entropyLength(wordCount: wordCount), claimedBits < length * 8 {
      warnings.append(
        .few(
          draws: count, bits: claimedBits,
          needed: kind.needed(wordCount: wordCount) ?? Draws.limit))
    }
    return warnings + doubts
  }

  /// Reasons to doubt the draws, however many they are; empty when there is none.
  public var doubts: [DrawWarning] {
    withOutcomes { kind == .cards ? Self.unshuffled(in: $0) : patterns(in: $0) }
  }

  private func patterns(in draws: UnsafeRawBufferPointer) -> [DrawWarning] {
    var warnings: [DrawWarning] = []
    let millibits = DrawKind.claimedMillibits(outcomes: kind.outcomes)
    let longest = Self.longestRun(in: draws)
    // Repetition count: 2^-20 that the likeliest outcome repeats so often.
    if millibits > 0, longest >= 2 + 20_000 / millibits {
      warnings.append(.repeated(times: longest))
    }
    let most = (0..<kind.outcomes).map { outcome in draws.count { $0 == outcome } }.max() ?? 0
    // Proportion: five standard deviations above what the claim allows the likeliest outcome.
    let expected = Double(draws.count) * exp2(-Double(millibits) / 1000)
    if Double(most) > expected + 5 * expected.squareRoot() + 1 {
      warnings.append(.tooOften(times: most, of: draws.count))
    }
    // Too few to tell a pattern from chance.
    guard draws.count >= 20 else { return warnings }
    if kind.outcomes > 2, Self.isCounting(draws, modulo: kind.outcomes) {
      warnings.append(.counting)
    } else if let period = Self.period(of: draws, outcomes: kind.outcomes) {
      warnings.append(.periodic(period: period))
    }
    return warnings
  }

  private static func longestRun(in draws: UnsafeRawBufferPointer) -> Int {
    var longest = 1
    var length = 1
    for index in draws.indices.dropFirst() {
      length = draws[index] == draws[index - 1] ? length + 1 : 1
      longest = max(longest, length)
    }
    return longest
  }

  /// The distance at which far more draws are equal than chance makes equal.
  private static func period(of draws: UnsafeRawBufferPointer, outcomes: Int) -> Int? {
    (1...min(64, draws.count - 16)).first { period in
      let compared = Double(draws.count - period)
      let equal = (period..<draws.count).count { draws[$0] == draws[$0 - period] }
      // Of 64 distances one may be off by chance: six standard deviations, and two thirds at least.
      let expected = compared / Double(outcomes)
      return Double(equal) > expected + 6 * expected.squareRoot()
        && Double(equal) * 3 >= compared * 2
    }
  }

  private static func isCounting(_ draws: UnsafeRawBufferPointer, modulo outcomes: Int) -> Bool {
    (1..<outcomes).contains { step in
      let equal = draws.indices.dropFirst().count {
        (Int(draws[$0]) + outcomes - Int(draws[$0 - 1])) % outcomes == step
      }
      return equal * 3 >= (draws.count - 1) * 2
    }
  }

  /// In a shuffled deck one card in 52 is followed by its neighbour.
  private static func unshuffled(in draws: UnsafeRawBufferPointer) -> [DrawWarning] {
    guard draws.count >= 10 else { return [] }
    let neighbours = draws.indices.dropFirst().count {
      abs(Int(draws[$0]) - Int(draws[$0 - 1])) == 1
    }
    return neighbours * 3 >= draws.count - 1 ? [.unshuffled] : []
  }
}
