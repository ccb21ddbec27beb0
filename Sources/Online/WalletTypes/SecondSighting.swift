/// What another node than the one in use said last of a payment.
public struct SecondSighting: Hashable, Sendable {
  /// Where it has seen the payment.
  public enum Place: Hashable, Sendable {
    /// In its mempool.
    case mempool
    /// In the block of this height.
    case block(height: Int)
    /// Nowhere: it says that a coin of the payment is spent.
    case spent
    /// Nowhere.
    case nowhere

    /// In a word, for records and JSON.
    public var word: String {
      switch self {
      case .mempool: "mempool"
      case .block: "block"
      case .spent: "spent"
      case .nowhere: "nowhere"
      }
    }

    /// The height of the block; nil unless it is in one.
    public var height: Int? {
      if case .block(let height) = self { height } else { nil }
    }

    /// The place that the word names; nil for another word, and for a block without its height.
    public init?(word: String, height: Int?) {
      switch (word, height) {
      case ("mempool", nil): self = .mempool
      case ("block", let height?): self = .block(height: height)
      case ("spent", nil): self = .spent
      case ("nowhere", nil): self = .nowhere
      default: return nil
      }
    }
  }

  /// What the node was called then.
  public let node: String
  /// Where it had seen the payment.
  public let place: Place
  /// When it said so, in seconds since 1970.
  public let time: Int64

  /// Takes the three.
  public init(node: String, place: Place, time: Int64) {
    self.node = node
    self.place = place
    self.time = time
  }
}
