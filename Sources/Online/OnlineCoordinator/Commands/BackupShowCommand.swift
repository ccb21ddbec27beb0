internal import ArgumentParser
internal import Bytes
internal import TerminalUI
internal import WalletBackups

/// The command `backup show`.
struct BackupShowCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Verifies a backup and shows what is in it; changes nothing.",
    discussion: """
        online-coordinator backup show drawbridge.backup

      It reads both containers: the one that `backup write` makes, and AEWB, which
      the signer writes and signs (offline-signer backup write). From a folder that
      `backup auto` was given it takes the newest backup that opens, and says which;
      it tries at most 50 files and follows no link.

        online-coordinator backup show --server https://backups.example.org
      """)

  @Argument(help: "The backup, `-`, or the folder of backups that wrote themselves.")
  var file: String?

  @OptionGroup var server: BackupServerOptions

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let input = try await server.input(file, session)
    let page = BackupPage(document: input.document, kind: input.file.kind, key: input.key)
    var json = page.json
    json["from"] = .string(input.path)
    session.console.result(sentences: page.text, json: .object(json))
  }
}
