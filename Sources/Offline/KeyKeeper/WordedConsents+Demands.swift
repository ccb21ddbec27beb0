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
  /// - Throws: `ProgramError` for a wallet that cannot be read.
  init(
    _ reading: SecondReading, payees: [Int], unsigned: Bytes32, _ contents: VaultContents,
    _ options: KeeperOptions, on network: Network
  ) throws(ProgramError) {
    let look = ConsentLook(
      reading: reading, payees: payees, unsigned: unsigned, contents: contents, options: options,
      network: network)
    self.init(
      try look.neverPaid() + look.realCoins() + look.noVault() + look.unknownFee()
        + look.replaced())
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
      throw ProgramError(error)
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
      let wallet = try wallet(number)
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
      let list = wallets.map { "\(LastQuestion.btc($0.amount)) BTC to \(name($0.wallet))" }
      return Demand(
        consent: consent, rule: wallets.contains { !$0.isGain } ? .r07 : .r06,
        warning:
          "this pays \(list.joined(separator: ", ")), a \(trust.word) wallet: \(trust.meaning)"
      )
    }
  }

  // MARK: Real coins

  /// R11: on a test network, keys that are the same on mainnet.
  func realCoins() throws(ProgramError) -> [Demand] {
    guard !network.isMainnet else { return [] }
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
          "the fee cannot be known: nothing says how much \(counted(missing, "input")) "
          + "\(missing == 1 ? "is" : "are") worth, and whatever the outputs do not pay goes to the miners"
      )
    ]
  }

  // MARK: Signed before

  /// R33: a coin that was signed for before, in a payment with other recipients or amounts.
  func replaced() -> [Demand] {
    let marks = payees.map { VaultContents.mark(of: reading.outputs[$0]) }
    let coins = Set(reading.inputs.map { CoinKey(txid: $0.txid, vout: $0.vout) })
    let earlier = SignedBefore.all(spending: coins, in: contents.log, except: unsigned)
      .filter { !$0.pays(marks) }
    guard let first = earlier.first else { return [] }
    let date = UTCTime(first.time).date
    let txid = Hex.encode(Array(first.txid.bytes.reversed()))
    let more =
      earlier.count == 1 ? "" : ", and in \(counted(earlier.count - 1, "later payment"))"
    let payment =
      first.payees == nil
      ? "in a payment whose recipients are no longer remembered"
      : "in a payment with other recipients or amounts"
    return [
      Demand(
        consent: .replace(date), rule: .r33,
        warning: "a coin that this spends was already signed for, \(payment): on \(date) in "
          + "\(txid)\(more). At most one of them can confirm, and the first may already have been sent"
      )
    ]
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
