internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import EncryptedVault
internal import KeyKeeper
internal import SeedForms
internal import SignerHome
internal import TerminalUI
internal import TransactionReview
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

      It asks you to type characters of the first address and, for a wallet of
      several keys, its four Words. If the script has no address, the characters are
      of another person's key. --yes answers it in rehearsals, and on mainnet only
      if the vault's setting unattended-signing is on.

      For a folder of pictures or a PDF it says what each picture or page shows, and
      which parts are still missing.

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

  @Option(
    name: .customLong("password-file"),
    help: ArgumentHelp(
      "File with the password of a wallet file that Electrum encrypted.", valueName: "file"))
  var passwordFile: String?

  @OptionGroup var bsms: BSMSTokenOption
  @OptionGroup var seedPassphrase: SeedPassphraseOptions
  @OptionGroup var consent: SignerConsentOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    try session.requireVault()
    let console = session.console
    let keeper = KeeperClient(
      session.environment.keeper ?? KeeperServer(session, for: task))
    let (contents, message) = try session.contents(from: keeper) { () throws(ProgramError) in
      try CarriedWallet.message(from, token: bsms, passwordFile: passwordFile, console)
    }
    try contents.requireFree(name)
    let network = try contents.knownNetwork()
    let carried = try CarriedWallet(message, from: from, on: network)
    let (text, keys) = try keeper.keys(ofWallet: carried.descriptor.canonical)
    let descriptor = try hinted { () throws(DescriptorError) in
      try Descriptor(parsing: text, checksum: .required)
    }
    let screen = try WalletScreen(
      name: name.text, network: network, descriptor: descriptor, ownKeys: keys,
      sources: contents.keySources(of: keys))
    let money = try MoneyConsent(consent, on: network, vault: contents, session)
    if money.isAgreed {
      console.talk(screen.text(columns: console.columns))
    } else {
      try console.showBeforeQuestion(screen.text(columns: console.columns))
    }
    try carried.concernsOfFile(on: network).acknowledge(accepting: accept, on: console)
    // The words do not stand in the question: here they are on a screen that is not left.
    if !money.isAgreed { try console.showBeforeQuestion(screen.summary) }
    let registered = try keeper.register(
      RegisterRequest(
        name: name.text, descriptor: text, own: keys, policy: screen.policy,
        trust: screen.trust.rawValue, words: "\(descriptor.checkWords)",
        addresses: screen.firstAddresses, source: carried.source))
    let wallet = StoredWallet(
      name: name.text, descriptor: text, keys: keys, source: carried.source,
      registered: registered)
    console.result(
      sentences: "Registered the wallet \(name): \(screen.policy).",
      json: .object(JSONObject(wallet.members + screen.json)))
  }

  /// What this command line says to what holds the seeds.
  var task: KeeperTask {
    .register(
      RegisterOptions(
        name: name, accepted: accept, seedPassphrase: seedPassphrase, consent: consent))
  }
}
