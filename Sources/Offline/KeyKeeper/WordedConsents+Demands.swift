internal import BitcoinPrimitives
internal import Bytes
internal import EncryptedVault
internal import Refusals
internal import SecondReading
internal import SignerHome
internal import Signing
internal import TerminalUI
internal import TransactionReview
internal import WalletRegistration

extension WordedConsents {
  /// Finds out what a payment wants; `payees` are the outputs that leave us, `unsigned` its txid without signatures.
  ///
  /// - Throws: `ProgramError` for a wallet that cannot be read, and for too many payments that it would replace.
  init(
    _ reading: SecondReading, payees: [Int], unsigned: Bytes32, _ contents: VaultContents,
    _ options: KeeperOptions, on network: Network
  ) throws(ProgramError) {
    let look = ConsentLook(
      reading: reading, payees: payees, unsigned: unsigned, contents: contents, options: options,
      network: network)
    self.init(
      try look.neverPaid() + look.realCoins() + look.noVault() + look.unknownFee()
        + look.replaced() + look.replayed())
  }
}

/// What is looked at for them.
private struct ConsentLook {
  typealias Demand = WordedConsents.Demand

  let reading: SecondReading
  let payees: [Int]
  let unsigned: Bytes32
  let contents: VaultContents
  let options: KeeperOptions
  let network: Network

  private func wallet(_ number: Int) throws(ProgramError) -> WalletReading {
    do throws(SecondReadingError) {
      return try WalletReading(contents.wallets[number].descriptor, on: AddressChain(network))
    } catch {
      throw ProgramError(
        "wallet \(name(number)) of this vault cannot be read: \(error)", rule: .r29,
        hint: "remove it (wallet remove), sign, and register it again")
    }
  }

  private func name(_ number: Int) -> String { ForeignText.name(contents.wallets[number].name) }

  // MARK: Wallets that are never paid

  /// R06 and R07: money for a wallet whose key came from outside, or that was handed out.
  ///
  /// The reviewer says where outputs are, and may keep silent: they are looked for as well.
  func neverPaid() throws(ProgramError) -> [Demand] {
    var paid: [TrustClass: [(wallet: Int, amount: UInt64, isGain: Bool)]] = [:]
    let homeless = Set(reading.outputs.filter { $0.home == nil }.map(\.script))
    for number in contents.wallets.indices {
      let stored = contents.wallets[number]
      let sources = contents.keySources(of: stored)
      // Where all of our keys are a seed's of this vault, nobody has them.
      guard sources.values.contains(where: { $0 != .seed }) else { continue }
      let wallet: WalletReading
      do throws(ProgramError) {
        wallet = try self.wallet(number)
      } catch {
        // Nothing lies in it, else the packet had not been read. It must not hinder every payment.
        if let trust = try? contents.trust(of: stored), !trust.isNeverPaid { continue }
        throw error
      }
      let trust = TrustClass(
        wallet, ownKeys: Set(stored.keys.map(\.position)), sources: sources)
      guard trust.isNeverPaid else { continue }
      let silent =
        homeless.isEmpty
        ? [] : wallet.owned(homeless, highest: [stored.highestReceive, stored.highestChange])
      let outputs = reading.outputs.filter {
        $0.home?.wallet == number || $0.home == nil && silent.contains($0.script)
      }
      guard !outputs.isEmpty else { continue }
      let gets = outputs.reduce(0) { $0 + $1.amount }
      guard reading.spent.contains(number) else {
        paid[trust, default: []].append((number, gets, false))
        continue
      }
      // What comes back to the wallet that is spent alone is change; beside others only what it gains counts.
      let gives = reading.inputs.reduce(0) {
        $0 + ($1.home?.wallet == number ? $1.amount ?? 0 : 0)
      }
      if reading.spent.count > 1, gets > gives {
        paid[trust, default: []].append((number, gets - gives, true))
      }
    }
    return [TrustClass.sweep, .handedOut].compactMap { trust in
      guard let wallets = paid[trust], let consent = trust.consent else { return nil }
      let list = wallets.map { wallet in
        let amount = "\(LastQuestion.btc(wallet.amount)) \(network.unit)"
        return "\(name(wallet.wallet)) gets \(amount)\(wallet.isGain ? " more than it spends" : "")"
      }
      return Demand(
        consent: consent, rule: wallets.contains { !$0.isGain } ? .r07 : .r06,
        warning: "\(list.joined(separator: ", ")), and "
          + (trust == .sweep
            ? "\(wallets.count == 1 ? "its key" : "their keys") came from outside: whoever has seen "
              + "\(wallets.count == 1 ? "it" : "one") can take the money"
            : "\(wallets.count == 1 ? "it is" : "each is") a wallet that was handed out (a BIP-85 child): "
              + "whoever was given it can take the money"))
    }
  }

