internal import BitcoinPrimitives
internal import Bytes
internal import EncryptedVault
internal import PacketSigning
internal import PaymentSigning
internal import Refusals
internal import SecondReading
internal import SignerHome
internal import TerminalUI
internal import TransactionReview
internal import WordLists

/// The last question before signatures are made, from the second reading alone.
struct LastQuestion {
  private let signing: KeptSigning
  private let contents: VaultContents
  private let session: SignerSession
  private let network: Network
  private let money: MoneyConsent
  /// Whether signatures could spend real coins: always on mainnet, and on a test network with keys that are not
  /// under its coin type (R11).
  private let isReal: Bool
  /// What the command line accepts in advance.
  private let accepted: [RuleArgument]

  init(
    _ signing: KeptSigning, _ contents: VaultContents, _ options: KeeperOptions,
    _ session: SignerSession, _ network: Network
  ) throws(ProgramError) {
    self.signing = signing
    self.contents = contents
    self.session = session
    self.network = network
    money = try MoneyConsent(
      options.consent, on: network, vault: options.isForOneRun ? nil : contents, session)
    isReal = network.isMainnet || signing.consents.namesRealCoins
    accepted = options.accepted
  }

  /// Has each consent in words given; then whether a person typed characters of whom the payment pays, or said
  /// in advance that they need not.
  ///
  /// Gives how each consent was given, by its name; nil when nobody agreed.
  ///
  /// - Throws: `ProgramError` for the first consent that nobody gives.
  func agreed() throws(ProgramError) -> [String: LoggedAcceptance.Answer]? {
    if isReal { session.endRehearsal() }
    let answers = try signing.consents.answers(accepting: accepted, on: session.console)
    return try isAgreed() ? answers : nil
  }

  private func isAgreed() throws(ProgramError) -> Bool {
    if money.isAgreed, !isReal || money.answersForRealMoney { return true }
    let payees = signing.leaving.payees.filter { signing.reading.outputs[$0].amount > 0 }
    let rehearsal = isReal ? "" : " (rehearsal on \(network.name))"
    return try session.console.consents(
      to: "\(isFirstRound ? "answer round 1 of" : "sign") this payment\(rehearsal)",
      summary: summary(payees: payees.count),
      stake: try stake(payees),
      amount: payees.count > 1 ? signing.leaving.amount.map(Self.btc) : nil,
      random: session.environment.random,
      orElse: isReal
        ? "sign on a terminal; --yes works only if the setting unattended-signing is on"
        : "add --yes to answer in advance")
  }

  private var isFirstRound: Bool { signing.round == .first }

  /// Which round of anti-exfil this is, where a host has a say in the nonces (R28).
  private var round: String {
    switch signing.round {
    case .none: ""
    case .first: "\nAnti-exfil, round 1 of 2: nothing is signed yet."
    case .second: "\nAnti-exfil, round 2 of 2: this signs the payment."
    }
  }

  /// The totals, as the second reading has them.
  private func summary(payees: Int) -> String {
    let reading = signing.reading
    let names = reading.spent.sorted().filter(contents.wallets.indices.contains)
      .map { ForeignText.name(contents.wallets[$0].name) }
    let amount = { (satoshis: UInt64?) in satoshis.map { "\(Self.btc($0)) BTC" } ?? "unknown" }
    let to = payees == 0 ? "all of it comes back to us" : counted(payees, "recipient")
    let words = CheckWords(.payment, signing.signer.unsignedTransaction)
    return """

      From \(names.joined(separator: ", ")), \(to).
      Leaving us \(amount(signing.leaving.amount)), fee \(amount(reading.fee)).\(signedBefore)\(round)
      Words: \(words) (compare with the coordinator)
      """
  }

  /// Says where coins of ours were signed for before, in another payment (R33); the review has shown what differs.
  private var signedBefore: String {
    let own = Set(
      signing.reading.inputs.filter { $0.home != nil }.map {
        CoinKey(txid: $0.txid, vout: $0.vout)
      })
    var before: Set<CoinKey> = []
    for record in contents.log where record.unsignedTxid != signing.signer.unsignedTxid {
      before.formUnion(record.spent.filter(own.contains))
    }
    guard !before.isEmpty else { return "" }
    return "\nSigned for before, in another payment: \(counted(before.count, "coin")) (R33)."
  }

  private func stake(_ payees: [Int]) throws(ProgramError) -> Stake {
    let outputs = signing.reading.outputs.enumerated().map { number, output in
      StakeOutput(
        name: "of output \(number)", address: output.address, script: Hex.encode(output.script),
        amount: Int64(clamping: output.amount), isPayee: payees.contains(number))
    }
    let txid = Hex.encode(signing.signer.unsignedTxid.bytes.reversed())
    return try Stake.ofPayment(outputs, txid: txid, random: session.environment.random)
  }

  /// Satoshis as bitcoin with eight digits behind the point.
  static func btc(_ satoshis: UInt64) -> String {
    let digits = String(satoshis % 100_000_000)
    return "\(satoshis / 100_000_000)."
      + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }
}
