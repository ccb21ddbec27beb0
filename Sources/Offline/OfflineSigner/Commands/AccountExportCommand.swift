import AirgapMessages
import AirgapTransfer
import ArgumentParser
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import ExtendedKeys
import SecretKeys
import TerminalUI
import WalletFiles

/// `account export`: writes an account for the coordinator.
struct AccountExportCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes an account's public key for the coordinator, and registers its wallet here.",
    discussion: """
      pkh, sh-wpkh, wpkh and tr are wallets of one key: the wallet is registered
      as SEED-SCRIPT-N and signs from then on. wsh, sh-wsh and sh are a cosigner's
      keys and register nothing.

        offline-signer account export savings --script wpkh --out account.png
        offline-signer account export savings --script tr --account 1 --out -

      Forms (--as): crypto-account (symbols), coldcard (.json), text (.txt).
      """)

  @Argument(help: "The seed's name.")
  var seed: EntryName

  @Option(help: ArgumentHelp("The kind of script.", valueName: "script"))
  var script: StandardAccount

  @Option(help: ArgumentHelp("The account's number, from 0.", valueName: "n"))
  var account: IndexArgument?

  @Option(help: ArgumentHelp("Another path than the standard one.", valueName: "path"))
  var path: DerivationPath?

  @OptionGroup var output: OutputOptions
  @OptionGroup var seedPassphrase: SeedPassphraseOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws(ProgramError) {
    let target = try output.target()
    var vault = try session.openVault()
    let (export, key) = try derive(from: vault.contents, session.console)
    let wallet = try register(key, in: &vault, now: session.now)
    try target.write(.account(export), as: output.format, on: session.console)
    report(key, wallet, on: session.console)
  }

  private func derive(
    from contents: VaultContents, _ console: Console
  ) throws(ProgramError) -> (AccountExport, AccountKey) {
    let network = try contents.knownNetwork()
    if path != nil, account != nil {
      throw ProgramError(
        "--path and --account were both given", hint: "give one of them", exitCode: .wrongUsage)
    }
    if let path { try WalletRules.requireCoinType(of: path, on: network) }
    let master = try contents.requiredSeed(seed).masterKey(on: network, seedPassphrase, console)
    let key: AccountKey
    do {
      if let path {
        key = try master.accountKey(at: path)
      } else {
        key = try master.accountKey(for: script, account: account?.value ?? 0)
      }
    } catch {
      throw ProgramError(error)
    }
    let export = AccountExport(
      masterFingerprint: master.fingerprint,
      accounts: [AccountExport.Account(script: script, key: key)])
    return (export, key)
  }

  /// Registers the standard descriptor of a single-key account (R06: only registered wallets sign).
  private func register(
    _ key: AccountKey, in vault: inout Vault, now: Int64
  ) throws(ProgramError) -> String? {
    guard script.isSingleKey, let descriptor = Descriptor(account: key, script: script) else {
      return nil
    }
    var contents = vault.contents
    let text = descriptor.canonical
    if let known = contents.wallets.first(where: { $0.descriptor == text }) { return known.name }
    let name = "\(seed)-\(script)-\(suffix)"
    guard EntryName(name) != nil else {
      throw ProgramError(
        "the wallet's name would be too long", hint: "use a shorter path, or a standard account")
    }
    guard contents.wallet(named: name) == nil else {
      throw ProgramError(
        "another wallet is registered as \(name)",
        hint: "look at it with `wallet show \(name)`; a registered wallet is never changed silently"
      )
    }
    contents.wallets.append(
      EncryptedVault.RegisteredWallet(
        name: name, descriptor: text, keys: [OwnKey(position: 0, seed: seed.text)],
        source: "exported account", registered: now))
    do {
      try vault.save(contents)
    } catch {
      throw ProgramError(error)
    }
    return name
  }

  /// The account's number, or the path's steps where it has another one.
  private var suffix: String {
    guard let path else { return "\(account?.value ?? 0)" }
    return path.steps.map(\.description).joined(separator: ".")
  }

  private func report(_ key: AccountKey, _ wallet: String?, on console: Console) {
    // Standard output belongs to the payload when that is where it goes.
    let registered =
      wallet.map { "Registered the wallet \($0)." } ?? "A cosigner's key: registers nothing."
    guard output.out != "-" else { return console.talk(registered) }
    console.result(
      text: """
        \(key)
        \(registered) Written to \(ForeignText.shown(output.out)).
        """,
      json: [
        "key": .string("\(key)"), "script": .string(script.rawValue),
        "wallet": wallet.map { .string($0) } ?? .null, "out": .string(output.out),
      ])
  }
}
