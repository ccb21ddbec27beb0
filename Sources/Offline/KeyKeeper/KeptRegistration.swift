internal import BitcoinPrimitives
internal import CommandLineInterface
internal import Descriptors
internal import EncryptedVault
internal import ExtendedKeys
internal import Refusals
internal import SecondReading
internal import SignerHome
internal import Signing
internal import TerminalUI
internal import TransactionReview
internal import WalletRegistration

/// One wallet in what holds the seeds: its descriptor read again, and which keys of it are ours.
///
/// The second reader takes the text first. Only what it took is read by the first reader, too, whose rules every
/// wallet has to pass; where the two say different things, nothing is registered.
struct KeptRegistration {
  /// Canonical, with its checksum and the origins of our keys.
  let text: String
  /// Our keys, in the order of their positions.
  let own: [OwnKey]
  private let reading: WalletReading
  private let descriptor: Descriptor
  private let warnings: [WalletWarning]
  private let trust: TrustClass
  private let options: RegisterOptions
  private let session: SignerSession
  private let network: Network

  /// Reads a descriptor, judges it by every rule, and derives our keys anew to find them in it.
  ///
  /// - Throws: `ProgramError` for a wallet that is not registered.
  init(
    _ given: String, _ contents: VaultContents, _ options: RegisterOptions,
    _ session: SignerSession, opening seeds: SeedOpener
  ) throws(ProgramError) {
    try self.init(given, contents, options, session) { (wallet) throws(ProgramError) in
      try contents.owned(wallet, options.seedPassphrase, session.console, opening: seeds)
    }
  }

  /// The same, where `owned` proves which keys are ours.
  init(
    _ given: String, _ contents: VaultContents, _ options: RegisterOptions,
    _ session: SignerSession, owned: (Descriptor) throws(ProgramError) -> OwnedWallet
  ) throws(ProgramError) {
    self.options = options
    self.session = session
    try contents.requireFree(options.name)
    let network = try contents.knownNetwork()
    self.network = network
    _ = try Self.reading(given, on: network)
    let carried = try CarriedWallet.handedOver(given, on: network, source: "")
    try KeyKeeperError.requireSame("descriptor", given, carried.descriptor.canonical)
    let owned = try owned(carried.descriptor)
    descriptor = owned.descriptor
    own = owned.keys
    try WalletRules.require(descriptor, isNewAmong: contents.wallets)
    try WalletRules.require(descriptor, agreesWith: contents.wallets)
    text = descriptor.canonical
    // With the origins of our keys, as it is kept.
    reading = try Self.reading(text, on: network)
    warnings = carried.concerns(descriptor, ownKeys: own)
    trust = TrustClass(
      reading, ownKeys: Set(own.map(\.position)), sources: contents.keySources(of: own))
    try requireOneMeaning()
  }

  static func reading(
    _ text: String, on network: Network
  ) throws(ProgramError) -> WalletReading {
    do throws(SecondReadingError) {
      return try WalletReading(text, on: AddressChain(network))
    } catch {
      throw ProgramError(error)
    }
  }

  /// Holds what the first reader has against the second: a key that was proved is the one that is asked about.
  private func requireOneMeaning() throws(ProgramError) {
    try KeyKeeperError.requireSame(
      "number of keys", "\(descriptor.keys.count)", "\(reading.keys.count)")
    for (number, (key, other)) in zip(descriptor.keys, reading.keys).enumerated() {
      let origin = key.origin.map { ($0.fingerprint.bytes, $0.path.steps.map(\.rawValue)) }
      guard WalletScreen.text(of: key.material) == other.text, origin?.0 == other.fingerprint,
        origin?.1 ?? [] == other.path, key.isUnspendable == other.isOfNobody
      else {
        try KeyKeeperError.requireSame("key \(number + 1)", "\(key)", other.text)
        continue
      }
    }
    // Forms, thresholds and steps: the warnings are about what the first reader has of them.
    try KeyKeeperError.requireSame(
      "scripts", descriptor.textOfScripts, reading.textOfScripts)
  }

