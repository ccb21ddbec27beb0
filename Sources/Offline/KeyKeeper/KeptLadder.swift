internal import BitcoinPrimitives
internal import Bytes
internal import EncryptedVault
internal import PacketSigning
internal import Refusals
internal import SecondReading
internal import SignerHome
internal import TerminalUI

/// A fee ladder in what holds the seeds: one payment at several fees, each read again and compared, and asked about together
/// (decision 0033).
///
/// Every packet is judged as though it came alone. That they are one payment is found out from the second reading, and
/// nothing is signed where it is not so: one question is asked, and it must be right for each.
struct KeptLadder {
  /// The most packets: eight fees, and what takes the payment back.
  static let most = 9

  /// The steps, the lowest fee first, then what takes the payment back, where there is something.
  let steps: [KeptSigning]
  /// Whether the last takes the payment back.
  let hasCancel: Bool
  /// The output that differs in each step: what comes back to us.
  let change: Int
  /// The consents in words that they want, each once.
  let consents: WordedConsents

  private let session: SignerSession
  private let options: KeeperOptions
  private let contents: VaultContents
  private let isRehearsal: Bool?

  /// Reads the packets again and holds the reviews against them.
  ///
  /// - Throws: `ProgramError` for what is not signed of one of them, and where they are not one payment.
  init(
    _ requests: [SignRequest], _ contents: VaultContents, _ options: KeeperOptions,
    _ session: SignerSession, isRehearsal: Bool? = nil
  ) throws(ProgramError) {
    self.session = session
    self.options = options
    self.contents = contents
    self.isRehearsal = isRehearsal
    guard (2...Self.most).contains(requests.count), !options.comparesOnly else {
      throw ProgramError(KeyKeeperError.message)
    }
    var steps: [KeptSigning] = []
    for request in requests {
      steps.append(
        try KeptSigning(request, contents, options, session, isRehearsal: isRehearsal))
    }
    self.steps = steps
    do throws(KeyKeeperError) {
      (change, hasCancel) = try Self.shape(of: steps)
    } catch {
      throw ProgramError(error)
    }
    var demands: [WordedConsents.Demand] = []
    for demand in steps.flatMap(\.consents.demands) where !demands.contains(demand) {
      demands.append(demand)
    }
    consents = WordedConsents(demands)
  }

  /// The step with the highest fee among those that pay.
  var top: KeptSigning { steps[hasCancel ? steps.count - 2 : steps.count - 1] }
  /// Those that pay.
  var paying: ArraySlice<KeptSigning> { steps.dropLast(hasCancel ? 1 : 0) }

  // MARK: One payment

  /// Finds the output that differs, and whether the last packet takes the payment back.
  ///
  /// - Throws: ``KeyKeeperError/ladder(step:_:)`` for the first packet that is anything else.
  private static func shape(
    of steps: [KeptSigning]
  ) throws(KeyKeeperError) -> (change: Int, hasCancel: Bool) {
    let (first, last) = (steps[0], steps[steps.count - 1])
    guard first.reading.inputs.allSatisfy({ $0.home != nil }) else {
      throw .ladder(step: 1, "it spends coins of somebody else, too")
    }
    for (position, step) in steps.enumerated() {
      try requireSameCoins(step, as: first, position + 1)
    }
    // A payment of one output has no change that could pay for a higher fee.
    let hasCancel = last.reading.outputs.count == 1 && first.reading.outputs.count > 1
    let paying = steps.dropLast(hasCancel ? 1 : 0)
    for (position, step) in paying.enumerated().dropFirst() {
      guard step.reading.fee ?? 0 > steps[position - 1].reading.fee ?? 0 else {
        throw .ladder(step: position + 1, "its fee is not higher than the one before")
      }
    }
    var change: Int?
    for (position, step) in paying.enumerated().dropFirst() {
      let place = try differing(step, from: first, position + 1)
      guard change ?? place == place else {
        throw .ladder(step: position + 1, "other outputs than that of the change differ")
      }
      change = place
    }
    guard hasCancel else {
      guard let change else { throw .ladder(step: 1, "nothing differs") }
      return (change, false)
    }
    // With one step alone it is the output of which the cancel takes the place.
    let place =
      change
      ?? first.reading.outputs.indices.first {
        first.reading.outputs[$0].script == last.reading.outputs[0].script
          && first.reading.returns($0) && !first.leaving.payees.contains($0)
      }
    guard let place else {
      throw .ladder(step: steps.count, "it does not go to the address of the change")
    }
    try requireTakenBack(last, to: first.reading.outputs[place], first, steps.count)
    return (place, true)
  }

