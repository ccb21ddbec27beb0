import BitcoinPrimitives
import ExtendedKeys
import RecoverySheets
import SheetPages

/// What an argument has to be, for a person who gave something else.
enum ArgumentMeaning {
  /// The words for a label of the usage, such as `<index>` or `--account <n>`.
  static func words(for label: String) -> String {
    let name = label.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" }
    switch name {
    case "index", "n", "block": return "a whole number from 0 to 2147483647"
    case "name", "seed", "wallet":
      return "a name: letters, digits, dot, dash and underscore, a letter or digit first, at most "
        + "\(EntryName.maxLength)"
    case "network": return "a network: \(Network.standard.map(\.name).joined(separator: ", "))"
    case "path": return "a path such as m/48h/0h/0h/2h"
    case "rule": return "a rule such as R04"
    case "script":
      return "a script: \(StandardAccount.allCases.map(\.rawValue).joined(separator: ", "))"
    case "kind":
      return "a kind of sheet: \(SheetKind.allCases.map(\.rawValue).joined(separator: ", "))"
    case "paper": return "a size of paper: \(Paper.allValueStrings.joined(separator: " or "))"
    case "takes": return "pdf or postscript"
    default: return "what it takes"
    }
  }
}
