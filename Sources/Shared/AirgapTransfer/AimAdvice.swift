/// What a person who aims a camera may do so that a QR code is read.
enum AimAdvice: Equatable, Sendable {
  case tooDark, tooBright, moving, tooSmall, tooBlurred, cutOff, seenNotRead, dim, nothingSeen

  /// The first that applies to a frame in which nothing was read.
  ///
  /// A wrong word costs a moment: the numbers are those at which the frames of AimAdviceTests are no longer read.
  init(_ look: FrameLook) {
    let unread = look.places.filter { !$0.isRead }.count
    let isSeen = look.squares > 0 || unread > 0
    self =
      if look.brightness < 40, look.contrast < 45 {
        .tooDark
      } else if look.glare > 0.6 {
        .tooBright
      } else if look.movement > 0.012 {
        .moving
      } else if isSeen, look.module > 0, look.module < 2.3 {
        .tooSmall
      } else if look.softness > (look.squares >= 3 ? max(1.6, 0.5 * look.module) : 2.6) {
        .tooBlurred
      } else if isSeen, unread == 0, look.squares < 3 {
        .cutOff
      } else if isSeen {
        .seenNotRead
      } else if look.contrast < 45 {
        .dim
      } else {
        .nothingSeen
      }
  }

  /// As a sentence.
  var text: String {
    switch self {
    case .tooDark: "Too dark: make the other screen brighter, or turn on a light."
    case .tooBright: "Too bright: make the other screen darker, or tilt it."
    case .moving: "Moving: hold still."
    case .tooSmall: "QR code too small: come closer."
    case .tooBlurred: "Too blurred: move back."
    case .cutOff: "Only a part of the QR code is seen: move it to the middle."
    case .seenNotRead:
      "A QR code is seen, but not read: hold it straight, all of it in the picture."
    case .dim: "Hardly anything is seen: is the camera covered?"
    case .nothingSeen: "No QR code is seen: point the camera at it, or come closer."
    }
  }
}

/// What a person is told while frames come: not another sentence with each of them.
struct Aiming: Sendable {
  /// So many frames in a row must ask for the same.
  static let patience = 3
  /// So many frames without a QR code may follow one that was read before anything is said.
  static let pause = 12

  /// What to do now; nil while QR codes are read, and before anything is known.
  private(set) var advice: AimAdvice?
  private var asked: (advice: AimAdvice, times: Int)?
  private var sinceRead: Int?

  /// Takes the next frame.
  mutating func take(_ frame: ReaderFrame) {
    guard frame.symbols.isEmpty else {
      (sinceRead, asked, advice) = (0, nil, nil)
      return
    }
    if let since = sinceRead {
      guard since >= Self.pause else {
        sinceRead = since + 1
        return
      }
    }
    guard let look = frame.look else { return }
    let next = AimAdvice(look)
    let times = asked?.advice == next ? (asked?.times ?? 0) + 1 : 1
    asked = (next, times)
    if times >= Self.patience { advice = next }
  }
}
