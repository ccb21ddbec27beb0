internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import Refusals
internal import SecureMemory
internal import TerminalUI
internal import WalletBackups

/// The command `backup key`.
struct CoordinatorBackupKeyCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Stores a backup key from a signer, or lists the stored ones.",
    discussion: """
        offline-signer backup key savings --out key.png
        online-coordinator backup key --from key.png

      It is read from a file, a picture, `-`, `camera` or `paste` (without echo),
      kept in this home, readable by you alone, and never printed. It spends
      nothing; destroy the picture afterwards.
      """)

  @Option(
    help: ArgumentHelp(
      "Where the key is: file, picture, `-`, `camera` or `paste`.", valueName: "input"))
  var from: String?

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let folder = try session.keyFolder()
    guard let from else { return try list(folder, session.console) }
    guard !BackupKey.isOne(from) else {
      // Not a key that can spend coins: nothing has to be moved.
      throw ProgramError(
        "the command line contains a backup key, and the shell's history keeps command lines",
        rule: .r27,
        hint: "clear the shell's history; use a picture, a file or `paste`", exitCode: .wrongUsage)
    }
    let text = try PrivateInput(from).textButNoSeed(
      "backup key", on: session.console, where: { BackupKey.isOne($0) })
    let networks = try session.networks()
    let key: BackupKey
    do throws(BackupError) { key = try BackupKey(parsing: text, among: networks) } catch {
      throw ProgramError(error)
    }
    try folder.keep(key)
    let (network, fingerprint) = (key.network, key.fingerprint)
    session.console.result(
      sentences: """
        The backup key of \(fingerprint) on \(network.name) is kept here. It spends nothing; it \
        reads backups. Destroy the picture or file that it came in.
        Next: backup write --out drawbridge.backup
        """,
      json: ["key": .string("\(fingerprint)"), "network": .string(network.name)])
  }

  private func list(_ folder: KeyFolder, _ console: Console) throws {
    let entries = try folder.entries()
    console.result(
      sentences: entries.isEmpty
        ? "There is no backup key here yet. To add one: `backup key --from INPUT`"
        : entries.map { "\($0.fingerprint)  \($0.network.name)" }.joined(separator: "\n"),
      json: .array(
        entries.map {
          ["key": .string("\($0.fingerprint)"), "network": .string($0.network.name)]
        }))
  }
}
