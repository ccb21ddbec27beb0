internal import BitcoinPrimitives
internal import Bytes
internal import EncryptedVault
internal import PacketSigning
internal import Refusals
internal import SecondReading
internal import SignerHome
internal import TerminalUI
internal import TransactionReview

extension VaultContents {
  /// Longer scripts are proved anew each time: with somebody else's coins beside ours, megabytes of
  /// them would fill the vault until it can be saved no more.
  private static let longestScript = 520
  /// The sequence of an input that no lock time holds back.
  private static let finalSequence: UInt32 = 0xffff_ffff

  /// Remembers what a signing proved and did, as the second reading has it: amounts, indices, and the entry of the
  /// log; gives what the payment is called there.
  ///
  /// The review has a say in one thing only: which warnings were acknowledged by their rules, and how. What was
  /// consented to in words was asked here.
  mutating func remember(
    _ signing: KeptSigning, _ made: KeptSigning.Signed, now: Int64
  ) throws(ProgramError) -> Bytes32 {
    let reading = signing.reading
    let accepted = made.accepted
    // Beside a signature that does not commit to it, a taproot amount was accepted as a claim too.
    let isMixed = accepted.contains { $0.name == Rule.r01.rawValue }
    for coin in reading.inputs {
      guard let amount = coin.amount, let script = coin.script, script.count <= Self.longestScript
      else { continue }
      let key = CoinKey(txid: coin.txid, vout: coin.vout)
      let record = CoinRecord(
        amount: Int64(clamping: amount), script: script,
        isProved: coin.proof == .previousTransaction)
      switch coin.proof {
      case .previousTransaction: coins[key] = record
      // Accepted without proof by a setting: a claim that contradicts it later is refused.
      case .claimed where coins[key] == nil && (isMixed || !coin.isTaproot):
        coins[key] = record
      default: break
      }
    }
    let farIsKnown = accepted.contains { $0.name == Rule.r07.rawValue }
    let known = wallets
    for home in reading.inputs.compactMap(\.home) { note(home, beyondGap: false, known) }
    for home in reading.outputs.compactMap(\.home) { note(home, beyondGap: farIsKnown, known) }
    // A lock time without effect is easily acknowledged: it does not make a later one ordinary
    // (R16).
    let isLocked = reading.inputs.contains { $0.sequence != Self.finalSequence }
    let names = reading.spent.sorted().filter(wallets.indices.contains).map { wallets[$0].name }
    let txid = signing.signer.txid(with: made.signatures, in: signing.agreement)
    let payees = signing.leaving.payees.flatMap { Self.mark(of: reading.outputs[$0]) }
    appendToLog(
      SigningRecord(
        time: now, wallet: names.joined(separator: ", "), txid: txid,
        sent: signing.leaving.amount.map { Int64(clamping: $0) } ?? -1,
        fee: reading.fee.map { Int64(clamping: $0) } ?? -1,
        lockTime: isLocked ? reading.lockTime : 0, accepted: accepted,
        unsignedTxid: signing.signer.unsignedTxid,
        spent: reading.inputs.map { CoinKey(txid: $0.txid, vout: $0.vout) },
        own: reading.inputs.map { $0.home != nil }, payees: payees))
    return txid
  }

  /// A recipient and an amount as the review marks them (R33).
  static func mark(of output: OutputReading) -> [UInt8] {
    PayeeMark(
      TxOut(rawValue: Int64(clamping: output.amount), scriptPubKey: Script(output.script))
    ).bytes
  }

  /// Raises the highest index known of a branch.
  ///
  /// Anybody may pay to any index of ours, and who builds the payment chooses where its change
  /// goes. So a place that R07 did not warn of raises what is known by a few indices at most.
  /// Otherwise change could move a thousand indices farther with each payment, without a warning.
  /// One far out is known once its warning was acknowledged, and a coin far out, which is spent
  /// without one, never.
  private mutating func note(_ home: Home, beyondGap: Bool, _ before: [StoredWallet]) {
    guard wallets.indices.contains(home.wallet) else { return }
    let highest = before[home.wallet].highest(home.branch).map(Int64.init) ?? -1
    let isOrdinary = Int64(home.index) <= highest + reviewLimits.indexWarningGap
    guard isOrdinary || beyondGap else { return }
    let limit = isOrdinary ? highest + Self.longestStep : .max
    wallets[home.wallet].note(
      branch: home.branch, index: UInt32(clamping: min(Int64(home.index), limit)))
  }

  /// By how much one signing raises what is known: as many addresses as wallets look ahead (BIP-44).
  private static let longestStep: Int64 = 20
}

extension StoredWallet {
  fileprivate func highest(_ branch: Int) -> UInt32? {
    switch branch {
    case 0: highestReceive
    case 1: highestChange
    default: nil
    }
  }

  /// Remembers that an index was used: spent from, or paid by what was signed.
  fileprivate mutating func note(branch: Int, index: UInt32) {
    switch branch {
    case 0: highestReceive = max(highestReceive ?? 0, index)
    case 1: highestChange = max(highestChange ?? 0, index)
    default: break
    }
  }
}
