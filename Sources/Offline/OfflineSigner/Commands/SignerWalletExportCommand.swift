internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import Descriptors
internal import EncryptedVault
internal import KeyKeeper
internal import Refusals
internal import SignerHome
internal import TerminalUI
internal import TransactionReview
internal import WalletFiles
internal import WalletRegistration

/// `wallet export`: writes the public part of a registered wallet.
struct SignerWalletExportCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes a registered wallet for a coordinator, another signer, or another program.",
    discussion: """
        offline-signer wallet export family --out family.png
        offline-signer wallet export family --as account-map --out map.json
        offline-signer wallet export family --as bsms --out family.bsms
        offline-signer wallet export old --as redeem-script --out old.png

      Forms (--as): descriptor, annotated-descriptor (with the birth height,
      BIP-393), crypto-output, bsms, bip388, coldcard, caravan, specter,
      specter-diy, account-map, electrum, sparrow, redeem-script. Not every form
      can hold every wallet; you are told if one cannot.

      Only public keys leave. Whoever reads them can see every coin of the
      wallet, and spend none.
      """)

  @Argument(help: "The wallet's name.")
  var name: EntryName

  @Option(
    name: .customLong("birth-height"),
    help: ArgumentHelp(
      "The block before which the wallet has no coin, for forms that say it; unknown is 0.",
      valueName: "height"))
  var birthHeight: UInt32?

  @OptionGroup var bsms: BSMSTokenOption
  @OptionGroup var output: OutputOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let target = try output.target()
    guard bsms.file == nil || output.format == .bsms else {
      throw ProgramError(
        "--bsms-token works only with --as bsms", hint: "add --as bsms, or leave it out",
        exitCode: .wrongUsage)
    }
    try session.requireVault()
    // The coordinator's token comes from outside: it is read before any key is in memory.
    let token = try bsms.token()
    let contents = try session.contents()
    let wallet = try contents.requiredWallet(name)
    let file = WalletFile(
      name: wallet.name, descriptor: try wallet.parsedDescriptor(),
      network: try contents.knownNetwork(), birthHeight: birthHeight)
    if let token {
      let sealed = try hinted { () throws(WalletFileError) in
        try token.sealed(String(decoding: file.encoded(as: .bsms), as: UTF8.self))
      }
      try target.write(.plain(sealed), on: session.console)
    } else {
      try target.write(.wallet(file), as: output.format, on: session.console)
    }
    // Standard output belongs to the wallet when that is where it goes.
    guard output.out != "-" else { return }
    let checksum = file.descriptor.comparableChecksum
    let compare = output.comparison(
      keys: file.descriptor.keys.count, checksum: checksum, words: "\(file.descriptor.checkWords)")
    session.console.result(
      sentences: "\(name) was written to \(ForeignText.shown(output.out)).\(compare)",
      json: [
        "wallet": .string(name.text), "descriptor": .string(wallet.descriptor),
        "checksum": .string(checksum), "words": .string("\(file.descriptor.checkWords)"),
        "out": .string(output.out),
      ])
  }
}
