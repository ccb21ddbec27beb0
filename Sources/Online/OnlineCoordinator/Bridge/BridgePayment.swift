internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Descriptors
internal import ExtendedKeys
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage
internal import WalletTypes

/// A payment that Bitcoin Core wants signed: every input of it is in an account of the signer that is known here.
struct BridgePayment {
  let packet: PSBT
  private let inputs: [KnownInput]
  private let cosigners: Cosigners
  private let network: Network
  private let wallets: [WalletRecord]
  /// The nonces of this home's own payments out of these wallets.
  private let earlier: EarlierNonces

  /// Holds a PSBT against the accounts of one signer.
  ///
  /// - Throws: ``BridgeError`` for an input whose coin is not said, is in no account, or has another script than the
  ///   account has there; `PSBTCoinError` for one that contradicts its previous transaction; and as ``requireFree(in:)``
  ///   does.
  init(
    _ packet: PSBT, of signer: Fingerprint, in accounts: [BridgeAccount], _ store: Store
  ) throws {
    guard let first = accounts.first else { throw BridgeError.noPayment }
    try packet.checkCoins()
    var inputs: [KnownInput] = []
    for (number, input) in packet.inputs.enumerated() {
      guard let output = packet.claimedOutput(ofInput: number) else {
        throw BridgeError.unknownAmount(input: number)
      }
      let origins = input.bip32Derivations.map(\.origin) + input.tapBIP32Derivations.map(\.origin)
      let places = origins.lazy.flatMap { origin in
        accounts.lazy.compactMap { $0.place(of: origin) }
      }
      guard let place = places.first else { throw BridgeError.foreignInput(number, signer) }
      let derived = try place.derived()
      guard derived.scriptPubKey == output.scriptPubKey else {
        throw BridgeError.otherScript(input: number)
      }
      let coin = WalletCoin(
        outPoint: packet.unsignedTransaction.inputs[number].previousOutput,
        amount: try Amount(satoshis: output.rawValue), branch: place.branch, index: place.index,
        height: nil)
      inputs.append(KnownInput(coin: coin, output: output, derived: derived))
    }
    self.packet = packet
    self.inputs = inputs
    network = first.network
    // Every account is of one key, and all of them are one signer's.
    cosigners = Cosigners(first.descriptor)
    wallets = accounts.map(\.wallet)
    let txid = packet.unsignedTransaction.txid
    let same = try store.payment(unsignedTxid: txid)?.number
    earlier = try EarlierNonces(
      of: wallets.flatMap { try store.payments(of: $0) }, in: store, but: same)
    try requireFree(in: store)
  }

  /// Refuses coins that are not to be spent.
  ///
  /// - Throws: `StorageError.coinFrozen` for one that a person has frozen, and ``BridgeError`` for one that another
  ///   payment of this home holds.
  func requireFree(in store: Store) throws {
    let coins = inputs.map(\.coin.outPoint)
    for wallet in wallets { try store.requireUnfrozen(coins, of: wallet) }
    let txid = packet.unsignedTransaction.txid
    for payment in try store.payments()
    where payment.state.holdsCoins && payment.unsigned.txid != txid {
      let held = Set(payment.unsigned.inputs.map(\.previousOutput))
      guard let coin = coins.first(where: held.contains) else { continue }
      throw BridgeError.heldCoin(coin, by: payment.number, state: payment.state.words)
    }
  }

  /// How the name of each question to the signer begins.
  static let mark = "core-"

  /// What its files are called: the four words that the signer shows are the name.
  var name: String { Self.name(of: packet.unsignedTransaction) }

  private static func name(of transaction: Transaction) -> String {
    mark + "\(transaction.checkWords)".split(separator: " ").joined(separator: "-")
  }

  /// Whether a file is what another run asks, or the answer to that: two may share a folder.
  ///
  /// `signed(by:)` refuses it all the same; that only ends no wait.
  func isOfAnotherRun(_ answer: Returned, in file: String) -> Bool {
    guard let other = answer.unsigned, other != packet.unsignedTransaction else { return false }
    if file.hasPrefix(Self.name(of: other)) { return true }
    guard file.hasPrefix(Self.mark), case .packet(let packet) = answer.content else { return false }
    return packet.inputs.allSatisfy {
      $0.partialSigs.isEmpty && $0.tapKeySig == nil && $0.tapScriptSigs.isEmpty
        && $0.finalScriptSig == nil && $0.finalScriptWitness == nil
    }
  }

  /// The PSBT, where it came with every signature; nil where signatures are missing.
  ///
  /// Bitcoin Core asks once for each of its lists of keys, and again where it did not finish the payment itself.
  func complete() throws -> PSBT? {
    let collector = try Collector(packet, inputs: inputs, cosigners: cosigners, earlier: earlier)
    guard case .finished? = try? collector.outcome() else { return nil }
    return collector.packet
  }

  /// The PSBT with the signatures of an answer, each of which was verified; as `collect` verifies them.
  ///
  /// - Throws: ``BridgeError`` for another payment, and for one whose signatures are missing, all or some: every input is
  ///   this signer's. As ``Collector`` does for what contradicts the question, and for signatures that are wrong.
  func signed(by answer: Returned) throws -> PSBT {
    let returned = try ReturnedPayment([answer]) { _ in network }
    guard returned.unsigned == packet.unsignedTransaction else {
      let difference = PaymentDifference(
        known: packet.unsignedTransaction, other: returned.unsigned, name: "Bitcoin Core's",
        network: network)
      throw BridgeError.otherPayment(source: answer.source, differences: difference.words)
    }
    var collector = try Collector(packet, inputs: inputs, cosigners: cosigners, earlier: earlier)
    try collector.add(returned)
    guard !collector.kept.isEmpty else { throw BridgeError.unsigned(source: answer.source) }
    let outcome: Collector.Outcome
    do {
      outcome = try collector.outcome()
    } catch {
      throw BridgeError.unfinishable("\(error)")
    }
    switch outcome {
    case .finished: return collector.packet
    case .signaturesMissing: throw BridgeError.incomplete(source: answer.source)
    case .unfinishable(let problem): throw BridgeError.unfinishable("\(problem)")
    }
  }
}
