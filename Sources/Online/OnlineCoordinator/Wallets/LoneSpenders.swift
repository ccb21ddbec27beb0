internal import Descriptors
internal import ExtendedKeys
internal import TransactionReview

/// Who of a wallet of several keys spends without the others: by one key, by a leaf or the key path
/// that needs nobody else's key, or by enough keys of one seed.
///
/// The coordinator has no keys, so it does not know which of them is the reader's own: every such
/// way is named.
enum LoneSpenders {
  /// A sentence for each way: `key 1 [...] CAN SPEND ALONE`.
  static func sentences(of descriptor: Descriptor) -> [String] {
    let signers = descriptor.keys.indices.filter { !descriptor.keys[$0].isUnspendable }
    guard signers.count > 1, let policy = WalletPolicy(descriptor) else { return [] }
    var alone: [Int] = []
    let ofOneSeed = policy.waysOfOneSeed(in: descriptor, ownKeys: [])
    var together = ofOneSeed.map { way in
      "\(names(way.keys, signers, descriptor)), all of one seed, CAN SPEND ALONE"
    }
    for way in policy.ways {
      if way.threshold == 1 {
        alone += way.keys.filter { !alone.contains($0) }
      } else if way.keys.count < signers.count,
        !ofOneSeed.contains(where: { $0.kind == way.kind })
      {
        together.append(
          "any \(way.threshold) of \(names(way.keys, signers, descriptor)) CAN SPEND WITHOUT THE OTHERS"
        )
      }
    }
    guard !alone.isEmpty else { return together }
    let who = alone.count == 1 ? "" : "each of "
    return ["\(who)\(names(alone, signers, descriptor)) CAN SPEND ALONE"] + together
  }

  /// A sentence for each seed that has several of the keys and not enough of them: no reason to refuse the
  /// wallet, but fewer people than keys are asked.
  static func notes(of descriptor: Descriptor) -> [String] {
    let signers = descriptor.keys.indices.filter { !descriptor.keys[$0].isUnspendable }
    guard let policy = WalletPolicy(descriptor) else { return [] }
    return policy.sharesOfOneSeed(in: descriptor, ownKeys: []).map { way in
      "\(names(way.keys, signers, descriptor)) come from one seed: whoever has that seed can "
        + "give \(way.keys.count) of the \(way.threshold) signatures and needs only "
        + "\(way.threshold - way.keys.count) more from others"
    }
  }

  /// `key 2 [b8688df1/48h/1h/0h/2h]`, several separated by commas; numbered as ``WalletPage`` lists them.
  private static func names(
    _ positions: [Int], _ signers: [Int], _ descriptor: Descriptor
  ) -> String {
    positions.sorted().map { position in
      let number = (signers.firstIndex(of: position) ?? position) + 1
      return "key \(number)" + (descriptor.keys[position].origin.map { " [\($0)]" } ?? "")
    }.joined(separator: ", ")
  }
}
