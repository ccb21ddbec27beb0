import AirgapTransfer
import ArgumentParser
import BitcoinPrimitives
import Bytes
import Descriptors
import DurableFiles
import EncryptedVault
import ExtendedKeys
import QRDrawing
import SecretKeys
import SecureMemory
import TerminalUI

/// `seed show`: shows a seed on the terminal, or writes its Recovery QR.
struct SeedShowCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows the words of a seed on the terminal, until Enter is pressed.",
    discussion: """
      Whoever sees them can take the coins. They never go to standard output or a
      file. A seed without words is shown as codex32, a master key as xprv.

      --as recovery-qr shows the Recovery QR of FullyNoded 2 instead: the seed and
      one of its wallets in one symbol, to restore both at once. With --out it is
      written as a picture to be printed; the file holds the key in the clear. Both
      ask for the seed's name to be typed.

        offline-signer seed show savings
        offline-signer seed show savings --as recovery-qr --wallet family
      """)

  /// The forms a seed is shown in.
  enum Form: String, ExpressibleByArgument, CaseIterable {
    case words
    case recoveryQR = "recovery-qr"
  }

  @Argument(help: "The seed's name.")
  var name: EntryName

  @Option(name: .customLong("as"), help: ArgumentHelp("How to show it.", valueName: "form"))
  var form: Form = .words

  @Option(
    help: ArgumentHelp(
      "The wallet in the Recovery QR; the seed's only one unless given.", valueName: "wallet"))
  var wallet: EntryName?

  @Option(
    name: .customLong("birth-height"),
    help: ArgumentHelp("The block to restore from; 0 looks at all.", valueName: "block"))
  var birthHeight: IndexArgument?

  @Option(
    help: ArgumentHelp("Write the Recovery QR as a .png to be printed.", valueName: "output"))
  var out: String?

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws(ProgramError) {
    guard form == .recoveryQR || (wallet == nil && birthHeight == nil && out == nil) else {
      throw ProgramError(
        "--wallet, --birth-height and --out belong to --as recovery-qr",
        hint: "words are shown on a terminal only", exitCode: .wrongUsage)
    }
    let contents = try session.openVault().contents
    switch form {
    case .words: try showWords(contents, session.console)
    case .recoveryQR: try showRecovery(contents, session.console)
    }
  }

  private func showWords(_ contents: VaultContents, _ console: Console) throws(ProgramError) {
    let given = try GivenSeed(contents.requiredSeed(name))
    let what = given.kind == .mnemonic ? "words" : "secret"
    guard
      try console.typed(
        name.text, to: "The \(what) of \(name) will stand on this screen. Is nobody looking?",
        orElse: "secrets are shown on a terminal only")
    else { throw ProgramError("declined: nothing was shown", hint: "type the seed's name") }
    let language = given.language.map { ", \($0)" } ?? ""
    try console.showSecret(
      title: "\(given.sheetTitle) \(name)\(language)", given.revealingSheet())
  }

  // MARK: Recovery QR

  private func showRecovery(_ contents: VaultContents, _ console: Console) throws(ProgramError) {
    if let out { try requirePicture(out) }
    let seed = try contents.requiredSeed(name)
    let mnemonic = try GivenSeed(seed).mnemonic()
    guard !seed.usesPassphrase else {
      throw ProgramError(
        RecoveryError.noPlace(for: "a BIP-39 passphrase, without which it restores another wallet"))
    }
    let network = try contents.knownNetwork()
    let chosen = try chosenWallet(mnemonic, contents, on: network)
    let label = chosen.name
    let descriptor = try hinted { () throws(DescriptorError) in
      try Descriptor(parsing: chosen.descriptor, on: network)
    }
    let height = birthHeight?.value ?? 0
    let text = try hinted { () throws(RecoveryError) in
      try RecoveryQR.written(
        mnemonic, descriptor, on: network, birthdate: seed.created, blockHeight: height,
        label: label)
    }
    let place = out.map { "The file \(ForeignText.shown($0))" } ?? "The symbol on this screen"
    guard
      try console.typed(
        name.text,
        to: """
          \(place) will hold the key of \(name) in the clear: whoever sees it takes its coins, and a \
          photograph is enough. Is nobody looking, and no camera?
          """, orElse: "a secret is shown or written only after its name was typed on a terminal")
    else { throw ProgramError("declined: nothing was shown", hint: "type the seed's name") }
    if let out {
      try write(text, to: out, console)
    } else {
      try SecretSymbol.show(text, title: "Recovery QR of \(name), wallet \(label)", on: console)
    }
  }

  /// The wallet that was named, or the only one that the seed has a key of.
  private func chosenWallet(
    _ mnemonic: borrowing Mnemonic, _ contents: VaultContents, on network: Network
  ) throws(ProgramError) -> EncryptedVault.RegisteredWallet {
    if let wallet {
      guard let known = contents.wallet(named: wallet.text) else {
        throw ProgramError(
          "there is no wallet named \(wallet)", hint: "`wallet list` names the registered ones")
      }
      return known
    }
    let master = try MasterKeys.masterKey(
      of: mnemonic, passphrase: SecretBytes(count: 0), on: network)
    let own = contents.wallets.filter { wallet in
      guard let descriptor = try? Descriptor(parsing: wallet.descriptor, on: network) else {
        return false
      }
      return (try? RecoveryWallet.ownKeys(of: descriptor, master).isEmpty) == false
    }
    guard let only = own.first, own.count == 1 else {
      throw ProgramError(
        own.isEmpty
          ? "no registered wallet has a key of \(name)"
          : "\(name) has keys in several wallets: \(own.map(\.name).joined(separator: ", "))",
        hint: own.isEmpty
          ? "register it first: wallet register NAME --from INPUT" : "name one with --wallet")
    }
    return only
  }

  private func requirePicture(_ path: String) throws(ProgramError) {
    guard path.hasSuffix(".png") else {
      throw ProgramError(
        "a Recovery QR is written as a .png alone", hint: "or leave --out away to show it",
        exitCode: .wrongUsage)
    }
    try MessageOutput(path).requireFree()
  }

  private func write(
    _ text: borrowing SecretBytes, to path: String, _ console: Console
  ) throws(ProgramError) {
    do {
      let symbol = try QRSymbol(bytes: text.withUnsafeBytes { Array($0) })
      try AtomicFile.write(QRPicture(symbol).png(scale: 6), to: path)
    } catch let error as DrawingError {
      throw ProgramError(error)
    } catch let error as FileError {
      throw ProgramError(error)
    } catch {
      throw ProgramError(any: error)
    }
    console.warn("\(ForeignText.shown(path)) holds the key: print it, then destroy the file")
    console.result(
      text: "Wrote the Recovery QR of \(name).",
      json: ["seed": .string(name.text), "out": .string(path)])
  }
}
