internal import BitcoinPrimitives
internal import Descriptors
internal import ExtendedKeys

/// Finds a script in one registered wallet by deriving it again.
///
/// The script is derived whole, with the keys of everybody: a quorum of the same shape with one key
/// swapped is another script, and is not found.
struct WalletMatcher: Sendable {
  let number: Int
  let wallet: RegisteredWallet
  /// The fingerprints of the keys that are not ours.
  let cosigners: Set<Fingerprint>
  /// How many keys a script has.
  let keyCount: Int
  private let branches: [DescriptorBranch]
  /// For each branch the key origins at index 0: what a claim about it must look like but for the
  /// last step.
  private let patterns: [[KeyOrigin]]
  private let scriptKind: ScriptKind
  private let lookUp = LookUpTable()

  /// The matchers of a wallet: one, but for a combo, which owns each kind of script of its key.
  static func all(number: Int, wallet: RegisteredWallet) -> [WalletMatcher] {
    wallet.descriptor.alternatives.compactMap {
      WalletMatcher(number: number, wallet: wallet, scripts: $0)
    }
  }

  /// Derives the first script of each branch once to learn the origins; nil for a wallet that
  /// derives nothing.
  private init?(number: Int, wallet: RegisteredWallet, scripts: Descriptor) {
    var branches: [DescriptorBranch] = []
    var patterns: [[KeyOrigin]] = []
    var kind: ScriptKind?
    for branch in 0..<scripts.branchCount {
      guard let prepared = try? scripts.branch(branch),
        let first = try? prepared.script(at: 0)
      else { return nil }
      branches.append(prepared)
      patterns.append(first.keys.map(\.origin))
      kind = ScriptKind(first.scriptPubKey)
    }
    guard let kind else { return nil }
    self.number = number
    self.wallet = wallet
    cosigners = wallet.cosignerFingerprints
    keyCount = patterns.first?.count ?? 0
    self.branches = branches
    self.patterns = patterns
    scriptKind = kind
  }

  /// Whether `script` has the outer shape of this wallet's scripts.
  func mayHave(_ script: Script) -> Bool { ScriptKind(script) == scriptKind }

  /// Finds `script` where a claimed origin says it is.
  ///
  /// The claim only says where to look: the script is derived from our own descriptor and compared
  /// byte by byte, and one of its keys must have that very origin.
  func place(of script: Script, at origin: KeyOrigin) -> WalletPlace? {
    guard mayHave(script) else { return nil }
    let isRange = wallet.descriptor.isRange
    for (branch, keys) in patterns.enumerated() {
      guard keys.contains(where: { Self.matches($0, origin, butForLast: isRange) }) else {
        continue
      }
      let last = origin.path.steps.last
      if isRange, last?.isHardened != false { continue }
      let index = isRange ? (last?.index ?? 0) : 0
      guard let found = place(of: script, branch: branch, index: index) else { continue }
      if found.derived.keys.contains(where: { $0.origin == origin }) { return found }
    }
    return nil
  }

  /// Keeps the scripts of this wallet's places, so that looking up does not derive them again.
  func learn(_ places: [WalletPlace]) {
    lookUp.learn(places.lazy.filter { $0.wallet == number })
  }

  /// Finds `script` among the indices in use and the gap behind them.
  func place(of script: Script) -> WalletPlace? {
    guard mayHave(script),
      let (branch, index) = lookUp.find(script, in: wallet, branches)
    else { return nil }
    return place(of: script, branch: branch, index: index)
  }

  /// Finds the script of a coin beyond the gap, as far as a number of keys goes.
  func farPlace(of script: Script, keyBudget: Int) -> WalletPlace? {
    guard mayHave(script),
      let (branch, index) = lookUp.findFar(script, in: wallet, branches, keyBudget: keyBudget)
    else { return nil }
    return place(of: script, branch: branch, index: index)
  }

  private func place(of script: Script, branch: Int, index: UInt32) -> WalletPlace? {
    guard let derived = try? branches[branch].script(at: index),
      derived.scriptPubKey == script
    else { return nil }
    return WalletPlace(wallet: number, branch: branch, index: index, derived: derived)
  }

  private static func matches(_ pattern: KeyOrigin, _ claim: KeyOrigin, butForLast: Bool) -> Bool {
    guard pattern.fingerprint == claim.fingerprint else { return false }
    let expected = pattern.path.steps
    let claimed = claim.path.steps
    let compared = expected.count - (butForLast ? 1 : 0)
    return expected.count == claimed.count && compared >= 0
      && expected.prefix(compared).elementsEqual(claimed.prefix(compared))
  }
}

/// The outer shape of a script: a quick no before anything is derived.
struct ScriptKind: Hashable, Sendable {
  private let length: Int
  private let first: UInt8

  init(_ script: Script) {
    length = script.count
    first = script.slice.first ?? 0
  }
}