  /// The one output that differs, which comes back to the same address of ours.
  private static func differing(
    _ step: KeptSigning, from first: KeptSigning, _ number: Int
  ) throws(KeyKeeperError) -> Int {
    let (reading, before) = (step.reading, first.reading)
    guard reading.lockTime == before.lockTime else {
      throw .ladder(step: number, "it has another lock time")
    }
    guard reading.outputs.count == before.outputs.count else {
      throw .ladder(step: number, "it has other outputs")
    }
    let differing = reading.outputs.indices.filter {
      reading.outputs[$0].amount != before.outputs[$0].amount
        || reading.outputs[$0].script != before.outputs[$0].script
    }
    guard differing.count == 1, let place = differing.first else {
      throw .ladder(step: number, "other outputs than that of the change differ")
    }
    guard reading.outputs[place].script == before.outputs[place].script,
      let home = reading.outputs[place].home, home == before.outputs[place].home,
      reading.returns(place), before.returns(place), !step.leaving.payees.contains(place),
      !first.leaving.payees.contains(place)
    else {
      throw .ladder(
        step: number, "the output that differs does not come back to the same address of ours")
    }
    guard step.leaving.payees == first.leaving.payees,
      step.leaving.amount == first.leaving.amount
    else { throw .ladder(step: number, "another amount leaves us") }
    return place
  }

  private static func requireSameCoins(
    _ step: KeptSigning, as first: KeptSigning, _ number: Int
  ) throws(KeyKeeperError) {
    guard step.round == .none else {
      throw .ladder(step: number, "it asks for rounds of anti-exfil")
    }
    let (mine, others) = (step.reading.inputs, first.reading.inputs)
    guard mine.count == others.count,
      zip(mine, others).allSatisfy({
        $0.txid == $1.txid && $0.vout == $1.vout && $0.sequence == $1.sequence
          && $0.amount == $1.amount && $0.script == $1.script && $0.home == $1.home
      })
    else { throw .ladder(step: number, "it spends other coins") }
    guard step.request.inputs == first.request.inputs else {
      throw .ladder(step: number, "other inputs of it are to be signed")
    }
    guard step.reading.version == first.reading.version else {
      throw .ladder(step: number, "it has another version")
    }
    guard step.reading.fee != nil else { throw .ladder(step: number, "its fee is not known") }
  }

  /// What takes the payment back pays the address of the change, and nobody else.
  private static func requireTakenBack(
    _ step: KeptSigning, to change: OutputReading, _ first: KeptSigning, _ number: Int
  ) throws(KeyKeeperError) {
    let reading = step.reading
    guard reading.outputs.count == 1, step.leaving.payees.isEmpty, step.leaving.amount == 0,
      reading.returns(0), reading.outputs[0].script == change.script,
      reading.outputs[0].home == change.home
    else {
      throw .ladder(
        step: number,
        "it has other outputs, and does not take all of it back to the address of the change")
    }
    guard reading.lockTime == 0 || reading.lockTime == first.reading.lockTime else {
      throw .ladder(step: number, "it has another lock time")
    }
  }

  // MARK: Signing

  /// Asks the last question, opens the seeds that are needed, and signs all of them.
  func signed(opening seeds: SeedOpener) throws(ProgramError) -> [KeptSigning.Signed] {
    let network = try contents.knownNetwork()
    guard let answers = try LastQuestion(self, contents, options, session, network).agreed() else {
      throw ProgramError(
        "declined: nothing was signed", hint: "run the command again when you are sure")
    }
    try session.interlock.requireUnchanged(isRehearsal: isRehearsal ?? !network.isWorthMoney)
    let keys = try top.keyRing(seeds)
    var signed: [KeptSigning.Signed] = []
    for step in steps {
      signed.append(try step.signed(with: keys, step.request.accepted.answered(answers)))
    }
    return signed
  }
}

extension LastQuestion {
  /// A row a step: what it pays as a fee, what comes back, and its words.
  func rows(of ladder: KeptLadder) -> String {
    ladder.steps.enumerated().map { position, step in
      let isCancel = ladder.hasCancel && position == ladder.steps.count - 1
      let back = step.reading.outputs[isCancel ? 0 : ladder.change].amount
      let name = isCancel ? "cancel" : "step \(position + 1)"
      return
        "\n  \(name): fee \(Self.btc(step.reading.fee ?? 0)), back \(Self.btc(back)), "
        + "Words: \(words(of: step))"
    }.joined()
  }
}
