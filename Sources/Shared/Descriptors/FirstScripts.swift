public import BitcoinPrimitives

extension Descriptor {
  /// The first script of each branch, of every one of the ``alternatives``.
  ///
  /// Descriptors that share one are the same wallet, or parts of it, however they are written: with
  /// origins or without, sorted keys in another order.
  public var firstScripts: Set<Script> {
    Set(
      alternatives.flatMap { form in
        (0..<form.branchCount).compactMap {
          try? form.derived(branch: $0, index: 0).scriptPubKey
        }
      })
  }
}
