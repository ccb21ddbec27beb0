internal import Glibc

/// What the terminal can show, as the environment says.
public struct TerminalStyle: Equatable, Sendable {
  /// Whether only ASCII is shown: the locale is not UTF-8, the terminal is dumb, or `NO_COLOR` is set.
  public let isPlain: Bool
  /// Whether the terminal knows no escape sequences (`TERM=dumb`).
  public let isDumb: Bool
  /// Whether half blocks are shown.
  ///
  /// Most of Debian's fonts for the console have whole blocks alone.
  public let hasHalfBlocks: Bool
  /// Whether it keeps its first screen while something is shown on the second; a Linux console has one alone.
  public let hasSecondScreen: Bool
  /// Whether the terminal says that it has a table of 256 colours, which has greys in it.
  public let hasGreys: Bool

  /// Takes variables of the environment by name; nil and empty are the same.
  ///
  /// The locale is what setlocale(3) takes for characters: `LC_ALL`, else `LC_CTYPE`, else `LANG`.
  public init(_ variable: (String) -> String?) {
    func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    isDumb = value("TERM") == "dumb"
    let locale = value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG") ?? "C"
    let charset = locale.lowercased().filter { $0 != "-" }
    let terminal = value("TERM") ?? ""
    hasHalfBlocks = terminal != "linux"
    hasSecondScreen = !isDumb && terminal != "linux"
    hasGreys =
      value("COLORTERM") != nil || terminal.contains("256color") || terminal.contains("direct")
      || ["alacritty", "foot", "xterm-ghostty", "xterm-kitty"].contains(terminal)
    isPlain = isDumb || value("NO_COLOR") != nil || !charset.contains("utf8")
  }

  /// The style of this process's terminal.
  public static var ofProcess: TerminalStyle {
    TerminalStyle { name in getenv(name).map { String(cString: $0) } }
  }

  /// Text in ASCII: what is not ASCII is written as its number, as in `\u{e9}`.
  public static func plain(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var plain = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        plain.unicodeScalars.append(scalar)
      } else {
        plain += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return plain
  }
}
