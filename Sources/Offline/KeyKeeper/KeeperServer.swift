internal import BitcoinPrimitives
internal import EncryptedVault
internal import ExtendedKeys
internal import KeeperProcess
internal import PacketSigning
internal import PaymentSigning
internal import Refusals
internal import SecondReading
internal import SecretKeys
package import SeedForms
package import SignerHome
internal import Signing
internal import Synchronization
internal import TerminalUI
internal import TransactionReview

/// What the command line of `sign` says to what holds the seeds; the reviewer has no say in it.
package struct KeeperOptions: Sendable {
  /// Whether `--yes` was given.
  package let consent: SignerConsentOptions
  /// Where BIP-39 passphrases come from.
  package let seedPassphrase: SeedPassphraseOptions
  /// The one seed to sign with; nil for every seed that has a key.
  package let seed: EntryName?
  /// Whether Schnorr signatures take fresh randomness.
  package let freshRandomness: Bool
  /// Whether `--accept unknown-fee` was given.
  package let acceptsUnknownFee: Bool
  /// Whether signatures are only compared: nothing is written, so nothing is remembered.
  package let comparesOnly: Bool

  package init(
    consent: SignerConsentOptions, seedPassphrase: SeedPassphraseOptions, seed: EntryName?,
    freshRandomness: Bool, acceptsUnknownFee: Bool, comparesOnly: Bool
  ) {
    self.consent = consent
    self.seedPassphrase = seedPassphrase
    self.seed = seed
    self.freshRandomness = freshRandomness
    self.acceptsUnknownFee = acceptsUnknownFee
    self.comparesOnly = comparesOnly
  }
}

/// Answers the reviewer: it holds the vault, asks the last question, and signs.
///
/// What comes through the pipe is held against its own reading. One payment is signed, or one wallet registered or
/// removed, in its life, after one question.
package final class KeeperServer: KeeperLink {
  private struct State: ~Copyable {
    var vault: Vault?
    var isOpened = false
    var isSpent = false
    var wallet: KeptRegistration?
  }

  private let session: SignerSession
  /// Nil for a command that signs nothing.
  private let options: KeeperOptions?
  /// Nil for a command that registers and removes nothing.
  private let change: WalletChange?
  private let state = Mutex(State())

  /// Answers for one command; without `options` it signs nothing, and without a `change` it changes no wallet.
  package init(
    _ session: SignerSession, _ options: KeeperOptions?, changing change: WalletChange? = nil
  ) {
    self.session = session
    self.options = options
    self.change = change
  }

  /// The answer to a message; an error is an answer too.
  package func answer(to message: [UInt8]) -> [UInt8] {
    let answer: KeeperAnswer
    do throws(ProgramError) {
      answer = try state.withLock { (state) throws(ProgramError) in
        let request: KeeperRequest
        do throws(KeyKeeperError) {
          request = try KeeperRequest(decoding: message)
        } catch {
          throw ProgramError(error)
        }
        switch request {
        case .open: return try open(&state)
        case .sign(let request): return try sign(request, &state)
        case .keys(ofWallet: let descriptor): return try keys(of: descriptor, &state)
        case .register(let request): return try register(request, &state)
        case .remove(let name): return try remove(name, &state)
        }
      }
    } catch {
      answer = .refused(error)
    }
    return answer.encoded
  }

  private func open(_ state: inout State) throws(ProgramError) -> KeeperAnswer {
    // Once, even when the passphrase was wrong: nobody is asked for it again and again.
    guard !state.isOpened else { throw ProgramError(KeyKeeperError.outOfTurn) }
    state.isOpened = true
    let vault = try session.openVault()
    let contents = try hinted { () throws(VaultError) in try vault.contents.sealedBytes() }
    // A command that changes nothing has no use for it: the home is free for other programs.
    if options != nil || change != nil { state.vault = consume vault }
    return .contents(contents)
  }

  private func sign(
    _ request: SignRequest, _ state: inout State
  ) throws(ProgramError) -> KeeperAnswer {
    guard let options, var vault = state.vault.take(), !state.isSpent else {
      throw ProgramError(KeyKeeperError.outOfTurn)
    }
    // Whatever becomes of it: there is no second try with other claims.
    state.isSpent = true
    let signing = try KeptSigning(request, vault.contents, options, session)
    if signing.round == .first {
      return .opened(try signing.openings(opening: session.seeds(of: vault)))
    }
    let made = try signing.signed(opening: session.seeds(of: vault))
    // What is only compared leaves as hashes, with which nobody can spend: so there is nothing to remember.
    guard !options.comparesOnly else { return .signed(made.map(\.hashed), log: nil) }
    // Saved before a signature leaves: an amount that was proved or accepted is never forgotten.
    var contents = vault.contents
    let txid = try contents.remember(signing, made, now: session.now)
    try hinted(during: "no signature was handed out, because the log could not be saved") {
      () throws(VaultError) in try vault.save(contents)
    }
    return .signed(
      made, log: SignedLog(count: contents.log.count, hash: contents.log.head, txid: txid))
  }

  private func keys(
    of descriptor: String, _ state: inout State
  ) throws(ProgramError) -> KeeperAnswer {
    guard case .register(let options)? = change, !state.isSpent, let vault = state.vault.take()
    else {
      throw ProgramError(KeyKeeperError.outOfTurn)
    }
    // Whatever becomes of it: no other wallet is tried.
    state.isSpent = true
    let wallet = try KeptRegistration(
      descriptor, vault.contents, options, session, opening: session.seeds(of: vault))
    state.wallet = wallet
    state.vault = consume vault
    return .keys(descriptor: wallet.text, own: wallet.own)
  }

  private func register(
    _ request: RegisterRequest, _ state: inout State
  ) throws(ProgramError) -> KeeperAnswer {
    guard let wallet = state.wallet.take(), var vault = state.vault.take() else {
      throw ProgramError(KeyKeeperError.outOfTurn)
    }
    var contents = vault.contents
    let kept = try wallet.agreed(with: request, contents)
    contents.wallets.append(kept)
    try vault.keep(contents)
    return .saved(time: kept.registered)
  }

  private func remove(
    _ name: String, _ state: inout State
  ) throws(ProgramError) -> KeeperAnswer {
    guard case .remove(let options)? = change, !state.isSpent, var vault = state.vault.take()
    else {
      throw ProgramError(KeyKeeperError.outOfTurn)
    }
    state.isSpent = true
    try vault.keep(options.remaining(in: vault.contents, without: name, session))
    return .saved(time: session.now)
  }
}
