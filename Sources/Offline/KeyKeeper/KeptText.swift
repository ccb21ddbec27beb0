internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import EncryptedVault
internal import KeeperProcess
internal import PacketSigning
internal import PaymentSigning
internal import Refusals
internal import SecondReading
internal import SecretKeys
internal import SignedMessages
internal import SignerHome
internal import Signing
internal import TerminalUI
internal import TextLayout
internal import TransactionReview
internal import WalletRegistration

/// One text to be signed in what holds the seeds: what is signed is made here of the wallet's own text, a place and the
/// text, and asked about.
struct KeptText {
  /// What is signed, as the second reader makes it.
  let reading: MessageReading
  private let request: TextRequest
  private let text: String
  private let wallet: StoredWallet
  private let number: Int
  private let trust: TrustClass
  /// What is asked for in words: that keys of a rehearsal are valid on mainnet, too.
  private let consents: WordedConsents
  private let contents: VaultContents
  private let options: TextOptions
  private let session: SignerSession
  private let network: Network

  /// Reads the wallet and the place again, and holds what the reviewer shows against it.
  ///
  /// - Throws: `ProgramError` for the first difference, for a text that nobody can read, and for a form that the address
  ///   does not have.
  init(
    _ request: TextRequest, _ contents: VaultContents, _ options: TextOptions,
    _ session: SignerSession
  ) throws(ProgramError) {
    self.request = request
    self.contents = contents
    self.options = options
    self.session = session
    network = try contents.knownNetwork()
    try Self.requireSame("wallet", request.wallet, options.wallet.text)
    wallet = try contents.requiredWallet(options.wallet)
    number = contents.wallets.firstIndex { $0.name == options.wallet.text } ?? 0
    text = try hinted { () throws(MessageError) in try SignableText.text(of: request.text) }
    if let form = options.form {
      try Self.requireSame("form", request.form.rawValue, form.rawValue)
    }
    let keys: [WalletReading.Key]
    let sources = contents.keySources(of: wallet)
    do throws(SecondReadingError) {
      let chain = AddressChain(network)
      let whole = try WalletReading(wallet.descriptor, on: chain)
      keys = whole.keys
      trust = TrustClass(
        whole, ownKeys: Set(wallet.keys.map(\.position)), sources: sources)
      reading = try MessageReading(
        request.text, at: request.branch, request.index, of: wallet.descriptor, on: chain,
        as: request.form.reading, showing: request.coins)
    } catch {
      throw ProgramError(error)
    }
    try Self.requireSame("address", request.address, reading.address)
    let isReal =
      !network.isWorthMoney
      && wallet.keys.contains { own in
        keys.indices.contains(own.position)
          && keys[own.position].isOfAnyNetwork(isChild: sources[own.position] == .child)
      }
    consents = WordedConsents(
      isReal
        ? [
          WordedConsents.Demand(
            consent: .realCoins, rule: .r11,
            warning: "our keys of \(ForeignText.name(wallet.name)) are not under the coin type of "
              + "\(network.name): the same keys are valid on mainnet, and what they sign here counts "
              + "for their addresses there")
        ] : [])
  }

  /// Refuses what the reviewer shows and is not what is read here.
  private static func requireSame(
    _ what: String, _ shown: String, _ here: String
  ) throws(ProgramError) {
    guard shown != here else { return }
    throw ProgramError(
      KeyKeeperError.textsDiffer(
        what, shown: ForeignText.shown(shown), here: ForeignText.shown(here)))
  }

  /// Signatures, and what was acknowledged for them.
  struct Signed {
    let signatures: [MadeSignature]
    let accepted: [LoggedAcceptance]
  }

  /// Asks the last question, opens the seeds that are needed, and signs.
  func signed(opening seeds: SeedOpener) throws(ProgramError) -> Signed {
    let accepted = try agreed()
    try session.interlock.requireUnchanged(isRehearsal: !network.isWorthMoney)
    let keys = try contents.keyRing(
      ofWallets: [number], of: nil, on: network, options.seedPassphrase, session.console,
      opening: seeds)
    do throws(PacketSigningError) {
      return Signed(
        signatures: try MessageSigner.signatures(
          of: reading, as: request.form.reading, by: Set(wallet.keys.map(\.position)), with: keys),
        accepted: accepted)
    } catch {
      throw ProgramError(error)
    }
  }

