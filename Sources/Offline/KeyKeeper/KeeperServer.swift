internal import BitcoinPrimitives
internal import EncryptedVault
internal import ExtendedKeys
internal import KeeperProcess
internal import PacketSigning
internal import PaymentSigning
internal import Refusals
internal import SecondReading
internal import SecretKeys
internal import SecureMemory
internal import SeedForms
package import SignerHome
internal import Signing
internal import Synchronization
internal import TerminalUI
internal import TransactionReview
internal import WalletBackups

/// Answers the reviewer: it holds the vault, asks the last question, and signs.
///
/// What comes through the pipe is held against its own reading. In its life it does what one command line asks for: one
/// payment or one text signed, or one wallet registered or removed, after one question; or the keys of one seed's backups used.
package final class KeeperServer: KeeperLink {
  private struct State: ~Copyable {
    var vault: Vault?
    var isOpened = false
    var isSpent = false
    var wallet: KeptRegistration?
    var backups: BackupKeyring?
    var run: OneRun?
  }

  private let session: SignerSession
  private let task: KeeperTask
  /// The seed of one run, where it was read before anything was answered.
  private let held: CarriedSeed?
  private let state = Mutex(State())

  /// Answers for one command, and does nothing but what that is for.
  package init(_ session: SignerSession, for task: KeeperTask, holding held: CarriedSeed? = nil) {
    self.session = session
    self.task = task
    self.held = held
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
        case .ladder(let requests): return try sign(ladder: requests, &state)
        case .keys(ofWallet: let descriptor): return try keys(of: descriptor, &state)
        case .register(let request): return try register(request, &state)
        case .remove(let name): return try remove(name, &state)
        case .backupKey: return try backupKey(&state)
        case .archive(let contents): return try archive(contents, &state)
        case .text(let request): return try sign(request, &state)
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
    if case .oneRun(let options) = task {
      let contents = VaultContents(network: options.carried.usedNetwork)
      return .contents(try hinted { () throws(VaultError) in try contents.sealedBytes() })
    }
    let vault = try session.openVault()
    let contents = try hinted { () throws(VaultError) in try vault.contents.sealedBytes() }
    // A command that changes nothing has no use for it: the home is free for other programs.
    if !task.onlyReads { state.vault = consume vault }
    return .contents(contents)
  }

  private func sign(
    _ request: SignRequest, _ state: inout State
  ) throws(ProgramError) -> KeeperAnswer {
    if case .oneRun(let options) = task { return try sign(request, options, &state) }
    guard case .sign(let options) = task, var vault = state.vault.take(), !state.isSpent else {
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
    guard !options.comparesOnly else { return .signed(made.signatures.map(\.hashed), log: nil) }
    // Saved before a signature leaves: an amount that was proved or accepted is never forgotten.
    var contents = vault.contents
    let txid = try contents.remember(signing, made, now: session.now)
    try hinted(during: "no signature was handed out, because the log could not be saved") {
      () throws(VaultError) in try vault.save(contents)
    }
    return .signed(
      made.signatures,
      log: SignedLog(count: contents.log.count, hash: contents.log.head, txid: txid))
  }

  /// Signs the packets of a fee ladder, all or none, after one question.
  private func sign(
    ladder requests: [SignRequest], _ state: inout State
  ) throws(ProgramError) -> KeeperAnswer {
    guard case .sign(let options) = task, var vault = state.vault.take(), !state.isSpent else {
      throw ProgramError(KeyKeeperError.outOfTurn)
    }
    // Whatever becomes of it: there is no second try with other claims.
    state.isSpent = true
    let ladder = try KeptLadder(requests, vault.contents, options, session)
    let made = try ladder.signed(opening: session.seeds(of: vault))
    // Saved before a signature leaves: an amount that was proved or accepted is never forgotten.
    var contents = vault.contents
    var steps: [SignedStep] = []
    for (signing, made) in zip(ladder.steps, made) {
      let txid = try contents.remember(signing, made, now: session.now)
      steps.append(
        SignedStep(
          signatures: made.signatures,
          log: SignedLog(count: contents.log.count, hash: contents.log.head, txid: txid)))
    }
    try hinted(during: "no signature was handed out, because the log could not be saved") {
      () throws(VaultError) in try vault.save(contents)
    }
    return .signedLadder(steps)
  }

  /// Signs a text; what is signed is made here.
  private func sign(
    _ request: TextRequest, _ state: inout State
  ) throws(ProgramError) -> KeeperAnswer {
    guard case .text(let options) = task, var vault = state.vault.take(), !state.isSpent else {
      throw ProgramError(KeyKeeperError.outOfTurn)
    }
    // Whatever becomes of it: no other text is tried.
    state.isSpent = true
    let text = try KeptText(request, vault.contents, options, session)
    let signed = try text.signed(opening: session.seeds(of: vault))
    var contents = vault.contents
    contents.appendToLog(text.record(signed, now: session.now))
    try hinted(during: "no signature was handed out, because the log could not be saved") {
      () throws(VaultError) in try vault.save(contents)
    }
    return .signed(
      signed.signatures,
      log: SignedLog(
        count: contents.log.count, hash: contents.log.head, txid: text.reading.name))
  }

  /// Signs without a vault, for a wallet that a person agreed to; nothing is remembered.
  private func sign(
    _ request: SignRequest, _ options: OneRunOptions, _ state: inout State
  ) throws(ProgramError) -> KeeperAnswer {
    guard let run = state.run.take(), run.isAgreed else {
      throw ProgramError(KeyKeeperError.outOfTurn)
    }
    let signing = try KeptSigning(
      request, run.contents, options.signing, session, isRehearsal: run.isRehearsal)
    let seeds = SeedOpener(ofOpenSeeds: session.console)
    if signing.round == .first { return .opened(try signing.openings(opening: seeds)) }
    let made = try signing.signed(opening: seeds).signatures
    return .signed(options.signing.comparesOnly ? made.map(\.hashed) : made, log: nil)
  }

  private func keys(
    of descriptor: String, _ state: inout State
  ) throws(ProgramError) -> KeeperAnswer {
    if case .oneRun(let options) = task {
      guard !state.isSpent else { throw ProgramError(KeyKeeperError.outOfTurn) }
      state.isSpent = true
      let run = try OneRun(options, wallet: descriptor, held: held, session)
      state.run = run
      return .keys(descriptor: run.wallet.text, own: run.wallet.own)
    }
    guard case .register(let options) = task, !state.isSpent, let vault = state.vault.take()
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
    if var run = state.run.take() {
      guard !run.isAgreed else { throw ProgramError(KeyKeeperError.outOfTurn) }
      let kept = try run.wallet.agreed(with: request, run.contents)
      run.contents.wallets.append(kept)
      run.isAgreed = true
      state.run = run
      return .saved(time: kept.registered)
    }
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
    guard case .remove(let options) = task, !state.isSpent, var vault = state.vault.take()
    else {
      throw ProgramError(KeyKeeperError.outOfTurn)
    }
    state.isSpent = true
    try vault.keep(options.remaining(in: vault.contents, without: name, session))
    return .saved(time: session.now)
  }

  private func backupKey(_ state: inout State) throws(ProgramError) -> KeeperAnswer {
    guard case .backup(let options) = task, !state.isSpent, let vault = state.vault.take() else {
      throw ProgramError(KeyKeeperError.outOfTurn)
    }
    state.isSpent = true
    let keys = try options.keyring(
      in: vault.contents, opening: session.seeds(of: vault), session.console)
    let key = try hinted { () throws(BackupError) in try keys.handedOver() }
    if options.writes { state.backups = consume keys }
    let text = try hinted { () throws(BackupError) in try key.text() }
    return .backupKey(text.withUnsafeBytes { Array($0) })
  }

  private func archive(
    _ contents: [UInt8], _ state: inout State
  ) throws(ProgramError) -> KeeperAnswer {
    guard let keys = state.backups.take() else {
      throw ProgramError(KeyKeeperError.outOfTurn)
    }
    guard let time = UInt32(exactly: session.now) else {
      throw ProgramError(
        "the clock is outside the years that AEWB can hold (1970 to 2106)",
        hint: "set the clock of this machine")
    }
    let archive = try hinted { () throws(BackupError) in
      try keys.archive(contents, timestamp: time)
    }
    return .archive(archive.encoded(), time: time)
  }
}
