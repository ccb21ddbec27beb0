package import Bytes
package import SecondReading

/// What the review says about a packet, value by value: to be held against the second reading, never believed.
package struct ReviewClaims: Equatable, Sendable {
  /// A coin that the packet spends.
  package struct Coin: Equatable, Sendable {
    /// In the byte order of transactions.
    package var txid: Bytes32
    package var vout: UInt32
    package var sequence: UInt32
    /// In satoshis; nil where nobody says.
    package var amount: UInt64?
    package var proof: CoinReading.Proof
    package var script: [UInt8]?
    /// Where it is in a registered wallet.
    package var home: Home?

    package init(
      txid: Bytes32, vout: UInt32, sequence: UInt32, amount: UInt64?, proof: CoinReading.Proof,
      script: [UInt8]?, home: Home?
    ) {
      self.txid = txid
      self.vout = vout
      self.sequence = sequence
      self.amount = amount
      self.proof = proof
      self.script = script
      self.home = home
    }
  }

  /// An output.
  package struct Output: Equatable, Sendable {
    /// In satoshis.
    package var amount: UInt64
    package var script: [UInt8]
    package var address: String?
    package var home: Home?
    /// Whether it comes back to a wallet whose coins are spent.
    package var returns: Bool

    package init(
      amount: UInt64, script: [UInt8], address: String?, home: Home?, returns: Bool
    ) {
      self.amount = amount
      self.script = script
      self.address = address
      self.home = home
      self.returns = returns
    }
  }

  package var version: UInt32
  package var lockTime: UInt32
  package var coins: [Coin]
  package var outputs: [Output]
  /// In satoshis, as the next two.
  package var totalIn: UInt64?
  package var totalOut: UInt64?
  package var fee: UInt64?
  /// What leaves us, in satoshis.
  package var leaving: UInt64?
  /// The outputs that leave us, those without money too.
  package var payees: [Int]
  /// The wallets that only we can spend, by number.
  package var sole: Set<Int>

  package init(
    version: UInt32, lockTime: UInt32, coins: [Coin], outputs: [Output], totalIn: UInt64?,
    totalOut: UInt64?, fee: UInt64?, leaving: UInt64?, payees: [Int], sole: Set<Int>
  ) {
    self.version = version
    self.lockTime = lockTime
    self.coins = coins
    self.outputs = outputs
    self.totalIn = totalIn
    self.totalOut = totalOut
    self.fee = fee
    self.leaving = leaving
    self.payees = payees
    self.sole = sole
  }
}

extension ReviewClaims {
  /// Holds each value against the second reading.
  ///
  /// - Throws: `PacketSigningError.readingsDiffer` for the first difference.
  func require(_ reading: SecondReading) throws(PacketSigningError) {
    try require("inputs", coins.count, reading.inputs.count)
    try require("outputs", outputs.count, reading.outputs.count)
    try require("version", version, reading.version)
    try require("lock time", lockTime, reading.lockTime)
    for (number, (claim, coin)) in zip(coins, reading.inputs).enumerated() {
      let point = { (txid: Bytes32, vout: UInt32) in
        Hex.encode(Array(txid.bytes.reversed())) + ":\(vout)"
      }
      if claim.txid != coin.txid || claim.vout != coin.vout {
        try require("input \(number)", point(claim.txid, claim.vout), point(coin.txid, coin.vout))
      }
      try require("input \(number), sequence", claim.sequence, coin.sequence)
      try require("input \(number), amount in sat", claim.amount, coin.amount)
      try require("input \(number), script", claim.script, coin.script, shown: Hex.encode)
      try require("input \(number), proof", claim.proof, coin.proof) { $0.words }
      try require("input \(number), place", claim.home, coin.home)
    }
    for (number, (claim, output)) in zip(outputs, reading.outputs).enumerated() {
      try require("output \(number), amount in sat", claim.amount, output.amount)
      try require("output \(number), script", claim.script, output.script, shown: Hex.encode)
      try require("output \(number), address", claim.address, output.address)
      try require("output \(number), place", claim.home, output.home)
      try require("output \(number), comes back", claim.returns, reading.returns(number)) {
        $0 ? "yes" : "no"
      }
    }
    try require("total of the inputs in sat", totalIn, reading.totalIn)
    try require("total of the outputs in sat", totalOut, reading.totalOut)
    try require("fee in sat", fee, reading.fee)
    let (amount, numbers) = reading.leaving(sole: sole)
    try require("leaving us in sat", leaving, amount)
    try require("outputs that leave us", payees, numbers) {
      $0.isEmpty ? "none" : $0.map(String.init).joined(separator: ", ")
    }
  }

  /// Words are made only where there is a difference: there may be ten thousand inputs.
  private func require<Value: Equatable>(
    _ what: @autoclosure () -> String, _ review: Value?, _ second: Value?,
    shown: (Value) -> String = { "\($0)" }
  ) throws(PacketSigningError) {
    guard review != second else { return }
    throw .readingsDiffer(
      what(), review: review.map(shown) ?? "unknown",
      secondReading: second.map(shown) ?? "unknown")
  }
}

extension CoinReading.Proof {
  fileprivate var words: String {
    switch self {
    case .previousTransaction: "its previous transaction"
    case .remembered: "remembered from an earlier signing"
    case .claimed: "only claimed"
    case .none: "none"
    }
  }
}
