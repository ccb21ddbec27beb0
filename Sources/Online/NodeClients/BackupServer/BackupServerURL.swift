internal import Bytes

/// Where backups are uploaded to: `https://host[:port][/path]`, or `http://` on this machine and to an onion address.
public struct BackupServerURL: Hashable, Sendable {
  /// The same place as the other clients have it.
  let node: NodeURL

  /// Reads the address.
  ///
  /// - Throws: `BackupServerError.badAddress`; also for a user or a password in it, which would be kept and shown.
  public init(parsing text: String) throws(BackupServerError) {
    let start = text.prefix(8).lowercased()
    guard start.hasPrefix("https://") || start.hasPrefix("http://") else {
      throw .badAddress(reason: "it does not begin with https://")
    }
    guard !text.contains("@") else {
      throw .badAddress(reason: "there must be no user and no password in it")
    }
    do {
      node = try NodeURL(parsing: "esplora+" + text)
    } catch {
      if case .malformedURL(let reason) = error { throw .badAddress(reason: reason) }
      throw .badAddress(reason: "it is no address of a server")
    }
    guard node.isTLS || node.reach == .loopback || node.reach == .onion else {
      throw .badAddress(
        reason: "without encryption (http://) only this machine and onion addresses are allowed")
    }
  }

  /// Whether a backup may go there by this proxy: what TLS does not protect crosses the network to the proxy in the
  /// clear, and beyond one elsewhere 127.0.0.1 is another machine.
  ///
  /// A proxy in the local network that leads to Tor is the gateway of such systems as Whonix.
  public func isSafe(by proxy: HTTPClientTransport.Proxy?) -> Bool {
    guard !isTLS, let proxy else { return true }
    return proxy.reach == .loopback || isOnion && proxy.reach == .localNetwork
  }

  /// The address with its port and without a last slash.
  public var text: String { "\(node.isTLS ? "https" : "http")://\(place)\(node.path)" }
  /// Host and port, for messages.
  public var place: String { node.place }
  /// Whether it speaks TLS.
  public var isTLS: Bool { node.isTLS }
  /// Whether it can only be reached through Tor.
  public var isOnion: Bool { node.isOnion }
  /// Whether a server there is for everybody, so that authorities vouch for its certificate.
  public var isPublic: Bool { node.reach == .internet }

  /// Where the backup of an ID lies.
  func backup(of id: [UInt8]) -> String {
    "\(node.requestURL)wapi/wallet_backups/\(Hex.encode(id))"
  }
}

extension BackupServerURL {
  /// The certificate that the server shows, to be pinned; nothing is asked of it.
  public func certificate(
    proxy: HTTPClientTransport.Proxy?
  ) async throws(BackupServerError) -> NodeCertificate {
    do {
      return try await NodeCertificate.shown(by: node, proxy: proxy)
    } catch {
      throw .unreachable(place: place, reason: "\(error)")
    }
  }
}
