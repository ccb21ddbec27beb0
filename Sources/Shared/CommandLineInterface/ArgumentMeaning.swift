internal import AirgapTransfer
internal import BitcoinPrimitives
internal import ExtendedKeys

/// What an argument has to be, for a person who gave something else.
enum ArgumentMeaning {
  /// The words for a label of the usage, such as `<index>` or `--account <n>`; `own` are those of one program.
  static func words(for label: String, own: [String: String]) -> String {
    let name = String(label.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" })
    if let words = own[name] { return words }
    return switch name {
    case "index", "n", "block", "blocks", "count", "height", "number":
      "a whole number from 0 to 2147483647"
    case "network", "net":
      "a network: \(NetworkRegistry.builtIn.all.map(\.name).joined(separator: ", "))"
    case "path": "a path such as m/48h/0h/0h/2h"
    case "rule": "a rule such as R04, or the name of a consent that a warning asks for"
    case "script", "type":
      "a script: \(StandardAccount.allCases.map(\.rawValue).joined(separator: ", "))"
    case "format": "a form to write in; `--help` lists them"
    case "peer": "who reads it: \(Peer.allCases.map(\.rawValue).joined(separator: ", "))"
    case "sat/vB": "a fee rate in sat/vB such as 2.5"
    case "txid:vout": "a coin, by its transaction and output: TXID:VOUT"
    case "fingerprint": "a fingerprint of 8 hexadecimal digits"
    case "m-of-n": "the number of keys that must sign, such as 2-of-3"
    default: "what it takes; `--help` says what that is"
    }
  }
}
