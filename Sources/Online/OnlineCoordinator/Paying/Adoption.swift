internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Descriptors
internal import ExtendedKeys
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage
internal import WalletTypes

/// Takes a payment in that was begun elsewhere: it spends coins of a wallet of this home, but this
/// coordinator did not build it.
///
/// The PSBT is built again from the transaction alone, with what this home knows: coins, previous
/// transactions, scripts and keys. Nothing else of what came is believed; its signatures are looked
/// at afterwards, like all others.
struct Adoption {
  let session: CoordinatorSession
  let store: Store
  let acceptance: AcceptanceOptions
  let consent: CoordinatorConsentOptions
  /// What the person calls it.
  let label: String?

  /// Shows what the payment does, asks, and keeps it.
  ///
  /// - Throws: `ProgramError` when it is another version of a payment that holds its coins, spends
  ///   coins that are gone or not the wallet's, or is refused by a rule or by the person.
  func adopt(_ returned: ReturnedPayment) throws -> PaymentRecord {
    let wallet = try owner(of: returned)
    session.remind(of: [wallet])
    let offered = try offered(returned, of: wallet)
    let notes = returned.notes
    if notes.count > 1 {
      session.console.warn(
        "\(notes.count) different notes came with this payment; the first is kept, the others are left out"
      )
    }
    try show(
      "This payment was begun elsewhere. What it does:\n\n\(text(of: offered))",
      refusing: offered.review.refusals)
    warnOfNonces(of: [returned])
    let fee = try offered.fee
    try acceptance.acknowledge(try warnings(about: offered, of: wallet), on: session.console)
    let summary = try offered.contents(of: wallet).summary
    guard
      try consent.agrees(
        to: "\(summary).\nKeep it as a payment of \(wallet.name)?", on: session.console)
    else { throw ProgramError("nothing was kept", hint: "answer yes to keep it") }
    let record = try store.record(
      newPayment(offered, fee: fee, called: label ?? Self.summary(offered, wallet)), of: wallet
    ).payment
    session.warnOfHandedOut(store)
    return record
  }

  // MARK: Before it is kept

  /// A payment that came from elsewhere, built again from its transaction with what this home knows.
  struct Offered {
    let unsigned: Transaction
    /// Without the signatures that came with it, which are taken in for good once it is kept.
    let packet: PSBT
    let known: [KnownInput]
    fileprivate let own: [Int: OwnOutput]
    /// What it does, with the signatures that are right.
    let review: Review

    /// - Throws: `ProgramError` where it cannot be known.
    var fee: Amount {
      get throws(ProgramError) {
        guard let fee = review.facts.fee else {
          throw ProgramError("its fee cannot be known", hint: "sync, then collect again")
        }
        return fee
      }
    }

    /// Those who are paid and are not the wallet itself.
    var paid: [TxOut] {
      unsigned.outputs.enumerated().filter { own[$0.offset] == nil }.map(\.element)
    }

    /// Whether the wallet itself gets an output.
    func isOwn(_ output: Int) -> Bool { own[output] != nil }

    func contents(of wallet: WalletRecord) throws -> PaymentContents {
      try PaymentContents(
        of: unsigned, own: Set(own.keys), spending: known.map(\.coin.amount), wallet: wallet.name,
        on: wallet.network, isFinished: false)
    }
  }

  /// Builds it again from its transaction alone.
  func offered(_ returned: ReturnedPayment, of wallet: WalletRecord) throws -> Offered {
    let unsigned = returned.unsigned
    let known = try store.knownInputs(of: unsigned, in: wallet)
    let own = try ownOutputs(unsigned, wallet, returned)
    var packet = try PacketBuilder(wallet.descriptor).packet(
      for: unsigned, spending: known.map(\.coin),
      previous: try previousTransactions(unsigned, wallet, returned),
      paying: own.mapValues(\.derived))
    if let tag = returned.chainTags.first(where: { $0 != wallet.network.tag }) {
      throw ProgramError(
        "the payment was made for \(ForeignText.ascii(tag, limit: 72)), and \(wallet.name) is on "
          + "\(wallet.network)", rule: .r11,
        hint: "collect it in a home with a wallet on that network")
    }
    packet.global.setChainTag(wallet.network)
    // Whoever signs after this home reads it as well.
    packet.global.setNote(returned.notes.first)
    let signed = try collected(returned, into: packet, spending: known, of: wallet)
    return Offered(
      unsigned: unsigned, packet: packet, known: known, own: own,
      review: Review(of: signed, in: try context(wallet)))
  }

  /// What it does, without the last lines, which tell a signer what it would sign.
  func text(of offered: Offered) -> String {
    ReviewText(offered.review, columns: session.console.columns).textWithoutVerdict
  }

