package import Bytes
internal import ExtendedKeys
internal import Hashes
internal import ParallelWork
package import SecondReading
internal import Secp256k1
internal import Secp256k1Signing
package import SecretKeys

/// A signature that was made: where it goes, its bytes, and what it signs.
package struct MadeSignature: Equatable, Sendable {
  /// The number of the input.
  package let input: Int
  package let place: SecondReader.Signing.Place
  /// As its field in the PSBT wants it: with its sighash byte, but for taproot's DEFAULT.
  package let bytes: [UInt8]
  package let digest: Bytes32
  /// The first half of the signature, which spends nothing: the x of its nonce point, modulo the order for ECDSA.
  package let nonce: Bytes32

  package init(
    input: Int, place: SecondReader.Signing.Place, bytes: [UInt8], digest: Bytes32, nonce: Bytes32
  ) {
    self.input = input
    self.place = place
    self.bytes = bytes
    self.digest = digest
    self.nonce = nonce
  }

  /// The same with the SHA-256 of the signature in its place: it can be compared, and spends nothing.
  package var hashed: MadeSignature {
    MadeSignature(
      input: input, place: place, bytes: SHA256.hash(bytes).bytes, digest: digest, nonce: nonce)
  }
}

/// Signs a packet by the second reading of it: what is signed is computed here, and nothing that the review says is
/// believed.
package struct PacketSigner: Sendable {
  /// A packet that was read, and found to be what the review says.
  package struct Agreement: Sendable {
    package let reading: SecondReading
    fileprivate let coins: [CoinReading]
  }

  private let reader: SecondReader

  /// The hash of the transaction without signatures, in the byte order of transactions.
  package var unsignedTxid: Bytes32 { reader.unsignedTxid }

  /// The transaction without signatures, as consensus encodes it.
  package var unsignedTransaction: [UInt8] { reader.unsignedTransaction }

  /// Reads the packet: a PSBT.
  ///
  /// `wallets` are the descriptors of the registered wallets, and `remembered` knows coins that were proved
  /// before, as ``SecondReading/SecondReader`` takes both. At most `mostBytes` bytes are read.
  ///
  /// - Throws: `PacketSigningError.secondReading`.
  package init(
    _ packet: [UInt8], wallets: [String?], on chain: AddressChain,
    mostBytes: Int = SecondReader.mostOutsideBytes,
    remembered: (Bytes32, UInt32) -> SecondReader.RememberedCoin? = { _, _ in nil }
  ) throws(PacketSigningError) {
    do throws(SecondReadingError) {
      reader = try SecondReader(
        packet, wallets: wallets, on: chain, mostBytes: mostBytes, remembered: remembered)
    } catch {
      throw .secondReading(error.description)
    }
  }

  /// Reads every coin and every output, and holds all of it against what the review says.
  ///
  /// `ours` and `secret` name our keys by wallet and position in the wallet's text, all of them and those that nobody
  /// else was ever given: from a wallet that is ours alone the first can spend, and all but the second cannot,
  /// whatever the review says.
  ///
  /// - Throws: `PacketSigningError.secondReading`, `.readingsDiffer`.
  package func agreement(
    with claims: ReviewClaims, ours: [Int: Set<Int>], secret: [Int: Set<Int>]
  ) throws(PacketSigningError) -> Agreement {
    let reader = reader
    // Only wallets that something is paid to matter; what lies in one that cannot be read is refused below.
    let paid = Set(claims.outputs.compactMap(\.home?.wallet))
    for wallet in claims.sole.intersection(paid).sorted()
    where
      reader.isSole(wallet: wallet, keys: ours[wallet] ?? [], secret: secret[wallet] ?? []) == false
    {
      throw .readingsDiffer(
        "wallet \(wallet + 1)", review: "ours alone", secondReading: "others can spend from it")
    }
    guard claims.coins.count == reader.inputCount, claims.outputs.count == reader.outputCount else {
      throw .readingsDiffer(
        "inputs and outputs", review: "\(claims.coins.count) and \(claims.outputs.count)",
        secondReading: "\(reader.inputCount) and \(reader.outputCount)")
    }
    let inputs = ParallelMap.results(count: reader.inputCount) { number in
      Result { () throws(SecondReadingError) in
        try reader.input(number, at: claims.coins[number].home)
      }
    }
    let outputs = ParallelMap.results(count: reader.outputCount) { number in
      Result { () throws(SecondReadingError) in
        try reader.output(number, at: claims.outputs[number].home)
      }
    }
    let (coins, reading): ([CoinReading], SecondReading)
    do throws(SecondReadingError) {
      var (read, pays): ([CoinReading], [OutputReading]) = ([], [])
      for input in inputs { read.append(try input.get()) }
      for output in outputs { pays.append(try output.get()) }
      coins = read
      reading = try reader.reading(read.map(\.checked), pays)
    } catch {
      throw .secondReading(error.description)
    }
    try claims.require(reading)
    return Agreement(reading: reading, coins: coins)
  }

  /// What is to be signed, and by which keys.
  package struct Prepared: Sendable {
    let signings: [SecondReader.Signing]
    /// Whether signatures are made, or openings answered first: for all of them the same.
    package let round: NonceAgreement.Round
    /// How many signatures there will be.
    package var count: Int { signings.count }
  }

  /// Finds what is to be signed by which keys, before any of them is opened; a packet that asks for another kind of
  /// signature is refused here, before a person is asked.
  ///
  /// `own` names our keys by wallet and position in the wallet's text.
  ///
  /// - Throws: `PacketSigningError.secondReading`; `.mixedRounds` where nonces of some signatures are agreed on with a
  ///   host, and of others not or not so far.
  package func prepared(
    _ inputs: [Int], in agreement: Agreement, own: [Int: Set<Int>]
  ) throws(PacketSigningError) -> Prepared {
    let reader = reader
    let read = ParallelMap.results(count: inputs.count) { place in
      Result { () throws(SecondReadingError) in
        let number = inputs[place]
        guard agreement.coins.indices.contains(number) else {
          throw .signature(input: number, "the payment has no input with this number")
        }
        let coin = agreement.coins[number]
        return try reader.signings(
          ofInput: number, coin, by: coin.home.flatMap { own[$0.wallet] } ?? [])
      }
    }
    var signings: [SecondReader.Signing] = []
    do throws(SecondReadingError) {
      for result in read { signings += try result.get() }
    } catch {
      throw .secondReading(error.description)
    }
    return Prepared(signings: signings, round: try Self.round(of: signings))
  }

  /// Signs what was prepared.
  ///
  /// Signatures are deterministic, so that a second machine can be compared (R28): ECDSA by RFC 6979 with low R,
  /// Schnorr by BIP-340 with `auxiliary`, 32 bytes for each input, zeros by default; in a second round with the nonces
  /// that were agreed on, and R as it falls. Each is verified under the
  /// key that the second reader derived from the wallet before it is kept. The work is spread over the cores.
  ///
  /// - Throws: ``PacketSigningError``; then there is no signature at all.
  package func signatures(
    _ prepared: Prepared, with keys: KeyRing, auxiliary: (Int) -> Bytes32 = { _ in .zero }
  ) throws(PacketSigningError) -> [MadeSignature] {
    let signings = prepared.signings
    guard prepared.round != .first else { throw .secondReading("round 1 asks for no signature") }
    try Self.prepare(keys, for: signings)
    let randomness = signings.map { auxiliary($0.input) }
    let results = ParallelMap.results(count: signings.count) { number in
      Result { () throws(PacketSigningError) in
        try Self.made(signings[number], with: keys, auxiliary: randomness[number])
      }
    }
    var made: [MadeSignature] = []
    for result in results { made.append(try result.get()) }
    return made
  }

  /// The parents of all keys once, before the threads need them.
  static func prepare(
    _ keys: KeyRing, for signings: [SecondReader.Signing]
  ) throws(PacketSigningError) {
    for signing in signings {
      let origin = try origin(of: signing)
      do throws(KeyRingError) {
        try keys.prepare(parentOf: origin)
      } catch {
        throw PacketSigningError(error, input: signing.input, origin)
      }
    }
  }

  /// What the transaction is called with these signatures, in the byte order of transactions; while one is missing
  /// that is part of its name, what it is called without any.
  package func txid(with made: [MadeSignature], in agreement: Agreement) -> Bytes32 {
    var signatures: [Int: [[UInt8]: [UInt8]]] = [:]
    for signature in made {
      if case .ecdsa(let key) = signature.place {
        signatures[signature.input, default: [:]][key] = signature.bytes
      }
    }
    return reader.txid(agreement.coins, with: signatures)
  }

  static func made(
    _ signing: SecondReader.Signing, with keys: KeyRing, auxiliary: Bytes32
  ) throws(PacketSigningError) -> MadeSignature {
    let origin = try origin(of: signing)
    let key = try privateKey(of: signing, at: origin, in: keys)
    let bytes: [UInt8]
    let half: ArraySlice<UInt8>
    switch signing.place {
    case .ecdsa:
      let signature = try ecdsaSignature(signing, by: key, at: origin)
      bytes = signature.der
      half = signature.compact.prefix(32)
    case .keyPath(let output, root: let root):
      guard let pair = try? KeyPair(key), pair.publicKey == signing.key.xOnly else {
        throw .otherKey(input: signing.input, origin: "\(origin)")
      }
      guard let tweaked = try? pair.tweakedForTaproot(merkleRoot: root),
        tweaked.publicKey.bytes == output,
        let signature = try? tweaked.schnorrSignature(of: signing.digest, auxiliary: auxiliary)
      else { throw .signature(input: signing.input) }
      bytes = signature
      half = signature.prefix(32)
    case .leaf:
      guard let pair = try? KeyPair(key), pair.publicKey == signing.key.xOnly else {
        throw .otherKey(input: signing.input, origin: "\(origin)")
      }
      guard let signature = try? pair.schnorrSignature(of: signing.digest, auxiliary: auxiliary)
      else { throw .signature(input: signing.input) }
      bytes = signature
      half = signature.prefix(32)
    }
    guard let nonce = Bytes32(half) else { throw .signature(input: signing.input) }
    return MadeSignature(
      input: signing.input, place: signing.place,
      bytes: bytes + (signing.sighash.map { [$0] } ?? []), digest: signing.digest, nonce: nonce)
  }

  static func privateKey(
    of signing: SecondReader.Signing, at origin: KeyOrigin, in keys: KeyRing
  ) throws(PacketSigningError) -> PrivateKey {
    do throws(KeyRingError) {
      return try keys.privateKey(for: origin)
    } catch {
      throw PacketSigningError(error, input: signing.input, origin)
    }
  }

  static func origin(
    of signing: SecondReader.Signing
  ) throws(PacketSigningError) -> KeyOrigin {
    do {
      return KeyOrigin(
        fingerprint: try Fingerprint(decoding: signing.fingerprint[...]),
        path: try DerivationPath(signing.path.map { ChildNumber(rawValue: $0) }))
    } catch {
      throw .derivation(
        input: signing.input, origin: Hex.encode(signing.fingerprint))
    }
  }
}

extension PacketSigningError {
  /// Says which input needed the key that the ring does not have.
  init(_ error: KeyRingError, input: Int, _ origin: KeyOrigin) {
    switch error {
    case .noSeed(let fingerprint): self = .noSeed(input: input, fingerprint: "\(fingerprint)")
    case .noPath, .derivation: self = .derivation(input: input, origin: "\(origin)")
    }
  }
}
