/// Why `sheet-drawer` drew nothing: the word of its protocol, and what goes with it.
public enum SheetRefusal: Error, Equatable, Sendable {
  /// The letters need a package of fonts that is not installed.
  case fontMissing(package: FontPackage)
  /// No font of the packages has a letter: its Unicode number, or nil when it stands in a secret.
  case letterMissing(UInt32?)
  /// The document breaks the format at this byte.
  case malformed(offset: Int)
  /// The document would take more pages than are drawn.
  case tooManyPages
  /// A page at this resolution would be too large a picture.
  case tooManyDots
  /// There was not enough memory.
  case memory
  /// The helper could not lock itself in, and read nothing.
  case sandbox
  /// The helper was started with other arguments than it takes.
  case usage

  /// The packages of Debian with the fonts that sheets are drawn in.
  public enum FontPackage: String, Sendable, CaseIterable {
    /// Latin, Greek and Cyrillic letters.
    case dejaVu = "fonts-dejavu-core"
    /// Chinese, Japanese and Korean letters.
    case notoCJK = "fonts-noto-cjk"
  }

  /// As it crosses the pipe: a word, or a word, a space and a detail.
  public var wire: String {
    switch self {
    case .fontMissing(let package): "font-missing \(package.rawValue)"
    case .letterMissing(let letter?): "letter-missing \(letter)"
    case .letterMissing(nil): "letter-missing secret"
    case .malformed(let offset): "malformed \(offset)"
    case .tooManyPages: "too-many-pages"
    case .tooManyDots: "too-many-dots"
    case .memory: "memory"
    case .sandbox: "sandbox"
    case .usage: "usage"
    }
  }

  /// Reads what crossed the pipe; nil for anything else.
  public init?(wire: String) {
    let words = wire.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    switch (words.first, words.count > 1 ? words[1] : nil, words.count) {
    case ("font-missing", let name?, 2):
      guard let package = FontPackage(rawValue: name) else { return nil }
      self = .fontMissing(package: package)
    case ("letter-missing", "secret", 2): self = .letterMissing(nil)
    case ("letter-missing", let number?, 2):
      guard let letter = UInt32(number), letter <= 0x10_FFFF else { return nil }
      self = .letterMissing(letter)
    case ("malformed", let number?, 2):
      guard let offset = Int(number), (0...SheetLimits.documentBytes).contains(offset) else {
        return nil
      }
      self = .malformed(offset: offset)
    case ("too-many-pages", nil, 1): self = .tooManyPages
    case ("too-many-dots", nil, 1): self = .tooManyDots
    case ("memory", nil, 1): self = .memory
    case ("sandbox", nil, 1): self = .sandbox
    case ("usage", nil, 1): self = .usage
    default: return nil
    }
  }
}