  /// Holds what the reviewer shows against what is read here, asks the last question, and gives what is to be kept.
  ///
  /// - Throws: `ProgramError` for the first difference, a warning that nobody acknowledges, and where nobody agrees.
  func agreed(
    with request: RegisterRequest, _ contents: VaultContents
  ) throws(ProgramError) -> StoredWallet {
    let words = reading.words
    let addresses: [String]
    do throws(SecondReadingError) {
      addresses = try reading.firstAddresses(WalletScreen.addressesShown)
    } catch {
      throw ProgramError(error)
    }
    let list = { (keys: [OwnKey]) in
      keys.map { "\($0.position + 1) \($0.seed)" }.joined(separator: ", ")
    }
    try KeyKeeperError.requireSame("name", request.name, options.name.text)
    try KeyKeeperError.requireSame("descriptor", request.descriptor, text)
    try KeyKeeperError.requireSame("our keys", list(request.own), list(own))
    try KeyKeeperError.requireSame("rule", request.policy, reading.policy)
    try KeyKeeperError.requireSame("class", request.trust, trust.rawValue)
    try KeyKeeperError.requireSame("words", request.words, words)
    try KeyKeeperError.requireSame(
      "first addresses", request.addresses.joined(separator: ", "),
      addresses.joined(separator: ", "))
    guard options.isForOneRun || CarriedWallet.isSource(request.source) else {
      throw ProgramError(KeyKeeperError.message)
    }
    if try asks(contents) { session.beginOwnScreen() }
    try warnings.acknowledge(accepting: options.accepted, on: session.console)
    guard try isAgreed(words: words, firstAddress: addresses.first, contents) else {
      throw options.isForOneRun
        ? ProgramError("declined: nothing was signed", hint: "check the wallet's descriptor")
        : ProgramError("declined: nothing was registered", hint: "run it again when you are sure")
    }
    return StoredWallet(
      name: options.name.text, descriptor: text, keys: own, source: request.source,
      registered: session.now)
  }

  /// Whether there is anything that the command line does not answer in advance.
  private func asks(_ contents: VaultContents) throws(ProgramError) -> Bool {
    if warnings.ask(accepting: options.accepted) { return true }
    guard options.isForOneRun else {
      return try !MoneyConsent(options.consent, on: network, vault: contents, session).isAgreed
    }
    return !options.accepted.contains(.consent(.wallet))
  }

  /// Whether a person typed characters of the first address, and the words of the wallet; or said in advance that they
  /// need not.
  private func isAgreed(
    words: String, firstAddress: String?, _ contents: VaultContents
  ) throws(ProgramError) -> Bool {
    if try isAgreedInAdvance(contents) { return true }
    return try session.console.consents(
      to: options.isForOneRun ? "use this wallet" : "register this wallet", summary: summary,
      stake: stake(firstAddress), words: reading.keys.count > 1 ? words : nil,
      random: session.environment.random,
      orElse: options.isForOneRun
        ? "compare it first; in a script add --accept wallet (--yes does not answer this)"
        : "answer on a terminal; --yes works in rehearsals, and on mainnet only if the "
          + "setting unattended-signing is on")
  }

  private func isAgreedInAdvance(_ contents: VaultContents) throws(ProgramError) -> Bool {
    guard options.isForOneRun else {
      return try MoneyConsent(options.consent, on: network, vault: contents, session).isAgreed
    }
    let isAccepted = options.accepted.contains(.consent(.wallet))
    if isAccepted { session.console.talk("accepted the wallet by --accept wallet") }
    return isAccepted
  }

  /// The wallet as it is read here: its rule and form, and every key whole.
  private var summary: String {
    let seeds = Dictionary(own.map { ($0.position, $0.seed) }) { first, _ in first }
    let keys = reading.keys.indices.map { position in
      reading.keys[position].lines(number: position + 1, seed: seeds[position])
    }
    return """

      Wallet \(options.name) on \(network.name): \(reading.policy). Scripts: \(reading.forms).
      Class \(trust.word): \(trust.meaning).
      \(keys.joined(separator: "\n"))
      \(reading.keys.count == 1
        ? "Continue only if this is the wallet that you expect."
        : "Continue only if you have compared the keys and addresses with their owners.")
      """
  }

  /// What characters are asked of: the first address, which depends on every key, the rule and the form.
  ///
  /// Scripts that have no address are asked about by a key that is somebody else's, any of them as likely as the
  /// others, or else by the descriptor.
  private func stake(_ firstAddress: String?) throws(ProgramError) -> Stake {
    if let firstAddress {
      return Stake(
        name: "the first address", text: firstAddress,
        ignoresCase: firstAddress == firstAddress.lowercased())
    }
    let own = Set(own.map(\.position))
    let others = reading.keys.indices.filter { !own.contains($0) && !reading.keys[$0].isOfNobody }
    guard !others.isEmpty else {
      return Stake(name: "the descriptor", text: text, ignoresCase: false)
    }
    let position = others[try Console.index(below: others.count, session.environment.random)]
    return Stake(
      name: "key \(position + 1)", text: reading.keys[position].text, ignoresCase: false)
  }
}
