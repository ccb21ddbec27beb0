internal import CCurlShims
internal import CLibcurl

/// One request on its way and the answer that comes, within its limits.
///
/// Belongs to the thread that carries it.
final class Transfer {
  /// The most bytes of all lines around an answer's body, those of interim answers included.
  static let headLimit = 65_536

  let handle: UnsafeMutableRawPointer
  private let order: Order
  private let rules: TransferRules
  private let errorText: UnsafeMutablePointer<CChar>
  /// Lines above the request's body; libcurl reads them where they are.
  private var headers: UnsafeMutablePointer<curl_slist>?

  private var sentBytes = 0
  private var headBytes = 0
  private var isHeadWhole = false
  private var body: [UInt8] = []
  /// When the answer last went on; nil before it has begun.
  private var heardAt: ContinuousClock.Instant?
  /// What was wrong with the answer, where it was not libcurl that found it.
  private var failure: HTTPFailure?

  init(_ order: Order, _ rules: TransferRules) throws(HTTPFailure) {
    guard let handle = curl_easy_init() else { throw .unreachable("libcurl could not be started") }
    self.handle = handle
    self.order = order
    self.rules = rules
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    try configure()
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(headers)
    errorText.deallocate()
  }

  var isCancelled: Bool { order.cancellation.isSet }

  /// When it will have been silent for too long; nil while nothing of the answer has come.
  var stallTime: ContinuousClock.Instant? {
    heardAt.map { $0 + .seconds(min(order.request.seconds, rules.stallSeconds)) }
  }

  /// Ends it as libcurl says it ended.
  func finish(_ code: CURLcode) {
    order.waiting.resume(returning: outcome(code))
  }

  /// Ends it for a reason of ours.
  func finish(failing failure: HTTPFailure) {
    order.waiting.resume(returning: .failure(failure))
  }

  private func outcome(_ code: CURLcode) -> Result<HTTPReply, HTTPFailure> {
    if let failure { return .failure(failure) }
    guard code == CURLE_OK else {
      let end = TransferEnd(
        code: code, text: String(cString: errorText), handle: handle,
        seconds: order.request.seconds,
        rules: rules)
      return .failure(end.failure)
    }
    // libcurl lets an answer pass that ends in the middle of its head.
    guard isHeadWhole else { return .failure(.cutOff) }
    let status = curl_shim_number(handle, CURLINFO_RESPONSE_CODE)
    return .success(HTTPReply(status: Int(status), body: body))
  }

  // MARK: What libcurl asks and tells

  /// Gives the next part of the request's body.
  fileprivate func give(into room: UnsafeMutableRawBufferPointer) -> Int {
    let part = order.request.body[sentBytes...].prefix(room.count)
    room.copyBytes(from: part)
    sentBytes += part.count
    return part.count
  }

  /// Takes a line above the answer's body; false ends the transfer.
  fileprivate func take(line: UnsafeRawBufferPointer) -> Bool {
    headBytes += line.count
    guard headBytes <= Self.headLimit else {
      failure = .malformed("its head is longer than \(Self.headLimit) bytes")
      return false
    }
    heardAt = .now
    guard line.allSatisfy({ $0 == 0x0d || $0 == 0x0a }) else { return true }
    if curl_shim_number(handle, CURLINFO_RESPONSE_CODE) >= 200 {
      isHeadWhole = true
    } else {
      // Only an interim answer: the node is still at work.
      heardAt = nil
    }
    return true
  }

  /// Takes a part of the answer's body; false ends the transfer.
  fileprivate func take(part: UnsafeRawBufferPointer) -> Bool {
    guard part.count <= order.request.limit - body.count else {
      failure = .tooLarge
      return false
    }
    heardAt = .now
    body.append(contentsOf: part)
    return true
  }

  // MARK: How it is asked

  /// Every option on which something depends is set here, whatever the library's own is; one that
  /// cannot be set ends the transfer before it begins.
  private func configure() throws(HTTPFailure) {
    try check(curl_shim_set_error_text(handle, errorText))
    // No signals for time limits: they would come to any thread.
    try set(CURLOPT_NOSIGNAL, 1)
    // A resolver that hangs is left behind, not waited for.
    try set(CURLOPT_QUICK_EXIT, 1)

    // Where to: this URL alone, whatever the answer, the environment, the home or the past says.
    try set(CURLOPT_URL, order.request.url)
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

    // In time, and no more than was said.
    try set(CURLOPT_CONNECTTIMEOUT_MS, rules.connectSeconds * 1000)
    try set(CURLOPT_TIMEOUT_MS, order.request.seconds * 1000)
    try check(
      curl_shim_set_size(
        handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(order.request.limit)))
    try set(CURLOPT_MAXAGE_CONN, rules.idleSeconds)

    try setTrust()
    try setRequest()
  }

  private func setTrust() throws(HTTPFailure) {
    try set(CURLOPT_SSL_VERIFYPEER, 1)
    try set(CURLOPT_SSL_VERIFYHOST, 2)
    try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
    try set(CURLOPT_SSL_SESSIONID_CACHE, 0)
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

  private func setRequest() throws(HTTPFailure) {
    try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    try set(CURLOPT_HTTP09_ALLOWED, 0)
    try set(CURLOPT_POST, 1)
    try check(
      curl_shim_set_size(
        handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(order.request.body.count)))
    // Without the last, a long body waits a second for leave to be sent.
    var lines = ["Content-Type: application/json", "Expect:"]
    if let authorization = order.request.authorization {
      lines.append("Authorization: \(authorization)")
    }
    for line in lines {
      guard let longer = curl_slist_append(headers, line) else {
        throw .unreachable("libcurl does not accept the request")
      }
      headers = longer
    }
    try check(curl_shim_set_list(handle, CURLOPT_HTTPHEADER, headers))
    try check(
      curl_shim_set_callbacks(
        handle, giveBody, refuseToRepeat, takeLine, takePart,
        Unmanaged.passUnretained(self).toOpaque()))
  }

  private func set(_ option: CURLoption, _ value: Int) throws(HTTPFailure) {
    try check(curl_shim_set_number(handle, option, value))
  }

  private func set(_ option: CURLoption, _ text: String?) throws(HTTPFailure) {
    try check(curl_shim_set_text(handle, option, text))
  }

  private func check(_ code: CURLcode) throws(HTTPFailure) {
    guard code == CURLE_OK else {
      throw .unreachable("libcurl: \(String(cString: curl_easy_strerror(code)))")
    }
  }
}

// MARK: libcurl's way into a transfer

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
  context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}

private let giveBody: curl_read_callback = { room, size, count, context in
  guard let transfer = transfer(context), let room else { return Int(CURL_READFUNC_ABORT) }
  return transfer.give(into: UnsafeMutableRawBufferPointer(start: room, count: size * count))
}

/// Keeps libcurl from sending a request again by itself.
///
/// It would, when a connection that was kept turns out to be dead. Only when nothing of the body had left
/// may it: what the node may have heard is the caller's to repeat.
private let refuseToRepeat: curl_seek_callback = { _, _, _ in CURL_SEEKFUNC_FAIL }

private let takeLine: curl_write_callback = { bytes, size, count, context in
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  // Any other number than that of the bytes ends the transfer.
  return transfer(context)?.take(line: line) == true ? line.count : line.count + 1
}

private let takePart: curl_write_callback = { bytes, size, count, context in
  let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return transfer(context)?.take(part: part) == true ? part.count : part.count + 1
}
