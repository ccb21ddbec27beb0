internal import CCurlShims
internal import CLibcurl

/// Sets the options of one handle of libcurl that say where it goes and whom it trusts.
///
/// Every option on which something depends is set, whatever the library's own is; one that cannot be set
/// is a failure.
struct CurlOptions {
  let handle: UnsafeMutableRawPointer

  func set(_ option: CURLoption, _ value: Int) throws(HTTPFailure) {
    try check(curl_shim_set_number(handle, option, value))
  }

  func set(_ option: CURLoption, _ text: String?) throws(HTTPFailure) {
    try check(curl_shim_set_text(handle, option, text))
  }

  func check(_ code: CURLcode) throws(HTTPFailure) {
    guard code == CURLE_OK else {
      throw .unreachable("libcurl: \(String(cString: curl_easy_strerror(code)))")
    }
  }

  /// To this URL alone, whatever the answer, the environment, the home or the past says.
  func setWay(to url: String, _ rules: TransferRules) throws(HTTPFailure) {
    // No signals for time limits: they would come to any thread.
    try set(CURLOPT_NOSIGNAL, 1)
    // A resolver that hangs is left behind, not waited for.
    try set(CURLOPT_QUICK_EXIT, 1)
    try set(CURLOPT_URL, url)
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_FOLLOWLOCATION, 0)
    try set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
    try set(CURLOPT_PRE_PROXY, nil)
    // An empty one keeps the variables of the environment out, as does an empty list of exceptions.
    try set(CURLOPT_PROXY, rules.proxy.map { "socks5h://\($0.place)" } ?? "")
    try set(CURLOPT_NOPROXY, "")
    // The proxy is offered no way to log in but none at all.
    try set(CURLOPT_SOCKS5_AUTH, 0)
    try set(CURLOPT_CONNECTTIMEOUT_MS, rules.connectSeconds * 1000)
    try setTrust(rules)
  }

  private func setTrust(_ rules: TransferRules) throws(HTTPFailure) {
    // A key that is known by itself needs no authority and no name.
    let isKnownByKey = rules.trust != .authorities
    try set(CURLOPT_SSL_VERIFYPEER, isKnownByKey ? 0 : 1)
    try set(CURLOPT_SSL_VERIFYHOST, isKnownByKey ? 0 : 2)
    try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
    try set(CURLOPT_SSL_SESSIONID_CACHE, 0)
    if case .key(let key) = rules.trust {
      try set(CURLOPT_PINNEDPUBLICKEY, "sha256//\(key.base64)")
    }
    if let folder = rules.authorities {
      try set(CURLOPT_CAINFO, nil)
      try set(CURLOPT_CAPATH, folder)
    }
    if let certificate = rules.certificate {
      // The system's authorities come from a file and a folder, and only the file gives way to ours.
      try set(CURLOPT_CAINFO, nil)
      try set(CURLOPT_CAPATH, nil)
      let pem = certificate.authorities
      try check(
        pem.withUnsafeBytes {
          curl_shim_set_bytes(handle, CURLOPT_CAINFO_BLOB, $0.baseAddress, $0.count)
        })
    }
  }
}
