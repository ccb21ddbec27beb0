internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import ExtendedKeys

/// The text in which Coldcard, and most wallets after it, pass on a multisig.
///
/// `Name:`, `Policy: 2 of 3`, `Format: P2WSH`, `Derivation: m/48'/0'/0'/2'` once or before each
/// key, and a line `FINGERPRINT: xpub` for each key; `#` begins a comment. Keys are sorted (BIP-67)
/// unless `Sorted: False` is said. Lines of other names are refused: their meaning is not guessed.
enum ColdcardMultisigText {
  private static let type = "Coldcard multisig text"

  static func read(_ text: String) throws(WalletFileError) -> WalletDraft? {
    var fields: [String: Substring] = [:]
    var derivation: DerivationPath?
    var keys: [AccountKey] = []
    var prefixes: [StandardAccount?] = []
    for (number, line) in FileText.lines(text).enumerated() where !line.isEmpty {
      if line.hasPrefix("#") { continue }
      guard let colon = line.firstIndex(of: ":") else {
        // A text that began like this one may be any other.
        if fields.isEmpty { return nil }
        throw .malformed(type: type, what: "line \(number + 1) is not a NAME: VALUE")
      }
      let name = line[..<colon].lowercased()
      let value = FileText.trimmed(line[line.index(after: colon)...])
      switch name {
      case "derivation":
        guard let path = try? DerivationPath(parsing: value) else {
          throw .malformed(type: type, what: "line \(number + 1): Derivation is not a path")
        }
        derivation = path
      case "name", "policy", "format", "sorted":
        guard fields.updateValue(value, forKey: name) == nil else {
          throw .malformed(type: type, what: "line \(number + 1): \(name) is given twice")
        }
      default:
        guard let fingerprint = try? Fingerprint(parsing: name) else {
          if fields.isEmpty { return nil }
          throw .malformed(
            type: type, what: "line \(number + 1) has a name that is not known")
        }
        guard keys.count < 20 else {
          throw .refused(field: "keys", reason: "are more than 20")
        }
        let field = "key \(keys.count + 1) (line \(number + 1))"
        guard let derivation else {
          throw .refused(field: field, reason: "has no Derivation before it")
        }
        let (key, script) = try KeyFields.account(
          value, fingerprint: fingerprint, path: derivation, field: field)
        keys.append(key)
        prefixes.append(script)
      }
    }
    guard fields["policy"] != nil || !keys.isEmpty else { return nil }
    let (threshold, total) = try policy(fields["policy"])
    guard keys.count == total else {
      throw .refused(field: "Policy", reason: "says \(total) keys, and there are \(keys.count)")
    }
    let script = try script(fields["format"])
    for (position, prefix) in prefixes.enumerated() {
      try KeyFields.requireAgreement(
        prefix, with: script, field: "prefix of key \(position + 1)")
    }
    let parts = MultisigParts(
      threshold: threshold, keys: keys, script: script, isSorted: try sorted(fields["sorted"]))
    var draft = WalletDraft(.coldcard, try parts.descriptor())
    draft.name = fields["name"].map(String.init)
    return draft
  }

  /// `2 of 3`, `2/3`, `2-of-3`.
  private static func policy(
    _ text: Substring?
  ) throws(WalletFileError) -> (threshold: Int, total: Int) {
    let parts = (text ?? "").lowercased().split(whereSeparator: { " /-".contains($0) })
    let numbers = parts.filter { $0 != "of" }
    guard parts.count <= 3, numbers.count == 2, let threshold = Int(numbers[0]),
      let total = Int(numbers[1])
    else { throw .malformed(type: type, what: "Policy is not of the form 2 of 3") }
    guard threshold >= 1, threshold <= total, total <= 20 else {
      throw .refused(field: "Policy", reason: "says \(threshold) of \(total) keys, which cannot be")
    }
    return (threshold, total)
  }

  private static func script(_ text: Substring?) throws(WalletFileError) -> StandardAccount {
    switch text?.lowercased() {
    case "p2wsh": .wsh
    case "p2sh-p2wsh", "p2wsh-p2sh": .shWsh
    case "p2sh", nil: .sh
    default: throw .unsupported(type: type, what: "a Format other than P2SH, P2SH-P2WSH, P2WSH")
    }
  }

  private static func sorted(_ text: Substring?) throws(WalletFileError) -> Bool {
    switch text?.lowercased() {
    case nil, "true", "yes", "1": true
    case "false", "no", "0": false
    default: throw .malformed(type: type, what: "Sorted is neither True nor False")
    }
  }

  /// Writes the text; throws for wallets it cannot hold, taproot and unsorted ones among them.
  static func text(_ file: WalletFile) throws(WalletFileError) -> String {
    let parts = try MultisigParts(file.descriptor, for: .coldcard)
    guard parts.keys.count <= 15 else {
      throw .cannotHold(.coldcard, reason: "it has \(parts.keys.count) keys, and 15 are the most")
    }
    let format =
      switch parts.script {
      case .wsh: "P2WSH"
      case .shWsh: "P2SH-P2WSH"
      default: "P2SH"
      }
    var lines = [
      "# Multisig setup file, for Coldcard and others", "#",
      "Name: \(FileText.plainName(file.name, limit: 20))",
      "Policy: \(parts.threshold) of \(parts.keys.count)",
    ]
    let paths = parts.keys.map { FileText.apostrophes($0.origin.path) }
    let isShared = Set(paths).count == 1
    if isShared { lines.append("Derivation: \(paths[0])") }
    lines += ["Format: \(format)", ""]
    for (key, path) in zip(parts.keys, paths) {
      if !isShared { lines.append("Derivation: \(path)") }
      lines.append("\("\(key.origin.fingerprint)".uppercased()): \(key.xpub)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
