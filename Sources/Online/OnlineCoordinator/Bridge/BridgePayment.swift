internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Descriptors
internal import ExtendedKeys
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletTypes

/// A payment that Bitcoin Core wants signed: every input of it is in an account of the signer that is known here.
struct BridgePayment {
  let packet: PSBT
  private let inputs: [KnownInput]
  private let cosigners: Cosigners
  private let network: Network

  /// Holds a PSBT against the accounts of one signer.
  ///
  /// - Throws: ``BridgeError`` for an input whose coin is not said, is in no account, or has another script than the
  ///   account has there; `PSBTCoinError` for one that contradicts its previous transaction.
  init(_ packet: PSBT, of signer: Fingerprint, in accounts: [BridgeAccount]) throws {
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
  }

  /// What its files are called: the four words that the signer shows are the name.
  var name: String {
    "core-"
      + "\(packet.unsignedTransaction.checkWords)".split(separator: " ").joined(separator: "-")
  }

  /// The PSBT, where it came with every signature; nil where signatures are missing.
  ///
  /// Bitcoin Core asks once for each of its lists of keys, and again where it did not finish the payment itself.
  func complete() throws -> PSBT? {
    let collector = try Collector(packet, inputs: inputs, cosigners: cosigners)
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
    var collector = try Collector(packet, inputs: inputs, cosigners: cosigners)
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
