public import Refusals

/// Why a QR code or a picture could not be drawn.
public enum DrawingError: HintedError, Equatable, Sendable {
  /// The content does not fit a QR code of this version (40 is the largest there is).
  case contentTooLong(bytes: Int, version: Int)
  /// There is nothing to draw.
  case nothingToDraw
  /// The picture would have more pixels than are drawn.
  case pictureTooLarge(width: Int, height: Int, limit: Int)
  /// The pictures of an animation differ in size.
  case unequalPictures(frame: Int)
  /// The image library failed for lack of memory.
  case cannotEncode(format: String)

  public var description: String {
    switch self {
    case .contentTooLong(let bytes, let version):
      "a QR code of version \(version) is too small for \(bytes) bytes"
    case .nothingToDraw: "there is nothing to draw as a QR code"
    case .pictureTooLarge(let width, let height, let limit):
      "picture: \(width) by \(height) pixels, at most \(limit) are drawn"
    case .unequalPictures(let frame): "animation: frame \(frame) differs in size from the first"
    case .cannotEncode(let format): "\(format): out of memory"
    }
  }

  /// Nil: nothing from outside is refused, a QR code of ours is too large.
  public var rule: Rule? { nil }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .contentTooLong: "spread it over several QR codes, or choose a larger version"
    case .pictureTooLarge: "choose a smaller scale or fewer QR codes in one picture"
    default: "try again with less at once"
    }
  }
}