  /// Shows what the person is asked about, to its end on the terminal where the question is asked.
  ///
  /// - Throws: `ProgramError` with the first of the refusals.
  func show(_ said: String, refusing refusals: [Finding]) throws {
    if consent.yes || !refusals.isEmpty {
      session.console.talk(said)
    } else {
      try session.console.showBeforeQuestion(said)
    }
    if let refusal = refusals.first {
      throw ProgramError(refusal.message, rule: refusal.rule, hint: refusal.mend)
    }
  }

  func warnOfNonces(of payments: [ReturnedPayment]) {
    let isAgreedElsewhere = payments.flatMap(\.items).contains { item in
      guard case .packet(let packet) = item.content else { return false }
      return NonceRounds(of: packet).commitments > 0
    }
    guard isAgreedElsewhere else { return }
    session.console.warn(
      """
      this payment was begun with anti-exfil, and this home cannot check its nonces (R28): \
      collect its signatures where it was built
      """)
  }

  /// What is asked about, beside what is refused.
  func warnings(about offered: Offered, of wallet: WalletRecord) throws -> [Finding] {
    let paid = offered.paid
    let twice = try SamePaymentTwice(of: wallet, in: store)
      .warnings(paying: paid, outOf: Set(offered.unsigned.inputs.map(\.previousOutput)))
    let alike = try LookAlikes(
      paid.compactMap { Address(script: $0.scriptPubKey, network: wallet.network) }, of: wallet,
      in: store)
    return offered.review.warnings + twice + alike.findings
      + Self.mixing(offered.known.map(\.coin))
  }

  func newPayment(_ offered: Offered, fee: Amount, called summary: String) -> NewPayment {
    NewPayment(
      unsigned: offered.unsigned, psbt: StoredPacket(offered.packet), fee: fee, summary: summary,
      created: session.now, ownPlaces: offered.own.values.map(\.place))
  }

  /// That it spends coins with different tags: nobody here said that these may be linked (decision 0025).
  private static func mixing(_ coins: [WalletCoin]) -> [Finding] {
    let totals = TagTotal.all(of: coins)
    guard totals.count > 1 else { return [] }
    return [
      Finding(
        rule: .r31, severity: .warn,
        message:
          "this payment spends coins with different tags together, and links them for everybody: "
          + TagTotal.words(totals),
        mend: "build a payment with coins of one tag instead: `pay --tag NAME`",
        consent: Finding.Consent(
          name: CoordinatorConsent.mixedTags.rawValue, sentence: "these coins may be linked"))
    ]
  }

  /// The PSBT with those of the signatures that are right.
  private func collected(
    _ returned: ReturnedPayment, into packet: PSBT, spending inputs: [KnownInput],
    of wallet: WalletRecord
  ) throws -> PSBT {
    let payments = try store.payments(of: wallet)
    let cosigners = try session.cosigners(wallet, store)
    let earlier = try EarlierNonces(of: payments, in: store)
    var collector = try Collector(packet, inputs: inputs, cosigners: cosigners, earlier: earlier)
    try collector.add(returned)
    return collector.packet
  }

  /// Says who has signed payloads whose wallet is not known here: nothing else could.
  private func tellSignatures(of returned: ReturnedPayment) {
    for item in returned.items {
      guard case .payload(let payload) = item.content else { continue }
      let lines = [MultisigReport.unknownWallet] + MultisigReport(payload).lines
      session.console.talk("\(item.source): \(lines.joined(separator: "\n  "))")
    }
  }

  /// The wallet that all coins belong to, none of them spent, frozen or held by another payment.
  func owner(of returned: ReturnedPayment) throws -> WalletRecord {
    let unsigned = returned.unsigned
    let outPoints = unsigned.inputs.map(\.previousOutput)
    let owned = try store.owners(of: outPoints)
    guard let first = owned.first else {
      tellSignatures(of: returned)
      throw ProgramError(CollectError.unknownPayment(unsigned.txid))
    }
    if let held = owned.compactMap(\.coin.payment).first {
      let other = try store.payment(held)
      let difference = PaymentDifference(
        known: other.unsigned, other: unsigned, name: "payment \(held)",
        network: first.wallet.network)
      throw ProgramError(CollectError.anotherVersion(of: held, differences: difference.words))
    }
    let owners = owned.map(\.wallet)
    let whole = owners.first { wallet in
      outPoints.allSatisfy { outPoint in
        owned.contains { $0.wallet == wallet && $0.coin.outPoint == outPoint }
      }
    }
    guard let whole else {
      let mine = Set(owned.filter { $0.wallet == first.wallet }.map(\.coin.outPoint))
      let foreign = outPoints.first { !mine.contains($0) } ?? first.coin.outPoint
      throw ProgramError(CollectError.foreignCoin(foreign, wallet: first.wallet.name))
    }
    if let spent = owned.first(where: { $0.coin.spender != nil }) {
      throw ProgramError(CollectError.spentCoin(spent.coin.outPoint))
    }
    try store.requireUnfrozen(outPoints, of: whole)
    return whole
  }

