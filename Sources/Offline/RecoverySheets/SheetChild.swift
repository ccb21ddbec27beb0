/// A seed that is derived from another one (BIP-85), as it is named on the paper of that one.
///
/// The backup of the parent brings it back, when somebody knows that there is a child and which.
public struct SheetChild: Hashable, Sendable {
  /// What the person calls the child.
  public let name: String
  /// Which child it is: `words/12/7`, `words/24/0/spanish`, `xprv/0`, `wif/3`; nil where it is not known.
  public let path: String?
  /// In hexadecimal, of the child itself.
  public let fingerprint: String
  /// The name of the seed that it is derived from.
  public let parent: String

  /// Takes the four; fingerprints in hexadecimal.
  public init(name: String, path: String?, fingerprint: String, parent: String) {
    self.name = name
    self.path = path
    self.fingerprint = fingerprint
    self.parent = parent
  }

  /// What `seed derive` takes to derive it again; nil where that is not known.
  public var derivation: String? {
    guard let parts = path?.split(separator: "/").map(String.init), parts.count >= 2 else {
      return nil
    }
    switch (parts[0], parts.count) {
    case ("words", 3): return "--as words --words \(parts[1]) --index \(parts[2])"
    case ("words", 4):
      return "--as words --words \(parts[1]) --language \(parts[3]) --index \(parts[2])"
    case ("xprv", 2), ("wif", 2): return "--as \(parts[0]) --index \(parts[1])"
    default: return nil
    }
  }

  /// As it stands on paper, beside its name.
  func text(in facts: FactSentences) -> String {
    guard let path else {
      return facts.unknownChild.filling(["parent": parent, "fingerprint": fingerprint])
    }
    return facts.childText.filling([
      "path": path, "parent": parent, "fingerprint": fingerprint,
    ])
  }

  // MARK: On an encrypted sheet

  /// Of each child its name, path, fingerprint and parent with one space between; `, ` between two.
  static func line(_ children: [SheetChild]) -> String {
    children.map { "\($0.name) \($0.path ?? "?") \($0.fingerprint) \($0.parent)" }
      .joined(separator: ", ")
  }

  /// Reads what ``line(_:)`` wrote; what is written otherwise is left out.
  static func children(in line: String) -> [SheetChild] {
    line.split(separator: ",").compactMap { entry in
      let parts = entry.split(separator: " ").map(String.init)
      guard parts.count == 4 else { return nil }
      return SheetChild(
        name: parts[0], path: parts[1] == "?" ? nil : parts[1], fingerprint: parts[2],
        parent: parts[3])
    }
  }
}
