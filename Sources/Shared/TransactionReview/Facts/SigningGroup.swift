internal import Descriptors

/// Inputs of one wallet of several keys whose signatures stand alike.
///
/// Nearly always a payment has one group for each wallet; it has more when somebody signed some of
/// the inputs only.
struct SigningGroup {
  let wallet: Int
  let policy: WalletPolicy
  let progress: SigningProgress
  var inputs: [Int]

  /// The groups of a payment, in the order of their first inputs.
  static func all(in facts: ReviewFacts) -> [SigningGroup] {
    var groups: [SigningGroup] = []
    var places: [Key: Int] = [:]
    for (number, progress) in facts.progress.enumerated() {
      guard let progress, let wallet = facts.inputs[number].place?.wallet,
        let policy = facts.policies[wallet]
      else { continue }
      let key = Key(wallet: wallet, progress: progress)
      if let known = places[key] {
        groups[known].inputs.append(number)
      } else {
        places[key] = groups.count
        groups.append(
          SigningGroup(wallet: wallet, policy: policy, progress: progress, inputs: [number]))
      }
    }
    return groups
  }

  private struct Key: Hashable {
    let wallet: Int
    let progress: SigningProgress
  }
}
