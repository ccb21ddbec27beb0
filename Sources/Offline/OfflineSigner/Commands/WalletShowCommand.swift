import AirgapTransfer
import ArgumentParser
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import TerminalUI

/// `wallet show`: shows a wallet in full.
struct WalletShowCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a wallet in full, and writes its descriptor where asked.",
    discussion: """
      With --out the descriptor crosses the gap: as a symbol, a text file, or
      crypto-output.

        offline-signer wallet show savings-wpkh-0
        offline-signer wallet show savings-wpkh-0 --out wallet.png
      """)

  @Argument(help: "The wallet's name.")
  var name: EntryName

  @Option(
    help: ArgumentHelp(
      "Where to write the descriptor: .txt, .png, .gif, /, `-` or `terminal`.", valueName: "output")
  )
  var out: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("descriptor or crypto-output.", valueName: "format"))
  var format: PayloadFormat?

  @Flag(help: "Overwrite what is there.")
  var force = false

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws(ProgramError) {
    let contents = try session.openVault().contents
    let wallet = try contents.requiredWallet(name)
    if let out {
      let target = try MessageOutput(out, overwriting: force)
      try target.write(.descriptor(wallet.descriptor), as: format, on: session.console)
      session.console.talk("Wrote the descriptor of \(name) to \(ForeignText.shown(out)).")
    }
    if out != "-" { try show(wallet, contents, on: session.console) }
  }

  private func show(
    _ wallet: EncryptedVault.RegisteredWallet, _ contents: VaultContents, on console: Console
  ) throws(ProgramError) {
    let network = try contents.knownNetwork()
    let descriptor = try wallet.parsedDescriptor()
    let first = try hinted { () throws(DescriptorError) in
      try descriptor.address(branch: 0, index: 0, on: network)
    }
    let known = { (index: UInt32?) in index.map { "\($0)" } ?? "none yet" }
    console.result(
      text: """
        Wallet        \(wallet.name) on \(network.name)
        Seed          \(wallet.seed ?? "none of ours")
        Registered    \(ForeignText.shown(wallet.source))
        Descriptor    \(wallet.descriptor)
        First address \(first?.grouped ?? "has none")
        Highest index \(known(wallet.highestReceive)) receiving, \(known(wallet.highestChange)) change
        """,
      json: wallet.json)
  }
}
