/// A wallet's descriptor as the second reader has it, before the wallet is registered.
///
/// It is read by the code that reads the wallet's text again for each payment, so what is shown and asked when
/// it is registered is what payments are later held against.
package struct WalletReading: Sendable {
  /// One of its keys.
  package struct Key: Equatable, Sendable {
    /// What the text says of its origin: the fingerprint, 4 bytes; nil where it says nothing.
    package let fingerprint: [UInt8]?
    /// The steps of the origin; hardened ones have 2^31 added.
    package let path: [UInt32]
    /// The key itself as it is written: extended, or in hexadecimal.
    package let text: String
    /// Whether nobody can have its secret (BIP-341).
    package let isOfNobody: Bool
    /// Whether it is one key alone, not an extended one.
    package let isAlone: Bool
  }

  /// A way to spend.
  package struct Way: Equatable, Sendable {
    /// Where it stands.
    package enum Kind: Sendable {
      /// The only script of an output before taproot.
      case script
      /// The key of a taproot output itself.
      case keyPath
      /// A leaf of its tree.
      case leaf
    }

    package let kind: Kind
    /// How many of the keys must sign.
    package let needed: Int
    /// Positions in ``WalletReading/keys``.
    package let keys: Range<Int>
  }

  /// The keys in the order in which the text names them.
  package let keys: [Key]
  /// The ways to spend, the key of a taproot output first; leaves from left to right.
  package let ways: [Way]
  /// The text that is the same wherever a wallet has the same scripts: what its four words are made of.
  package let textOfScripts: String
  let text: WalletText
  private let chain: AddressChain

  /// Reads a descriptor, which must have a checksum.
  ///
  /// - Throws: `SecondReadingError.wallet` for a form that is not registered, a wrong or missing checksum, or keys
  ///   that are none of `chain`.
  package init(_ descriptor: String, on chain: AddressChain) throws(SecondReadingError) {
    guard descriptor.utf8.contains(UInt8(ascii: "#")) else {
      throw .wallet("it has no checksum")
    }
    do throws(Fault) {
      text = try WalletText(descriptor, on: chain)
    } catch {
      throw .wallet(error.words)
    }
    self.chain = chain
    keys = text.keys.map { key in
      Key(
        fingerprint: key.stated?.fingerprint, path: key.stated?.path ?? [], text: key.body,
        isOfNobody: key.isOfNobody, isAlone: key.isAlone)
    }
    ways = text.ways.map { Way(kind: $0.kind, needed: $0.needed, keys: $0.keys) }
    textOfScripts = text.textOfScripts
  }

  /// Whether keys at these positions are enough to spend.
  package func canSpend(_ keys: Set<Int>) -> Bool {
    ways.contains { way in way.keys.count(where: keys.contains) >= way.needed }
  }

  /// The first addresses of each kind of script, branch by branch; of a wallet without a range, its only ones.
  ///
  /// - Throws: `SecondReadingError.wallet` where a key has no child at an index.
  package func firstAddresses(_ count: UInt32) throws(SecondReadingError) -> [String] {
    var kinds: [[String]] = []
    for branch in 0..<text.branches {
      for index in 0..<(text.isRanged ? count : 1) {
        let locks: [Lock]
        do throws(Fault) {
          locks = try text.locks(branch: branch, index: index)
        } catch {
          throw .wallet(error.words)
        }
        while kinds.count < locks.count { kinds.append([]) }
        for (kind, lock) in locks.enumerated() {
          if let address = AddressText.of(lock.script, on: chain) { kinds[kind].append(address) }
        }
      }
    }
    return kinds.flatMap { $0 }
  }
}
