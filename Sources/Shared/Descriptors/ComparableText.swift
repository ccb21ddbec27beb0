internal import ExtendedKeys

extension Descriptor {
  /// Eight characters that are the same on every side of a wallet of several people, whatever order
  /// its keys came in: the checksum of ``comparable``.
  public var comparableChecksum: String { String(comparable.canonical.suffix(8)) }

  /// The same wallet with the keys of each `sortedmulti` and `sortedmulti_a` in the order of their
  /// texts.
  ///
  /// Their scripts sort the keys themselves (BIP-67), so the order written says nothing; but two
  /// people who wrote them differently would compare two checksums of one wallet.
  public var comparable: Descriptor {
    var keys = form.keys
    for range in sortedRanges {
      keys.replaceSubrange(range, with: keys[range].sorted { "\($0)" < "\($1)" })
    }
    return (try? Descriptor(form.replacing(keys: keys[...]), annotations: annotations)) ?? self
  }

  /// The text that is the same wherever a wallet has the same scripts, however its descriptor came to be
  /// written: without checksum and annotations, hardened steps with `h`.
  ///
  /// Left out is what files carry or lose and no script depends on: the origins of the keys, and of
  /// each extended key its depth, parent and child number, which are written as those of a master key
  /// (0). The keys of each `sortedmulti` and `sortedmulti_a` stand in the order of their texts (bytes
  /// of ASCII).
  public var textOfScripts: String {
    var keys = form.keys.map(\.withoutHistory)
    for range in sortedRanges {
      keys.replaceSubrange(range, with: keys[range].sorted { "\($0)" < "\($1)" })
    }
    return form.replacing(keys: keys[...]).text
  }

  /// Where in ``keys`` the keys of each sorted multisig stand.
  private var sortedRanges: [Range<Int>] {
    if let form = form as? TRForm {
      var start = 1
      return form.leaves.compactMap { leaf in
        let range = start..<(start + leaf.form.keys.count)
        start = range.upperBound
        return (leaf.form as? MultiAForm)?.isSorted == true ? range : nil
      }
    }
    return multisig.flatMap { $0.isSorted ? [0..<$0.keys.count] : nil } ?? []
  }
}

extension KeyExpression {
  /// The same key, of which nothing says where it comes from.
  fileprivate var withoutHistory: KeyExpression {
    var material = material
    if case .extended(let xpub) = material,
      let bare = try? Xpub(
        network: xpub.network, depth: 0, parentFingerprint: .zero,
        childNumber: ChildNumber(rawValue: 0), chainCode: xpub.chainCode, publicKey: xpub.publicKey)
    {
      material = .extended(bare)
    }
    return
      (try? KeyExpression(
        origin: nil, material: material, steps: steps, wildcard: wildcard)) ?? self
  }
}
