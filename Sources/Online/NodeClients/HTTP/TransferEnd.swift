internal import CCurlShims
internal import CLibcurl
internal import Glibc

/// How a transfer ended without an answer, in the words of this program.
struct TransferEnd {
  let code: CURLcode
  /// What libcurl says; it may hold words of the other side.
  let text: String
  let handle: UnsafeMutableRawPointer
  /// What was given for the whole answer.
  let seconds: Int
  let rules: TransferRules

  /// The reason where a server has another key than the one that it is known by.
  static let otherKey = "its key is another one than the key that was pinned when it was added"

  var failure: HTTPFailure {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: .unreachable("there is no such host")
    case CURLE_COULDNT_RESOLVE_PROXY: .unreachable("the proxy's host name was not found")
    case CURLE_COULDNT_CONNECT: .unreachable(refusal)
    case CURLE_PROXY: .unreachable(proxyRefusal)
    case CURLE_OPERATION_TIMEDOUT:
      // Before the connection was made, only the time for connecting may have been over.
      isConnected || seconds <= rules.connectSeconds
        ? .timedOut : .unreachable("no connection in time")
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: .untrusted(distrust)
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      .untrusted(Self.otherKey)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
      // What OpenSSL says when the first bytes are none of TLS.
      .unreachable(cut.contains("wrong version number") ? "it does not speak TLS" : "TLS: \(cut)")
    case CURLE_FILESIZE_EXCEEDED: .tooLarge
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE,
      CURLE_SEND_FAIL_REWIND:
      .cutOff
    case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: .malformed("it is not HTTP")
    // Of an answer: what is not HTTP at all; of a URL: a scheme that we do not use.
    case CURLE_UNSUPPORTED_PROTOCOL where isConnected: .malformed("it is not HTTP")
    // A single line that does not end.
    case CURLE_OUT_OF_MEMORY where isConnected, CURLcode(100) where isConnected:
      .malformed("its head is longer than \(Transfer.headLimit) bytes")
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .unreachable("the URL cannot be used")
    default: .unreachable("libcurl: \(cut)")
    }
  }

  /// Whether the request could be sent.
  private var isConnected: Bool { curl_shim_size(handle, CURLINFO_PRETRANSFER_TIME_T) > 0 }

  private var refusal: String {
    let error = Int32(truncatingIfNeeded: curl_shim_number(handle, CURLINFO_OS_ERRNO))
    let whom = rules.proxy.map { "the proxy \($0.place): " } ?? ""
    return switch error {
    case ECONNREFUSED: whom + "connection refused"
    case EHOSTUNREACH, ENETUNREACH: whom + "that address cannot be reached"
    case ETIMEDOUT: whom + "no connection in time"
    default: whom + cut
    }
  }

  /// RFC 1928, section 6, and what Tor adds to it.
  private var proxyRefusal: String {
    let why =
      switch curl_shim_number(handle, CURLINFO_PROXY_ERROR) {
      case Int(CURLPX_REPLY_GENERAL_SERVER_FAILURE.rawValue): "it failed"
      case Int(CURLPX_REPLY_NOT_ALLOWED.rawValue): "it does not allow this host"
      case Int(CURLPX_REPLY_NETWORK_UNREACHABLE.rawValue),
        Int(CURLPX_REPLY_HOST_UNREACHABLE.rawValue):
        "it does not reach this host"
      case Int(CURLPX_REPLY_CONNECTION_REFUSED.rawValue): "the host refuses the connection"
      case Int(CURLPX_REPLY_TTL_EXPIRED.rawValue): "the host does not answer"
      case Int(CURLPX_NO_AUTH.rawValue): "it asks for a password"
      case Int(CURLPX_CLOSED.rawValue): "it closed the connection"
      case Int(CURLPX_BAD_VERSION.rawValue): "it does not speak SOCKS5"
      default: cut
      }
    return "the proxy \(rules.proxy?.place ?? ""): \(why)"
  }

  /// What OpenSSL says of the certificate (X509_V_ERR_...); nothing when only the name was wrong.
  private var distrust: String {
    switch curl_shim_number(handle, CURLINFO_SSL_VERIFYRESULT) {
    case 0: "its certificate names another host"
    case 9: "its certificate is not valid yet"
    case 10: "its certificate has expired"
    default: "its certificate is not signed by an authority that this computer trusts"
    }
  }

  private var cut: String {
    let said = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
    return String(said.prefix(200))
  }
}
