/// How the modules of a QR code are laid out, by its version (ISO/IEC 18004).
struct SymbolShape {
  /// 1 to 40.
  let version: Int
  /// Modules along a side.
  let size: Int
  /// What stands in each module that is the same in every QR code, row by row: true for dark.
  ///
  /// Nil also for format and version information, which `isData` tells apart.
  let fixed: [Bool?]
  /// Whether a module holds data or its check words.
  let isData: [Bool]
  /// The modules of `fixed` that are known, as indices.
  let known: [Int]
  /// The modules of data in the order in which they are filled, as indices.
  let order: [Int]

  /// Every version, from 1.
  static let all = (1...40).map { SymbolShape(version: $0) }

  private init(version: Int) {
    self.version = version
    let size = 17 + 4 * version
    self.size = size
    var fixed = [Bool?](repeating: nil, count: size * size)
    var isData = [Bool](repeating: true, count: size * size)
    func set(_ row: Int, _ column: Int, _ dark: Bool?) {
      guard row >= 0, column >= 0, row < size, column < size else { return }
      fixed[row * size + column] = dark
      isData[row * size + column] = false
    }
    for step in 0..<size {
      set(6, step, step % 2 == 0)
      set(step, 6, step % 2 == 0)
    }
    for (top, left) in [(3, 3), (3, size - 4), (size - 4, 3)] {
      for row in -4...4 {
        for column in -4...4 {
          let ring = max(abs(row), abs(column))
          set(top + row, left + column, ring != 2 && ring != 4)
        }
      }
    }
    let middles = Self.alignment(version)
    for top in middles {
      for left in middles where !Self.isCorner(top, left, size) {
        for row in -2...2 {
          for column in -2...2 { set(top + row, left + column, max(abs(row), abs(column)) != 1) }
        }
      }
    }
    for step in 0..<9 where step != 6 {
      set(8, step, nil)
      set(step, 8, nil)
    }
    for step in 1...8 {
      set(8, size - step, nil)
      set(size - step, 8, nil)
    }
    set(size - 8, 8, true)
    if version >= 7 {
      for step in 0..<18 {
        set(step / 3, size - 11 + step % 3, nil)
        set(size - 11 + step % 3, step / 3, nil)
      }
    }
    self.fixed = fixed
    self.isData = isData
    known = fixed.indices.filter { fixed[$0] != nil }
    order = Self.order(size, isData)
  }

  private static func isCorner(_ top: Int, _ left: Int, _ size: Int) -> Bool {
    (top == 6 || top == size - 7) && (left == 6 || left == size - 7)
      && !(top == size - 7 && left == size - 7)
  }

  /// The rows (and columns) of the middles of alignment patterns.
  static func alignment(_ version: Int) -> [Int] {
    guard version > 1 else { return [] }
    let count = version / 7 + 2
    let last = 4 * version + 10
    // Even steps, from the far end; version 32 is the exception of the standard.
    let step = version == 32 ? 26 : (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<count - 1).reversed().map { last - $0 * step }
  }

  private static func order(_ size: Int, _ isData: [Bool]) -> [Int] {
    var order: [Int] = []
    var right = size - 1
    var isUp = true
    while right > 0 {
      if right == 6 { right -= 1 }
      for step in 0..<size {
        let row = isUp ? size - 1 - step : step
        for column in [right, right - 1] where isData[row * size + column] {
          order.append(row * size + column)
        }
      }
      isUp.toggle()
      right -= 2
    }
    return order
  }

  /// Whether a mask turns a module over.
  static func isTurned(_ mask: Int, row: Int, column: Int) -> Bool {
    switch mask {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }

  /// The blocks of code words at a level (0 to 3 for L, M, Q, H): how many data words each has, and
  /// how many check words.
  func blocks(level: Int) -> (data: [Int], checks: Int) {
    let checks = Self.checks[level][version - 1]
    let count = Self.counts[level][version - 1]
    let words = isData.count { $0 } / 8
    let short = words / count - checks
    let longer = words % count
    return ((0..<count).map { short + ($0 < count - longer ? 0 : 1) }, checks)
  }

  /// Check words of a block, by level and version (table 9 of the standard).
  private static let checks = [
    [
      7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30,
      30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    [
      10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28,
      28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ],
    [
      13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30,
      30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    [
      17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
  ]

  /// Blocks, by level and version (table 9 of the standard).
  private static let counts = [
    [
      1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14,
      15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
    ],
    [
      1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25,
      26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
    ],
    [
      1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34,
      34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
    ],
    [
      1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37,
      40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
    ],
  ]
}
