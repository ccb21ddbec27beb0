internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import ParallelWork
internal import SecondReading
internal import Secp256k1
internal import TransactionReview

/// What the second reader reads, as far as it is at hand.
public struct ReadingSource: Sendable {
  let packet: [UInt8]?
  let descriptors: [String: String]

  /// Takes the bytes that were reviewed, as they came, and the texts of the registered wallets by their
  /// names, as they are kept.
  ///
  /// Without the bytes it reads those of the reviewed PSBT, as when parts were put together; without a
  /// wallet's text, that of the wallet in the review.
  public init(packet: [UInt8]? = nil, descriptors: [String: String] = [:]) {
    self.packet = packet
    self.descriptors = descriptors
  }
}

/// The review beside the second reading of the same bytes (R29).
struct ReadingComparison {
  private let facts: ReviewFacts
  private let reader: SecondReader

  /// Reads the bytes again.
  ///
  /// - Throws: `SignerError.secondReading` when they cannot be read.
  init(of review: Review, _ source: ReadingSource) throws(SignerError) {
    let facts = review.facts
    let context = facts.context
    let chain: AddressChain =
      switch context.network {
      case .mainnet: .main
      case .regtest: .regtest
      default: .test
      }
    let texts = context.wallets.map { wallet in
      wallet.network == context.network
        ? source.descriptors[wallet.name] ?? wallet.descriptor.canonical : nil
    }
    self.facts = facts
    do throws(SecondReadingError) {
      reader = try SecondReader(
        source.packet ?? review.psbt.encoded(), wallets: texts, on: chain,
        // What was put together here was bounded when it came, and holds a previous transaction once for each coin.
        mostBytes: source.packet == nil ? .max : SecondReader.mostOutsideBytes
      ) { txid, vout in
        context.provedOutput(OutPoint(txid: Txid(txid), vout: vout)).map {
          (UInt64(bitPattern: $0.rawValue), $0.scriptPubKey.bytes)
        }
      }
    } catch {
      throw .secondReading(error.description)
    }
  }

  /// Holds what the review says, and each signature that was made, against the second reading.
  ///
  /// - Throws: `SignerError` for the first difference; then nothing may be handed out.
  func require(_ made: [(input: Int, signatures: [InputSignature])]) throws(SignerError) {
    try require("inputs", facts.inputs.count, reader.inputCount)
    try require("outputs", facts.outputs.count, reader.outputCount)
    let (facts, reader) = (facts, reader)
    var signatures = [[InputSignature]](repeating: [], count: facts.inputs.count)
    for (input, list) in made where signatures.indices.contains(input) { signatures[input] += list }
    let toCheck = signatures
    let inputs = ParallelMap.results(count: facts.inputs.count) {
      Self.input($0, facts, reader, toCheck[$0])
    }
    let outputs = ParallelMap.results(count: facts.outputs.count) {
      Self.output($0, facts, reader)
    }
    let reading: SecondReading
    do throws(SecondReadingError) {
      var (coins, pays): ([CoinReading], [OutputReading]) = ([], [])
      for input in inputs { coins.append(try input.get()) }
      for output in outputs { pays.append(try output.get()) }
      reading = try reader.reading(coins, pays)
    } catch {
      throw .secondReading(error.description)
    }
    try compare(reading)
  }

  private static func input(
    _ number: Int, _ facts: ReviewFacts, _ reader: SecondReader, _ signatures: [InputSignature]
  ) -> Result<CoinReading, SecondReadingError> {
    do throws(SecondReadingError) {
      let coin = try reader.input(number, at: facts.inputs[number].place.map(Home.init))
      for signature in signatures {
        try reader.check(
          signature.bytes, at: signature.place.toCheck, ofInput: number, coin)
      }
      return .success(coin.checked)
    } catch {
      return .failure(error)
    }
  }

  private static func output(
    _ number: Int, _ facts: ReviewFacts, _ reader: SecondReader
  ) -> Result<OutputReading, SecondReadingError> {
    do throws(SecondReadingError) {
      return .success(try reader.output(number, at: facts.outputs[number].place.map(Home.init)))
    } catch {
      return .failure(error)
    }
  }

  // MARK: Comparing

  private func compare(_ reading: SecondReading) throws(SignerError) {
    let transaction = facts.transaction
    try require("version", UInt32(bitPattern: transaction.version), reading.version)
    try require("lock time", transaction.lockTime.rawValue, reading.lockTime)
    for (number, (input, coin)) in zip(facts.inputs, reading.inputs).enumerated() {
      let outPoint = OutPoint(txid: Txid(coin.txid), vout: coin.vout)
      try require("input \(number)", input.outPoint, outPoint)
      try require("input \(number), sequence", input.sequence, coin.sequence)
      let amount = input.output.map { UInt64(bitPattern: $0.rawValue) }
      try require("input \(number), amount in sat", amount, coin.amount)
      // Of a coin that nobody describes only our own wallet knows a script.
      let output = input.place == nil ? input.output : input.signedOutput
      try require(
        "input \(number), script", output?.scriptPubKey.bytes, coin.script, shown: Hex.encode)
      try require("input \(number), proof", input.proof.asRead, coin.proof)
      try require("input \(number), place", input.place.map(Home.init), coin.home)
    }
    for (number, (output, read)) in zip(facts.outputs, reading.outputs).enumerated() {
      try require(
        "output \(number), amount in sat", UInt64(bitPattern: output.output.rawValue), read.amount)
      try require(
        "output \(number), script", output.output.scriptPubKey.bytes, read.script,
        shown: Hex.encode)
      try require("output \(number), address", output.address?.string, read.address)
      try require("output \(number), place", output.place.map(Home.init), read.home)
      try require(
        "output \(number), comes back", output.kind == .change || output.kind == .ownReceive,
        reading.returns(number))
    }
    let satoshis = { (amount: Amount?) in amount.map { UInt64($0.satoshis) } }
    try require("inputs in sat", satoshis(facts.inputTotal), reading.totalIn)
    try require("outputs in sat", satoshis(facts.outputTotal), reading.totalOut)
    try require("fee in sat", satoshis(facts.fee), reading.fee)
  }

  /// Words are made only where there is a difference: there may be ten thousand inputs.
  private func require<Value: Equatable>(
    _ what: @autoclosure () -> String, _ review: Value?, _ second: Value?,
    shown: (Value) -> String = { "\($0)" }
  ) throws(SignerError) {
    guard review != second else { return }
    throw .readingsDiffer(
      what(), review: review.map(shown) ?? "unknown",
      secondReading: second.map(shown) ?? "unknown")
  }
}

extension Home {
  fileprivate init(_ place: WalletPlace) {
    self.init(wallet: place.wallet, branch: place.branch, index: place.index)
  }
}

extension AmountProof {
  /// The same in the second reader's words; it does not tell taproot's claims from others.
  fileprivate var asRead: CoinReading.Proof {
    switch self {
    case .previousTransaction: .previousTransaction
    case .provedBefore: .remembered
    case .taproot, .claimed: .claimed
    case .unknown: .none
    }
  }
}

extension InputSignature.Place {
  fileprivate var toCheck: SecondReader.SignaturePlace {
    switch self {
    case .ecdsa(let key): .ecdsa(key.encoded)
    case .keyPath: .keyPath
    case .leaf(let key, let hash): .leaf(key.bytes, hash: hash)
    }
  }
}
