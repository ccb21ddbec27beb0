internal import BitcoinPrimitives

/// What a multisig descriptor says, whatever its wrapping: threshold, keys and their order.
public struct MultisigPolicy: Hashable, Sendable {
  /// What is around `multi(...)`.
  public enum Wrapping: Hashable, Sendable {
    /// In the output itself (BIP-383): up to 3 keys.
    case bare
    /// `sh(...)` (BIP-16): up to 15 compressed keys.
    case sh
    /// `sh(wsh(...))`: up to 20 keys.
    case shWsh
    /// `wsh(...)`: up to 20 keys.
    case wsh
    /// `tr(internalKey,multi_a(...))` (BIP-387): up to 999 keys.
    case tr(internalKey: KeyExpression)
  }

  /// How many signatures are needed.
  public let threshold: Int
  /// The keys as they are written.
  public let keys: [KeyExpression]
  /// Whether each script holds its keys sorted (BIP-67): the order written does not matter then.
  public let isSorted: Bool
  /// What is around `multi(...)`.
  public let wrapping: Wrapping

  /// Makes a policy for a new wallet.
  ///
  /// Throws, with the reason, when the threshold is not 1 to as many as there are keys; for more
  /// keys than fit (bare 3; `sh` 520 bytes, which is 15 compressed keys; `wsh` 20; `tr` 999); for a
  /// key that may not stand there; for keys of both kinds of networks; for the same key twice, see
  /// ``Descriptor/duplicateKeys``; for a key that can never sign, see ``Descriptor/keysOfNobody``;
  /// and when its text would be too long to be read again.
  public init(
    threshold: Int, keys: [KeyExpression], isSorted: Bool, wrapping: Wrapping
  ) throws(DescriptorError) {
    self.init(unchecked: threshold, keys, isSorted: isSorted, wrapping)
    let descriptor = try Descriptor(self)
    let length = descriptor.canonical.utf8.count
    guard length <= Descriptor.maxLength else {
      throw .tooLong(length: length, limit: Descriptor.maxLength)
    }
    if let duplicate = descriptor.duplicateKeys.first { throw .duplicateKey(duplicate) }
    if let position = descriptor.keysOfNobody.first { throw .nobodysKey(position) }
  }

  /// The key that spends alone, whatever the threshold says: the internal key of `tr`, unless
  /// nobody can have its secret.
  public var loneSpender: KeyExpression? {
    if case .tr(let internalKey) = wrapping, !internalKey.isUnspendable { internalKey } else { nil }
  }

  init(unchecked threshold: Int, _ keys: [KeyExpression], isSorted: Bool, _ wrapping: Wrapping) {
    self.threshold = threshold
    self.keys = keys
    self.isSorted = isSorted
    self.wrapping = wrapping
  }
}

extension Descriptor {
  /// The descriptor of a multisig policy; throws as the policy's initializer does.
  public init(_ policy: MultisigPolicy) throws(DescriptorError) {
    if case .tr(let internalKey) = policy.wrapping {
      let leaf = try MultiAForm(
        threshold: policy.threshold, keys: policy.keys, isSorted: policy.isSorted)
      try self.init(TRForm(key: internalKey, leaves: [TRForm.Leaf(depth: 0, form: leaf)]))
      return
    }
    let multi = try MultiForm(
      threshold: policy.threshold, keys: policy.keys, isSorted: policy.isSorted)
    switch policy.wrapping {
    case .sh: try self.init(SHForm(multi))
    case .shWsh: try self.init(SHForm(WSHForm(multi)))
    case .wsh: try self.init(WSHForm(multi))
    case .bare, .tr: try self.init(multi)
    }
  }

  /// The multisig policy that this is; nil for other forms, and for `tr` unless its tree is one
  /// leaf of `multi_a`.
  public var multisig: MultisigPolicy? {
    switch form {
    case let form as MultiForm: return form.policy(.bare)
    case let form as WSHForm: return (form.inner as? MultiForm)?.policy(.wsh)
    case let form as SHForm:
      if let nested = form.inner as? WSHForm { return (nested.inner as? MultiForm)?.policy(.shWsh) }
      return (form.inner as? MultiForm)?.policy(.sh)
    case let form as TRForm:
      guard form.leaves.count == 1, let multi = form.leaves.first?.form as? MultiAForm else {
        return nil
      }
      return MultisigPolicy(
        unchecked: multi.threshold, multi.keys, isSorted: multi.isSorted, .tr(internalKey: form.key)
      )
    default: return nil
    }
  }
}

extension MultiForm {
  fileprivate func policy(_ wrapping: MultisigPolicy.Wrapping) -> MultisigPolicy {
    MultisigPolicy(unchecked: threshold, keys, isSorted: isSorted, wrapping)
  }
}
