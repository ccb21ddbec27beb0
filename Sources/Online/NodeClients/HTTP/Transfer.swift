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
    let options = CurlOptions(handle: handle)
    try options.check(curl_shim_set_error_text(handle, errorText))
    try options.setWay(to: order.request.url, rules)
    // In time, and no more than was said.
    try options.set(CURLOPT_TIMEOUT_MS, order.request.seconds * 1000)
    try options.check(
      curl_shim_set_size(
        handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(order.request.limit)))
    try options.set(CURLOPT_MAXAGE_CONN, rules.idleSeconds)
    try setRequest(options)
  }

  private func setRequest(_ options: CurlOptions) throws(HTTPFailure) {
    try options.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    try options.set(CURLOPT_HTTP09_ALLOWED, 0)
    var lines: [String] = []
    switch order.request.method {
    case .get: try options.set(CURLOPT_HTTPGET, 1)
    case .post(let type):
      try options.set(CURLOPT_POST, 1)
      try options.check(
        curl_shim_set_size(
          handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(order.request.body.count)))
      // Without the last, a long body waits a second for leave to be sent.
      lines += ["Content-Type: \(type)", "Expect:"]
    }
    if let authorization = order.request.authorization {
      lines.append("Authorization: \(authorization)")
    }
    for line in lines {
      guard let longer = curl_slist_append(headers, line) else {
        throw .unreachable("libcurl does not accept the request")
      }
      headers = longer
    }
    try options.check(curl_shim_set_list(handle, CURLOPT_HTTPHEADER, headers))
    try options.check(
      curl_shim_set_callbacks(
        handle, giveBody, refuseToRepeat, takeLine, takePart,
        Unmanaged.passUnretained(self).toOpaque()))
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
