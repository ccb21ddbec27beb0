internal import Glibc

/// The middle of one of the three squares by which a QR code is found.
struct Finder: Equatable {
  var x: Double
  var y: Double
  /// How wide a module is, in pixels.
  var module: Double
  /// How many rows of pixels saw it.
  var votes = 1
  /// How much of what is there is as a square of a QR code has it: 1 for all.
  var likeness = 0.0

  /// Whether it is no letter: those of print at 110 dots an inch reach 0.77, squares that are whole at least 0.83.
  var isCertain: Bool { likeness >= 0.8 }

  /// Whether it is the same square.
  func isNear(_ other: Finder) -> Bool {
    abs(x - other.x) < 2 * module && abs(y - other.y) < 2 * module
  }
}

/// Looks for the squares in the corners of QR codes: whatever is there and was not read is known by
/// them.
struct FinderSearch {
  /// The most that are given.
  static let limit = 64
  /// So many mean cloth, noise or malice, not paper: three of them to a symbol would be tried
  /// millions of times.
  static let crowd = 200

  private let picture: GrayPicture
  private let isDark: [Bool]

  /// Dark is what is darker than its surroundings, `reach` pixels to all sides, by more than
  /// `darker`.
  init(_ picture: GrayPicture, darker: Int = 4, reach: Int? = nil) {
    self.picture = picture
    isDark = picture.darkParts(by: darker, reach: reach)
  }

  /// Those that at least two rows of pixels show, the most certain ones first; none of a crowd.
  func finders(limit: Int = limit) -> [Finder] {
    let found = all()
    guard found.count < Self.crowd else { return [] }
    var finders = Array(
      found.filter { $0.votes >= 2 }.sorted { $0.votes > $1.votes }.prefix(limit))
    for index in finders.indices { finders[index].likeness = likeness(finders[index]) }
    return finders
  }

  /// The part of nine by nine modules around a middle that are as in a QR code: three by three dark, a white ring, a
  /// dark one, and a white one around them; turned as they agree best.
  ///
  /// A letter that rows and columns of pixels take for a square differs in its corners.
  private func likeness(_ finder: Finder) -> Double {
    var best = 0
    for turn in stride(from: 0.0, to: 90, by: 15) {
      let (sine, cosine) = (sin(turn * .pi / 180), cos(turn * .pi / 180))
      // A row of pixels crosses a turned square at a slant.
      let module = finder.module * max(sine, cosine)
      var agreed = 0
      for down in -4...4 {
        for right in -4...4 {
          let ring = max(abs(down), abs(right))
          let (across, along) = (Double(right), Double(down))
          let x = Int((finder.x + module * (across * cosine - along * sine)).rounded(.down))
          let y = Int((finder.y + 0.5 + module * (across * sine + along * cosine)).rounded(.down))
          let isInside = x >= 0 && x < picture.width && y >= 0 && y < picture.height
          let dark = isInside && isDark[y * picture.width + x]
          if dark == (ring == 3 || ring <= 1) { agreed += 1 }
        }
      }
      best = max(best, agreed)
    }
    return Double(best) / 81
  }

  /// Whether there are so many that looking for symbols among them has no end.
  var isCrowded: Bool { all().count >= Self.crowd }

  private func all() -> [Finder] {
    var found: [Finder] = []
    let (width, height) = (picture.width, picture.height)
    isDark.withUnsafeBufferPointer { isDark in
      var runs = [Int](repeating: 0, count: 5)
      for row in 0..<height {
        for index in 0..<5 { runs[index] = 0 }
        var shade = false
        var length = 0
        for column in 0...width {
          let dark = column < width ? isDark[row * width + column] : !shade
          if dark == shade {
            length += 1
            continue
          }
          for index in 0..<4 { runs[index] = runs[index + 1] }
          runs[4] = length
          // The run that ended was dark: five runs, the outer ones dark.
          if shade, let module = Self.module(runs) {
            let middle = Double(column) - Double(runs[4] + runs[3]) - Double(runs[2]) / 2
            check(middle, row, module, isDark, &found)
          }
          shade = dark
          length = 1
        }
      }
    }
    return found
  }

  /// The size of a module where five runs are as 1, 1, 3, 1, 1.
  private static func module(_ runs: [Int]) -> Double? {
    let sum = runs[0] + runs[1] + runs[2] + runs[3] + runs[4]
    guard sum >= 7, runs[0] > 0 else { return nil }
    let module = Double(sum) / 7
    let slack = module * 0.6
    for index in [0, 1, 3, 4] where abs(Double(runs[index]) - module) > slack { return nil }
    guard abs(Double(runs[2]) - 3 * module) <= 2.2 * slack else { return nil }
    return module
  }

  private func check(
    _ x: Double, _ row: Int, _ across: Double, _ isDark: UnsafeBufferPointer<Bool>,
    _ found: inout [Finder]
  ) {
    let width = picture.width
    let column = Int(x)
    for index in found.indices
    where abs(found[index].x - x) < 2 * across && abs(found[index].y - Double(row)) < 2 * across {
      found[index].votes += 1
      return
    }
    guard found.count < Self.crowd,
      let (y, down) = crossing(
        at: row, length: picture.height, module: across,
        { at in
          isDark[at * width + column]
        }),
      let (middle, exact) = crossing(
        at: column, length: width, module: down,
        { at in
          isDark[Int(y) * width + at]
        })
    else { return }
    found.append(Finder(x: middle, y: y, module: (down + exact) / 2))
  }

  /// The middle of the five runs through a point along a line, and their module.
  private func crossing(
    at start: Int, length: Int, module: Double, _ isDark: (Int) -> Bool
  ) -> (middle: Double, module: Double)? {
    guard isDark(start) else { return nil }
    let reach = Int(module * 4) + 2
    var runs = [0, 0, 0, 0, 0]
    var ends = [0, 0]
    for (side, step) in [(0, -1), (1, 1)] {
      var at = start
      for (run, dark) in [(2, true), (2 + step, false), (2 + 2 * step, true)] {
        while at >= 0, at < length, abs(at - start) <= reach * 2, isDark(at) == dark {
          runs[run] += 1
          at += step
        }
        if run == 2 { ends[side] = at }
      }
    }
    // The pixel in the middle was counted from both sides.
    runs[2] -= 1
    guard let found = Self.module(runs), found > module * 0.5, found < module * 2 else {
      return nil
    }
    return (Double(ends[0] + ends[1]) / 2, found)
  }
}

extension GrayPicture {
  /// Which pixels are darker than their surroundings, by more than `least` shades.
  func darkParts(by least: Int = 4, reach: Int? = nil) -> [Bool] {
    let reach = reach ?? max(12, min(60, max(width, height) / 24))
    let mean = smoothed(reach)
    var result = [Bool](repeating: false, count: pixels.count)
    let least = Int16(min(max(least, -255), 255))
    pixels.withUnsafeBufferPointer { pixels in
      mean.pixels.withUnsafeBufferPointer { mean in
        result.withUnsafeMutableBufferPointer { result in
          for index in result.indices {
            result[index] = Int16(pixels[index]) &+ least < Int16(mean[index])
          }
        }
      }
    }
    return result
  }
}
