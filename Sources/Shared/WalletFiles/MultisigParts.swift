internal import BitcoinPrimitives
internal import Descriptors
internal import ExtendedKeys

/// What the formats of multisig wallets say in their own words: a threshold, keys and a script.
struct MultisigParts: Sendable {
  var threshold: Int
  var keys: [AccountKey]
  /// `wsh`, `sh-wsh` or `sh`.
  var script: StandardAccount
  var isSorted = true

  /// The descriptor of receiving and change addresses: `KEY/<0;1>/*` for each key.
  func descriptor() throws(WalletFileError) -> Descriptor {
    let expressions = keys.map { "\($0)/<0;1>/*" }
    let name = isSorted ? "sortedmulti" : "multi"
    let multi = "\(name)(\(([String(threshold)] + expressions).joined(separator: ",")))"
    do {
      return switch script {
      case .wsh: try Descriptor(parsing: "wsh(\(multi))")
      case .shWsh: try Descriptor(parsing: "sh(wsh(\(multi)))")
      default: try Descriptor(parsing: "sh(\(multi))")
      }
    } catch {
      throw .descriptor(error)
    }
  }

  /// Takes a wallet apart for a format that knows cosigners' accounts only.
  ///
  /// Throws when it is not a multisig of `KEY/<0;1>/*` in `wsh`, `sh(wsh)` or `sh`, when a key has
  /// no origin that fits it, or when the keys are unsorted and `sortedOnly` says the format sorts
  /// them.
  init(
    _ descriptor: Descriptor, for format: WalletFileFormat, sortedOnly: Bool = true
  ) throws(WalletFileError) {
    guard let policy = descriptor.multisig else {
      throw .cannotHold(format, reason: "it is not a multisig")
    }
    switch policy.wrapping {
    case .wsh: script = .wsh
    case .shWsh: script = .shWsh
    case .sh: script = .sh
    case .bare: throw .cannotHold(format, reason: "its multisig stands in no sh() or wsh()")
    case .tr: throw .cannotHold(format, reason: "it is a taproot wallet")
    }
    guard policy.isSorted || !sortedOnly else {
      throw .cannotHold(
        format, reason: "its keys have a fixed order (multi), and the format sorts them")
    }
    var keys: [AccountKey] = []
    for (position, key) in policy.keys.enumerated() {
      keys.append(try Self.account(key, position: position, for: format))
    }
    threshold = policy.threshold
    self.keys = keys
    isSorted = policy.isSorted
  }

  init(threshold: Int, keys: [AccountKey], script: StandardAccount, isSorted: Bool = true) {
    self.threshold = threshold
    self.keys = keys
    self.script = script
    self.isSorted = isSorted
  }

  /// The account behind `KEY/<0;1>/*`.
  static func account(
    _ key: KeyExpression, position: Int, for format: WalletFileFormat
  ) throws(WalletFileError) -> AccountKey {
    guard key.countsAsUsual else {
      throw .cannotHold(
        format, reason: "key \(position + 1) has no receiving and change addresses (<0;1>/*)")
    }
    guard let origin = key.origin, case .extended(let xpub) = key.material else {
      throw .cannotHold(format, reason: "key \(position + 1) has no origin")
    }
    return AccountKey(stated: origin, xpub: xpub)
  }
}
