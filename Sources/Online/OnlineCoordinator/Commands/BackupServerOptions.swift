internal import ArgumentParser
internal import BitcoinPrimitives
internal import CommandLineInterface
internal import DurableFiles
internal import NodeClients
internal import Refusals
internal import TerminalUI
internal import WalletBackups
internal import WalletStorage

/// The options of commands that read a backup: from a server in place of a file.
struct BackupServerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Take the backup from this server.", valueName: "url"))
  var server: String?

  @Option(help: ArgumentHelp("A SOCKS5 proxy to the server.", valueName: "host:port"))
  var proxy: String?

  @Option(
    help: ArgumentHelp(
      "PEM file of the server's certificate: its key counts.", valueName: "path"))
  var certificate: String?

  @Option(
    help: ArgumentHelp(
      "The seed of the backup, where keys of several are here.", valueName: "fingerprint"))
  var key: FingerprintArgument?

  @Option(help: ArgumentHelp("Its network, where keys of several are here.", valueName: "net"))
  var network: NetworkName?

  /// The backup that was named, opened.
  func input(_ file: String?, _ session: CoordinatorSession) async throws -> BackupInput {
    guard let server else {
      guard proxy == nil, certificate == nil, key == nil, network == nil else {
        throw ProgramError(
          "--proxy, --certificate, --key and --network need --server",
          hint: "name the server as well: --server URL", exitCode: .wrongUsage)
      }
      guard let file else {
        throw ProgramError(
          "no backup was named",
          hint: "name the file, the folder of `backup auto`, or the server: --server URL",
          exitCode: .wrongUsage)
      }
      return try BackupInput(file, session)
    }
    guard file == nil else {
      throw ProgramError(
        "a file and --server exclude each other", hint: "give one of them", exitCode: .wrongUsage)
    }
    let url = try hinted { () throws(BackupServerError) in try BackupServerURL(parsing: server) }
    let store = try session.store()
    // The server of this home has its proxy and its key, at another path too.
    let known = try store.backupServer(at: url)
    let record = BackupServerRecord(
      url: url.text, proxy: proxy ?? known?.proxy,
      certificate: try Self.pem(certificate, for: url) ?? known?.certificate, key: nil, rounds: 0,
      baseTarget: 0)
    let backupKey = try session.keyFolder().chosen(
      key?.fingerprint, on: session.network(network))
    let (id, keyNetwork) = (backupKey.uploadID, backupKey.network)
    let (bytes, reached) = try await session.backup(of: id, at: record, limit: BackupFile.limit)
    guard let bytes else { throw ProgramError(BackupServerError.nothing(place: url.place)) }
    let input: BackupInput
    do {
      input = try BackupInput(bytes, from: reached.url, session)
    } catch {
      let error = ProgramError(any: error)
      throw ProgramError(error, during: url.place)
    }
    warn(of: input, from: url, keyNetwork, known?.url == url.text ? store : nil, session)
    return input
  }

  /// Says how old it is: a server can give an old one, and nothing in it shows that there is a newer.
  private func warn(
    of input: BackupInput, from url: BackupServerURL, _ network: Network, _ store: Store?,
    _ session: CoordinatorSession
  ) {
    let written = input.document.records?.written ?? 0
    let done = (try? store?.backupUploads())?.first { $0.network == network }?.done
    if let done, written < done.time {
      session.console.warn(
        "\(url.place) gives a backup of \(UTCTime(written).text) (UTC), and this home uploaded one on "
          + "\(UTCTime(done.time).text): later changes are missing from this one")
    } else {
      session.console.talk(
        "\(url.place) gives a backup of \(UTCTime(written).text) (UTC). Nothing shows whether there was a newer one."
      )
    }
  }

  /// The certificate of a file, read and kept: the file may change or disappear later.
  static func pem(_ path: String?, for url: BackupServerURL) throws -> String? {
    guard let path else { return nil }
    guard url.isTLS else {
      throw ProgramError(
        "a certificate was given, and the address has no TLS", hint: "write https://host:port",
        exitCode: .wrongUsage)
    }
    let bytes = try BoundedFile.read(path, limit: NodeCertificate.limit)
    return try NodeCertificate(parsing: String(decoding: bytes, as: UTF8.self)).pem
  }
}
