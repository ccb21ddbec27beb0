/// What `qr-reader` says about a page beside what its QR codes hold.
public struct PageNotes: Sendable, Equatable {
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
  public let state: State
  /// How many QR codes are seen on it, by the squares in their corners, and were not read.
  public let unread: Int
  /// At how many places each of its QR codes stands, in their order.
  public let copies: [Int]

  static let none = PageNotes(state: .whole, unread: 0, copies: [])

  init(state: State, unread: Int, copies: [Int]) {
    (self.state, self.unread, self.copies) = (state, unread, copies)
  }

  /// Reads the record of a frame with so many QR codes (docs/formats.md); nil where it is none.
  init?(decoding bytes: [UInt8], symbols count: Int) {
    guard bytes.count == 2 + count, let state = State(rawValue: bytes[0]) else { return nil }
    self.init(state: state, unread: Int(bytes[1]), copies: bytes.dropFirst(2).map(Int.init))
  }

  /// What a person should know, a sentence each without its end.
  var words: [String] {
    var words: [String] = []
    switch state {
    case .whole: break
    case .crowded:
      words.append(
        "it shows so fine a pattern, such as cloth, that it was not looked at closer: lay the page on "
          + "a plain ground, or cut the picture to the page")
    case .undecoded: words.append("the picture could not be decoded")
    }
    if unread > 0 {
      words.append(
        unread == 1
          ? "a QR code on it could not be read" : "\(unread) QR codes on it could not be read")
    }
    return words
  }
}
