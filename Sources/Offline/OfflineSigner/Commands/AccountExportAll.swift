import AirgapTransfer
import BitcoinPrimitives
import Bytes
import EncryptedVault
import ExtendedKeys
import SecretKeys
import TerminalUI
import WalletFiles

extension AccountExportCommand {
  /// Writes the first accounts of every script of one key, for the coordinator to find the used ones.
  func exportAll(to target: MessageOutput, in session: Session) throws(ProgramError) {
    let count = accounts?.value ?? 5
    guard account == nil, path == nil, profile == nil, label == nil, bsms.file == nil,
      output.format != .bsms, stated?.isSingleKey ?? true
    else {
      throw ProgramError(
        "--all writes the standard accounts of one key, and an option contradicts that",
        hint: "leave --account, --path, --profile and what belongs to cosigners out",
        exitCode: .wrongUsage)
    }
    guard (1...25).contains(count) else {
      throw ProgramError(
        "--accounts goes from 1 to 25", hint: "5 accounts are enough for most seeds",
        exitCode: .wrongUsage)
    }
    var vault = try session.openVault()
    var contents = vault.contents
    let network = try contents.knownNetwork()
    let stored = try contents.requiredSeed(seed)
    try contents.requireReadBack(stored)
    let master = try stored.masterKey(on: network, seedPassphrase, session.console)
    var exported: [AccountExport.Account] = []
    var names: [String] = []
    let scripts = stated.map { [$0] } ?? StandardAccount.allCases.filter(\.isSingleKey)
    for script in scripts {
      for number in 0..<count {
        let key: AccountKey
        do {
          key = try master.accountKey(
            at: script.path(on: KeyNetwork(network), account: number))
        } catch let error as DerivationError {
          throw ProgramError(error)
        } catch let error as ExtendedKeyError {
          throw ProgramError(error)
        } catch {
          throw ProgramError(any: error)
        }
        exported.append(AccountExport.Account(script: script, key: key))
        // The coordinator will find some of them used: they sign at once, like any exported account.
        if let name = try contents.register(
          key, script, of: seed, as: "\(seed)-\(script)-\(number)", now: session.now)
        {
          names.append(name)
        }
      }
    }
    do {
      if contents.wallets.count > vault.contents.wallets.count { try vault.save(contents) }
    } catch {
      throw ProgramError(error)
    }
    try target.write(
      .account(AccountExport(masterFingerprint: master.fingerprint, accounts: exported)),
      as: output.format, on: session.console)
    report(names, master.fingerprint, on: session.console)
  }

  private func report(_ names: [String], _ fingerprint: Fingerprint, on console: Console) {
    guard output.out != "-" else {
      return console.talk("Registered \(names.count) accounts of \(seed).")
    }
    console.result(
      text: """
        \(names.count) accounts of \(seed) (\(fingerprint)) are registered and written to \
        \(ForeignText.shown(output.out)). On the coordinator: wallet discover \(seed) \
        \(ForeignText.shown(output.out))
        """,
      json: [
        "seed": .string(seed.text), "fingerprint": .string("\(fingerprint)"),
        "wallets": .array(names.map { .string($0) }), "out": .string(output.out),
      ])
  }
}
