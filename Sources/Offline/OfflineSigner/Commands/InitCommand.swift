internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import EncryptedVault
internal import SignerHome
internal import TerminalUI

/// `init`: makes the vault of a home.
struct InitCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Makes the vault that holds seeds, wallets and the log.",
    discussion: """
      A home belongs to one network for good (`network list`). Coins of test networks
      are worth nothing: such a home is a rehearsal and says so on every screen.

      The vault is encrypted with a passphrase that nobody can recover. Take six
      words drawn at random (66 bits), used nowhere else: Enter alone at the
      question draws them for you. For mainnet a passphrase is refused if it is
      estimated at fewer than 40 bits, and called weak below 60.

      A home for mainnet stays closed on a machine that is not isolated: each finding
      (an interface with carrier or an address, a radio, swap ...) is shown with its
      fix. To open the home anyway, you type a sentence, each time.
      """)

  @Option(
    help: ArgumentHelp("The network of this home; mainnet unless given.", valueName: "network"))
  var network: NetworkName?

  @OptionGroup var consent: SignerConsentOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let home = try session.home()
    try requireNothingThere(home)
    let network = try network?.network(in: session.networks()) ?? .mainnet
    guard try agreed(home, network, on: session.console) else {
      throw ProgramError("declined: no vault was made", hint: "run it again when you are sure")
    }
    let vault = try session.createVault(for: network)
    report(vault.home, network, on: session.console)
  }

  private func requireNothingThere(_ home: String) throws(ProgramError) {
    if try hinted({ () throws(VaultError) in try Vault.exists(in: home) }) {
      throw ProgramError(VaultError.alreadyThere(home: home))
    }
  }

  private func agreed(
    _ home: String, _ network: Network, on console: Console
  ) throws(ProgramError) -> Bool {
    // A new vault takes nothing away: a script need not be asked, but a person at the terminal may
    // have made a mistake.
    if consent.yes || !console.screen.canAsk { return true }
    // What only this home knows is read before it is sealed.
    if NetworkEntry(network) != nil {
      for line in NetworkPage(NetworkRegistry(with: network)).lines(of: network) {
        console.talk(line)
      }
    }
    return try console.agrees(to: "Make a vault for \(network.name) in \(home)?")
  }

  private func report(_ home: String, _ network: Network, on console: Console) {
    let rehearsal = network.isWorthMoney ? "" : " It is a rehearsal: its coins are worth nothing."
    // The desk leads on by itself.
    let next =
      SignerEnvironment.current.action == nil ? "\nNext: offline-signer seed create NAME" : ""
    console.result(
      sentences: "Made a vault for \(network.name) in \(home).\(rehearsal)\(next)",
      json: ["home": .string(home), "network": .string(network.name)])
  }
}
