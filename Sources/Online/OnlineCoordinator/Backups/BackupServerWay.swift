internal import NodeClients
internal import Refusals
internal import TerminalUI
internal import WalletStorage

// The way to the server of backups, with the client that nodes have: TLS by authority or pinned key, SOCKS5.
extension CoordinatorSession {
  /// The client of a server.
  func backupServer(_ record: BackupServerRecord) throws -> BackupServer {
    let url = try hinted { () throws(BackupServerError) in
      try BackupServerURL(parsing: record.url)
    }
    if let given = environment.backupTransport?(record) {
      return BackupServer(url: url, transport: given)
    }
    let key = try record.certificate.map { try ServerKey(of: NodeCertificate(parsing: $0)) }
    return BackupServer(url: url, proxy: try Self.proxy(of: record, at: url), key: key)
  }

  private static func proxy(
    of record: BackupServerRecord, at url: BackupServerURL
  ) throws(ProgramError) -> HTTPClientTransport.Proxy? {
    // An onion name is never looked up by this machine, and a proxy that cannot be read never left out.
    guard let given = record.proxy else { return url.isOnion ? .tor : nil }
    guard let read = HTTPClientTransport.Proxy(parsing: given) else {
      throw ProgramError(
        "the proxy is not host:port", hint: "write HOST:PORT; Tor's own is 127.0.0.1:9050",
        exitCode: .wrongUsage)
    }
    guard url.isSafe(by: read) else {
      throw ProgramError(
        "without encryption (http://) the proxy must be on this machine (for an onion address it may be in the local "
          + "network): \(ForeignText.name(given)) is neither",
        hint: "use https://, or a proxy of this machine; Tor's own is 127.0.0.1:9050",
        exitCode: .wrongUsage)
    }
    return read
  }

  /// The backup that a server has of an ID, nil for none, and the server with its key pinned where no authority
  /// vouches for it.
  func backup(
    of id: [UInt8], at server: BackupServerRecord, limit: Int
  ) async throws -> (backup: [UInt8]?, server: BackupServerRecord) {
    do {
      return (try await answer(of: server, id, limit), server)
    } catch let error as BackupServerError {
      let url = try BackupServerURL(parsing: server.url)
      // A server for everybody has a certificate that authorities vouch for: whoever lacks it stands in between.
      guard case .untrusted = error, server.certificate == nil, !url.isPublic else {
        throw ProgramError(error)
      }
      let certificate = try await hinted { () async throws(BackupServerError) in
        try await url.certificate(proxy: try? Self.proxy(of: server, at: url))
      }
      var pinned = server
      pinned.certificate = certificate.pem
      console.warn(
        """
        this computer's authorities do not vouch for the certificate of \(url.place), so its key was pinned: \
        compare it with the server's own. SHA-256 of the public key: \
        \(try ServerKey(of: certificate).fingerprint)
        """)
      return (try await answer(of: pinned, id, limit), pinned)
    }
  }

  private func answer(
    of server: BackupServerRecord, _ id: [UInt8], _ limit: Int
  ) async throws -> [UInt8]? {
    let client = try backupServer(server)
    let seconds = 60
    let progress = console.progress("waiting for the backup server")
    let ticking = progress.ticking()
    environment.stop.arm()
    defer {
      environment.stop.disarm()
      ticking.cancel()
      progress.end()
    }
    let outcome = await waited(until: .now + .seconds(seconds), or: environment.stop) {
      try await client.backup(of: id, limit: limit, seconds: seconds)
    }
    do {
      return try outcome.value(from: client.place, seconds: seconds)
    } catch BackupServerError.nothing {
      return nil
    }
  }
}

extension Waited {
  /// What came from a backup server.
  func value(from place: String, seconds: Int) throws -> Value {
    switch self {
    case .ended(let result): return try result.get()
    case .late: throw BackupServerError.timedOut(place: place, seconds: seconds)
    case .stopped:
      throw ProgramError(
        "the backup server \(place) was waited for until Ctrl-C",
        hint: "try again: `backup auto --now`")
    }
  }
}

extension Store {
  /// The server that is set, where it is the one at this address, its path aside.
  func backupServer(at url: BackupServerURL) throws -> BackupServerRecord? {
    guard let server = try backupServer(), let known = try? BackupServerURL(parsing: server.url)
    else { return nil }
    return known.place == url.place && known.isTLS == url.isTLS ? server : nil
  }
}
