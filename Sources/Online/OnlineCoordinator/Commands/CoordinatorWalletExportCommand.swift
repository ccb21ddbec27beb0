internal import AirgapTransfer
internal import ArgumentParser
internal import Bytes
internal import CommandLineInterface
internal import Descriptors
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletFiles
internal import WalletStorage
internal import WalletTypes

/// The command `wallet export`.
struct CoordinatorWalletExportCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes a wallet, for the signers or for another program.",
    discussion: """
        online-coordinator wallet export family --as descriptor --out family.txt
        online-coordinator wallet export family --out family.png
        online-coordinator wallet export old --as redeem-script --out old.png

      Forms (--as): descriptor, annotated-descriptor (with birth height and gap
      limit, BIP-393), crypto-output, bsms, bip388, coldcard, caravan, specter,
      specter-diy, account-map, electrum, sparrow, redeem-script. Not every form
      can hold every wallet; you are told if one cannot.

      Whoever reads it can see every coin of the wallet, and spend none.
      """)

  @Argument(help: "The wallet's name.")
  var name: String

  @Option(
    name: .customLong("bsms-token"),
    help: ArgumentHelp(
      "File with one token, to encrypt a BSMS record for the signer that has it.",
      valueName: "file"))
  var tokenFile: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let target = try output.target()
    let tokens = try BSMSTokens.read(tokenFile, on: session.console)
    guard tokens.isEmpty || (tokens.count == 1 && output.format == .bsms) else {
      throw ProgramError(
        "a token encrypts a BSMS record, for one signer",
        hint: "add --as bsms, and a file with that signer's token alone", exitCode: .wrongUsage)
    }
    let wallet = try session.wallet(name, session.store())
    let file = WalletFile(
      name: wallet.name, descriptor: wallet.descriptor, network: wallet.network,
      birthHeight: wallet.birthHeight > 0 ? UInt32(clamping: wallet.birthHeight) : nil,
      gapLimit: UInt32(clamping: wallet.gapLimit))
    if let token = tokens.first {
      let sealed = try token.sealed(String(decoding: file.encoded(as: .bsms), as: UTF8.self))
      try target.write(.plain(sealed), on: session.console)
    } else {
      try target.write(.wallet(file), as: output.format, on: session.console)
    }
    if output.out != "-" {
      let checksum = wallet.descriptor.comparableChecksum
      let compare = output.comparison(
        keys: wallet.descriptor.keys.count, checksum: checksum,
        words: "\(wallet.descriptor.checkWords)")
      session.console.result(
        sentences: "\(name) was written to \(ForeignText.shown(output.out)).\(compare)",
        json: [
          "wallet": .string(name), "descriptor": .string(wallet.descriptor.canonical),
          "checksum": .string(checksum), "words": .string("\(wallet.descriptor.checkWords)"),
        ])
    }
  }
}