  /// What is kept of it: what was signed, by which address, and when.
  func record(_ signed: Signed, now: Int64) -> SigningRecord {
    SigningRecord(
      text: LoggedText(
        address: reading.address, form: request.form.rawValue, text: text,
        coins: request.coins.count, amount: Int64(clamping: reading.total)),
      name: reading.name, time: now, wallet: wallet.name, accepted: signed.accepted)
  }

  // MARK: The question

  private var isReal: Bool { network.isWorthMoney || consents.namesRealCoins }

  /// Gives what was acknowledged; nothing is signed where nobody agrees.
  private func agreed() throws(ProgramError) -> [LoggedAcceptance] {
    let consent = try MoneyConsent(options.consent, on: network, vault: contents, session)
    let isAnswered = consent.isAgreed && (!isReal || consent.answersForRealMoney)
    if isReal { session.endRehearsal() }
    if !isAnswered || consents.asks(accepting: options.accepted) { session.beginOwnScreen() }
    let answers = try consents.answers(
      accepting: options.accepted, about: money, on: session.console)
    if !isAnswered {
      let isAgreed = try session.console.consents(
        to: "sign this text", summary: summary,
        stake: Stake(
          name: "the address", text: reading.address,
          ignoresCase: reading.address == reading.address.lowercased()),
        random: session.environment.random,
        orElse: isReal
          ? "sign on a terminal; --yes works only if the setting unattended-signing is on"
          : "add --yes to answer in advance")
      guard isAgreed else {
        throw ProgramError(
          "declined: nothing was signed", hint: "run the command again when you are sure")
      }
    }
    return answers.map { LoggedAcceptance($0.key, $0.value) }
  }

  /// Whose keys sign, in every question.
  private var money: String {
    if network.isWorthMoney { return "keys of REAL \(network.realMoney) (\(network.name))" }
    return isReal
      ? "\(network.name), but these keys may hold real coins" : "rehearsal on \(network.name)"
  }

  /// The text whole, each line marked, so that none of it looks like a line of ours (`TextWrapping` marks each of their
  /// rows); then who signs it, and what that is worth.
  private var summary: String {
    // By scalars: CR LF is one Character.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      line in
      var scalars = String.UnicodeScalarView()
      scalars.append(contentsOf: line)
      return String(scalars)
    }
    let shown = lines.map { TextWrapping.mark + ForeignText.shown($0, limit: .max) }
    let hidden =
      lines.allSatisfy { ForeignText.isPlain($0) }
      ? ""
      : "\nIt contains characters that a screen does not show; they appear above as \\u{..}."
    let foreign =
      shown.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } })
      ? "" : "\nIt contains letters outside ASCII; some look like others."
    return """

      The text to sign (\(counted(lines.count, "line")), \(counted(request.text.count, "byte"))):
      \(shown.joined(separator: "\n"))
      End of the text.\(hidden)\(foreign)

      Signs with: \(money), wallet \(ForeignText.name(wallet.name)).
      Class \(trust.word): \(trust.meaning).
      As \(request.form.words), by the address at \(request.branch)/\(request.index):
        \(reading.address)\(funds)
      No coin moves. Whoever gets the signature can show anybody, at any time, that the holder of this address signed \
      the text: sign nothing that you would not say in public.
      """
  }

  /// The coins that a proof of funds shows, as the coordinator says.
  private var funds: String {
    guard !request.coins.isEmpty else { return "" }
    let those =
      request.coins.count == 1
      ? "that this coin is yours"
      : "that these \(request.coins.count) coins belong together and are yours"
    let list = request.coins.map { coin in
      "\n  \(LastQuestion.btc(coin.amount)) \(network.unit)\n    \(Hex.encode(coin.txid.bytes.reversed())):\(coin.vout)"
    }
    return """

      It also shows \(those), \(LastQuestion.btc(reading.total)) \(network.unit) as the coordinator says:\(list.joined())
      """
  }
}

extension MessageForm {
  /// As the second reader calls it: a whole transaction of BIP-322 is signed as its witness alone is.
  var reading: MessageReading.Form {
    switch self {
    case .bip137: .recoverable
    case .bip322, .bip322Full: .generic
    }
  }
}
