package import Bytes

/// A place in a registered wallet: which one, which branch, which index.
package struct Home: Hashable, Sendable, CustomStringConvertible {
  /// The number of the wallet among those that were given.
  package let wallet: Int
  /// 0 receives, 1 is change, by custom.
  package let branch: Int
  package let index: UInt32

  package init(wallet: Int, branch: Int, index: UInt32) {
    self.wallet = wallet
    self.branch = branch
    self.index = index
  }

  package var description: String { "wallet \(wallet + 1), \(branch)/\(index)" }
}

/// A coin that a payment spends.
package struct CoinReading: Sendable {
  /// Why its amount is believed.
  package enum Proof: Sendable {
    /// The transaction that made it is there and has the txid that is spent.
    case previousTransaction
    /// The vault remembers it.
    case remembered
    /// The packet says so.
    case claimed
    /// Nobody says.
    case none
  }

  /// In the byte order of transactions.
  package let txid: Bytes32
  package let vout: UInt32
  package let sequence: UInt32
  /// In satoshis; nil where nobody says.
  package let amount: UInt64?
  package let proof: Proof
  /// The script of the coin; where nobody says, that of its home.
  package let script: [UInt8]?
  /// Where a registered wallet derives that script; nil where none was found.
  package let home: Home?
  private(set) var lock: Lock?
  /// Whether its script is a taproot output (BIP-341).
  package var isTaproot: Bool { script?.count == 34 && script?.starts(with: [0x51, 0x20]) == true }
  /// Whether a signature of it commits to its amount; false where no wallet has it.
  package let commitsToAmount: Bool

  /// The same without what signatures are checked with: ten thousand of them are light.
  package var checked: CoinReading {
    var checked = self
    checked.lock = nil
    return checked
  }

  init(
    txid: Bytes32, vout: UInt32, sequence: UInt32, amount: UInt64?, proof: Proof,
    script: [UInt8]?, home: Home?, lock: Lock?
  ) {
    self.txid = txid
    self.vout = vout
    self.sequence = sequence
    self.amount = amount
    self.proof = proof
    self.script = script
    self.home = home
    self.lock = lock
    commitsToAmount =
      switch lock?.kind {
      case .witness, .taproot: true
      case .legacy, nil: false
      }
  }
}

/// What a payment pays to one script.
package struct OutputReading: Sendable {
  /// In satoshis.
  package let amount: UInt64
  package let script: [UInt8]
  /// Nil for a script that has none.
  package let address: String?
  /// Where a registered wallet derives the script; nil where none was found.
  package let home: Home?
}

/// What a packet spends and pays, as read the second time.
package struct SecondReading: Sendable {
  package let version: UInt32
  package let lockTime: UInt32
  package let inputs: [CoinReading]
  package let outputs: [OutputReading]
  /// In satoshis; nil while the amount of a coin is not known.
  package let totalIn: UInt64?
  package let totalOut: UInt64
  /// What is left for miners.
  package let fee: UInt64?

  /// Whether an output comes back to a wallet whose coins are spent.
  package func returns(_ output: Int) -> Bool {
    outputs[output].home.map { spent.contains($0.wallet) } ?? false
  }

  /// The numbers of the wallets whose coins are spent.
  package let spent: Set<Int>

  init(
    version: UInt32, lockTime: UInt32, inputs: [CoinReading], outputs: [OutputReading],
    totalIn: UInt64?, totalOut: UInt64
  ) {
    self.version = version
    self.lockTime = lockTime
    self.inputs = inputs
    self.outputs = outputs
    self.totalIn = totalIn
    self.totalOut = totalOut
    fee = totalIn.map { $0 - min($0, totalOut) }
    spent = Set(inputs.compactMap { $0.home?.wallet })
  }
}

extension SecondReading {
  /// What leaves us, in satoshis, and the outputs that do, those without money too.
  ///
  /// What goes to a wallet that is spent or to one of `sole`, which only we can spend, stays. Where several
  /// wallets are spent, what one of others gets beyond what it spends leaves. Of our coins alone the amount is what
  /// others are paid; beside coins of others it is all that our wallets have less than before, our part of the fee
  /// included. Nil where an amount that counts is not known; a wallet gains all that it gets where nobody knows what
  /// it gives.
  package func leaving(sole: Set<Int>) -> (amount: UInt64?, payees: [Int]) {
    let own = spent.union(sole)
    let stays = outputs.map { output in output.home.map { own.contains($0.wallet) } ?? false }
    var gains: [Int: UInt64] = [:]
    if spent.count > 1 {
      for wallet in spent.subtracting(sole) {
        let gives = inputs.reduce(0) { $0 + ($1.home?.wallet == wallet ? $1.amount ?? 0 : 0) }
        let gets = outputs.reduce(0) { $0 + ($1.home?.wallet == wallet ? $1.amount : 0) }
        if gets > gives { gains[wallet] = gets - gives }
      }
    }
    let gained = gains.values.reduce(0, +)
    let kept = zip(outputs, stays).reduce(0) { $0 + ($1.1 ? $1.0.amount : 0) } - gained
    let payees = outputs.indices.filter { number in
      let output = outputs[number]
      return !stays[number] || output.home.map { gains[$0.wallet] != nil } ?? false
    }
    guard inputs.contains(where: { $0.home == nil }) else { return (totalOut - kept, payees) }
    guard totalIn != nil else { return (nil, payees) }
    let given = inputs.reduce(0) { $0 + ($1.home == nil ? 0 : $1.amount ?? 0) }
    return (given - min(given, kept), payees)
  }
}
