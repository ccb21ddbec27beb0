public import BitcoinPSBT
public import BitcoinPrimitives
internal import Descriptors
internal import ExtendedKeys
internal import ParallelWork

/// Everything the rules look at, found out once.
public struct ReviewFacts: Sendable {
  /// The PSBT that is reviewed.
  public let psbt: PSBT
  /// What this machine knew before.
  public let context: ReviewContext
  /// One for each input, in order.
  public let inputs: [InputFacts]
  /// One for each output, in order.
  public let outputs: [OutputFacts]
  /// The sum of the inputs; nil when an amount is unknown or no amount at all.
  public let inputTotal: Amount?
  /// The sum of the outputs; nil when it is not an amount.
  public let outputTotal: Amount?
  /// What does not come back to a wallet that is spent or to a sole one of ours, data included;
  /// beside coins of others see ``leavingUs``.
  public let leaving: Amount?
  /// What the miners get.
  public let fee: Amount?
  /// The weight of the transaction once it is signed, at most; a foreign input counts with the
  /// final script that came along, or as p2wpkh when none did.
  public let signedWeight: Weight
  /// The weight when the foreign inputs are signed with next to nothing: their scripts are not ours
  /// to choose, and those that came along can be replaced after we have signed.
  public let leastWeight: Weight
  /// What the transaction will be called; nil while a script that signing adds is part of its name.
  public let txid: Txid?

  /// The unsigned transaction.
  public var transaction: Transaction { psbt.unsignedTransaction }
  /// The fee rate, by the weight that the signed transaction is expected to have; nil while the fee
  /// is not known.
  public var feeRate: FeeRate? { fee.map { FeeRate(fee: $0, for: signedWeight) } }
  /// What the fee rate becomes at most, whatever the foreign inputs are signed with.
  public var highestFeeRate: FeeRate? { fee.map { FeeRate(fee: $0, for: leastWeight) } }

  /// For each input of ours that several keys can sign and that is not final: who has, who will, who
  /// is missing.
  public let progress: [SigningProgress?]
  /// The ways to spend of the wallets with several keys that this payment spends, by wallet.
  public let policies: [Int: WalletPolicy]
  /// What the proofs that came along say of how deep the coins are in the chain; nil where none came.
  public let confirmations: ConfirmationCheck?
  /// What secret the note that came along seems to hold, in words; nil for none.
  public let secretInNote: String?
  /// What stays with us and what does not.
  let staying: StayingMoney
  /// What came of the signatures that are there; nil when there are none.
  private(set) var signatures: ExistingSignatures?
  /// What checking and signing cost (R18).
  let work: PacketWork

  /// The wallets that are spent, by number.
  public var spentWallets: Set<Int> { Set(inputs.compactMap { $0.place?.wallet }) }

