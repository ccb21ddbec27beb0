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
  /// Writes accounts of a seed that is there for this run alone: no vault, nothing registered.
  ///
  /// It came from paper or a file a moment ago, so it counts as read back.
  func exportCarried(
    _ input: SeedInput, to target: MessageOutput, in session: SignerSession
  ) throws(ProgramError) {
    if let name {
      throw ProgramError(
        "both a seed of the vault (\(name)) and --seed were given", hint: "give one of them",
        exitCode: .wrongUsage)
    }
    let (console, network) = (session.console, carriedSeed.usedNetwork)
    // A single private key has no path, and says its network itself.
    let asked = try all || script == nil ? nil : path(requiredScript(), on: network)
    let isBound = asked.map { $0.coinType == network.coinType } ?? (carriedSeed.bip85 == nil)
    try session.enterForSeed(on: network, everyKeyIsBound: isBound)
    let token = try bsms.token()
    let given = try carriedSeed.given(input, seedPassphrase, console)
    if given.kind == .wif {
      return try exportSingleKey(given.singleKey(), of: nil, nil, to: target, console)
    }
    if all { return try exportAllCarried(given, to: target, on: network, console) }
    let script = try requiredScript()
    let path = try path(script, on: network)
    let master = try carriedSeed.masterKey(of: given, seedPassphrase, console)
    let (message, key) = try exported(
      script, at: path, of: master, named: "\(master.fingerprint)", under: token)
    sayStateless(network, console)
    try target.write(message, as: isRecord ? nil : output.format, on: console)
    report(key, script, nil, "Nothing is registered: `sign --seed` signs for it.", on: console)
  }

  private func exportAllCarried(
    _ given: borrowing GivenSeed, to target: MessageOutput, on network: Network, _ console: Console
  ) throws(ProgramError) {
    let master = try carriedSeed.masterKey(of: given, seedPassphrase, console)
    let found = try firstAccounts(of: master, on: network)
    sayStateless(network, console)
    try target.write(
      .account(
        AccountExport(masterFingerprint: master.fingerprint, accounts: found.map(\.account))),
      as: output.format, on: console)
    guard output.out != "-" else { return }
    console.result(
      sentences: """
        \(found.count) accounts of the seed \(master.fingerprint). Nothing is registered. \
        \(output.destination)
        On the coordinator: wallet discover NAME \(output.fileOrName)
        """,
      json: [
        "fingerprint": .string("\(master.fingerprint)"), "accounts": .integer(found.count),
        "out": .string(output.out),
      ])
  }

  private func sayStateless(_ network: Network, _ console: Console) {
    console.talk("STATELESS on \(network.name): no vault is used and nothing will be remembered.")
  }
}
