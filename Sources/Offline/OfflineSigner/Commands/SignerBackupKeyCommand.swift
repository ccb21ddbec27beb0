internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import DurableFiles
internal import EncryptedVault
internal import KeyKeeper
internal import QRDrawing
internal import Refusals
internal import SecretKeys
internal import SecureMemory
internal import SeedForms
internal import SignerHome
internal import TerminalUI
internal import WalletBackups

/// `backup key`: hands the coordinator the key of its backups.
struct SignerBackupKeyCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Hands the coordinator the key of its backups, once.",
    discussion: """
        offline-signer backup key savings --out key.png
        offline-signer backup key savings --out terminal

      The key is derived from the seed and does not reveal it: it spends nothing
      and signs nothing. Whoever has it can read the coordinator's backups, which
      show what you own. Each network has a key of its own. A seed with a BIP-39
      passphrase has a key for each passphrase.

      To restore on a new machine, write it again from the same seed.
      """)

  @Argument(help: "The seed's name.")
  var seed: EntryName

  @Option(
    help: ArgumentHelp(
      "Where to write it: a name that ends with .png or .txt, or `terminal`.",
      valueName: "output"))
  var out: String

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @OptionGroup var seedPassphrase: SeedPassphraseOptions
  @OptionGroup var consent: SignerConsentOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    try requireTarget()
    let vault = try session.readVault()
    let network = try vault.contents.knownNetwork()
    let keyring = try vault.seeds.opened(vault.contents.requiredSeed(seed))
      .backupKeyring(on: network, seedPassphrase, session.console)
    let key = try hinted { () throws(BackupError) in try keyring.handedOver() }
    var agreed = consent.yes
    if !agreed {
      agreed = try session.console.agrees(
        to: """
          The key of \(seed) for backups on \(network.name) will leave this machine. It spends \
          nothing; whoever has it can read the coordinator's backups. Hand it over?
          """)
    }
    guard agreed else {
      throw ProgramError("declined: nothing was written", hint: "answer yes to hand it over")
    }
    let text = try hinted { () throws(BackupError) in try key.text() }
    if out == "terminal" {
      try SecretSymbol.show(
        text, title: "Backup key of \(seed): it spends nothing", on: session.console)
      return
    }
    try write(text)
    let fingerprint = "\(key.fingerprint)"
    session.console.result(
      sentences: """
        The backup key of \(seed) (\(fingerprint), \(network.name)) is in \
        \(ForeignText.shown(out)). On the coordinator: backup key --from \
        \(ForeignText.shown(out)). Then destroy this file: it opens your backups.
        """,
      json: [
        "seed": .string(seed.text), "key": .string(fingerprint), "network": .string(network.name),
        "out": .string(out),
      ])
  }

  /// Refuses a target that is not known or is taken, before anything is asked.
  private func requireTarget() throws(ProgramError) {
    guard out == "terminal" || out.hasSuffix(".png") || out.hasSuffix(".txt") else {
      throw ProgramError(
        "a backup key is written as a QR code or a line of text",
        hint: "end the name with .png or .txt, or use terminal", exitCode: .wrongUsage)
    }
    guard out != "terminal", !force else { return }
    let path = out
    let kind = try hinted { () throws(FileError) in try Folder.kind(of: path) }
    guard kind == nil else { throw ProgramError(FileError.exists(path: out)) }
  }

  private func write(_ text: borrowing SecretBytes) throws(ProgramError) {
    var bytes = text.withUnsafeBytes { Array($0) }
    defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
    do {
      let file =
        out.hasSuffix(".png")
        ? try QRPicture(QRSymbol(bytes: bytes)).png(scale: 6) : bytes + [UInt8(ascii: "\n")]
      try AtomicFile.write(file, to: out, replacing: force ? .yes : .no)
    } catch let error as DrawingError {
      throw ProgramError(error)
    } catch let error as FileError {
      throw ProgramError(error)
    } catch {
      throw ProgramError(any: error)
    }
  }
}
