public import Refusals
public import SheetPages

/// Why a sheet cannot be made; never with a part of a secret.
public enum RecoverySheetError: HintedError, Equatable, Sendable {
  /// A QR code cannot be drawn; the reason names no content.
  case symbol(String, reason: String)
  /// The document is not one that can be drawn.
  case pages(SheetPagesError)
  /// A wallet whose addresses cannot be derived.
  case wallet(String, reason: String)
  /// A sheet that would have nothing on it.
  case nothingToPrint(String)

  public var description: String {
    switch self {
    case .symbol(let name, let reason): "\(name) cannot be drawn as a QR code: \(reason)"
    case .pages(let error): error.description
    case .wallet(let name, let reason): "the wallet \(name): \(reason)"
    case .nothingToPrint(let what): what
    }
  }

  /// Nil: no rule is about paper and printers.
  public var rule: Rule? { nil }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .symbol: "print fewer things, or another kind of sheet"
    case .pages(let error): error.hint
    case .wallet: "look at it with `wallet show`"
    case .nothingToPrint: "export an account, or register a wallet first"
    }
  }
}
