import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import DurableFiles
import ExtendedKeys
import Measurement
import Mnemonics
import Secp256k1
import Secp256k1Signing
import SecretKeys
import SecureMemory
import Signing
import TransactionReview

/// A payment of many inputs of one account, and the signing of it as the program does it.
///
/// Every input carries its previous transaction (two legacy inputs, two outputs, about 370 bytes), the
/// coin where the script is segwit, and the derivation of its key.
struct SigningWork {
  let script: StandardAccount
  /// The PSBT.
  let bytes: [UInt8]
  /// The previous transactions, in the order of the inputs.
  let previous: [[UInt8]]
  let context: ReviewContext

  static let network = Network.regtest
  /// What each coin is worth, in satoshis.
  private static let worth: Int64 = 100_000
  /// What each input pays in fees, in satoshis.
  private static let fee: Int64 = 700

  /// The master key of all these payments: nobody's.
  static func master() throws -> Xpriv {
    var bytes = (0..<64).map { UInt8($0) }
    let seed = try Seed(SecretBytes(moving: &bytes))
    return try Xpriv(seed: seed, network: KeyNetwork(network))
  }

  static func ring() throws -> KeyRing {
    let ring = KeyRing()
    ring.add(try master())
    return ring
  }

  static func context(_ script: StandardAccount, count: Int) throws -> ReviewContext {
    let master = try master()
    let account = try master.accountKey(for: script, account: 0)
    guard let descriptor = Descriptor(account: account, script: script) else {
      throw BenchmarkError("\(script) is no account of a single key")
    }
    let wallet = RegisteredWallet(
      name: "benchmark", network: network, descriptor: descriptor,
      highestKnown: [UInt32(count), 0])
    return ReviewContext(
      network: network, wallets: [wallet], fingerprints: [master.fingerprint])
  }

  /// A PSBT with `count` inputs, the indices 0 to `count - 1` of the receiving branch.
  init(_ script: StandardAccount, count: Int) throws {
    self.script = script
    let context = try Self.context(script, count: count)
    self.context = context
    let receive = try context.wallets[0].descriptor.branch(0)
    let change = try context.wallets[0].descriptor.branch(1).script(at: 0)
    var numbers = SteadyNumbers(seed: UInt64(count))
    var coins: [(derived: DerivedScript, previous: Transaction, vout: Int)] = []
    for index in 0..<count {
      let derived = try receive.script(at: UInt32(index))
      let vout = index % 2
      let previous = Self.previous(paying: derived.scriptPubKey, at: vout, &numbers)
      coins.append((derived, previous, vout))
    }
    let total = Int64(count) * Self.worth
    let paid = total / 2
    let transaction = Transaction(
      inputs: coins.map {
        TxIn(
          previousOutput: OutPoint(txid: $0.previous.txid, vout: UInt32($0.vout)),
          sequence: 0xffff_fffd)
      },
      outputs: [
        TxOut(rawValue: paid, scriptPubKey: .p2wpkh(hash: numbers.bytes(20))),
        TxOut(
          rawValue: total - paid - Int64(count) * Self.fee,
          scriptPubKey: change.scriptPubKey),
      ])
    var updater = Updater(try Creator(transaction).created())
    for (index, coin) in coins.enumerated() {
      try updater.addPreviousTransaction(coin.previous.encoded(), toInput: index)
      if script != .pkh {
        try updater.addCoin(coin.previous.outputs[coin.vout], toInput: index)
      }
      try updater.add(coin.derived, toInput: index)
    }
    try updater.add(change, toOutput: 1)
    bytes = updater.psbt.encoded()
    previous = coins.map { $0.previous.encoded() }
  }

  private static func previous(
    paying script: Script, at vout: Int, _ numbers: inout SteadyNumbers
  ) -> Transaction {
    let inputs = (0..<2).map { _ in
      TxIn(
        previousOutput: OutPoint(txid: Txid(Bytes32(numbers.bytes(32)) ?? .zero), vout: 1),
        scriptSig: Script(numbers.bytes(107)), sequence: 0xffff_fffd)
    }
    let other = TxOut(rawValue: 40_000, scriptPubKey: .p2wpkh(hash: numbers.bytes(20)))
    let own = TxOut(rawValue: worth, scriptPubKey: script)
    return Transaction(inputs: inputs, outputs: vout == 0 ? [own, other] : [other, own])
  }

