/// What is to be said about a page beside what its QR codes hold.
public struct PageNotes: Equatable, Sendable {
  /// How far a page was looked at.
  public enum State: UInt8, Sendable {
    /// In every way.
    case whole = 0
    /// Once: so many squares are on it, as on cloth, that nothing could be looked for around them.
    case crowded = 1
    /// Not at all: the picture is in a form that is not read, or damaged.
    case undecoded = 2
  }

  /// How far it was looked at.
  public var state = State.whole
  /// How many QR codes are seen on it, by the squares in their corners, and were not read.
  public var unread = 0
  /// At how many places each of its QR codes stands, in their order.
  public var copies: [Int] = []

  public init() {}

  /// Whether there is something to say.
  public var isPlain: Bool { state == .whole && unread == 0 && copies.allSatisfy { $0 == 1 } }

  /// As `qr-reader` says it: the state, how many were not read, and how often each was read, a byte
  /// each, at most 255.
  public var encoded: [UInt8] {
    [state.rawValue] + ([unread] + copies).map { UInt8(min(255, max(0, $0))) }
  }
}