  // MARK: Real coins

  /// R11: on a test network, keys that are the same on mainnet.
  func realCoins() throws(ProgramError) -> [Demand] {
    guard !network.isWorthMoney else { return [] }
    var names: [String] = []
    for number in reading.spent.sorted() where contents.wallets.indices.contains(number) {
      let keys = try wallet(number).keys
      let stored = contents.wallets[number]
      let sources = contents.keySources(of: stored)
      let isReal = stored.keys.contains { own in
        guard options.seed == nil || own.seed == options.seed?.text,
          keys.indices.contains(own.position)
        else { return false }
        return keys[own.position].isOfAnyNetwork(isChild: sources[own.position] == .child)
      }
      if isReal { names.append(name(number)) }
    }
    guard !names.isEmpty else { return [] }
    return [
      Demand(
        consent: .realCoins, rule: .r11,
        warning: "our keys of \(names.joined(separator: ", ")) are not under the coin type of "
          + "\(network.name): the same keys are valid on mainnet, and a signature made here could spend "
          + "real coins there")
    ]
  }

  // MARK: What is not remembered

  /// R12: without a vault nothing notices that another round shows other coins as ours.
  func noVault() -> [Demand] {
    let others = reading.inputs.count { $0.home == nil }
    guard options.isForOneRun, others > 0, others < reading.inputs.count else { return [] }
    return [
      Demand(
        consent: .noVault, rule: .r12,
        warning: "this signing uses no vault, so nothing remembers what was signed before: "
          + "\(counted(others, "input")) shown as another person's may be ours, and may be shown as ours "
          + "in another signing. Together the two signatures could spend our coins")
    ]
  }

  /// R21: of a payload nothing may say what its coins hold.
  func unknownFee() -> [Demand] {
    guard reading.fee == nil else { return [] }
    let missing = reading.inputs.count { $0.amount == nil }
    return [
      Demand(
        consent: .unknownFee, rule: .r21,
        warning:
          "the fee cannot be known: the \(missing == 1 ? "amount" : "amounts") of "
          + "\(counted(missing, "input")) \(missing == 1 ? "is" : "are") not known, and whatever the outputs "
          + "do not pay goes to the miners. They pay "
          + "\(LastQuestion.btc(reading.outputs.reduce(0) { $0 + $1.amount })) \(network.unit) together"
      )
    ]
  }

  // MARK: Other chains

  /// R34: on a fork of Bitcoin, what Bitcoin may confirm as well.
  func replayed() -> [Demand] {
    guard let height = network.forkHeight, !reading.hasReplayLock || !network.hasReplayLock else {
      return []
    }
    return [
      Demand(
        consent: .replay, rule: .r34,
        warning:
          "nothing keeps this payment from being sent on Bitcoin as well. If its coins are older than "
          + "block \(height), with which \(network.name) left Bitcoin, it moves your bitcoins to the same "
          + "recipients")
    ]
  }

  // MARK: Signed before

  /// How many earlier payments one payment may replace, each with a sentence of its own.
  private static let mostReplaced = 5

