internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import EncryptedVault
internal import KeeperProcess
internal import PacketSigning
internal import PaymentSigning
internal import Refusals
internal import SecondReading
internal import SecretKeys
internal import SecureMemory
internal import SeedForms
internal import SignerHome
internal import Signing
internal import TerminalUI
internal import TransactionReview
internal import WalletRegistration

/// One payment in what holds the seeds: read again, compared, and then asked about.
struct KeptSigning {
  let request: SignRequest
  let signer: PacketSigner
  let agreement: PacketSigner.Agreement
  /// What leaves us in satoshis, and the outputs that do.
  let leaving: (amount: UInt64?, payees: [Int])
  /// What is asked for in words before the last question.
  let consents: WordedConsents
  private let prepared: PacketSigner.Prepared
  private let contents: VaultContents
  private let options: KeeperOptions
  private let session: SignerSession
  private let network: Network
  /// Nil where the network says it.
  private let isRehearsal: Bool?

  var reading: SecondReading { agreement.reading }
  /// Whether this makes signatures, or answers openings first (R28).
  var round: NonceAgreement.Round { prepared.round }

  /// Reads the packet again and holds the review against it.
  ///
  /// - Throws: `ProgramError` for the first difference, for a coin whose amount nothing proves, and for a packet that
  ///   asks for signatures of another kind.
  init(
    _ request: SignRequest, _ contents: VaultContents, _ options: KeeperOptions,
    _ session: SignerSession, isRehearsal: Bool? = nil
  ) throws(ProgramError) {
    self.isRehearsal = isRehearsal
    self.request = request
    self.contents = contents
    self.options = options
    self.session = session
    network = try contents.knownNetwork()
    let coins = contents.coins
    do throws(PacketSigningError) {
      signer = try PacketSigner(
        request.packet, wallets: contents.wallets.map(\.descriptor), on: AddressChain(network),
        // The frame that it came in is the limit of what was put together.
        mostBytes: request.isPutTogether ? KeeperFrames.limit : SecondReader.mostOutsideBytes
      ) { txid, vout in
        guard let coin = coins[CoinKey(txid: txid, vout: vout)], coin.isProved else { return nil }
        return (UInt64(bitPattern: coin.amount), coin.script)
      }
      agreement = try signer.agreement(
        with: request.claims, ours: contents.keys(of: nil), secret: contents.secretKeys)
    } catch {
      throw ProgramError(error)
    }
    // Before anything is hashed for each input: it also sees to it that no input is named twice.
    do throws(KeyKeeperError) {
      try KeeperLaw(agreement.reading, contents, on: network).require(request.inputs)
    } catch {
      throw ProgramError(error)
    }
    do throws(PacketSigningError) {
      prepared = try signer.prepared(
        request.inputs, in: agreement, own: contents.keys(of: options.seed))
      guard prepared.round == request.round else {
        throw .readingsDiffer(
          "round of anti-exfil", review: "\(request.round.rawValue)",
          secondReading: "\(prepared.round.rawValue)")
      }
    } catch {
      throw ProgramError(error)
    }
    leaving = agreement.reading.leaving(sole: request.claims.sole)
    consents = try WordedConsents(
      agreement.reading, payees: leaving.payees, unsigned: signer.unsignedTxid, contents, options,
      on: network)
    do throws(PacketSigningError) {
      try consents.require(named: request.accepted, accepting: options.accepted)
    } catch {
      throw ProgramError(error)
    }
    guard prepared.count <= KeeperReader.mostElements else {
      throw ProgramError(KeyKeeperError.tooManySignatures(prepared.count))
    }
  }

  /// Asks the last question, opens the seeds that are needed, and answers the first round: no signature is made.
  func openings(opening seeds: SeedOpener) throws(ProgramError) -> [MadeOpening] {
    let (keys, _) = try agreedKeys(seeds)
    do throws(PacketSigningError) {
      return try signer.openings(prepared, with: keys)
    } catch {
      throw ProgramError(error)
    }
  }

