internal import BitcoinPrimitives
internal import EncryptedVault
internal import SecondReading
internal import SignerHome
internal import TransactionReview

/// What is never signed, whatever the review said: the refusals by which coins could be lost, judged once more by the
/// second reading and what the vault remembers.
///
/// What a packet claims about keys, scripts and signatures is not judged here, because nothing of it is used: scripts
/// and change are derived from the registered wallets, and what is not found there is counted as leaving us.
struct KeeperLaw {
  private let reading: SecondReading
  private let contents: VaultContents
  private let limits: ReviewLimits

  private let network: Network

  init(_ reading: SecondReading, _ contents: VaultContents, on network: Network) {
    self.network = network
    self.reading = reading
    self.contents = contents
    limits = contents.reviewLimits
  }

  /// - Throws: ``KeyKeeperError`` for the first thing that is not signed.
  func require(_ inputs: [Int]) throws(KeyKeeperError) {
    guard !inputs.isEmpty else { throw .nothingToSign }
    // Each once: a packet that names one input a thousand times would be hashed as often.
    guard zip(inputs, inputs.dropFirst()).allSatisfy({ $0 < $1 }) else { throw .message }
    try requireProved()
    try requireKnownOwners()
    try requireFee()
    try requireReach()
    try requireChain()
  }

  /// R34: a payment with the replay lock was made for a fork that has it.
  private func requireChain() throws(KeyKeeperError) {
    let isLocked = reading.lockTime == LockTime.replayLock.rawValue
    guard !isLocked || network.hasReplayLock else { throw .otherChain }
  }

  /// R01 and R02: what is only claimed is not signed where the signature would not commit to it.
  ///
  /// A signature from before taproot commits to no amount, or to its own alone, so all must be proved. A setting of
  /// the vault accepts what segwit coins claim; a claim that contradicts an earlier one is refused.
  private func requireProved() throws(KeyKeeperError) {
    let own = reading.inputs.filter { $0.home != nil }
    let isTaproot = own.allSatisfy(\.isTaproot)
    // Of our own coins from before segwit the last question says that the fee is unknown (R21); of others', nothing does.
    if let number = reading.inputs.firstIndex(where: { $0.proof == .none && $0.home == nil }) {
      throw .unproven(input: number)
    }
    for (number, coin) in reading.inputs.enumerated() where coin.proof == .claimed {
      let known = contents.coins[CoinKey(txid: coin.txid, vout: coin.vout)]
      if let known, let amount = coin.amount,
        known.amount != Int64(clamping: amount) || known.script != coin.script
      {
        throw .contradicts(input: number)
      }
      guard isTaproot || limits.acceptsUnprovenSegwitV0 && coin.mayBeSegwit else {
        throw .unproven(input: number)
      }
    }
  }

  /// R12: a coin that this signer once took for its own is not somebody else's now.
  private func requireKnownOwners() throws(KeyKeeperError) {
    let foreign = reading.inputs.enumerated().filter { $0.element.home == nil }
    guard !foreign.isEmpty else { return }
    var ours: Set<CoinKey> = []
    for record in contents.log {
      for (coin, isOwn) in zip(record.spent, record.own) where isOwn { ours.insert(coin) }
    }
    for (number, coin) in foreign where ours.contains(CoinKey(txid: coin.txid, vout: coin.vout)) {
      throw .wasOurs(input: number)
    }
  }

  /// R04: above its ceiling a fee is a mistake.
  private func requireFee() throws(KeyKeeperError) {
    guard let fee = reading.fee, let total = reading.totalIn else { return }
    guard
      fee <= UInt64(max(0, limits.feeRefusalFloor))
        // All money there can be times 100 is far below 2^64.
        || fee * 100 <= total * UInt64(max(0, limits.feeRefusalPercent))
    else { throw .fee(percent: limits.feeRefusalPercent) }
  }

  /// R07: nobody looks for coins from this index on.
  private func requireReach() throws(KeyKeeperError) {
    for (number, output) in reading.outputs.enumerated() {
      if let home = output.home, Int64(home.index) >= limits.indexRefusal {
        throw .outOfReach(output: number, index: home.index)
      }
    }
  }
}

extension CoinReading {
  /// Whether its signature commits to its amount; of a coin that is not ours, as far as its script shows.
  fileprivate var mayBeSegwit: Bool {
    if home != nil { return commitsToAmount }
    guard let script, let first = script.first else { return false }
    let isHidden = script.count == 23 && first == 0xa9
    let isProgram = (4...42).contains(script.count) && (first == 0 || (0x51...0x60).contains(first))
    return isHidden || isProgram
  }
}
