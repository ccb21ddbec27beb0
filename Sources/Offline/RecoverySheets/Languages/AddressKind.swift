internal import Descriptors
internal import ExtendedKeys
internal import TransactionReview

/// A kind of addresses in the words that other programs use.
struct AddressKind: Hashable, Sendable {
  /// `Native SegWit (P2WPKH)`: as other programs name it, in English in every language.
  ///
  /// Where they have no name for it, it is in the language of the sheets.
  let name: String

  /// That of a standard account.
  init(_ account: StandardAccount) {
    name =
      switch account {
      case .pkh: "Legacy (P2PKH)"
      case .shWpkh: "Nested SegWit (P2SH-P2WPKH)"
      case .wpkh: "Native SegWit (P2WPKH)"
      case .tr: "Taproot (P2TR)"
      case .wsh: "Native SegWit multisig (P2WSH)"
      case .shWsh: "Nested SegWit multisig (P2SH-P2WSH)"
      case .sh: "Legacy multisig (P2SH)"
      }
  }

  /// That of a wallet; `facts` are in the language of the sheets.
  init(_ form: any DescriptorForm, in facts: FactSentences) {
    switch form {
    case is PKHForm: self.init(.pkh)
    case is WPKHForm: self.init(.wpkh)
    case let form as TRForm:
      self =
        form.leaves.isEmpty
        ? AddressKind(.tr) : AddressKind(name: "Taproot with scripts (P2TR)")
    case let form as WSHForm:
      self =
        form.inner is MultiForm
        ? AddressKind(.wsh) : AddressKind(name: "Native SegWit script (P2WSH)")
    case let form as SHForm:
      switch form.inner {
      case is WPKHForm: self.init(.shWpkh)
      case let inner as WSHForm:
        self =
          inner.inner is MultiForm
          ? AddressKind(.shWsh) : AddressKind(name: "Nested SegWit script (P2SH-P2WSH)")
      case is MultiForm: self.init(.sh)
      default: self.init(name: "Legacy script (P2SH)")
      }
    case is ComboForm:
      self.init(name: facts.everyKind.filling(["kinds": "P2PK, P2PKH, P2SH-P2WPKH, P2WPKH"]))
    case is PKForm: self.init(name: facts.bareKey.filling(["kind": "P2PK"]))
    case is MultiForm: self.init(name: "bare multisig")
    default: self.init(name: facts.otherKind)
    }
  }

  private init(name: String) { self.name = name }

  /// With a path, written as most programs do: `Native SegWit (P2WPKH), m/84'/0'/0'`.
  func withPath(_ path: String) -> String {
    "\(name), \(KeyPathText.spoken(path))"
  }
}

/// A path of keys where a person reads it.
enum KeyPathText {
  /// As most programs write it: `m/84'/0'/0'`, with ' for h.
  static func spoken(_ path: String) -> String { path.replacing("h", with: "'") }
}

extension SheetWallet {
  /// The kind of its addresses and the paths of its keys, in the words that other programs use.
  func kind(in facts: FactSentences) -> String {
    let kind = AddressKind(descriptor.form, in: facts)
    let paths = descriptor.keys.compactMap { key in key.origin.map { "\($0.path)" } }
    let known = paths.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    // Cosigners with paths of their own: each stands beside its key.
    return known.count == 1 ? kind.withPath(known[0]) : kind.name
  }

  /// The eight characters at the end of its descriptor (BIP-380), which tell it from every other.
  public var checksum: String {
    let text = descriptor.canonical
    return text.firstIndex(of: "#").map { String(text[text.index(after: $0)...]) } ?? ""
  }
}

extension SheetWallet {
  /// How many keys must sign of how many, where there is one way to spend; nil for longer rules.
  var threshold: (needed: Int, count: Int)? {
    guard let ways = WalletPolicy(descriptor)?.ways, ways.count == 1, let way = ways.first else {
      return nil
    }
    return (way.threshold, way.keys.count)
  }

  /// Whether there is more than one way to spend, so that others may need nobody else for one of them.
  ///
  /// None of them waits for a time: a descriptor with a time lock is refused when it is read.
  var hasSeveralWays: Bool { (WalletPolicy(descriptor)?.ways.count ?? 1) > 1 }
}