  // MARK: What this home knows

  fileprivate struct OwnOutput {
    let place: ScriptPlace
    let derived: DerivedScript
  }

  /// An index that a PSBT claims is only tried below this (R07).
  private static let indexLimit: UInt32 = 1_000_000

  /// The outputs that pay the wallet itself: those whose scripts are in the records, and those that
  /// are derived again where the PSBTs say they are.
  private func ownOutputs(
    _ unsigned: Transaction, _ wallet: WalletRecord, _ returned: ReturnedPayment
  ) throws -> [Int: OwnOutput] {
    var places = try store.places(of: unsigned.outputs.map(\.scriptPubKey), in: wallet)
    var branches: [DescriptorBranch] = []
    for branch in 0..<wallet.descriptor.scriptBranchCount {
      branches.append(
        try wallet.descriptor.branch(branch))
    }
    var own: [Int: OwnOutput] = [:]
    for (position, output) in unsigned.outputs.enumerated() {
      let claims = Self.claimedIndices(of: position, in: returned)
      let tried =
        places[output.scriptPubKey].map { [$0] }
        ?? branches.indices.flatMap { branch in
          claims.map { ScriptPlace(branch: branch, index: $0) }
        }
      for place in tried where branches.indices.contains(place.branch) {
        guard let derived = try? branches[place.branch].script(at: place.index),
          derived.scriptPubKey == output.scriptPubKey
        else { continue }
        own[position] = OwnOutput(place: place, derived: derived)
        places[output.scriptPubKey] = place
        break
      }
    }
    return own
  }

  /// The last steps of the paths that PSBTs give for an output, a few of them.
  private static func claimedIndices(of position: Int, in returned: ReturnedPayment) -> [UInt32] {
    var indices: [UInt32] = []
    for case .packet(let packet) in returned.items.map(\.content) {
      let output = packet.outputs[position]
      let paths =
        output.bip32Derivations.prefix(2).map(\.origin.path)
        + output.tapBIP32Derivations.prefix(2).map(\.origin.path)
      for path in paths {
        guard let last = path.steps.last, !last.isHardened, last.index < indexLimit,
          !indices.contains(last.index), indices.count < 4
        else { continue }
        indices.append(last.index)
      }
    }
    return indices
  }

  /// The transactions that made the coins: from the records, else from what came along, which is
  /// found by its hash.
  private func previousTransactions(
    _ unsigned: Transaction, _ wallet: WalletRecord, _ returned: ReturnedPayment
  ) throws(PaymentError) -> [Txid: PreviousTransaction] {
    let wanted = Set(unsigned.inputs.map(\.previousOutput.txid))
    var found = (try? store.previousTransactions(wanted, of: wallet)) ?? [:]
    found.merge(PreviousTransaction.spent(by: unsigned, among: returned.previous)) { kept, _ in kept
    }
    guard found.count < wanted.count else { return found }
    for case .packet(let packet) in returned.items.map(\.content) {
      for input in packet.inputs {
        guard let previous = input.nonWitnessUTXO, (try? previous.decoded()) != nil else {
          continue
        }
        let txid = previous.txid
        if wanted.contains(txid), found[txid] == nil { found[txid] = previous }
      }
    }
    return found
  }

  private func context(_ wallet: WalletRecord) throws -> ReviewContext {
    let branches = try store.branches(of: wallet)
    let point = try store.lastSync(of: wallet)
    // No key is this machine's: what a PSBT claims about keys says nothing here.
    return ReviewContext(
      network: wallet.network,
      wallets: [
        RegisteredWallet(
          name: wallet.name, network: wallet.network, descriptor: wallet.descriptor,
          highestKnown: branches.map { $0.next > 0 ? $0.next - 1 : $0.lastUsed })
      ],
      fingerprints: [], limits: try ReviewLimits(of: store),
      estimatedHeight: point.flatMap { UInt32(exactly: $0.height) },
      signs: false)
  }

  // MARK: Words

  static func summary(_ offered: Offered, _ wallet: WalletRecord) -> String {
    let paid = offered.paid.map { output in
      let address = Address(script: output.scriptPubKey, network: wallet.network)?.string
      return "\(output.amount?.btc ?? "?") to \(address ?? "a script without address")"
    }
    guard paid.count > 3 else {
      return paid.isEmpty ? "to the wallet itself" : paid.joined(separator: ", ")
    }
    return paid.prefix(3).joined(separator: ", ") + " and \(paid.count - 3) more"
  }
}