  /// R33: coins that were signed for before, in payments with other recipients or amounts: one demand for each.
  func replaced() throws(ProgramError) -> [Demand] {
    let marks = payees.map { VaultContents.mark(of: reading.outputs[$0]) }
    let earlier = SignedBefore.all(spending: reading.coins, in: contents.log, except: unsigned)
      .filter { !$0.pays(marks) }
    let asked = SignedBefore.asked(of: earlier, atMost: Self.mostReplaced)
    guard asked.count <= Self.mostReplaced else {
      throw ProgramError(
        "this would replace \(asked.count) payments that were signed before, and at most "
          + "\(Self.mostReplaced) are asked about", rule: .r33,
        hint: "have their coins spent in several payments")
    }
    let rest = earlier.count - asked.reduce(0) { $0 + $1.count }
    let txid = { (payment: SignedBefore) in Hex.encode(Array(payment.txid.bytes.reversed())) }
    return asked.enumerated().compactMap { number, group -> Demand? in
      guard let payment = group.first, let latest = group.last else { return nil }
      let date = UTCTime(payment.time).date
      var more = ""
      if group.count > 1 {
        let others = group.dropFirst().suffix(Self.mostReplaced).map {
          "\(UTCTime($0.time).date) (\(txid($0)))"
        }
        let left = group.count - 1 - others.count
        more =
          ". Only its fee and change differ in those of \(others.joined(separator: ", "))"
          + (left == 0 ? "" : " and \(left) before")
      }
      if number == 0, rest > 0 {
        more += ". \(counted(rest, "more payment")) spent it that later ones replaced"
      }
      return Demand(
        consent: .replace(date), rule: .r33,
        warning: "this spends a coin that was already spent in a payment signed on \(date) "
          + "(\(txid(payment))) \(difference(from: latest, marks))\(more). At most one of them can "
          + "confirm, and the earlier may already have been sent")
    }
  }

  /// Who gets money now that did not get that amount in the earlier payment, whole, and how many no longer do.
  private func difference(from earlier: SignedBefore, _ marks: [[UInt8]]) -> String {
    guard var left = earlier.payees else { return "whose recipients are no longer remembered" }
    var new: [String] = []
    for (number, mark) in zip(payees, marks) {
      if let same = left.firstIndex(of: mark) {
        left.remove(at: same)
      } else {
        let output = reading.outputs[number]
        new.append(
          "\(LastQuestion.btc(output.amount)) \(network.unit) to \(LastQuestion.recipient(output))")
      }
    }
    let paid = new.isEmpty ? "" : "; new is: \(new.joined(separator: ", "))"
    let gone =
      left.isEmpty
      ? ""
      : "; \(counted(left.count, "amount")) of it \(left.count == 1 ? "is" : "are") not paid now"
    return "with other recipients or amounts\(paid)\(gone)"
  }
}

extension SecondReading {
  /// The coins that it spends.
  var coins: Set<CoinKey> { Set(inputs.map { CoinKey(txid: $0.txid, vout: $0.vout) }) }

  /// Whether it has the replay lock (R34), which counts only where an input is not final.
  var hasReplayLock: Bool {
    lockTime == LockTime.replayLock.rawValue
      && inputs.contains { $0.sequence != TxIn.finalSequence }
  }
}

extension WalletReading.Key {
  /// The purposes whose second step is the coin type (BIP-44, 48, 49, 84, 86, 87), hardened.
  private static let purposes: Set<UInt32> = Set([44, 48, 49, 84, 86, 87].map { $0 | 1 << 31 })

  /// Whether it is not under the coin type of the test networks (SLIP-44), so that it may hold real coins.
  ///
  /// A key alone came as WIF, which says its network itself, but for that of a BIP-85 child.
  func isOfAnyNetwork(isChild: Bool) -> Bool {
    guard fingerprint != nil else { return isAlone ? isChild : true }
    return path.count < 2 || !Self.purposes.contains(path[0]) || path[1] != 1 | 1 << 31
  }
}
