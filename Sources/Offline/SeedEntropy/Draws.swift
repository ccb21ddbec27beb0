internal import SecretCodes
public import SecureMemory

/// Rolls, flips or cards, written down by a person.
public struct Draws: ~Copyable, Sendable {
  /// What was drawn from.
  public let kind: DrawKind
  // One byte a draw: 0 for the first outcome.
  private let outcomes: SecretBytes
  /// How many cards were drawn after each shuffling; one number for dice and coins.
  let series: [Int]

  /// The most draws that are read.
  public static let limit = 10_000

  /// Reads draws; spaces, commas and line breaks between them mean nothing.
  ///
  /// Dice with up to nine sides: digits. Larger ones: numbers with a gap between them. Coins: `H`
  /// and `T`, or `1` and `0`. Cards: rank and suit, such as `AS TD 10H 2C`; `/` where the deck was
  /// shuffled again. Throws at the first character that is not part of a draw, at a card that was
  /// drawn already, and when there is nothing or more than ``limit``.
  public init(_ kind: DrawKind, parsing text: borrowing SecretBytes) throws(EntropyError) {
    if case .die(let sides) = kind, !DrawKind.sides.contains(sides) { throw .sides(sides) }
    guard text.count <= 5 * Self.limit else { throw .tooManyDraws(limit: Self.limit) }
    var reader = DrawReader(kind, capacity: text.count)
    try text.withUnsafeBytes { text throws(EntropyError) in
      for (offset, character) in text.enumerated() { try reader.read(character, at: offset + 1) }
    }
    try reader.finish(at: text.count + 1)
    let series = reader.series.filter { $0 > 0 }
    let outcomes = reader.outcomes()
    guard outcomes.count > 0 else { throw .noDraws }
    guard outcomes.count <= Self.limit else { throw .tooManyDraws(limit: Self.limit) }
    self.kind = kind
    self.series = series
    self.outcomes = outcomes
  }

  /// The number of draws.
  public var count: Int { outcomes.count }

  /// Lends the draws, one byte each: 0 for the first outcome.
  borrowing func withOutcomes<R: ~Copyable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try outcomes.withUnsafeBytes(body)
  }

  /// What the draws are claimed to carry at least, in bits, when no warning says otherwise.
  public var claimedBits: Int {
    series.reduce(0) { $0 + kind.claimedBits(draws: $1) }
  }

  /// The draws as ASCII: the form that is hashed.
  ///
  /// Digits without gaps for dice with up to nine sides and for coins (1 is heads); else numbers or
  /// cards with single spaces, and ` / ` where the deck was shuffled again.
  public borrowing func revealingText() -> SecretBytes {
    var text = SecretBytes(count: count * 6)
    var length = 0
    withOutcomes { outcomes in
      text.withUnsafeMutableBytes { text in
        let write: (UInt8) -> Void = {
          text[length] = $0
          length += 1
        }
        var ends = Set<Int>()
        var end = 0
        for part in series {
          end += part
          ends.insert(end)
        }
        for (index, outcome) in outcomes.enumerated() {
          let number = outcome + 1
          switch kind {
          case .coin: write(0x30 + outcome)
          case .die(let sides) where sides <= 9: write(0x30 + number)
          case .die:
            if index > 0 { write(0x20) }
            if number >= 100 { write(0x31) }
            if number >= 10 { write(0x30 + number / 10 % 10) }
            write(0x30 + number % 10)
          case .cards:
            if index > 0 { write(0x20) }
            if index > 0, ends.contains(index) {
              write(0x2f)
              write(0x20)
            }
            write(DrawReader.ranks[Int(outcome % 13)])
            write(DrawReader.suits[Int(outcome / 13)])
          }
        }
      }
    }
    text.truncate(to: length)
    return text
  }
}

/// Takes draws apart, character by character.
private struct DrawReader: ~Copyable {
  static let ranks = Array("A23456789TJQK".utf8)
  static let suits = Array("SHDC".utf8)

  private let kind: DrawKind
  private var storage: SecretBytes
  private var count = 0
  private(set) var series = [0]
  private var gone: Set<UInt8> = []
  /// A number or card that is not complete.
  private var pending: UInt8?
  private var sawOne = false

  init(_ kind: DrawKind, capacity: Int) {
    self.kind = kind
    storage = SecretBytes(count: capacity)
  }

  consuming func outcomes() -> SecretBytes {
    storage.truncate(to: count)
    return storage
  }

  mutating func read(_ character: UInt8, at position: Int) throws(EntropyError) {
    let isGap = SecretUnicode.isSpace(character) || character == 0x2c
    switch kind {
    case .coin:
      guard !isGap else { return }
      switch character {
      case 0x48, 0x68, 0x31: append(1)
      case 0x54, 0x74, 0x30: append(0)
      default: throw .notDraw(kind, position: position)
      }
    case .die(let sides) where sides <= 9:
      guard !isGap else { return }
      guard (0x31..<0x31 + UInt8(sides)).contains(character) else {
        throw .notDraw(kind, position: position)
      }
      append(character - 0x31)
    case .die:
      guard !isGap else { return try finish(at: position) }
      guard (0x30...0x39).contains(character), (pending ?? 0) <= 10 else {
        throw .notDraw(kind, position: position)
      }
      pending = (pending ?? 0) * 10 + (character - 0x30)
    case .cards: try readCard(character, isGap, at: position)
    }
  }

  private mutating func readCard(
    _ character: UInt8, _ isGap: Bool, at position: Int
  ) throws(EntropyError) {
    let capital = (0x61...0x7a).contains(character) ? character & 0xdf : character
    if let rank = pending {
      guard let suit = Self.suits.firstIndex(of: capital) else {
        throw .notDraw(kind, position: position)
      }
      let card = UInt8(suit * 13) + rank
      guard gone.insert(card).inserted else { throw .cardIsGone(position: position) }
      append(card)
      pending = nil
      if gone.count == 52 { shuffle() }
    } else if sawOne {
      guard character == 0x30 else { throw .notDraw(kind, position: position) }
      sawOne = false
      pending = 9
    } else if character == 0x31 {
      sawOne = true
    } else if character == 0x2f {
      shuffle()
    } else if !isGap {
      guard let rank = Self.ranks.firstIndex(of: capital) else {
        throw .notDraw(kind, position: position)
      }
      pending = UInt8(rank)
    }
  }

  /// Ends the last number; throws when something is not complete.
  mutating func finish(at position: Int) throws(EntropyError) {
    guard !sawOne else { throw .notDraw(kind, position: position) }
    guard let number = pending else { return }
    guard case .die(let sides) = kind, (1...sides).contains(Int(number)) else {
      throw .notDraw(kind, position: position - 1)
    }
    append(number - 1)
    pending = nil
  }

  private mutating func shuffle() {
    gone = []
    series.append(0)
  }

  private mutating func append(_ outcome: UInt8) {
    let place = count
    storage.withUnsafeMutableBytes { $0[place] = outcome }
    count += 1
    series[series.count - 1] += 1
  }
}
