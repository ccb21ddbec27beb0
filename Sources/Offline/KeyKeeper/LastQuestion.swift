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
  /// The ladder that it is asked about, of which `signing` is the highest step; nil for one payment.
  private let ladder: KeptLadder?
  private let consents: WordedConsents
  private let contents: VaultContents
  private let session: SignerSession
  private let network: Network
  private let consent: MoneyConsent
  /// Whether signatures could spend real coins: always on mainnet, and on a test network with keys that are not
  /// under its coin type (R11).
  private let isReal: Bool
  /// What the command line accepts in advance.
  private let accepted: [RuleArgument]

  /// Asks about one payment.
  init(
    _ signing: KeptSigning, _ contents: VaultContents, _ options: KeeperOptions,
    _ session: SignerSession, _ network: Network
  ) throws(ProgramError) {
    try self.init(signing, nil, signing.consents, contents, options, session, network)
  }

  /// Asks about a payment at several fees, once.
  init(
    _ ladder: KeptLadder, _ contents: VaultContents, _ options: KeeperOptions,
    _ session: SignerSession, _ network: Network
  ) throws(ProgramError) {
    try self.init(ladder.top, ladder, ladder.consents, contents, options, session, network)
  }

  private init(
    _ signing: KeptSigning, _ ladder: KeptLadder?, _ consents: WordedConsents,
    _ contents: VaultContents, _ options: KeeperOptions, _ session: SignerSession,
    _ network: Network
  ) throws(ProgramError) {
    self.signing = signing
    self.ladder = ladder
    self.consents = consents
    self.contents = contents
    self.session = session
    self.network = network
    consent = try MoneyConsent(
      options.consent, on: network, vault: options.isForOneRun ? nil : contents, session)
    isReal = network.isWorthMoney || consents.namesRealCoins
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
    if !isAgreedInAdvance || consents.asks(accepting: accepted) { session.beginOwnScreen() }
    let answers = try consents.answers(
      accepting: accepted, about: isFirstRound ? "\(money), round 1 of 2" : money,
      on: session.console)
    return try isAgreed() ? answers : nil
  }

  /// Whether `--yes` answers the question, and may.
  private var isAgreedInAdvance: Bool {
    consent.isAgreed && (!isReal || consent.answersForRealMoney)
  }

  private func isAgreed() throws(ProgramError) -> Bool {
    if isAgreedInAdvance { return true }
    let payees = signing.leaving.payees.filter { signing.reading.outputs[$0].amount > 0 }
    return try session.console.consents(
      to: "\(isFirstRound ? "answer round 1 of" : "sign") this payment\(fees)"
        + (network.isWorthMoney ? " of \(money)" : " (\(money))"),
      summary: summary(payees: payees),
      stake: try stake(payees),
      amount: payees.count > 1 ? signing.leaving.amount.map(Self.btc) : nil,
      random: session.environment.random,
      orElse: isReal
        ? "sign on a terminal; --yes works only if the setting unattended-signing is on"
        : "add --yes to answer in advance")
  }

  /// Whose money is at stake, in every question: what stands above it may be the reviewer's, and say otherwise.
  private var money: String {
    if network.isWorthMoney { return "REAL \(network.realMoney) (\(network.name))" }
    return isReal
      ? "\(network.name), but these keys may hold real coins" : "rehearsal on \(network.name)"
  }

  private var unit: String { network.unit }

  private var isFirstRound: Bool { signing.round == .first }

  /// How often a ladder is signed, for the action.
  private var fees: String {
    ladder.map { ladder in
      " at \(counted(ladder.paying.count, "fee"))\(ladder.hasCancel ? ", and its cancel" : "")"
    } ?? ""
  }

  /// Which round of anti-exfil this is, where a host has a say in the nonces (R28).
  private var round: String {
    switch signing.round {
    case .none: ""
    case .first: "\nAnti-exfil, round 1 of 2: nothing is signed yet."
    case .second: "\nAnti-exfil, round 2 of 2: this signs the payment."
    }
  }

  /// Every recipient, then the totals, as the second reading has them.
  func summary(payees numbers: [Int]) -> String {
    let payees = numbers.count
    let reading = signing.reading
    let names = reading.spent.sorted().filter(contents.wallets.indices.contains)
      .map { ForeignText.name(contents.wallets[$0].name) }
    let amount = { (satoshis: UInt64?) in satoshis.map { "\(Self.btc($0)) \(unit)" } ?? "unknown" }
    let to = payees == 0 ? "all of it comes back to us" : counted(payees, "recipient")
    if let ladder {
      let highest = ladder.steps.compactMap(\.reading.fee).max() ?? 0
      let cancel =
        ladder.hasCancel
        ? "\nThe cancel pays nobody: all but its fee comes back to us." : ""
      return """
        \(list(of: numbers))
        From \(names.joined(separator: ", ")), \(to), at \(counted(ladder.paying.count, "fee")):\(rows(of: ladder))
        They spend the same coins, so only one of them can confirm.\(cancel)
        Leaving us \(amount(signing.leaving.amount)), highest fee \(amount(highest))\(total(highest))\(signedBefore)
        """
    }
    let words = words(of: signing)
    return """
      \(list(of: numbers))
      From \(names.joined(separator: ", ")), \(to).
      Leaving us \(amount(signing.leaving.amount)), fee \(amount(reading.fee)).\(signedBefore)\(round)
      Words: \(words) (compare with the coordinator)
      """
  }

  /// What leaves us with the highest fee, at most.
  private func total(_ fee: UInt64) -> String {
    signing.leaving.amount.map { ":\nat most \(Self.btc($0 + fee)) \(unit) in all." } ?? "."
  }

  func words(of signing: KeptSigning) -> CheckWords {
    CheckWords(.payment, signing.signer.unsignedTransaction)
  }

  /// Amount and whole address of each recipient that gets money, an address on a line of its own; one that has no
  /// address by the beginning of its script.
  private func list(of payees: [Int]) -> String {
    payees.map { number in
      let output = signing.reading.outputs[number]
      return "\n  \(Self.btc(output.amount)) \(unit) to\n    \(Self.recipient(output))"
    }.joined()
  }

  /// The whole address, or the beginning of a script that has none.
  static func recipient(_ output: OutputReading) -> String {
    if let address = output.address { return address }
    let script = Hex.encode(output.script)
    return "script \(script.prefix(64))\(script.count > 64 ? "..." : "")"
  }

  /// Says where coins of ours were signed for before, in another payment (R33).
  private var signedBefore: String {
    let before = SignedBefore.all(
      spending: signing.reading.coins, in: contents.log, except: signing.signer.unsignedTxid)
    guard !before.isEmpty else { return "" }
    let marks = signing.leaving.payees.map { VaultContents.mark(of: signing.reading.outputs[$0]) }
    let alike =
      before.allSatisfy { $0.pays(marks) } ? ", and only fee and change differ" : ""
    return "\nSigned for before, in \(counted(before.count, "other payment"))\(alike) (R33)."
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

extension Network {
  /// What a person loses with its coins.
  var realMoney: String { forkHeight == nil ? "bitcoin" : "coins" }
}
