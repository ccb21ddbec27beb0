package import Bytes
internal import Hashes
internal import Secp256k1

/// A text that one place of a registered wallet is to sign, and what its signatures sign (BIP-322, BIP-137).
///
/// Everything that is signed is made here, of the wallet's own text, the place and the message: no digest and no
/// transaction comes from outside. The transaction of BIP-322 has one output without money, and its first
/// input spends a transaction that is in no block: what it spends has no number, as only a block's own reward has, and
/// the script of that begins with a height (BIP-34), which this one's does not. Every signature covers all inputs,
/// so none of them moves a coin that a proof of funds shows.
package struct MessageReading: Sendable {
  /// Which way a text is signed.
  package enum Form: Sendable, Equatable {
    /// 65 bytes of which the key is computed (BIP-137).
    case recoverable
    /// A transaction that no network takes (BIP-322).
    case generic
  }

  /// A coin that a proof of funds shows, and where the wallet has its script.
  package struct Shown: Hashable, Sendable {
    /// In the byte order of transactions.
    package let txid: Bytes32
    package let vout: UInt32
    /// In satoshis, as claimed; signatures of segwit commit to it.
    package let amount: UInt64
    package let branch: Int
    package let index: UInt32

    package init(txid: Bytes32, vout: UInt32, amount: UInt64, branch: Int, index: UInt32) {
      self.txid = txid
      self.vout = vout
      self.amount = amount
      self.branch = branch
      self.index = index
    }
  }

  /// The kinds of scripts that BIP-137 has a header for, by the first of its four headers.
  package enum Kind: UInt8, Sendable {
    /// A key of 65 bytes behind its hash.
    case long = 27
    case keyHash = 31
    case nested = 35
    case witness = 39
  }

  /// The most coins of a proof of funds.
  package static let mostCoins = 500

  /// The script that signs.
  package let script: [UInt8]
  /// Its address.
  package let address: String
  /// What stands for the signing: the hash of the transaction without signatures, in the byte order of transactions,
  /// or of a recoverable signature what is signed.
  package let name: Bytes32
  /// Of which kind the script is, where BIP-137 knows it.
  package let kind: Kind?
  /// What the coins come to, in satoshis.
  package let total: UInt64

  private let form: Form
  private let message: [UInt8]
  private let digests: Digests
  private let inputs: [(lock: Lock, amount: UInt64, home: Home)]
  private let wallet: WalletText

  private static let tag = TaggedHash(tag: "BIP0322-signed-message")

  /// Reads a place of a wallet, and puts together what is signed.
  ///
  /// `wallet` is the text of its descriptor. `version`, `lockTime` and `sequence` are of the transaction; zero for
  /// a signature that holds without a condition.
  ///
  /// - Throws: `SecondReadingError.message`: for a place without an address, or with several; for a form that is not
  ///   defined for it; for coins that are none.
  package init(
    _ message: [UInt8], at branch: Int, _ index: UInt32, of wallet: String, on chain: AddressChain,
    as form: Form, showing coins: [Shown] = [], version: UInt32 = 0, lockTime: UInt32 = 0,
    sequence: UInt32 = 0
  ) throws(SecondReadingError) {
    let text: WalletText
    let lock: Lock
    var inputs: [(lock: Lock, amount: UInt64, home: Home)] = []
    do throws(Fault) {
      text = try WalletText(wallet, on: chain)
      lock = try Self.lock(of: text, branch, index)
      inputs.append((lock, 0, Home(wallet: 0, branch: branch, index: index)))
      for coin in coins {
        inputs.append(
          (
            try Self.lock(of: text, coin.branch, coin.index), coin.amount,
            Home(wallet: 0, branch: coin.branch, index: coin.index)
          ))
      }
    } catch {
      throw .message(error.words)
    }
    guard let address = AddressText.of(lock.script, on: chain) else {
      throw .message("the place has no address")
    }
    total = try Self.total(of: coins)
    kind = Self.kind(of: lock)
    (self.address, script, self.message) = (address, lock.script, message)
    (self.form, self.inputs, self.wallet) = (form, inputs, text)
    let first = Spending.Spend(
      txid: Self.spent(message, by: lock.script), vout: 0, sequence: sequence)
    let others = coins.map { Spending.Spend(txid: $0.txid, vout: $0.vout, sequence: 0) }
    guard Set(([first] + others).map(\.outpoint)).count == inputs.count else {
      throw .message("a coin appears twice in the proof")
    }
    digests = Digests(
      Spending(
        version: version, lockTime: lockTime, spends: [first] + others,
        pays: [Spending.Pay(amount: 0, script: [0x6a])]),
      coins: inputs.map { ($0.amount, $0.lock.script) })
    guard form == .recoverable else {
      name = digests.unsignedTxid
      return
    }
    guard kind != nil, coins.isEmpty else {
      throw .message(
        kind == nil
          ? "BIP-137 is defined for addresses of one key from before taproot alone"
          : "BIP-137 shows no coins")
    }
    name = Self.recoverableDigest(of: message)
  }

  /// The signatures by some keys of the wallet, which are named by their positions in its text.
  ///
  /// - Throws: `SecondReadingError.message` where none of them signs one of the inputs.
  package func signings(
    by positions: Set<Int>
  ) throws(SecondReadingError) -> [SecondReader.Signing] {
    var signings: [SecondReader.Signing] = []
    for (number, input) in inputs.enumerated() {
      let before = signings.count
      for position in positions.sorted() {
        guard input.lock.points.indices.contains(position),
          let origin = wallet.origin(of: position, at: input.home)
        else { continue }
        let key = input.lock.points[position]
        for place in input.lock.places(of: key) {
          let (digest, sighash) = try digest(number, at: place)
          signings.append(
            SecondReader.Signing(
              input: number, place: place, digest: digest, sighash: sighash, key: key,
              fingerprint: origin.fingerprint, path: origin.path, nonce: nil))
        }
      }
      guard signings.count > before else {
        throw .message("none of our keys signs input \(number)")
      }
    }
    return signings
  }

  /// What a signature signs, and the byte that it ends with.
  private func digest(
    _ number: Int, at place: SecondReader.Signing.Place
  ) throws(SecondReadingError) -> (Bytes32, UInt8?) {
    if form == .recoverable { return (name, nil) }
    let input = inputs[number]
    switch input.lock.kind {
    case .legacy(let script): return (digests.legacy(input: number, script: script), 1)
    case .witness(let script):
      return (digests.witness(input: number, script: script, amount: input.amount), 1)
    case .taproot:
      var leaf: Bytes32?
      if case .leaf(_, let hash) = place { leaf = hash }
      guard let digest = digests.taproot(input: number, type: 0, leaf: leaf) else {
        throw .message("an amount or a script that it signs is not known")
      }
      return (digest, nil)
    }
  }

  // MARK: Parts

  private static func lock(
    of wallet: WalletText, _ branch: Int, _ index: UInt32
  ) throws(Fault) -> Lock {
    let locks = try wallet.locks(branch: branch, index: index)
    guard let lock = locks.first, locks.count == 1 else {
      throw Fault("the wallet has several addresses at one place (combo)")
    }
    return lock
  }

  private static func total(of coins: [Shown]) throws(SecondReadingError) -> UInt64 {
    guard coins.count <= mostCoins else {
      throw .message("a proof of funds shows at most \(mostCoins) coins")
    }
    var total: UInt64 = 0
    for coin in coins {
      guard coin.amount <= SecondReader.mostMoney - total else {
        throw .message("the coins come to more bitcoin than there can be")
      }
      total += coin.amount
    }
    return total
  }

  private static func kind(of lock: Lock) -> Kind? {
    let key = lock.keys.first?.count ?? 0
    switch lock.kind {
    case .legacy where lock.hidden == nil && lock.given == .signatureAndKey:
      return key == 65 ? .long : .keyHash
    case .witness where lock.hidden == nil && lock.script.count == 22: return .witness
    case .witness where lock.hidden?.count == 22: return .nested
    default: return nil
    }
  }

  /// The transaction that the first input spends, by its hash: it "pays" nothing to the script and commits to the text.
  private static func spent(_ message: [UInt8], by script: [UInt8]) -> Bytes32 {
    var hasher = SHA256Hasher()
    hasher.update(Written.number(0, bytes: 4))
    hasher.update([1] + [UInt8](repeating: 0, count: 32) + [0xff, 0xff, 0xff, 0xff])
    hasher.update([34, 0x00, 0x20] + tag.hash(message).bytes)
    hasher.update(Written.number(0, bytes: 4))
    hasher.update([1] + Written.number(0, bytes: 8) + Written.compact(script.count) + script)
    hasher.update(Written.number(0, bytes: 4))
    return hasher.doubleFinalized()
  }

  /// What BIP-137 signs: a fixed sentence and the message, each with its length; no transaction is like that.
  ///
  /// Read as one, the sentence would be a version, a count of 99 inputs and 20 bytes of a txid. So many inputs take
  /// 4,059 bytes; the sentence and the longest text that is signed (`SignableText.mostBytes`) have 4,028.
  private static func recoverableDigest(of message: [UInt8]) -> Bytes32 {
    let sentence = Array("Bitcoin Signed Message:\n".utf8)
    return SHA256.doubleHash(
      Written.compact(sentence.count) + sentence + Written.compact(message.count) + message)
  }
}
