extension ModuleShades {
  /// Check words that must be left over in each block: they say that the answer is right.
  static let spare = 2
  /// The same for bytes that may be the entropy of a seed (CompactSeedQR): no checksum of their own
  /// would notice a wrong answer, which is another seed.
  static let spareForEntropy = 4
  /// How many bytes the entropy of a seed has.
  private static let entropyLengths = [16, 20, 24, 28, 32]

  /// The bytes that the QR code says; nil where too much of it is damaged.
  ///
  /// Code words with the least trust are left out, a few more each time, until what remains agrees,
  /// with `spare` check words left over in each block.
  func content(spare: Int = spare) -> [UInt8]? {
    for (level, mask) in formats() {
      guard let likely = content(level: level, mask: mask, spare: spare) else { continue }
      guard likely.hasBytes, Self.entropyLengths.contains(likely.content.count) else {
        return likely.content
      }
      if let sure = content(level: level, mask: mask, spare: Self.spareForEntropy) {
        return sure.content
      }
    }
    return nil
  }

  private func content(
    level: Int, mask: Int, spare: Int
  ) -> (content: [UInt8], hasBytes: Bool)? {
    words(level: level, mask: mask, spare: spare).flatMap {
      SymbolBits.content($0, version: shape.version)
    }
  }

  /// The two levels and masks that both copies of the format information are nearest to.
  private func formats() -> [(level: Int, mask: Int)] {
    var scores: [(score: Float, level: Int, mask: Int)] = []
    for level in 0..<4 {
      for mask in 0..<8 {
        let bits = Self.formatBits([1, 0, 3, 2][level] << 3 | mask)
        var score: Float = 0
        for (bit, places) in formatPlaces.enumerated() {
          for at in places { score += bits >> bit & 1 == 1 ? shades[at] : -shades[at] }
        }
        scores.append((score, level, mask))
      }
    }
    return scores.sorted { $0.score > $1.score }.prefix(2).map { ($0.level, $0.mask) }
  }

  private static func formatBits(_ data: Int) -> Int {
    var rest = data
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    return (data << 10 | rest) ^ 0x5412
  }

  /// The two modules of each of the 15 bits of format information, from the last bit on.
  private var formatPlaces: [[Int]] {
    let size = shape.size
    return (0..<15).map { bit in
      let first: (row: Int, column: Int) =
        switch bit {
        case 0...5: (bit, 8)
        case 6: (7, 8)
        case 7: (8, 8)
        case 8: (8, 7)
        default: (8, 14 - bit)
        }
      let second = bit < 8 ? (8, size - 1 - bit) : (size - 15 + bit, 8)
      return [first.row * size + first.column, second.0 * size + second.1]
    }
  }

  /// The data words of all blocks, corrected with at least `spare` check words left over in each.
  private func words(level: Int, mask: Int, spare: Int) -> [UInt8]? {
    let (words, trust) = read(mask)
    let (data, checks) = shape.blocks(level: level)
    let short = data.min() ?? 0
    let shorter = data.count { $0 == short }
    var result: [UInt8] = []
    for block in data.indices {
      // The longer blocks come last; their last words follow those of all blocks.
      var places = (0..<data[block]).map { index in
        index < short ? index * data.count + block : short * data.count + block - shorter
      }
      let start = data.reduce(0, +)
      places += (0..<checks).map { start + $0 * data.count + block }
      guard let right = corrected(places, words, trust, checks: checks, spare: spare) else {
        return nil
      }
      result += right.prefix(data[block])
    }
    return result
  }

  private func corrected(
    _ places: [Int], _ words: [UInt8], _ trust: [Float], checks: Int, spare: Int
  ) -> [UInt8]? {
    let block = places.map { words[$0] }
    let doubtful = places.indices.sorted { trust[places[$0]] < trust[places[$1]] }
    for count in 0...checks - spare {
      let found = ReedSolomon.corrected(
        block, checks: checks, erased: Array(doubtful.prefix(count)), spare: spare)
      if let found { return found.block }
    }
    return nil
  }

  /// The code words in the order of the symbol, and how far each can be believed.
  private func read(_ mask: Int) -> (words: [UInt8], trust: [Float]) {
    var words: [UInt8] = []
    var trusts: [Float] = []
    var (word, least, count) = (UInt8(0), Float(1), 0)
    for at in shape.order {
      let (row, column) = (at / shape.size, at % shape.size)
      let isDark = (shades[at] > 0) != SymbolShape.isTurned(mask, row: row, column: column)
      word = word << 1 | (isDark ? 1 : 0)
      least = min(least, trust[at])
      count += 1
      if count == 8 {
        words.append(word)
        trusts.append(least)
        (word, least, count) = (0, 1, 0)
      }
    }
    return (words, trusts)
  }
}
