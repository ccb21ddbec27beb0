internal import AirgapMessages
internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import Descriptors
internal import EncryptedVault
internal import ExtendedKeys
internal import SecretKeys
internal import SeedForms
internal import SignerHome
internal import TerminalUI
internal import TransactionReview
internal import WalletFiles
internal import WalletRegistration

/// `account export`: writes an account for the coordinator.
struct AccountExportCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes an account's public key for the coordinator, and registers its wallet here.",
    discussion: """
      pkh, sh-wpkh, wpkh and tr are wallets of one key: the wallet is registered
      as SEED-SCRIPT-N and signs from then on. wsh, sh-wsh and sh are a cosigner's
      keys (BIP-48, BIP-45) and register nothing: register the wallet of all the
      keys.

        offline-signer account export savings --script wpkh --out account.png
        offline-signer account export savings --script tr --account 1 --out -
        offline-signer account export family --script wsh --out key.txt
        offline-signer account export family --script wsh --as bsms --out key.bsms
        offline-signer account export family --profile chance --account 2 \\
            --out key.txt
        offline-signer account export savings --all --out accounts.gif

      --all is for a seed restored from paper: it writes the first accounts of pkh,
      sh-wpkh, wpkh and tr at once, and the coordinator finds the used ones
      (`wallet discover`).

      A single private key (WIF, BIP-38) has no accounts: its public key is written
      as the descriptor combo(KEY), as its wallet was registered, or with --script
      pkh, wpkh or sh-wpkh as that kind. The coordinator imports it and pays
      everything to an address of your choice; this signer signs that payment.

        offline-signer account export paper --out paper.png

      If the backup of a seed was never read back (`sheet check`, `seed verify`), no
      mainnet account of it is exported; an imported seed counts as read back.

      --seed takes a seed for this run alone, without a vault: nothing is registered,
      and `sign --seed` with the wallet's descriptor signs for it.

        offline-signer account export --seed terminal --script wpkh --out account.png

      Forms (--as): crypto-account (QR codes), coldcard (.json), text (.txt),
      specter (the key alone), and of cosigners' keys coldcard-multisig (.json)
      and bsms: a record that the key itself signs (BIP-129), encrypted if the
      coordinator gave a token (--bsms-token).
      """)

  @Argument(help: "The seed's name; left out with --seed.")
  var name: EntryName?

  @Option(
    name: .customLong("script"),
    help: ArgumentHelp(
      "The kind of script: pkh, sh-wpkh, wpkh, tr, or wsh, sh-wsh, sh for a cosigner's key.",
      valueName: "script"))
  var stated: StandardAccount?

  @Option(help: ArgumentHelp("The account's number, from 0.", valueName: "n"))
  var account: IndexArgument?

  @Option(
    help: ArgumentHelp(
      "The path itself: a standard one for one key, any hardened one for a cosigner's key.",
      valueName: "path"))
  var path: DerivationPath?

  @Option(
    help: ArgumentHelp(
      "Where another wallet keeps its keys: chance (m/44h/0h/Nh itself, for sh).",
      valueName: "profile"))
  var profile: KeyProfile?

  @Flag(help: "The first accounts of every script of one key, to find which were used.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "How many accounts of each script --all writes, 1 to 25; 5 unless given.", valueName: "n"))
  var accounts: IndexArgument?

  @Option(
    help: ArgumentHelp("A description for --as bsms, up to 80 characters.", valueName: "text"))
  var label: String?

  @OptionGroup var bsms: BSMSTokenOption
  @OptionGroup var output: OutputOptions
  @OptionGroup var carriedSeed: CarriedSeedOptions
  @OptionGroup var seedPassphrase: SeedPassphraseOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let target = try output.target()
    if all { try requireAll() } else { try requireOptions() }
    if let input = carriedSeed.seed {
      return try exportCarried(SeedInput([input]), to: target, in: session)
    }
    try carriedSeed.requireUnused()
    guard let name else {
      throw ProgramError(
        "no seed was named",
        hint: "give a name that `seed list` shows, or a seed for this run with --seed",
        exitCode: .wrongUsage)
    }
    if all { return try exportAll(of: name, to: target, in: session) }
    try session.requireVault()
    // The coordinator's token comes from outside: it is read before any key is in memory.
    let token = try bsms.token()
    var vault = try session.openVault()
    let stored = try vault.contents.requiredSeed(name)
    try vault.contents.requireReadBack(stored)
    let seeds = session.seeds(of: vault)
    if stored.kind == .wif {
      return try exportSingleKey(
        GivenSeed(seeds.opened(stored)).singleKey(), of: stored, vault.contents, to: target,
        session.console)
    }
    let script = try requiredScript()
    let network = try vault.contents.knownNetwork()
    let path = try path(script, on: network)
    let master = try seeds.opened(stored)
      .masterKey(on: network, seedPassphrase, session.console)
    let (message, key) = try exported(script, at: path, of: master, named: name.text, under: token)
    var contents = vault.contents
    let wallet = try contents.register(
      key, script, of: name, as: "\(name)-\(script)-\(suffix)", now: session.now)
    try write(message, to: target, registering: contents, in: &vault, on: session.console)
    report(
      key, script, wallet,
      wallet.map { "Registered the wallet \($0)." }
        ?? "This is a cosigner's key: no wallet was registered.",
      on: session.console)
  }

  /// Writes an export and keeps what it registers: an account that left this machine must be
  /// registered, because no other wallet can spend what it receives (R06).
  ///
  /// What is shown or written cannot be taken back, and a kill may come at any moment: the vault is
  /// saved first. If the showing or the writing then fails, a wallet is registered that nobody
  /// knows of yet, and the next try finds it.
  ///
  /// - Throws: `ProgramError`.
  func write(
    _ message: OutgoingMessage, to target: MessageOutput, registering contents: VaultContents,
    in vault: inout Vault, on console: Console
  ) throws(ProgramError) {
    if contents.wallets.count > vault.contents.wallets.count {
      try hinted(during: "nothing was written, because the wallet could not be registered") {
        () throws(VaultError) in try vault.save(contents)
      }
    }
    try target.write(message, as: isRecord ? nil : output.format, on: console)
  }

  var isRecord: Bool { output.format == .bsms }

  /// The kind of script, where a profile or an option names it.
  var script: StandardAccount? { profile == .chance ? stated ?? .sh : stated }

  /// The kind of script; throws where nothing names it.
  func requiredScript() throws(ProgramError) -> StandardAccount {
    guard let script else {
      throw ProgramError(
        "the kind of script is missing",
        hint: "add --script wpkh, or wsh for a cosigner's key", exitCode: .wrongUsage)
    }
    return script
  }

  /// Refuses options that contradict each other, before anything is asked.
  private func requireOptions() throws(ProgramError) {
    let wrong = { (what: String, hint: String) in
      ProgramError(what, hint: hint, exitCode: .wrongUsage)
    }
    guard accounts == nil else {
      throw wrong(
        "--accounts works only with --all", "add --all, or name one account with --account")
    }
    if path != nil, account != nil {
      throw wrong("--path and --account were both given", "give one of them")
    }
    if path != nil, profile != nil {
      throw wrong("--path and --profile were both given", "give one of them")
    }
    if profile == .chance, let script, script != .sh {
      throw wrong("the profile chance works only with sh, not with \(script)", "leave --script out")
    }
    if isRecord, script?.isSingleKey == true {
      throw wrong("--as bsms works only with cosigners' keys", "choose --script wsh, sh-wsh or sh")
    }
    if !isRecord, bsms.file != nil || label != nil {
      throw wrong(
        "--bsms-token and --label work only with --as bsms", "add --as bsms, or leave them out")
    }
  }

  /// Writes the descriptor of a single private key; `stored` is its seed of the vault, whose wallet
  /// is registered already.
  func exportSingleKey(
    _ key: borrowing WIFKey, of stored: StoredSeed?, _ contents: VaultContents?,
    to target: MessageOutput, _ console: Console
  ) throws(ProgramError) {
    guard !all, account == nil, path == nil, profile == nil, !isRecord else {
      throw ProgramError(
        "\(stored?.name ?? "this") is a single private key, which has no accounts",
        hint: "leave --all, --account, --path, --profile and --as bsms out", exitCode: .wrongUsage)
    }
    let combo = try hinted { () throws(DescriptorError) in try key.sweepDescriptor() }
    var descriptor = combo
    if let stated {
      guard let chosen = combo.alternatives.first(where: { $0.script == stated }) else {
        throw ProgramError(
          "this key has no wallet of the kind \(stated)",
          hint: "leave --script out for all it has: "
            + combo.alternatives.compactMap { $0.script?.rawValue }.joined(separator: ", ")
            + " and its bare key", exitCode: .wrongUsage)
      }
      descriptor = chosen
    }
    try target.write(.descriptor(descriptor.canonical), as: output.format, on: console)
    let wallet = contents?.wallets.first { $0.descriptor == combo.canonical }?.name
    let registered =
      wallet.map { "Its wallet is \($0)." }
      ?? (stored == nil
        ? "Nothing is registered: `sign --seed` signs for it."
        : "Its wallet is not registered: `wallet register NAME --from \(output.fileOrName)`")
    let words = Self.words(of: descriptor)
    guard output.out != "-" else { return console.talk("\(registered)\n\(words)") }
    console.result(
      sentences: """
        \(descriptor)
        \(registered) \(output.destination)
        \(words)
        """,
      json: [
        "key": .string("\(key.publicKey)"), "descriptor": .string(descriptor.canonical),
        "words": .string("\(descriptor.checkWords)"),
        "wallet": wallet.map { .string($0) } ?? .null, "out": .string(output.out),
      ])
  }

  /// The account at a path and the message that hands it over; `name` is the seed's, for a key record
  /// without a label, `token` the coordinator's for such a record.
  func exported(
    _ script: StandardAccount, at path: DerivationPath, of master: borrowing Xpriv,
    named name: String, under token: BSMSToken?
  ) throws(ProgramError) -> (OutgoingMessage, AccountKey) {
    let key: AccountKey
    do {
      key = try master.accountKey(at: path)
    } catch {
      throw ProgramError(error)
    }
    if isRecord {
      let record = try record(of: key, signedBy: master, named: name, under: token ?? .none)
      return (.plain(record), key)
    }
    let export = AccountExport(
      masterFingerprint: master.fingerprint,
      accounts: [AccountExport.Account(script: script, key: key)])
    return (.account(export), key)
  }

  /// Where the account stands: the path that was given, or that of the standard or profile.
  func path(
    _ script: StandardAccount, on network: Network
  ) throws(ProgramError) -> DerivationPath {
    if let path {
      try WalletRules.requireCoinType(of: path, on: network)
      try WalletRules.require(path, isFor: script, on: network)
      return path
    }
    let number = account?.value ?? 0
    if script == .sh, profile == nil, number != 0 {
      throw ProgramError(
        "BIP-45 has no accounts: the only path of sh is m/45h",
        hint: "leave --account out, or give the path: --path m/48h/\(network.coinType)h/...",
        exitCode: .wrongUsage)
    }
    do {
      return profile == .chance
        ? try ChancePath.account(number) : try script.path(on: KeyNetwork(network), account: number)
    } catch {
      throw ProgramError(error)
    }
  }

  /// The key record of BIP-129's first round, signed by the key that it hands over.
  private func record(
    of key: AccountKey, signedBy master: borrowing Xpriv, named name: String,
    under token: BSMSToken
  ) throws(ProgramError) -> String {
    do {
      let expression = try KeyExpression(origin: key.origin, material: .extended(key.xpub))
      let bare = try BSMSKeyRecord(
        token: token, key: expression, summary: label ?? name)
      let signer = try master.derived(along: key.origin.path)
      let signed = try bare.signed(with: signer.signature(ofMessage: bare.signedText))
      return try signed.token.sealed(signed.text)
    } catch let error as WalletFileError {
      throw ProgramError(error)
    } catch let error as DerivationError {
      throw ProgramError(error)
    } catch {
      throw ProgramError(any: error)
    }
  }

  /// The account's number; a path of a single key always has one as its third step.
  private var suffix: String {
    guard let path else { return "\(account?.value ?? 0)" }
    return path.steps.dropFirst(2).first.map { "\($0.index)" } ?? "0"
  }

  /// Says what was written; `registered` is what became of its wallet, in words.
  func report(
    _ key: AccountKey, _ script: StandardAccount, _ wallet: String?, _ registered: String,
    on console: Console
  ) {
    let path = key.origin.path
    if key.xpub.network == .testnets, path.coinType != Network.regtest.coinType {
      console.talk(
        "note: \(path) is not under the coin type of test networks: the same key is valid on "
          + "mainnet, and what is signed with it could spend real coins (R11)")
    }
    // A cosigner's key makes no wallet alone.
    let descriptor = Descriptor(account: key, script: script)
    let words = descriptor.map { "\n\(Self.words(of: $0))" } ?? ""
    // Standard output belongs to the payload when that is where it goes.
    guard output.out != "-" else { return console.talk(registered + words) }
    console.result(
      sentences: """
        \(key)
        \(registered) \(output.destination)\(words)
        """,
      json: [
        "key": .string("\(key)"), "script": .string(script.rawValue),
        "wallet": wallet.map { .string($0) } ?? .null,
        "words": descriptor.map { .string("\($0.checkWords)") } ?? .null,
        "out": .string(output.out),
      ])
  }

  /// The sentence by which a person sees that the coordinator has made the same wallet.
  private static func words(of descriptor: Descriptor) -> String {
    "Words: \(descriptor.checkWords) (compare with the coordinator)"
  }
}
