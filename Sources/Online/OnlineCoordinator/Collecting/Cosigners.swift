internal import Descriptors
internal import ExtendedKeys
internal import Refusals
internal import Secp256k1
internal import TerminalUI

/// The people of a wallet, by the keys that sign, and how many of them it takes.
struct Cosigners: Sendable {
  /// One key that signs.
  struct Member: Hashable, Sendable {
    /// Its place among the descriptor's keys.
    let position: Int
    /// What the person is called; foreign text that has passed the gate.
    let label: String?
    let fingerprint: Fingerprint
    /// As lists and sentences name it: the label, and the fingerprint in brackets.
    let name: String
  }

  /// In the order of the descriptor; a key whose secret nobody knows is not among them.
  let all: [Member]
  /// Every key of the descriptor, in its order, as the wallet has it.
  let keys: [KeyExpression]
  /// How many have to sign; nil for a script whose rule is not a count of keys.
  let threshold: Int?

  /// The cosigners of a descriptor; `labels` are by place among its keys.
  init(_ descriptor: Descriptor, labels: [Int: String] = [:]) {
    self.keys = descriptor.keys
    let keys = descriptor.keys.enumerated().filter { !$0.element.isUnspendable }
    let fingerprints = keys.map { Self.fingerprint(of: $0.element) }
    let isAmbiguous = Set(fingerprints).count < fingerprints.count
    all = zip(keys, fingerprints).map { key, fingerprint in
      let label = labels[key.offset].flatMap { $0.isEmpty ? nil : ForeignText.name($0) }
      // Two accounts of one seed have the same fingerprint: only the path tells them apart.
      let origin = isAmbiguous ? key.element.origin.map { "\($0)" } : nil
      var name = "[\(origin ?? "\(fingerprint)")]"
      if isAmbiguous, origin == nil { name = "key \(key.offset + 1) \(name)" }
      return Member(
        position: key.offset, label: label, fingerprint: fingerprint,
        name: label.map { "\($0) \(name)" } ?? name)
    }
    if let policy = descriptor.multisig {
      // Where the internal key can sign as well, one signature may be enough: no plain count.
      threshold = all.count == policy.keys.count ? policy.threshold : nil
    } else {
      threshold = all.count == 1 ? 1 : nil
    }
  }

  /// Whether all keys are extended ones of test networks.
  var areOfTestNetwork: Bool {
    keys.allSatisfy { key in
      if case .extended(let xpub) = key.material { xpub.network == .testnets } else { false }
    }
  }

  /// Who holds the key at a place of the descriptor.
  func name(_ position: Int) -> String {
    all.first { $0.position == position }?.name ?? "key \(position + 1)"
  }

  private static func fingerprint(of key: KeyExpression) -> Fingerprint {
    if let origin = key.origin { return origin.fingerprint }
    return switch key.material {
    case .single(let publicKey): Fingerprint(of: publicKey)
    case .extended(let xpub): xpub.fingerprint
    case .xOnly(let xOnly):
      (try? PublicKey(xOnly)).map { Fingerprint(of: $0) } ?? .zero
    }
  }
}
