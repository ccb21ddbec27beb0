internal import Bytes
internal import ExtendedKeys
internal import Secp256k1

/// Two places in one multisig that hold the same holder's key.
public struct DuplicateKey: Hashable, Sendable, CustomStringConvertible {
  /// The positions in ``Descriptor/keys``, counted from 0; the first is the lower one.
  public let first: Int
  /// The position of the other key.
  public let second: Int

  /// As in `keys 1 and 3`, counted from 1.
  public var description: String { "keys \(first + 1) and \(second + 1)" }
}

extension Descriptor {
  /// The pairs of keys of one `multi` or `multi_a` that are the same key or the same extended key,
  /// whatever their origins and steps say, or that give the same key at index 0 of one of the first
  /// eight branches.
  ///
  /// Whoever has such a key has several of the signatures: a threshold means less than it says.
  /// Such descriptors are read, since somebody may have one; no new wallet should be made of one.
  /// A key in several leaves of a tree is not a duplicate.
  public var duplicateKeys: [DuplicateKey] {
    var found: Set<DuplicateKey> = []
    for range in multisigRanges {
      var seen: [Bytes32: Int] = [:]
      for position in range {
        for identity in identities(of: keys[position]) {
          if let first = seen[identity], first != position {
            found.insert(DuplicateKey(first: first, second: position))
          } else {
            seen[identity] = position
          }
        }
      }
    }
    return found.sorted { ($0.second, $0.first) < ($1.second, $1.first) }
  }

  /// The x coordinates of a key itself and of what it gives first: a negated key is the same
  /// holder's too.
  private func identities(of key: KeyExpression) -> Set<Bytes32> {
    switch key.material {
    case .single(let publicKey): return [publicKey.xOnly.bytes]
    case .xOnly(let xOnly): return [xOnly.bytes]
    case .extended(let xpub):
      var identities: Set<Bytes32> = [xpub.publicKey.xOnly.bytes]
      // A hostile text may have hundreds of branches, each hundreds of steps deep.
      for branch in 0..<min(key.branchCount, 8) {
        guard var path = try? key.path(onBranch: branch) else { continue }
        if key.isRange { path.append(ChildNumber(rawValue: 0)) }
        guard let steps = try? DerivationPath(path),
          let child = try? xpub.derived(along: steps)
        else { continue }
        identities.insert(child.publicKey.xOnly.bytes)
      }
      return identities
    }
  }

  /// Where in ``keys`` the keys of each multisig stand.
  private var multisigRanges: [Range<Int>] {
    if let form = form as? TRForm {
      var start = 1
      return form.leaves.compactMap { leaf in
        let range = start..<(start + leaf.form.keys.count)
        start = range.upperBound
        return leaf.form is MultiAForm ? range : nil
      }
    }
    return multisig.map { [0..<$0.keys.count] } ?? []
  }
}
