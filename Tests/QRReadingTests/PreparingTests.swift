import Testing

@testable import QRReading

/// Preparations are computed many pixels at once; here one pixel after the other, as they are described.
@Suite struct PreparingTests {
  /// Pixels that a fixed rule draws; some of them black and white, where sums are largest.
  private static func picture(_ width: Int, _ height: Int, seed: UInt64) throws -> GrayPicture {
    var state = seed
    let pixels = (0..<width * height).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return switch state >> 61 {
      case 0: 0
      case 1, 2, 3: 255
      default: UInt8(truncatingIfNeeded: state >> 40)
      }
    }
    return try #require(GrayPicture(width: width, height: height, pixels: pixels))
  }

  private static let sizes = [(1, 1), (2, 1), (1, 5), (3, 2), (37, 23), (70, 300)]

  /// A mean to the nearest whole number, first along the row, then down; beyond an edge its last pixel goes on.
  private static func mean(_ picture: GrayPicture, _ reach: Int) -> [UInt8] {
    let (width, height) = (picture.width, picture.height)
    func nearest(_ sum: Int) -> UInt8 { UInt8((sum + reach) / (2 * reach + 1)) }
    var (across, result) = (picture.pixels, picture.pixels)
    for row in 0..<height {
      for column in 0..<width {
        var sum = 0
        for step in -reach...reach {
          sum += Int(picture.pixels[row * width + min(max(column + step, 0), width - 1)])
        }
        across[row * width + column] = nearest(sum)
      }
    }
    for row in 0..<height {
      for column in 0..<width {
        var sum = 0
        for step in -reach...reach {
          sum += Int(across[min(max(row + step, 0), height - 1) * width + column])
        }
        result[row * width + column] = nearest(sum)
      }
    }
    return result
  }

  @Test(arguments: [1, 2, 3, 12, 60, 127])
  func `smoothed is the mean of the square around each pixel`(reach: Int) throws {
    for (width, height) in Self.sizes where reach < 60 || width < 70 {
      let picture = try Self.picture(width, height, seed: UInt64(reach))
      #expect(
        picture.smoothed(reach).pixels == Self.mean(picture, reach), "\(width) by \(height)")
    }
    let white = try #require(
      GrayPicture(width: 9, height: 9, pixels: [UInt8](repeating: 255, count: 81)))
    #expect(white.smoothed(reach) == white)
  }

  @Test func `darkened is the least of the nine pixels around`() throws {
    for (width, height) in Self.sizes {
      let picture = try Self.picture(width, height, seed: 7)
      var expected = picture.pixels
      for row in 0..<height {
        for column in 0..<width {
          for near in max(row - 1, 0)...min(row + 1, height - 1) {
            for beside in max(column - 1, 0)...min(column + 1, width - 1) {
              let at = row * width + column
              expected[at] = min(expected[at], picture.pixels[near * width + beside])
            }
          }
        }
      }
      #expect(picture.darkened().pixels == expected, "\(width) by \(height)")
    }
  }

  @Test func `dark is what is darker than the mean by more than so many shades`() throws {
    let picture = try Self.picture(37, 23, seed: 3)
    for least in [0, 4, 40, 300] {
      let mean = Self.mean(picture, 12)
      let expected = zip(picture.pixels, mean).map { Int($0) + least < Int($1) }
      #expect(picture.darkParts(by: least, reach: 12) == expected)
    }
  }

  /// Columns of a tile of 32 rows become as dark as the darkest ones within 12 pixels.
  @Test func `evened makes the columns of a light streak as dark as those beside it`() throws {
    let (width, height) = (60, 70)
    let pixels = (0..<width * height).map { at -> UInt8 in
      let (row, column) = (at / width, at % width)
      guard row % 6 < 3 else { return 250 }
      return (20..<24).contains(column) ? 180 : 30
    }
    let picture = try #require(GrayPicture(width: width, height: height, pixels: pixels))
    let evened = picture.evened().pixels
    for row in 0..<height {
      for column in 0..<width {
        let own = picture.pixels[row * width + column]
        // The darkest of the streak is 75 below white, beside it 225: three times as much.
        let expected = (20..<24).contains(column) ? 255 - 3 * (255 - Int(own)) : Int(own)
        #expect(Int(evened[row * width + column]) == expected)
      }
    }
  }
}
