internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import EncryptedVault
internal import ExtendedKeys
internal import SeedForms
internal import SignerHome
internal import TerminalUI
internal import WalletRegistration

/// `wallet register`: takes a wallet by its descriptor.
struct WalletRegisterCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "register",
    abstract: "Registers a wallet, so that this signer knows it and signs for it.",
    discussion: """
      Shows the wallet's rule in words, every key whole, and the first addresses:
      compare them with everybody who holds a key of it, and with the coordinator.
      The coordinator shows the same four Words for the same wallet.

      At least one key must come from a seed of this vault; each such key is derived
      again and compared. A redeem script or a multisig payload of the Chance wallet
      registers its wallet: our keys are searched at m/44'/0'/N'. A wallet that is
      registered is never changed silently: remove it first. A key is refused if a
      registered wallet has another key with the same fingerprint and path.

      Anything unusual must be acknowledged on its own, and --yes does not answer it:
      addresses other than 0/INDEX and 1/INDEX (--accept R07), a file without a
      checksum (--accept R23), a key with which somebody else can spend alone
      (--accept stranger).

      The question asks for characters of another person's key, drawn at random,
      or of the first address. --yes answers it in rehearsals, and on mainnet only if
      the vault's setting unattended-signing is on.

        offline-signer wallet register family --from wallet.txt
        offline-signer wallet register family --from camera
      """)

  @Argument(help: "A name for the wallet: letters, digits, dot, dash, underscore.")
  var name: EntryName

  @Option(
    help: ArgumentHelp(
      "The wallet: file, picture, folder, `-`, `camera` or `paste`.", valueName: "input"))
  var from: String

  @Option(
    help: ArgumentHelp(
      "Acknowledge the warnings of a rule, R07 or R23, or a `stranger` who can spend alone.",
      valueName: "rule"))
  var accept: [RuleArgument] = []

  @OptionGroup var bsms: BSMSTokenOption
  @OptionGroup var seedPassphrase: SeedPassphraseOptions
  @OptionGroup var consent: SignerConsentOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    try session.requireVault()
    let console = session.console
    // Bytes from outside are read before any key is in memory.
    let message = try CarriedWallet.message(from, token: bsms, console)
    var vault = try session.openVault()
    var contents = vault.contents
    try requireFree(in: contents)
    let network = try contents.knownNetwork()
    let carried = try CarriedWallet(message, from: from, on: network)
    let owned = try contents.owned(
      carried.descriptor, seedPassphrase, console, opening: session.seeds(of: vault))
    let (descriptor, keys) = (owned.descriptor, owned.keys)
    try WalletRules.require(descriptor, isNewAmong: contents.wallets)
    try WalletRules.require(descriptor, agreesWith: contents.wallets)
    let screen = try WalletScreen(
      name: name.text, network: network, descriptor: descriptor, ownKeys: keys,
      sources: contents.keySources(of: keys))
    let money = try MoneyConsent(consent, on: network, vault: contents, session)
    if money.isAgreed {
      console.talk(screen.text(columns: console.columns))
    } else {
      try console.showBeforeQuestion(screen.text(columns: console.columns))
    }
    try carried.concerns(descriptor, ownKeys: keys).acknowledge(accepting: accept, on: console)
    try requireConsent(screen, keyCount: descriptor.keys.count, money)
    let wallet = StoredWallet(
      name: name.text, descriptor: descriptor.canonical, keys: keys, source: carried.source,
      registered: session.now)
    contents.wallets.append(wallet)
    try vault.keep(contents)
    console.result(
      sentences: "Registered the wallet \(name): \(screen.policy).",
      json: .object(JSONObject(wallet.members + screen.json)))
  }

  private func requireFree(in contents: VaultContents) throws(ProgramError) {
    guard contents.wallet(named: name.text) == nil else {
      throw ProgramError(
        "a wallet named \(name) already exists",
        hint: "choose another name; a registered wallet is never changed silently")
    }
  }

  private func requireConsent(
    _ screen: WalletScreen, keyCount: Int, _ money: MoneyConsent
  ) throws(ProgramError) {
    let question =
      keyCount == 1
      ? "Continue only if this is the wallet that you expect."
      : "Continue only if you have compared the keys and addresses with their owners."
    guard try money.consents(to: "register this wallet", screen, question: question) else {
      throw ProgramError("declined: nothing was registered", hint: "run it again when you are sure")
    }
  }
}
