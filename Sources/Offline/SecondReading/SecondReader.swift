package import Bytes
package import Secp256k1

/// Reads the bytes of a packet again, with code that shares only hashes and the curve with the first
/// reading: what comes in, what goes out, what returns, and what each signature must sign.
///
/// The first reader may say where a script is found in a wallet. It is not believed: the script is
/// derived here, from the wallet's own text.
package struct SecondReader: Sendable {
  /// A coin whose amount and script were proved before.
  package typealias RememberedCoin = (amount: UInt64, script: [UInt8])

  private struct Coin: Sendable {
    let amount: UInt64
    let script: [UInt8]
    let proof: CoinReading.Proof
  }

  private typealias Claim = (fingerprint: ArraySlice<UInt8>, path: [UInt32])

  private let bytes: [UInt8]
  private let spending: Spending
  private let wallets: [WalletText?]
  /// Why the text of a wallet cannot be read, by its number: payments that do not touch it go on.
  private let faults: [Int: String]
  private let chain: AddressChain
  private let coins: [Coin?]
  private let digests: Digests
  /// The sighash type that the packet asks for, input by input; nil where it says nothing.
  private let sighashes: [UInt32?]

  /// All the money that there can be, in satoshis.
  static let mostMoney: UInt64 = 2_100_000_000_000_000

  /// The most bytes of a packet that others made.
  package static let mostOutsideBytes = PacketMaps.mostBytes

  /// How many inputs there are.
  package var inputCount: Int { spending.spends.count }
  /// How many outputs there are.
  package var outputCount: Int { spending.pays.count }

  /// Reads a PSBT of version 0 (BIP-174).
  ///
  /// `wallets` are the descriptors of the registered wallets, in public keys of `chain`; nil for one
  /// that is of no account here. `remembered` is asked for coins that came without the transaction
  /// that made them, by txid and number of the output.
  package init(
    _ packet: [UInt8], wallets texts: [String?], on chain: AddressChain,
    mostBytes: Int = Self.mostOutsideBytes,
    remembered: (Bytes32, UInt32) -> RememberedCoin? = { _, _ in nil }
  ) throws(SecondReadingError) {
    var maps = try PacketMaps(packet, mostBytes: mostBytes)
    let spending = try Spending(&maps)
    bytes = packet
    self.chain = chain
    var wallets: [WalletText?] = []
    var faults: [Int: String] = [:]
    for (number, text) in texts.enumerated() {
      do throws(Fault) {
        wallets.append(try text.map { text throws(Fault) in try WalletText(text, on: chain) })
      } catch {
        wallets.append(nil)
        faults[number] = error.words
      }
    }
    self.wallets = wallets
    self.faults = faults
    var coins: [Coin?] = []
    var sighashes: [UInt32?] = []
    var known = PreviousTransactions(maps.bytes)
    for (number, spend) in spending.spends.enumerated() {
      coins.append(
        try Self.coin(
          number, spend, maps, spending.coinMaps[number], &known,
          remembered: remembered(spend.txid, spend.vout)))
      sighashes.append(
        try maps.number(0x03, in: spending.coinMaps[number]).map { UInt32(truncatingIfNeeded: $0) })
    }
    self.coins = coins
    self.sighashes = sighashes
    digests = Digests(spending, coins: coins.map { $0.map { ($0.amount, $0.script) } })
    self.spending = spending.withClaimsAlone(of: packet)
  }

  // MARK: Coins

  private static func coin(
    _ number: Int, _ spend: Spending.Spend, _ maps: PacketMaps, _ map: [PacketMaps.Entry],
    _ known: inout PreviousTransactions, remembered: RememberedCoin?
  ) throws(SecondReadingError) -> Coin? {
    var said: Coin?
    if let value = try maps.value(0x01, in: map) {
      var tape = Tape(maps.bytes, value)
      let amount = try tape.number(bytes: 8)
      let script = Array(maps.bytes[try tape.string()])
      try tape.requireEnd()
      said = Coin(amount: amount, script: script, proof: .claimed)
    }
    var found = said
    if let value = try maps.value(0x00, in: map) {
      let outline = try known.outline(value, of: spend.txid)
      guard outline.txid == spend.txid else {
        throw .coin(
          input: number,
          "the previous transaction in the PSBT is not the one that this input spends")
      }
      guard Int(spend.vout) < outline.pays.count else {
        throw .coin(input: number, "its previous transaction has no output \(spend.vout)")
      }
      let pay = outline.pays[Int(spend.vout)]
      found = Coin(
        amount: pay.amount, script: Array(maps.bytes[pay.script]), proof: .previousTransaction)
    } else if let remembered {
      found = Coin(amount: remembered.amount, script: remembered.script, proof: .remembered)
    }
    if let said, let found, said.amount != found.amount || said.script != found.script {
      throw .coin(input: number, "the amount or script that the PSBT claims is not the proved one")
    }
    if let found, found.amount > mostMoney {
      throw .coin(input: number, "\(found.amount) sat is more than there can be")
    }
    return found
  }

  /// One input: its coin, and where it is in a wallet.
  ///
  /// - Throws: `SecondReadingError.coin` where the wallet does not have that script at `place`.
  package func input(_ number: Int, at place: Home?) throws(SecondReadingError) -> CoinReading {
    guard spending.spends.indices.contains(number) else {
      throw .coin(input: number, "the PSBT has no such input")
    }
    let spend = spending.spends[number]
    let coin = coins[number]
    let found: (home: Home, lock: Lock)?
    do throws(Fault) {
      found = try self.found(
        coin?.script, at: place, claims: try claims(in: spending.coinMaps[number], 0x06, 0x16))
    } catch {
      throw .coin(input: number, error.words)
    }
    return CoinReading(
      txid: spend.txid, vout: spend.vout, sequence: spend.sequence, amount: coin?.amount,
      proof: coin?.proof ?? .none, script: coin?.script ?? found?.lock.script, home: found?.home,
      lock: found?.lock)
  }

  /// One output: who it pays, and at `place` that it comes back to a wallet.
  ///
  /// Without a place it is not looked for: the review counts it as leaving then, which is the safe side.
  /// Of a change whose derivation names a cosigner alone, far out, the review does not know that it is ours.
  ///
  /// - Throws: `SecondReadingError.output` where the wallet does not have that script at `place`.
  package func output(_ number: Int, at place: Home?) throws(SecondReadingError) -> OutputReading {
    guard spending.pays.indices.contains(number) else {
      throw .output(number, "the PSBT has no such output")
    }
    let pay = spending.pays[number]
    do throws(Fault) {
      // What is said of its keys has to be well-formed, and is not followed.
      _ = try claims(in: spending.payMaps[number], 0x02, 0x07)
      let found = try found(pay.script, at: place, claims: [])
      return OutputReading(
        amount: pay.amount, script: pay.script, address: AddressText.of(pay.script, on: chain),
        home: found?.home)
    } catch {
      throw .output(number, error.words)
    }
  }

  /// Everything together, with the sums.
  ///
  /// - Throws: `SecondReadingError.sum` for amounts that are none, and outputs above the inputs.
  package func reading(
    _ inputs: [CoinReading], _ outputs: [OutputReading]
  ) throws(SecondReadingError) -> SecondReading {
    guard inputs.count == inputCount, outputs.count == outputCount else {
      throw .sum("inputs or outputs are missing")
    }
    let totalOut = try Self.sum(outputs.map(\.amount))
    let amounts = inputs.compactMap(\.amount)
    let totalIn = amounts.count == inputs.count ? try Self.sum(amounts) : nil
    guard totalIn ?? totalOut >= totalOut else {
      throw .sum("the outputs come to \(totalOut) sat, the inputs only to \(totalIn ?? 0) sat")
    }
    return SecondReading(
      version: spending.version, lockTime: spending.lockTime, inputs: inputs, outputs: outputs,
      totalIn: totalIn, totalOut: totalOut)
  }

  private static func sum(_ amounts: [UInt64]) throws(SecondReadingError) -> UInt64 {
    var sum: UInt64 = 0
    for amount in amounts {
      // Ten thousand of them cannot leave 64 bits once each is held against the limit.
      guard amount <= mostMoney, sum + amount <= mostMoney else {
        throw .sum("the amounts come to more than 21 million BTC")
      }
      sum += amount
    }
    return sum
  }

  // MARK: Wallets

  private func found(
    _ script: [UInt8]?, at place: Home?, claims: [Claim]
  ) throws(Fault) -> (home: Home, lock: Lock)? {
    if let place {
      guard wallets.indices.contains(place.wallet), let wallet = wallets[place.wallet] else {
        throw Fault(
          faults[place.wallet].map { "registered wallet \(place.wallet + 1) cannot be read: \($0)" }
            ?? "the review places it in a wallet that is not registered here")
      }
      let locks = try wallet.locks(branch: place.branch, index: place.index)
      // Of a coin that nobody describes only the script before segwit is of use: it has one.
      guard let lock = locks.first(where: { $0.script == script ?? locks[0].script }) else {
        throw Fault(
          "wallet \(place.wallet + 1) has a different script at \(place.branch)/\(place.index)")
      }
      return (place, lock)
    }
    guard let script else { return nil }
    for claim in claims.prefix(20) {
      for (number, wallet) in wallets.enumerated() {
        for (branch, index) in wallet?.places(ofClaim: claim.fingerprint, claim.path) ?? [] {
          let locks = try wallet?.locks(branch: branch, index: index) ?? []
          guard let lock = locks.first(where: { $0.script == script }) else { continue }
          return (Home(wallet: number, branch: branch, index: index), lock)
        }
      }
    }
    return nil
  }

  /// What a map says about where keys come from.
  private func claims(
    in map: [PacketMaps.Entry], _ full: UInt64, _ short: UInt64
  ) throws(Fault) -> [Claim] {
    var claims: [Claim] = []
    for entry in map where entry.type == full || entry.type == short {
      do throws(SecondReadingError) {
        var tape = Tape(bytes, entry.value)
        if entry.type == short {
          for _ in 0..<(try tape.count(ofAtLeast: 32)) { _ = try tape.skip(32) }
        }
        let fingerprint = bytes[try tape.skip(4)]
        var path: [UInt32] = []
        while tape.left > 0 { path.append(try tape.number32()) }
        claims.append((fingerprint, path))
      } catch {
        throw Fault("the fingerprint or path of a key is malformed")
      }
    }
    return claims
  }

  // MARK: Signatures

  /// One signature that is to be made: by which key, and what it signs.
  package struct Signing: Sendable {
    /// Where it goes in the PSBT.
    package enum Place: Hashable, Sendable {
      /// By the key as the script has it, 33 or 65 bytes.
      case ecdsa([UInt8])
      /// By the internal key of a taproot output, tweaked with the root of its tree.
      case keyPath(output: Bytes32, root: Bytes32?)
      /// By a key in a leaf, which stands by its hash.
      case leaf(Bytes32, hash: Bytes32)
    }

    /// The number of the input.
    package let input: Int
    package let place: Place
    /// What is signed.
    package let digest: Bytes32
    /// The byte that the signature ends with; nil for none, which taproot's DEFAULT has.
    package let sighash: UInt8?
    /// The public key as the wallet derives it.
    package let key: PublicKey
    /// The first four bytes of the hash of the master key, and the steps from there to this key.
    package let fingerprint: [UInt8]
    package let path: [UInt32]
    /// What a host and this signer agree on about its nonce; nil where no host has a say.
    package let nonce: NonceAgreement?
  }

  /// The signatures of an input by some keys of its wallet, which are named by their positions in the wallet's text.
  ///
  /// They sign all inputs and all outputs. A packet that asks for anything else gets none.
  ///
  /// - Throws: `SecondReadingError.signature`: for a coin of no wallet or of unknown amount, for another sighash
  ///   type, where none of the keys signs, and for nonces that are agreed on in another form.
  package func signings(
    ofInput number: Int, _ coin: CoinReading, by positions: Set<Int>
  ) throws(SecondReadingError) -> [Signing] {
    guard spending.spends.indices.contains(number), let lock = coin.lock, let home = coin.home,
      wallets.indices.contains(home.wallet), let wallet = wallets[home.wallet]
    else { throw .signature(input: number, "its coin is in no registered wallet") }
    if spending.coinMaps[number].contains(where: { $0.type == 0x07 || $0.type == 0x08 }) {
      throw .signature(input: number, "it is final: what came along spends it already")
    }
    var isDefault = false
    var isTaproot = false
    if case .taproot = lock.kind { isTaproot = true }
    switch sighashes[number] {
    case nil: isDefault = isTaproot
    case 0 where isTaproot: isDefault = true
    case 1: break
    case let type?:
      throw .signature(
        input: number,
        "the payment asks for sighash type \(type); only ALL and taproot's DEFAULT are signed")
    }
    let fields = try agreementFields(
      ofInput: number, in: spending.coinMaps[number], of: bytes)
    guard fields.isEmpty || !isTaproot else {
      throw .signature(input: number, "anti-exfil is defined for ECDSA alone, and this is taproot")
    }
    var signings: [Signing] = []
    // Before segwit each digest hashes the whole transaction: once for each leaf, or for all keys without any.
    var digests: [Bytes32?: Bytes32] = [:]
    for position in positions.sorted() {
      guard lock.points.indices.contains(position),
        let origin = wallet.origin(of: position, at: home)
      else { continue }
      let key = lock.points[position]
      let nonce = try agreement(ofInput: number, fields[key.compressed], of: bytes)
      for place in lock.places(of: key) {
        var leaf: Bytes32?
        if case .leaf(_, let hash) = place { leaf = hash }
        guard
          let digest = digests[leaf] ?? digest(number, coin, isDefault: isDefault, leaf: leaf)
        else {
          throw .signature(input: number, "an amount or a script that it signs is not known")
        }
        digests[leaf] = digest
        signings.append(
          Signing(
            input: number, place: place, digest: digest, sighash: isDefault ? nil : 1,
            key: key, fingerprint: origin.fingerprint, path: origin.path,
            nonce: nonce))
      }
    }
    guard !signings.isEmpty else {
      throw .signature(input: number, "none of the wallet's own keys signs it")
    }
    return signings
  }

  /// What a signature of an input signs, with sighash ALL, or DEFAULT where `isDefault`.
  ///
  /// Nil where the input is in no wallet, or an amount that is signed is not known.
  func digest(
    _ number: Int, _ coin: CoinReading, isDefault: Bool, leaf: Bytes32?
  ) -> Bytes32? {
    guard spending.spends.indices.contains(number), let lock = coin.lock else { return nil }
    switch lock.kind {
    case .legacy(let script): return digests.legacy(input: number, script: script)
    case .witness(let script):
      return coin.amount.map { digests.witness(input: number, script: script, amount: $0) }
    case .taproot:
      return digests.taproot(input: number, type: isDefault ? 0 : 1, leaf: leaf)
    }
  }

  /// What the transaction is called once it is signed, in the byte order of transactions, with these signatures
  /// of keys by the inputs' numbers beside those that came along.
  ///
  /// While an input lacks a signature that stands in its script, what it is called without any.
  package func txid(
    _ coins: [CoinReading], with signatures: [Int: [[UInt8]: [UInt8]]]
  ) -> Bytes32 {
    var scripts: [[UInt8]] = []
    for (number, coin) in coins.enumerated() {
      guard let script = inputScript(number, coin, signatures[number] ?? [:]) else {
        return unsignedTxid
      }
      scripts.append(script)
    }
    return digests.txid(scripts: scripts)
  }

  private func inputScript(
    _ number: Int, _ coin: CoinReading, _ made: [[UInt8]: [UInt8]]
  ) -> [UInt8]? {
    let map = spending.coinMaps[number]
    if let final = map.first(where: { $0.type == 0x07 }) { return Array(bytes[final.value]) }
    // Final without a script: all of it is in the witness.
    if map.contains(where: { $0.type == 0x08 }) { return [] }
    guard let lock = coin.lock else {
      let isWitness = coin.script.map { script in
        (4...42).contains(script.count) && (script[0] == 0 || (0x51...0x60).contains(script[0]))
          && Int(script[1]) == script.count - 2
      }
      return isWitness == true ? [] : nil
    }
    var signatures = made
    for entry in map where entry.type == 0x02 {
      let key = Array(bytes[entry.detail])
      if signatures[key] == nil { signatures[key] = Array(bytes[entry.value]) }
    }
    return lock.inputScript(signatures)
  }

  /// Whether keys at these positions can spend from a wallet, and all but the keys at `secret` together
  /// cannot; nil for a wallet that cannot be read or is of no account.
  ///
  /// `secret` are those of our keys that nobody else was ever given.
  package func isSole(wallet number: Int, keys own: Set<Int>, secret: Set<Int>) -> Bool? {
    wallets.indices.contains(number) ? wallets[number]?.isSole(own, secret: secret) : nil
  }

  /// The hash of the transaction without any signature, in the byte order of transactions.
  package var unsignedTxid: Bytes32 { digests.unsignedTxid }
  /// The transaction without any signature, as consensus encodes it.
  package var unsignedTransaction: [UInt8] { digests.unsignedTransaction }
}

/// The transactions that came along, each read once: a thousand inputs may carry the same.
private struct PreviousTransactions {
  private let bytes: [UInt8]
  private var known: [Bytes32: (part: Range<Int>, outline: Outline)] = [:]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func outline(
    _ part: Range<Int>, of txid: Bytes32
  ) throws(SecondReadingError) -> Outline {
    if let last = known[txid], bytes[last.part] == bytes[part] { return last.outline }
    let outline = try Outline(bytes, part, signed: true)
    known[txid] = (part, outline)
    return outline
  }
}
