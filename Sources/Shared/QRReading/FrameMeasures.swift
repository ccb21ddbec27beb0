/// What a frame of a camera looks like, whether or not a QR code was read in it: what a person is
/// told to do about it, and what a reader should try, follow from these.
///
/// All are measured in a copy of half the size, where the noise of a cheap camera is halved too.
public struct FrameMeasures: Equatable, Sendable {
  /// The mean of all pixels, 0 black to 255 white.
  public var brightness: Int
  /// How much of black and white is used, 0 to 255: from the darkest fiftieth to the lightest.
  public var contrast: Int
  /// The share of pixels that are as good as white, 0 to 1: a screen that outshines everything.
  public var glare: Double
  /// How far the sharpest edges are spread, as the deviation of a Gauss curve in pixels of the
  /// frame: 1 or less where it is sharp, never less than 0.8; 0 where there is nothing to measure.
  public var softness: Double
  /// How far the picture has moved since the frame before, in shares of its width: 0.01 is a
  /// hundredth.
  ///
  /// QR codes that change in their place are no movement.
  public var movement: Double
  /// The squares of QR codes that were seen, at most ``squaresLimit``; 0 until they were looked for.
  public var squares: Int
  /// How wide a module of these is, in pixels of the frame; 0 where there are none.
  public var module: Double

  /// The most squares that are counted.
  public static let squaresLimit = 64

  /// Measures as they were told, for whoever has no frame.
  public init(
    brightness: Int, contrast: Int, glare: Double = 0, softness: Double, movement: Double = 0,
    squares: Int = 0, module: Double = 0
  ) {
    self.brightness = brightness
    self.contrast = contrast
    self.glare = glare
    self.softness = softness
    self.movement = movement
    self.squares = squares
    self.module = module
  }

  /// Measures a frame, but for its movement and squares.
  public init(of picture: GrayPicture) {
    self.init(half: picture.halved())
  }

  /// The same from the copy of half the size.
  init(half: GrayPicture) {
    var counts = [Int](repeating: 0, count: 256)
    var sum = 0
    for pixel in half.pixels {
      counts[Int(pixel)] += 1
      sum += Int(pixel)
    }
    brightness = sum / half.pixels.count
    contrast = half.contrast
    glare = Double(counts[250...].reduce(0, +)) / Double(half.pixels.count)
    softness = 2 * half.softness
    (movement, squares, module) = (0, 0, 0)
  }

  /// Looks for the squares of QR codes: for frames in which none was read, because it takes as
  /// long as reading one.
  public mutating func count(squaresOf picture: GrayPicture) {
    note(FinderSearch(picture).finders())
  }

  /// Keeps how many squares there are, and how large.
  mutating func note(_ finders: [Finder]) {
    let modules = finders.map(\.module).sorted()
    squares = min(modules.count, Self.squaresLimit)
    module = modules.isEmpty ? 0 : modules[modules.count / 2]
  }
}

/// How bright each column and each row of a frame is: by them it is seen how far the next frame has
/// moved.
///
/// The columns of a QR code are all about as dark, whatever it says, so one that changes does not
/// look like a movement.
struct FrameOutline {
  /// Into so many parts each line is divided.
  private static let parts = 320
  /// The farthest movement that is looked for, in parts.
  private static let reach = 24

  private let columns: [Int]
  private let rows: [Int]
  /// Rows for a column, in size.
  private let shape: Double

  init(of picture: GrayPicture) {
    let (width, height) = (picture.width, picture.height)
    var columns = [Int](repeating: 0, count: width)
    var rows = [Int](repeating: 0, count: height)
    picture.pixels.withUnsafeBufferPointer { pixels in
      for row in 0..<height {
        var sum = 0
        for column in 0..<width {
          let pixel = Int(pixels[row * width + column])
          sum += pixel
          columns[column] += pixel
        }
        rows[row] = sum * 16 / width
      }
    }
    for column in 0..<width { columns[column] = columns[column] * 16 / height }
    self.columns = Self.resampled(columns)
    self.rows = Self.resampled(rows)
    shape = Double(height) / Double(width)
  }

  /// How far this frame has moved since `other`, in shares of its width.
  func movement(since other: FrameOutline) -> Double {
    let across = Self.shift(columns, other.columns)
    let down = Double(Self.shift(rows, other.rows)) * shape
    return (Double(across * across) + down * down).squareRoot() / Double(Self.parts)
  }

  private static func resampled(_ line: [Int]) -> [Int] {
    (0..<parts).map { part in
      let start = part * line.count / parts
      let end = max(start + 1, (part + 1) * line.count / parts)
      return line[start..<end].reduce(0, +) / (end - start)
    }
  }

  /// By how many parts one line must be moved to lie on the other; 0 where that makes it hardly
  /// more alike.
  private static func shift(_ line: [Int], _ other: [Int]) -> Int {
    func difference(_ shift: Int) -> Int {
      var sum = 0
      for part in reach..<parts - reach { sum += abs(line[part + shift] - other[part]) }
      return sum
    }
    let still = difference(0)
    var (best, least) = (0, still)
    for shift in -reach...reach {
      let sum = difference(shift)
      if sum < least { (best, least) = (shift, sum) }
    }
    // A hand's shake of a part, or light that flickers, moves nothing.
    return least * 10 < still * 6 && still > 2 * 16 * (parts - 2 * reach) / 4 ? best : 0
  }
}
