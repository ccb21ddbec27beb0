public import SecureMemory

/// An output of a payment, as far as the question before money moves is about it.
public struct StakeOutput: Equatable, Sendable {
  /// What comes after "the address" and "the script": `of output 1`, `that gets 0.5 BTC`.
  public let name: String
  /// The address, where the script has one.
  public let address: String?
  /// The script in hex.
  public let script: String
  /// In satoshis.
  public let amount: Int64
  /// Whether it pays somebody: its money does not come back to us.
  public let isPayee: Bool

  /// Takes the five.
  public init(name: String, address: String?, script: String, amount: Int64, isPayee: Bool) {
    self.name = name
    self.address = address
    self.script = script
    self.amount = amount
    self.isPayee = isPayee
  }

  /// How many characters of a script are shown at a question: of a longer one only the beginning is
  /// asked about, so that no output fills the screen.
  static let scriptLimit = 160

  /// What of it a person can be asked about: the address, or the script where there is none; nil where
  /// the answer could be foreseen.
  var stake: Stake? {
    let stake: Stake
    if let address {
      // Bech32 is the same in both cases (BIP-173); Base58 is not.
      stake = Stake(
        name: "the address \(name)", text: address, ignoresCase: address == address.lowercased())
    } else {
      let part = script.count > Self.scriptLimit ? "the beginning of the script" : "the script"
      stake = Stake(
        name: "\(part) \(name)", text: String(script.prefix(Self.scriptLimit)), ignoresCase: true)
    }
    return stake.isPredictable ? nil : stake
  }
}

extension Stake {
  /// What is asked about before money moves: the address of a recipient, or the script of one
  /// without an address, each as likely as its share of the money; an output of ours where no
  /// recipient gets any; the transaction's id where the one that is drawn could be foreseen.
  ///
  /// Whoever built the payment chose its outputs. Ones without money, and addresses or scripts made
  /// to have groups that are known in advance, must not draw the question away from the recipient
  /// that matters.
  ///
  /// - Throws: `ProgramError` when there is no randomness.
  public static func ofPayment(
    _ outputs: [StakeOutput], txid: String, random: any RandomSource
  ) throws(ProgramError) -> Stake {
    for choices in [outputs.filter(\.isPayee), outputs] {
      guard let index = try Console.index(weights: choices.map(\.amount), random) else { continue }
      // The share of one that cannot be asked about goes to nobody else.
      guard let stake = choices[index].stake else { break }
      return stake
    }
    return Stake(name: "the transaction's id", text: txid, ignoresCase: true)
  }
}
