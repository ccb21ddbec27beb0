internal import AirgapMessages
internal import BitcoinPrimitives
internal import Descriptors
internal import ExtendedKeys
internal import TerminalUI
internal import WalletFiles

/// An account that may have been used: its wallet, its script and its number.
struct AccountCandidate {
  let script: StandardAccount
  /// The account's number, the last step of its path.
  let number: UInt32
  let descriptor: Descriptor

  /// The name of its wallet, as the signer registers it.
  func name(after seed: String) -> String { "\(seed)-\(script.rawValue)-\(number)" }
}

/// The accounts of one seed, from one export or several.
struct AccountCandidates {
  let fingerprint: Fingerprint
  /// By script, then by number.
  let all: [AccountCandidate]

  /// The most accounts of one search.
  private static let limit = 400

  /// Takes the single-key accounts of the messages.
  ///
  /// Refuses keys of several seeds, of another network (R11), and accounts at paths that have no
  /// number.
  init(_ messages: [AirgapMessage], on network: Network) throws {
    var fingerprints: Set<Fingerprint> = []
    var found: [String: AccountCandidate] = [:]
    for message in messages {
      guard case .account(let export) = message else {
        throw ProgramError(
          "this is \(message.kind), not an account",
          hint: "on the signer: `account export SEED --all --out accounts.gif`")
      }
      fingerprints.insert(export.masterFingerprint)
      for account in export.accounts where account.script.isSingleKey {
        guard let descriptor = Descriptor(account: account.key, script: account.script),
          account.key.script == account.script, let step = account.key.origin.path.steps.last
        else {
          throw ProgramError(
            "\(account.key.origin) is not the path of a \(account.script.rawValue) account",
            hint: "add accounts at other paths one by one: `wallet create NAME INPUT`")
        }
        _ = try WalletFile(name: nil, descriptor: descriptor, network: nil).required(on: network)
        found[descriptor.canonical] = AccountCandidate(
          script: account.script, number: step.index, descriptor: descriptor)
      }
    }
    guard let fingerprint = fingerprints.first, fingerprints.count == 1 else {
      throw ProgramError(
        "the accounts come from several seeds",
        hint: "look for the accounts of each seed separately")
    }
    guard !found.isEmpty, found.count <= Self.limit else {
      throw ProgramError(
        found.isEmpty
          ? "there is no single-key account" : "there are more than \(Self.limit) accounts",
        hint: "on the signer: `account export SEED --all --out accounts.gif`")
    }
    self.fingerprint = fingerprint
    let order = StandardAccount.allCases
    all = found.values.sorted {
      let (first, second) = (
        order.firstIndex(of: $0.script) ?? 0, order.firstIndex(of: $1.script) ?? 0
      )
      return (first, $0.number) < (second, $1.number)
    }
  }

  /// Those to keep: of each script the used ones and the empty ones before the last of them.
  func kept(_ used: Set<Int>) -> [(candidate: AccountCandidate, isUsed: Bool)] {
    var last: [StandardAccount: UInt32] = [:]
    for (place, candidate) in all.enumerated() where used.contains(place) {
      last[candidate.script] = max(last[candidate.script] ?? 0, candidate.number)
    }
    return all.enumerated().compactMap { place, candidate in
      guard let highest = last[candidate.script], candidate.number <= highest else { return nil }
      return (candidate, used.contains(place))
    }
  }

  /// The scripts whose last account here was used: there may be more after it.
  func mayHaveMore(_ used: Set<Int>) -> [StandardAccount] {
    var last: [StandardAccount: Int] = [:]
    for (place, candidate) in all.enumerated() { last[candidate.script] = place }
    return StandardAccount.allCases.filter { last[$0].map(used.contains) ?? false }
  }
}
