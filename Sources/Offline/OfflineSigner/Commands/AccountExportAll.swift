internal import AirgapTransfer
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import EncryptedVault
internal import ExtendedKeys
internal import SecretKeys
internal import SeedForms
internal import SignerHome
internal import TerminalUI
internal import WalletFiles
internal import WalletRegistration

extension AccountExportCommand {
  /// Refuses options that contradict --all, before anything is asked.
  func requireAll() throws(ProgramError) {
    guard account == nil, path == nil, profile == nil, label == nil, bsms.file == nil,
      output.format != .bsms, stated?.isSingleKey ?? true
    else {
      throw ProgramError(
        "--all writes the standard single-key accounts, and another option contradicts that",
        hint: "leave out --account, --path, --profile and the options for cosigners' keys",
        exitCode: .wrongUsage)
    }
    guard (1...25).contains(accounts?.value ?? 5) else {
      throw ProgramError(
        "--accounts must be from 1 to 25",
        hint: "give a number in that range; 5 are enough for most seeds",
        exitCode: .wrongUsage)
    }
  }

  /// The first accounts of every script of one key, each with its number.
  func firstAccounts(
    of master: borrowing Xpriv, on network: Network
  ) throws(ProgramError) -> [(number: UInt32, account: AccountExport.Account)] {
    var found: [(number: UInt32, account: AccountExport.Account)] = []
    let scripts = stated.map { [$0] } ?? StandardAccount.allCases.filter(\.isSingleKey)
    for script in scripts {
      for number in 0..<(accounts?.value ?? 5) {
        do {
          let key = try master.accountKey(
            at: script.path(on: KeyNetwork(network), account: number))
          found.append((number, AccountExport.Account(script: script, key: key)))
        } catch let error as DerivationError {
          throw ProgramError(error)
        } catch let error as ExtendedKeyError {
          throw ProgramError(error)
        } catch {
          throw ProgramError(any: error)
        }
      }
    }
    return found
  }

  /// Writes the first accounts of every script of one key, for the coordinator to find the used ones.
  func exportAll(
    of seed: EntryName, to target: MessageOutput, in session: SignerSession
  ) throws(ProgramError) {
    var vault = try session.openVault()
    var contents = vault.contents
    let network = try contents.knownNetwork()
    let stored = try contents.requiredSeed(seed)
    try contents.requireReadBack(stored)
    let master = try session.seeds(of: vault).opened(stored)
      .masterKey(on: network, seedPassphrase, session.console)
    let found = try firstAccounts(of: master, on: network)
    var names: [String] = []
    for (number, account) in found {
      // The coordinator will find some of them used: they sign at once, like any exported account.
      if let name = try contents.register(
        account.key, account.script, of: seed, as: "\(seed)-\(account.script)-\(number)",
        now: session.now)
      {
        names.append(name)
      }
    }
    let export = AccountExport(
      masterFingerprint: master.fingerprint, accounts: found.map(\.account))
    try write(
      .account(export), to: target, registering: contents, in: &vault, on: session.console)
    guard output.out != "-" else {
      return session.console.talk("Registered \(names.count) accounts of \(seed).")
    }
    session.console.result(
      sentences: """
        Registered \(names.count) accounts of \(seed) (\(master.fingerprint)). \(output.destination)
        On the coordinator: wallet discover \(seed) \(output.fileOrName)
        """,
      json: [
        "seed": .string(seed.text), "fingerprint": .string("\(master.fingerprint)"),
        "wallets": .array(names.map { .string($0) }), "out": .string(output.out),
      ])
  }
}
