public import Descriptors
public import ExtendedKeys

extension MultisigScript {
  /// The descriptor of the wallet that this script is: `sh(multi(m,KEY,...))`, unsorted, with lone
  /// keys.
  ///
  /// `origins` tells by place where keys come from, for those of which it is known: a redeem script
  /// itself says nothing of that. Throws as `MultisigPolicy` does.
  public func descriptor(
    origins: [Int: KeyOrigin] = [:]
  ) throws(DescriptorError) -> Descriptor {
    var expressions: [KeyExpression] = []
    for (place, key) in keys.enumerated() {
      expressions.append(try KeyExpression(origin: origins[place], material: .single(key)))
    }
    return try Descriptor(
      try MultisigPolicy(threshold: threshold, keys: expressions, isSorted: false, wrapping: .sh))
  }

  /// The script of a descriptor `sh(multi(m,KEY,...))` whose keys are lone ones; nil for any other.
  public init?(_ descriptor: Descriptor) {
    guard let policy = descriptor.multisig, policy.wrapping == .sh, !policy.isSorted,
      policy.keys.allSatisfy({ if case .single = $0.material { true } else { false } }),
      let script = try? descriptor.derived(branch: 0, index: 0).redeemScript
    else { return nil }
    try? self.init(script)
  }
}
