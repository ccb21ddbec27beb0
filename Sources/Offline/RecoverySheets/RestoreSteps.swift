internal import BitcoinPrimitives
internal import Mnemonics

/// The commands that bring things back, as they stand on paper: each as it is typed, up to a comma, a
/// full stop, a colon or a bracket.
///
/// `PHOTOS`, `PHOTO` and `NAME` stand for what only the reader knows, and the same line says what.
struct RestoreSteps {
  let network: Network

  /// A home on a machine without a network.
  var home: String {
    "On a machine without a network: offline-signer init --network \(network.name)."
  }

  /// Taking a seed from paper; `options` is what the paper cannot say to a camera.
  func seed(
    _ facts: SheetSeed.Facts, _ options: [String], photos: String, otherwise: String
  ) -> String {
    let all = (["offline-signer seed import \(facts.name)"] + options).joined(separator: " ")
    return
      "\(all) --from PHOTOS, \(photos); \(otherwise). The fingerprint must be \(facts.fingerprint)."
  }

  /// Looking for everything that a seed was used for, where no wallet is known.
  func accounts(
    of name: String, _ form: SheetSeed.Form? = nil, from height: UInt32?
  ) -> [String] {
    if form == .singleKey {
      return [
        "offline-signer account export \(name) --out key.png, for the machine with a network.",
        watching(name, from: "key.png", "that file", height),
      ]
    }
    return [
      "offline-signer account export \(name) --all --out accounts.gif, for the machine with a "
        + "network.",
      "There: online-coordinator wallet discover \(name) accounts.gif\(since(height)). "
        + "\(range(height))It finds the accounts that were used.",
    ]
  }

  /// Watching a wallet again; `what` is the picture or file that holds it.
  func watching(_ name: String, from what: String, _ said: String, _ height: UInt32?) -> String {
    "On a machine with a network: online-coordinator wallet import \(name) --from \(what)"
      + "\(since(height)), \(said). \(range(height))Compare the first address."
  }

  /// Deriving the children of a seed again (BIP-85).
  func derived(_ children: [SheetChild]) -> [String] {
    let known = children.filter { $0.derivation != nil }
    guard known.count <= Self.mostChildren else {
      return [
        "For each child listed above, such as words/12/7: offline-signer seed derive PARENT --as "
          + "words --words 12 --index 7 --into NAME. It must have the fingerprint beside it."
      ]
    }
    return known.map { child in
      "The child \(child.name): offline-signer seed derive \(child.parent) \(child.derivation ?? "") --into "
        + "\(child.name), with the fingerprint \(child.fingerprint)."
    }
  }

  private static let mostChildren = 8

  private func since(_ height: UInt32?) -> String { height.map { " --birth-height \($0)" } ?? "" }

  private func range(_ height: UInt32?) -> String {
    height == nil ? "Without a birth height it looks at the whole chain. " : ""
  }
}

extension SheetSeed.Form {
  /// What `seed import` must be told of the words, where their QR code or text may fit two
  /// languages.
  var importOptions: [String] {
    guard case .words(let language, _) = self, language != .english else { return [] }
    return ["--language \(language)"]
  }
}

extension [SheetWallet] {
  /// The birth height of all of them: the lowest; nil when one of them has none.
  var birthHeight: UInt32? {
    contains { $0.birthHeight == nil } ? nil : map { $0.birthHeight ?? 0 }.min()
  }
}