  init(of psbt: PSBT, in context: ReviewContext) {
    self.psbt = psbt
    self.context = context
    let matchers = context.wallets.enumerated().flatMap {
      $1.network == context.network ? WalletMatcher.all(number: $0, wallet: $1) : []
    }
    let inputs = ParallelMap.results(count: psbt.inputs.count) {
      InputFacts(of: psbt, at: $0, in: context, matchers: matchers)
    }
    self.inputs = inputs
    confirmations = ConfirmationCheck(
      of: psbt, floor: context.network.isMainnet ? context.limits.mainnetFloor : .none)
    secretInNote = R27SecretsInNotes.secret(in: psbt.global.note)
    let places = inputs.compactMap(\.place)
    for matcher in matchers { matcher.learn(places) }
    let spent = Set(places.map(\.wallet))
    outputs = ParallelMap.results(count: psbt.outputs.count) {
      OutputFacts(of: psbt, at: $0, in: context, matchers: matchers, spent: spent)
    }
    let amounts = inputs.compactMap(\.amount)
    inputTotal = amounts.count == inputs.count ? try? Amount.sum(of: amounts) : nil
    let paid = outputs.compactMap(\.amount)
    outputTotal = paid.count == outputs.count ? try? Amount.sum(of: paid) : nil
    let staying = StayingMoney(inputs, outputs, wallets: context.wallets)
    self.staying = staying
    leaving = staying.leaving
    if let inputTotal, let outputTotal {
      fee = try? inputTotal.subtracting(outputTotal)
    } else {
      fee = nil
    }
    let weights = SigningWeights(of: psbt, inputs: inputs)
    signedWeight = weights.most
    leastWeight = weights.least
    txid = Self.txid(of: psbt, inputs: inputs)
    let work = PacketWork(of: psbt, inputs: inputs, in: context)
    self.work = work
    let signatures = ExistingSignatures(in: psbt, inputs, meter: work.meter)
    self.signatures = signatures
    var policies: [Int: WalletPolicy] = [:]
    for place in places where place.derived.keys.count > 1 && policies[place.wallet] == nil {
      policies[place.wallet] = WalletPolicy(of: place.derived)
    }
    self.policies = policies
    guard !policies.isEmpty else {
      progress = [SigningProgress?](repeating: nil, count: inputs.count)
      return
    }
    progress = inputs.enumerated().map { [policies] number, input in
      guard let place = input.place, let policy = policies[place.wallet],
        !psbt.inputs[number].isFinal
      else { return nil }
      return SigningProgress(
        place: place, policy: policy, signing: context.wallets[place.wallet].signingKeys,
        signatures: signatures?[number])
    }
  }

  /// The wallets that would sign on a test network with keys that are the same on mainnet (R11).
  var walletsOfRealKeys: [Int] {
    guard context.signs, !context.network.isWorthMoney else { return [] }
    return spentWallets.sorted().filter { !context.wallets[$0].keysOfAnyNetwork.isEmpty }
  }

  /// Whether signatures of this payment could spend real coins: always on mainnet, and on a test
  /// network with keys that do not lie under its coin type.
  public var couldSpendRealCoins: Bool {
    context.network.isWorthMoney || !walletsOfRealKeys.isEmpty
  }

  /// Whether the money of an output leaves us, wholly or in part: it does not stay, or goes to a wallet
  /// of others that gets more than it spends.
  func isPayee(_ number: Int) -> Bool {
    let output = outputs[number]
    return !staying.includes(output)
      || output.place.map { staying.gains[$0.wallet] != nil } ?? false
  }

  /// The outputs with money that leaves us, by number.
  public var payees: [Int] {
    outputs.indices.filter { outputs[$0].output.rawValue > 0 && isPayee($0) }
  }

  /// Runs the final scripts that came along: the one part of the facts that is found out last.
  mutating func runFinalScripts() {
    signatures?.runFinalScripts(of: psbt, spending: inputs.compactMap(\.signedOutput), work.meter)
  }

  /// Whether somebody else's coins are spent beside ours.
  var isMixed: Bool { inputs.contains { $0.place == nil } }

  /// What our wallets have less than before, the fee included, when somebody else's coins are spent
  /// beside ours; nil when nobody's are, when nothing is lost, or when an amount is unknown.
  var ownLoss: Amount? {
    guard let change = changeOfMixed, change.spent > change.back else { return nil }
    return try? change.spent.subtracting(change.back)
  }

  /// What leaves our wallets: all that does not come back to a wallet that is spent or to a sole one.
  ///
  /// Of coins of ours alone what others are paid, without the fee. Beside coins of others what goes
  /// to them may be their own money: then all that our wallets have less than before, with our part
  /// of the fee, and nothing when they have more. Nil when an amount is unknown.
  public var leavingUs: Amount? {
    guard isMixed else { return leaving }
    return changeOfMixed.map { _ in ownLoss ?? .zero }
  }

  /// What leaves us and the fee together: what our wallets have less than before.
  ///
  /// Nil when an amount is unknown.
  public var totalDebit: Amount? {
    if isMixed { return leavingUs }
    guard let leaving, let fee else { return nil }
    return try? leaving.adding(fee)
  }