  /// Writes a PSBT to a file: SCRIPT COUNT PATH.
  static func write(_ arguments: [String]) throws {
    guard arguments.count == 3, let script = StandardAccount(rawValue: arguments[0]),
      let count = Int(arguments[1]), (1...10_000).contains(count)
    else { throw BenchmarkError("--write-packet takes a script, a count and a path") }
    try AtomicFile.write(try SigningWork(script, count: count).bytes, to: arguments[2])
  }

  // MARK: What is measured

  /// Reads, reviews, shows, signs and writes a PSBT, in memory.
  static func signed(
    _ bytes: [UInt8], in context: ReviewContext, with ring: KeyRing
  ) throws -> [UInt8] {
    let review = Review(of: try PSBT(decoding: bytes), in: context)
    var screen = SilentScreen()
    let approval = try review.approval(on: &screen)
    guard screen.warnings == 0 else { throw BenchmarkError("the payment draws warnings") }
    let outcome = try Signer(keys: ring).signed(consuming: approval)
    return outcome.psbt.encoded()
  }

  /// The same, with what each step took; `least` are those of earlier rounds.
  static func steps(
    _ bytes: [UInt8], in context: ReviewContext, with ring: KeyRing, least: [Spent]?
  ) throws -> [Spent] {
    let (psbt, reading) = try Spent.by { try PSBT(decoding: bytes) }
    let (review, judging) = Spent.by { Review(of: psbt, in: context) }
    var screen = SilentScreen()
    let (_, showing) = Spent.by { screen.show(review) }
    // Shows it again: there is no other way to an approval.
    let approval = try review.approval(on: &screen)
    var outcome: Signer.Outcome?
    let start = Spent.now()
    outcome = try Signer(keys: ring).signed(consuming: approval)
    let signing = Spent.since(start)
    let (_, writing) = Spent.by { outcome?.psbt.encoded() }
    let spent = [reading, judging, showing, signing, writing]
    return spent.enumerated().map { $0.element.least(least?[$0.offset]) }
  }

  /// The same, from a file to a file that is flushed.
  static func signed(
    from source: String, to target: String, in context: ReviewContext, with ring: KeyRing
  ) throws {
    let bytes = try BoundedFile.read(source, limit: PSBTLimits.file.bytes)
    try AtomicFile.write(
      try signed(bytes, in: context, with: ring), to: target, replacing: .yes)
  }

  /// The sum of the unavoidable work for this PSBT, a p2wpkh one.
  func unavoidableSum() throws -> UnavoidableSum {
    guard script == .wpkh else { throw BenchmarkError("the sum is that of p2wpkh") }
    let psbt = try PSBT(decoding: bytes)
    let coins = psbt.inputs.compactMap(\.witnessUTXO)
    let cache = try SighashCache(psbt.unsignedTransaction, spentOutputs: coins)
    let digests = try coins.enumerated().map { index, coin in
      try cache.segwitV0(
        input: index, scriptCode: .p2pkh(hash: Array(coin.scriptPubKey.slice.dropFirst(2))),
        amount: coin.rawValue, type: .all
      ).bytes
    }
    let path = try script.path(on: KeyNetwork(Self.network), account: 0)
      .appending(ChildNumber(0))
    let branch = try Self.master().derived(along: path)
    return try UnavoidableSum(
      branch: branch.privateKey.withUnsafeBytes { Array($0) }, chainCode: branch.chainCode.bytes,
      digests: digests, previous: previous)
  }
}

/// Agrees to everything, after the review was written down as a person would see it.
private struct SilentScreen: ReviewScreen {
  private(set) var warnings = 0
  private var shown = 0

  mutating func show(_ review: Review) { shown += ReviewText(review).text.utf8.count }

  mutating func acknowledges(_ warning: Finding) -> Bool {
    warnings += 1
    return true
  }

  mutating func consents(to review: Review) -> Bool { shown > 0 }
}
