public import Bytes
internal import Hashes

/// What the log keeps of a text that was signed.
public struct LoggedText: Sendable, Equatable {
  /// The address that signed it.
  public let address: String
  /// How it was signed: `bip137`, `bip322` or `bip322-full`.
  public let form: String
  /// The SHA-256 of the whole text.
  public let hash: Bytes32
  /// How the text begins: at most ``longestBeginning`` bytes, whole characters only.
  public let beginning: String
  /// How many coins a proof of funds showed with it.
  public let coins: Int
  /// What they came to, in satoshis, as the coordinator said.
  public let amount: Int64

  /// The most bytes that are kept of a text.
  public static let longestBeginning = 200

  /// Takes what was signed.
  public init(address: String, form: String, text: String, coins: Int, amount: Int64) {
    var size = 0
    let beginning = text.prefix { character in
      size += character.utf8.count
      return size <= Self.longestBeginning
    }
    self.init(
      address: address, form: form, hash: SHA256.hash(Array(text.utf8)),
      beginning: String(beginning), coins: coins, amount: amount)
  }

  init(
    address: String, form: String, hash: Bytes32, beginning: String, coins: Int, amount: Int64
  ) {
    self.address = address
    self.form = form
    self.hash = hash
    self.beginning = beginning
    self.coins = coins
    self.amount = amount
  }
}
