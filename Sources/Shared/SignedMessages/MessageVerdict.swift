public import BitcoinPrimitives

/// What a sound signature of a message proves.
public struct MessageVerdict: Hashable, Sendable {
  /// A coin that a proof of funds shows: who signed can spend it, if it is as claimed and not spent.
  ///
  /// Only a node knows whether it is: whoever relies on it asks one.
  public struct Coin: Hashable, Sendable {
    /// Where it is.
    public let outPoint: OutPoint
    /// Its amount and script, as claimed.
    ///
    /// Signatures of taproot commit to both, those of segwit to the amount; for any
    /// other coin both stand in its transaction, which was given whole.
    public let output: TxOut
  }

  /// Why nothing can be said for sure, though nothing was found wrong.
  public enum Doubt: Hashable, Sendable {
    /// The transaction has a version that nobody has given a meaning to.
    case version(Int32)
    /// A script uses what is kept for upgrades: this program does not know its rules.
    case upgrade(input: Int)
  }

  /// How old a coin must be (BIP-68).
  public enum Age: Hashable, Sendable, CustomStringConvertible {
    /// So many blocks.
    case blocks(Int)
    /// So many seconds, in steps of 512.
    case seconds(Int)

    public var description: String {
      switch self {
      case .blocks(let count): count == 1 ? "1 block" : "\(count) blocks"
      case .seconds(let count): "\(count) seconds"
      }
    }
  }

  /// The doubt, if there is one: BIP-322 calls it "inconclusive".
  ///
  /// Nobody should rely on the signature.
  public let doubt: Doubt?
  /// Valid from this lock time on, as BIP-322 calls it "at time T"; zero for always.
  public let lockTime: LockTime
  /// The sequence number of the first input.
  public let sequence: UInt32
  /// The coins that a proof of funds shows, in its order; none in any other form.
  public let coins: [Coin]
  /// Whether the header of a recoverable signature is for another kind of address than this one, as many programs
  /// write it.
  public let hasOtherHeader: Bool

  /// Valid once a coin of the address has this age, as BIP-322 calls it "at age S"; nil for always.
  public var age: Age? {
    let steps = Int(sequence & 0xffff)
    guard sequence & 0x8000_0000 == 0, steps > 0 else { return nil }
    return sequence & 0x0040_0000 == 0 ? .blocks(steps) : .seconds(steps * 512)
  }

  init(
    doubt: Doubt? = nil, lockTime: LockTime = LockTime(rawValue: 0), sequence: UInt32 = 0,
    coins: [Coin] = [], hasOtherHeader: Bool = false
  ) {
    self.doubt = doubt
    self.lockTime = lockTime
    self.sequence = sequence
    self.coins = coins
    self.hasOtherHeader = hasOtherHeader
  }
}
