internal import Bytes
internal import CCurlShims

/// The certificate by which the user's own node is known, instead of by the system's authorities.
///
/// PEM, one certificate or several (the node's own when it signed itself, or that of the authority
/// that signed it). With it no other authority is trusted, not even those of the system.
public struct NodeCertificate: Hashable, Sendable {
  /// The most bytes of a certificate file.
  public static let limit = 65_536

  /// The text as it was given.
  public let pem: String
  /// The certificates written anew, as they were understood.
  let authorities: [UInt8]
  /// How many there are.
  let count: Int

  /// Reads the text of a certificate file.
  ///
  /// - Throws: `NodeError.badCertificate` when it is too long, holds no certificate, or holds a private
  ///   key, which has no business leaving the node.
  public init(parsing pem: String) throws(NodeError) {
    guard pem.utf8.count <= Self.limit else {
      throw .badCertificate(reason: "more than \(Self.limit) bytes")
    }
    guard !pem.contains("PRIVATE KEY") else {
      throw .badCertificate(reason: "there is a private key in it")
    }
    var size = 0
    var count = 0
    let text = Array(pem.utf8)
    let copy = text.withUnsafeBytes {
      curl_shim_certificates($0.baseAddress, $0.count, &size, &count)
    }
    guard let copy else { throw .badCertificate(reason: "there is no PEM certificate in it") }
    defer { curl_shim_free(copy) }
    self.pem = pem
    self.count = count
    authorities = Array(UnsafeRawBufferPointer(start: copy, count: size))
  }
}

extension NodeCertificate {
  /// The certificate that a server shows, to be pinned; nothing is asked of it.
  public static func shown(
    by url: NodeURL, proxy: HTTPClientTransport.Proxy?
  ) async throws(NodeError) -> NodeCertificate {
    let lines = SocketLines(url: url.requestURL, rules: TransferRules(proxy: proxy))
    let pem: String
    do {
      pem = try await lines.certificate()
    } catch {
      throw NodeError(error, place: url.place, method: "the handshake", limit: 0, seconds: 20)
    }
    return try NodeCertificate(parsing: pem)
  }
}

/// The public key by which a server is known that no authority vouches for.
///
/// SHA-256 of the SubjectPublicKeyInfo in DER, as of RFC 7469: a new certificate for the same key is still
/// the same server.
public struct ServerKey: Hashable, Sendable {
  /// The 32 bytes of the hash.
  let hash: [UInt8]

  /// The key of the first certificate.
  ///
  /// - Throws: `NodeError.badCertificate` when it has no key.
  public init(of certificate: NodeCertificate) throws(NodeError) {
    let text = Array(certificate.pem.utf8)
    var hash = [UInt8](repeating: 0, count: 32)
    let isRead = text.withUnsafeBytes { curl_shim_key_hash($0.baseAddress, $0.count, &hash) }
    guard isRead else { throw .badCertificate(reason: "it has no public key") }
    self.hash = hash
  }

  /// As libcurl wants it.
  var base64: String { Base64.encode(hash) }

  /// 64 hexadecimal digits, in groups of four, to be compared by eye.
  public var fingerprint: String {
    let digits = Array(Hex.encode(hash))
    return stride(from: 0, to: digits.count, by: 4)
      .map { String(digits[$0..<min($0 + 4, digits.count)]) }.joined(separator: " ")
  }
}
