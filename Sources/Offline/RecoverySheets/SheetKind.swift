/// The kinds of recovery sheets, by their names on the command line.
public enum SheetKind: String, Hashable, Sendable, CaseIterable {
  /// The seed in the clear, and its wallets.
  case full
  /// The seed and its wallets under words that a person chose.
  case encrypted
  /// Descriptors, keys and addresses: no secret.
  case `public`
  /// Lines and empty grids to be filled in by hand.
  case blank
  /// One share of the seed.
  case share
  /// A letter to the heirs, with the steps and without secrets.
  case inheritance

  /// Whether whoever holds the sheet holds a secret, or a part of one.
  public var isSecret: Bool {
    switch self {
    case .full, .encrypted, .share: true
    case .public, .blank, .inheritance: false
    }
  }

  /// How a sheet of this kind is called.
  public var title: String {
    switch self {
    case .full: "Recovery sheet"
    case .encrypted: "Encrypted recovery sheet"
    case .public: "Public sheet"
    case .blank: "Blank sheet"
    case .share: "Share"
    case .inheritance: "Letter"
    }
  }
}