  /// Asks the last question, and opens the seeds that are needed; gives what was acknowledged, too.
  private func agreedKeys(
    _ seeds: SeedOpener
  ) throws(ProgramError) -> (keys: KeyRing, accepted: [LoggedAcceptance]) {
    guard let answers = try LastQuestion(self, contents, options, session, network).agreed()
    else {
      throw ProgramError(
        "declined: nothing was signed", hint: "run the command again when you are sure")
    }
    try session.interlock.requireUnchanged(isRehearsal: isRehearsal ?? !network.isWorthMoney)
    return (try keyRing(seeds), request.accepted.answered(answers))
  }

  /// Signatures, and what was acknowledged for them: for the log.
  struct Signed {
    let signatures: [MadeSignature]
    let accepted: [LoggedAcceptance]
  }

  /// Asks the last question, opens the seeds that are needed, and signs.
  func signed(opening seeds: SeedOpener) throws(ProgramError) -> Signed {
    let (keys, accepted) = try agreedKeys(seeds)
    return try signed(with: keys, accepted)
  }

  /// Signs, once the last question was answered.
  func signed(
    with keys: KeyRing, _ accepted: [LoggedAcceptance]
  ) throws(ProgramError) -> Signed {
    var random = [UInt8](repeating: 0, count: 32 * reading.inputs.count)
    if options.freshRandomness {
      do {
        random = try session.environment.random.bytes(count: random.count)
      } catch {
        throw ProgramError(error)
      }
    }
    let randomness = random
    do throws(PacketSigningError) {
      let made = try signer.signatures(prepared, with: keys) {
        Bytes32(randomness[(32 * $0)..<(32 * $0 + 32)]) ?? .zero
      }
      return Signed(signatures: made, accepted: accepted)
    } catch {
      throw ProgramError(error)
    }
  }

  /// The master keys of the seeds whose keys sign these inputs, and the single keys among them.
  func keyRing(_ seeds: SeedOpener) throws(ProgramError) -> KeyRing {
    let spent = Set(
      request.inputs.filter(reading.inputs.indices.contains).compactMap {
        reading.inputs[$0].home?.wallet
      })
    return try contents.keyRing(
      ofWallets: spent, of: options.seed, on: network, options.seedPassphrase, session.console,
      opening: seeds)
  }
}

extension VaultContents {
  /// The master keys of the seeds whose keys sign for wallets, and the single keys among them; of one seed or of all.
  func keyRing(
    ofWallets numbers: Set<Int>, of only: EntryName?, on network: Network,
    _ passphrase: SeedPassphraseOptions, _ console: Console, opening opener: SeedOpener
  ) throws(ProgramError) -> KeyRing {
    let keys = KeyRing()
    var names: Set<String> = []
    for number in numbers.sorted() where wallets.indices.contains(number) {
      let wallet = wallets[number]
      for key in wallet.keys where only == nil || key.seed == only?.text {
        guard let seed = seed(named: key.seed), seed.kind == .wif else {
          names.insert(key.seed)
          continue
        }
        let lone = try GivenSeed(opener.opened(seed)).singleKey()
        try keys.add(lone, positions: [key.position], in: wallet.parsedDescriptor())
      }
    }
    for seed in seeds where names.contains(seed.name) {
      let opened = try opener.opened(seed)
      keys.add(try opened.masterKey(on: network, passphrase, console))
    }
    return keys
  }

  /// Our keys of each wallet that nobody else was ever given, by the wallet's number and the keys' positions.
  ///
  /// A single key that came from outside, and a BIP-85 child, may be known to others.
  var secretKeys: [Int: Set<Int>] {
    keys { keySources(of: [$0])[$0.position] == .seed }
  }

  /// Our keys of each wallet, of one seed or of all.
  func keys(of seed: EntryName?) -> [Int: Set<Int>] {
    keys { seed == nil || $0.seed == seed?.text }
  }

  private func keys(_ isMeant: (OwnKey) -> Bool) -> [Int: Set<Int>] {
    var keys: [Int: Set<Int>] = [:]
    for (number, wallet) in wallets.enumerated() {
      keys[number] = Set(wallet.keys.filter(isMeant).map(\.position))
    }
    return keys
  }
}
