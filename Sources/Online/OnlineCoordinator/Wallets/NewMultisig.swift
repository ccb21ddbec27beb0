internal import BitcoinPrimitives
internal import Descriptors
internal import ExtendedKeys
internal import Refusals
internal import TerminalUI
internal import WalletFiles

/// Makes a wallet of several people's keys.
struct NewMultisig {
  let threshold: Int
  let cosigners: [Cosigner]
  /// What was asked for; nil takes what the keys say.
  let script: StandardAccount?
  let isSorted: Bool
  /// Chance's wallets: the keys themselves, in the order given, one address (`sh(multi(...))`).
  let isChance: Bool

  /// The wallet's descriptor.
  ///
  /// Throws with the reason: a key twice, keys for several scripts, a threshold that is not between
  /// one and all, more keys than the script can hold.
  func descriptor(_ console: Console) throws(ProgramError) -> Descriptor {
    try requireDistinctKeys(console)
    let script = try commonScript()
    var keys: [KeyExpression] = []
    for cosigner in cosigners { keys.append(expression(of: cosigner)) }
    let wrapping: MultisigPolicy.Wrapping
    switch script {
    case .wsh: wrapping = .wsh
    case .shWsh: wrapping = .shWsh
    case .sh: wrapping = .sh
    case .tr:
      guard let internalKey = Descriptor.unspendableInternalKey else {
        throw ProgramError("the unspendable key is missing", hint: "report this")
      }
      wrapping = .tr(internalKey: internalKey)
    case .pkh, .shWpkh, .wpkh:
      throw ProgramError(
        "\(script.rawValue) is a script of one key",
        hint: "several keys make a wallet with --script wsh, sh-wsh, sh or tr",
        exitCode: .wrongUsage)
    }
    do throws(DescriptorError) {
      let policy = try MultisigPolicy(
        threshold: threshold, keys: keys, isSorted: isSorted && !isChance, wrapping: wrapping)
      return try Descriptor(policy)
    } catch {
      throw ProgramError(error)
    }
  }

  private func expression(of cosigner: Cosigner) -> KeyExpression {
    isChance ? cosigner.key.lone : cosigner.key.ranged
  }

  /// The labels by the keys' places in the wallet's descriptor.
  func labels(in descriptor: Descriptor) -> [Int: String] {
    var labels: [Int: String] = [:]
    for cosigner in cosigners {
      let position = descriptor.keys.firstIndex(of: expression(of: cosigner))
      if let position { labels[position] = cosigner.label }
    }
    return labels
  }

  /// Refuses the same key twice and two keys that say they are one (R08), naming both; warns of two
  /// keys of one seed.
  private func requireDistinctKeys(_ console: Console) throws(ProgramError) {
    if let conflict = OriginConflict(among: cosigners.map(\.key.key)) {
      throw ProgramError(
        "\(cosigners[conflict.second].place) and \(cosigners[conflict.first].place) both claim "
          + "to be [\(conflict.origin)], but differ", rule: .r08, hint: conflict.hint)
    }
    for (position, cosigner) in cosigners.enumerated() {
      for other in cosigners[..<position] {
        if cosigner.key.key.material == other.key.key.material {
          throw ProgramError(
            "\(cosigner.place) and \(other.place) are the same key: one person would count twice",
            rule: .r23,
            hint: "ask each signer for a key of its own")
        }
        if let seed = cosigner.key.key.origin?.fingerprint,
          seed == other.key.key.origin?.fingerprint
        {
          console.warn(
            "\(cosigner.place) and \(other.place) are of the same seed \(seed): whoever holds it can sign for both"
          )
        }
        if let label = cosigner.label, label == other.label {
          throw ProgramError(
            "two keys are called \(ForeignText.name(label))", hint: "give each a name of its own")
        }
      }
    }
  }

  /// The script that was asked for, else the one that the keys agree on.
  private func commonScript() throws(ProgramError) -> StandardAccount {
    if isChance { return .sh }
    if let script { return script }
    let stated = cosigners.compactMap { cosigner in
      cosigner.key.script.map { (cosigner.place, $0) }
    }
    guard let first = stated.first else {
      throw ProgramError(
        "no key states which script it is for",
        hint: "add --script wsh (or sh-wsh, sh, tr), the same that everybody else uses")
    }
    if let other = stated.first(where: { $0.1 != first.1 }) {
      throw ProgramError(
        "\(first.0) is a key for \(first.1.rawValue), \(other.0) for \(other.1.rawValue)",
        hint: "all keys of a wallet are for one script: export one of them again with --script")
    }
    return first.1
  }
}
