/// The sizes of paper that a sheet is laid out for.
public enum Paper: UInt8, Sendable, CaseIterable {
  /// 210 by 297 mm (ISO 216).
  case a4 = 1
  /// 8.5 by 11 inches.
  case letter = 2

  /// The paper of that name, as `--paper` takes it: `a4` or `letter`.
  public init?(name: String) {
    switch name.lowercased() {
    case "a4": self = .a4
    case "letter": self = .letter
    default: return nil
    }
  }

  /// As `--paper` takes it.
  public var name: String {
    switch self {
    case .a4: "a4"
    case .letter: "letter"
    }
  }

  /// Width in points, 72 to the inch.
  public var width: Double {
    switch self {
    case .a4: 210 / 25.4 * 72
    case .letter: 612
    }
  }

  /// Height in points, 72 to the inch.
  public var height: Double {
    switch self {
    case .a4: 297 / 25.4 * 72
    case .letter: 792
    }
  }
}
