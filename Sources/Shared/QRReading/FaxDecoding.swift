/// Decodes pictures of CCITT groups 3 and 4 (ITU-T T.4 and T.6), row by row.
///
/// Each step reads at least one bit, so the work is bounded by the bytes that are given; no run goes
/// beyond its row.
struct FaxDecoding {
  /// How the rows are written.
  enum Scheme {
    /// Group 4: each row is told by the one above.
    case four
    /// Group 3, each row by itself.
    case three
    /// Group 3, some rows told by the one above; a bit says which.
    case mixed
  }

  private let bytes: [UInt8]
  private let width: Int
  private let scheme: Scheme
  /// Whether each row begins at a byte.
  private let isAligned: Bool
  /// The bit that is read next.
  private var at = 0

  private init(_ bytes: [UInt8], _ width: Int, _ scheme: Scheme, _ isAligned: Bool) {
    (self.bytes, self.width, self.scheme, self.isAligned) = (bytes, width, scheme, isAligned)
  }

  /// The pixels, 0 for black and 255 for white; rows after a damage are white.
  ///
  /// Throws: `damaged` where less than half of the rows can be read.
  static func pixels(
    _ content: some Collection<UInt8>, width: Int, height: Int, scheme: Scheme, isAligned: Bool
  ) throws(ReadingError) -> [UInt8] {
    var reading = FaxDecoding(Array(content), width, scheme, isAligned)
    var pixels = [UInt8](repeating: 255, count: width * height)
    var above: [Int] = []
    var count = 0
    while count < height, let row = reading.row(below: above) {
      for start in stride(from: 0, to: row.count, by: 2) {
        let end = start + 1 < row.count ? row[start + 1] : width
        for column in row[start]..<end { pixels[count * width + column] = 0 }
      }
      above = row
      count += 1
    }
    guard count > height / 2 else { throw .damaged }
    return pixels
  }

  // MARK: Rows

  /// The places where the shade changes in the next row, which begins white; nil at the end and where
  /// it cannot be read.
  private mutating func row(below above: [Int]) -> [Int]? {
    if isAligned { at = (at + 7) / 8 * 8 }
    var ends = 0
    while skipEnd() {
      ends += 1
      if scheme == .mixed { break }
      // Two in a row end a page; where rows are mixed, no row can be read after the last.
      if ends == 2 { return nil }
    }
    guard at < 8 * bytes.count else { return nil }
    switch scheme {
    case .three: return plainRow()
    case .four: return toldRow(above)
    case .mixed:
      // Without an end of the row before there is no bit that says how this one is written.
      guard ends > 0 else { return nil }
      let isPlain = bits(1) == 1
      at += 1
      return isPlain ? plainRow() : toldRow(above)
    }
  }

  /// Skips the end of a row, eleven zeros or more and a one, if there is one.
  private mutating func skipEnd() -> Bool {
    var next = at
    while next < 8 * bytes.count, bytes[next >> 3] >> (7 - (next & 7)) & 1 == 0 { next += 1 }
    guard next - at >= 11, next < 8 * bytes.count else { return false }
    at = next + 1
    return true
  }

  /// A row of runs, white and black by turns.
  private mutating func plainRow() -> [Int]? {
    var row: [Int] = []
    var (place, isBlack) = (0, false)
    while place < width {
      guard let run = run(isBlack) else { return nil }
      place += run
      guard place <= width else { return nil }
      if place < width || isBlack { row.append(place) }
      isBlack.toggle()
    }
    return Self.shortened(row, width)
  }

  /// A row that is told by the changes of the one above.
  private mutating func toldRow(_ above: [Int]) -> [Int]? {
    var row: [Int] = []
    var (place, isBlack, index) = (-1, false, 0)
    while place < width {
      // The first change of the row above to the right of here, to the other shade.
      while index > 0, above[min(index, above.count) - 1] > place { index -= 1 }
      while index < above.count, above[index] <= place || (index % 2 == 1) != isBlack { index += 1 }
      let next = index < above.count ? above[index] : width
      let after = index + 1 < above.count ? above[index + 1] : width
      guard let step = step() else { return nil }
      switch step {
      case .pass: place = after
      case .runs:
        for shade in [isBlack, !isBlack] {
          guard let run = run(shade) else { return nil }
          place = max(place, 0) + run
          guard place <= width else { return nil }
          row.append(place)
        }
      case .near(let distance):
        let change = next + distance
        guard change >= max(place, 0), change <= width else { return nil }
        row.append(change)
        place = change
        isBlack.toggle()
      }
    }
    return Self.shortened(row, width)
  }

  /// Without what changes nothing: two changes at one place, and those at the end of the row.
  private static func shortened(_ row: [Int], _ width: Int) -> [Int] {
    var result: [Int] = []
    for change in row {
      if change == result.last { result.removeLast() } else { result.append(change) }
    }
    while result.last == width { result.removeLast() }
    return result
  }

  // MARK: Codes

  private enum Step {
    case pass
    case runs
    case near(Int)
  }

  private mutating func step() -> Step? {
    let next = bits(7)
    let (step, length): (Step, Int)
    switch next {
    case 0b100_0000...: (step, length) = (.near(0), 1)
    case 0b011_0000...: (step, length) = (.near(1), 3)
    case 0b010_0000...: (step, length) = (.near(-1), 3)
    case 0b001_0000...: (step, length) = (.runs, 3)
    case 0b000_1000...: (step, length) = (.pass, 4)
    case 0b000_0110...: (step, length) = (.near(2), 6)
    case 0b000_0100...: (step, length) = (.near(-2), 6)
    case 0b000_0011: (step, length) = (.near(3), 7)
    case 0b000_0010: (step, length) = (.near(-3), 7)
    default: return nil
    }
    at += length
    return at <= 8 * bytes.count ? step : nil
  }

  /// The pixels of a run; nil where no code is.
  private mutating func run(_ isBlack: Bool) -> Int? {
    let codes = isBlack ? FaxCodes.black : FaxCodes.white
    var sum = 0
    while sum <= width {
      let entry = codes[bits(FaxCodes.longest)]
      guard entry.length > 0 else { return nil }
      at += entry.length
      guard at <= 8 * bytes.count else { return nil }
      sum += entry.run
      if entry.run < 64 { return sum }
    }
    return nil
  }

  /// The next bits, at most 16; zeros behind the end.
  private func bits(_ count: Int) -> Int {
    let byte = at >> 3
    var value = 0
    for index in byte..<byte + 3 {
      value = value << 8 | (index < bytes.count ? Int(bytes[index]) : 0)
    }
    return value >> (24 - (at & 7) - count) & ((1 << count) - 1)
  }
}