  /// What our wallets pay into a mixed transaction and get out of it.
  private var changeOfMixed: (spent: Amount, back: Amount)? {
    guard isMixed, inputTotal != nil, outputTotal != nil,
      let spent = try? Amount.sum(of: inputs.filter { $0.place != nil }.compactMap(\.amount)),
      let back = staying.back
    else { return nil }
    return (spent, back)
  }

  /// The txid with the scriptSigs that are known before signing: none for native segwit, the redeem
  /// script's push for nested keys, and those that are final.
  private static func txid(of psbt: PSBT, inputs: [InputFacts]) -> Txid? {
    var transaction = psbt.unsignedTransaction
    for (number, input) in inputs.enumerated() {
      if psbt.inputs[number].isFinal {
        transaction.inputs[number].scriptSig = psbt.inputs[number].finalScriptSig ?? Script()
      } else if let redeem = input.place?.derived.redeemScript, redeem.witnessProgram != nil {
        var builder = ScriptBuilder()
        builder.append(verbatim: redeem.slice)
        transaction.inputs[number].scriptSig = builder.script
      } else if input.output?.scriptPubKey.witnessProgram == nil {
        return nil
      }
    }
    return transaction.txid
  }
}

/// What became of a script and of the claims about it.
struct Finder {
  /// Where our wallet has the script.
  let place: WalletPlace?
  /// Whether a derivation names one of our fingerprints.
  let claimsOurs: Bool
  /// Whether such a derivation is not what we derive: another path, or another key at that path.
  let claimsFalsely: Bool

  /// A cosigner of our wallet about whom a claim is not what we derive.
  let contradictedCosigner: Fingerprint?

  /// Finds a script by the claims about it; where none of them is about us, by look-up, which goes
  /// far for a coin.
  init(
    of script: Script?, claims: [KeyClaim], in context: ReviewContext, _ matchers: [WalletMatcher],
    isCoin: Bool
  ) {
    let ours = context.fingerprints
    let about = claims.filter { ours.contains($0.origin.fingerprint) }
    claimsOurs = !about.isEmpty
    place = script.flatMap {
      Self.place(of: $0, claims: about, in: matchers)
        ?? (isCoin && about.isEmpty
          ? Self.farPlace(of: $0, in: matchers, keys: context.limits.farKeys) : nil)
    }
    if let derived = place?.derived {
      claimsFalsely = about.contains { !$0.isTrue(of: derived) }
    } else {
      claimsFalsely = !about.isEmpty
    }
    contradictedCosigner = place.flatMap { place in
      let cosigners = matchers.first { $0.number == place.wallet }?.cosigners ?? []
      guard !cosigners.isEmpty else { return nil }
      return claims.first {
        cosigners.contains($0.origin.fingerprint) && !$0.isTrue(of: place.derived)
      }?.origin.fingerprint
    }
  }

  /// The most keys that are derived for the claims about one script, beside the first claim.
  private static let mostKeys = 20

  private static func farPlace(
    of script: Script, in matchers: [WalletMatcher], keys: Int
  ) -> WalletPlace? {
    // Wallets of other kinds cannot have it: no work is spent on them.
    let candidates = matchers.filter { $0.mayHave(script) }
    for matcher in candidates {
      let budget = keys / candidates.count
      if let place = matcher.farPlace(of: script, keyBudget: budget) { return place }
    }
    return nil
  }

  private static func place(
    of script: Script, claims: [KeyClaim], in matchers: [WalletMatcher]
  ) -> WalletPlace? {
    // One claim that leads nowhere refuses already: ten thousand of them are not worth deriving,
    // and fewer still where each costs the keys of a whole quorum.
    for (number, claim) in claims.prefix(mostKeys).enumerated() {
      for matcher in matchers where number == 0 || number * matcher.keyCount < mostKeys {
        if let place = matcher.place(of: script, at: claim.origin) { return place }
      }
    }
    guard claims.isEmpty else { return nil }
    for matcher in matchers {
      if let place = matcher.place(of: script) { return place }
    }
    return nil
  }
}

extension InputFacts {
  init(of psbt: PSBT, at index: Int, in context: ReviewContext, matchers: [WalletMatcher]) {
    let input = psbt.inputs[index]
    let outPoint = psbt.unsignedTransaction.inputs[index].previousOutput
    self.outPoint = outPoint
    sequence = psbt.unsignedTransaction.inputs[index].sequence
    var output: TxOut?
    var proof = AmountProof.unknown
    var flaw: PreviousTransactionFlaw?
    let witnessUTXO = input.witnessUTXO
    if let previous = input.nonWitnessUTXO {
      let txid = previous.txid
      if txid != outPoint.txid {
        flaw = .wrongTxid(found: txid)
      } else if let found = previous.output(at: outPoint.vout) {
        output = found
        proof = .previousTransaction
        if let witnessUTXO, witnessUTXO != found { flaw = .contradictsWitnessUTXO }
      } else {
        flaw = .noSuchOutput(count: previous.outputCount)
      }
    }
    if let proved = context.provedOutput(outPoint) {
      if let claim = output ?? witnessUTXO, claim != proved { flaw = flaw ?? .contradictsProof }
      if output == nil {
        output = proved
        proof = .provedBefore
      }
    }
    if output == nil, let witnessUTXO {
      output = witnessUTXO
      proof = witnessUTXO.scriptPubKey.isP2TR ? .taproot : .claimed
      if let before = context.claimedOutput(outPoint), before != witnessUTXO {
        flaw = flaw ?? .contradictsClaim
      }
    }
    self.output = output
    self.proof = proof
    self.flaw = flaw
    payloadScript = output == nil ? Self.scriptOfPayload(input, flaw, in: context) : nil
    let found = Finder(
      of: output?.scriptPubKey ?? payloadScript,
      claims: KeyClaim.all(input.bip32Derivations, input.tapBIP32Derivations),
      in: context, matchers, isCoin: true)
    place = found.place
    claimsOurs = found.claimsOurs
    claimsFalsely = found.claimsFalsely
    contradictedCosigner = found.contradictedCosigner
  }
}

extension InputFacts {
  /// The script of a coin of which a `multisig:` payload tells the redeem script and nothing else.
  ///
  /// A legacy signature commits to the redeem script: if the coin is locked by another one, the
  /// signature is worthless, so nothing is lost by taking the payload's word. The amount stays
  /// unknown (R21).
  private static func scriptOfPayload(
    _ input: PSBTInput, _ flaw: PreviousTransactionFlaw?, in context: ReviewContext
  ) -> Script? {
    guard context.isFromPayload, flaw == nil, let redeemScript = input.redeemScript,
      redeemScript.witnessProgram == nil
    else { return nil }
    return .p2sh(redeemScript)
  }
}

extension OutputFacts {
  init(
    of psbt: PSBT, at index: Int, in context: ReviewContext, matchers: [WalletMatcher],
    spent: Set<Int>
  ) {
    output = psbt.unsignedTransaction.outputs[index]
    let map = psbt.outputs[index]
    let found = Finder(
      of: output.scriptPubKey,
      claims: KeyClaim.all(map.bip32Derivations, map.tapBIP32Derivations),
      in: context, matchers, isCoin: false)
    place = found.place
    claimsOurs = found.claimsOurs
    claimsFalsely = found.claimsFalsely
    contradictedCosigner = found.contradictedCosigner
    address = Address(script: output.scriptPubKey, network: context.network)
    if let place {
      let branches = context.wallets[place.wallet].descriptor.branchCount
      if !spent.contains(place.wallet) {
        kind = .otherWallet
      } else {
        kind = place.branch == branches - 1 && branches > 1 ? .change : .ownReceive
      }
    } else {
      kind = output.scriptPubKey.type == .opReturn ? .data : .payment
    }
  }
}
