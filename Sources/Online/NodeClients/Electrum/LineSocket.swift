internal import CCurlShims
internal import CLibcurl
internal import Glibc

/// A connection of libcurl that is used as a socket; belongs to one thread.
final class LineSocket {
  private var multi: UnsafeMutableRawPointer?
  private var handle: UnsafeMutableRawPointer?
  private let errorText: UnsafeMutablePointer<CChar>
  private var rules = TransferRules()
  /// What came after the last whole line.
  private var rest: [UInt8] = []

  /// What of an exchange that is over could not be sent yet: half a line would spoil the next one.
  private var owed: [UInt8] = []

  /// Whether a line came since that was last looked at.
  private var isHeard = false

  /// Whether whoever asked last has stopped waiting.
  var cancellation = Cancellation()
  /// What the server showed as its certificate, as PEM.
  private(set) var certificate: String?

  /// How long it waits before it looks whether anybody still does, in milliseconds.
  private static let glance: Int32 = 200

  /// When the other side is nudged next, and for the how manieth time: each pause is twice as long.
  private struct Nudging {
    private static let most = 3
    private let bytes: [UInt8]
    private var count = 0
    private var next = ContinuousClock.now

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      rest()
    }

    /// Something came: nothing is said for a while.
    mutating func rest() {
      next = ContinuousClock.now + .milliseconds(Int(LineSocket.glance) << count)
    }

    /// What is to be said now; nothing where it is too early, or was said often enough.
    mutating func due() -> ArraySlice<UInt8> {
      guard !bytes.isEmpty, count < Self.most, ContinuousClock.now >= next else { return [] }
      count += 1
      rest()
      return bytes[...]
    }
  }

  init() {
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    close()
    errorText.deallocate()
  }

  func close() {
    curl_shim_enter()
    defer { curl_shim_leave() }
    if let multi, let handle { curl_multi_remove_handle(multi, handle) }
    if let handle { curl_easy_cleanup(handle) }
    if let multi { curl_multi_cleanup(multi) }
    (multi, handle) = (nil, nil)
  }

  // MARK: Connecting

  func connect(to url: String, _ rules: TransferRules) throws(HTTPFailure) {
    self.rules = rules
    let (multi, handle) = try prepare(url)
    while true {
      if let code = step(multi) {
        guard code == CURLE_OK else { throw end(code, handle) }
        break
      }
      guard !cancellation.isSet else { throw .timedOut }
      guard curl_multi_poll(multi, nil, 0, Self.glance, nil) == CURLM_OK else {
        throw .unreachable("libcurl could not continue")
      }
    }
    curl_shim_enter()
    defer { curl_shim_leave() }
    certificate = curl_shim_peer_certificate(handle).map { String(cString: $0) }
    guard curl_shim_socket(handle) >= 0 else { throw .cutOff }
  }

  private func prepare(
    _ url: String
  ) throws(HTTPFailure) -> (UnsafeMutableRawPointer, UnsafeMutableRawPointer) {
    curl_shim_enter()
    defer { curl_shim_leave() }
    guard let multi = curl_multi_init() else { throw .unreachable("libcurl could not be started") }
    self.multi = multi
    guard let handle = curl_easy_init() else { throw .unreachable("libcurl could not be started") }
    self.handle = handle
    let options = CurlOptions(handle: handle)
    try options.check(curl_shim_set_error_text(handle, errorText))
    try options.setWay(to: url, rules)
    try options.set(CURLOPT_CONNECT_ONLY, 1)
    // A stranger's certificates are taken apart only to see which key to pin.
    try options.set(CURLOPT_CERTINFO, rules.trust == .nobody ? 1 : 0)
    // The other side speaks no HTTP, so none is offered.
    try options.set(CURLOPT_SSL_ENABLE_ALPN, 0)
    guard curl_multi_add_handle(multi, handle) == CURLM_OK else {
      throw .unreachable("libcurl does not accept the request")
    }
    return (multi, handle)
  }

  /// Goes on connecting; how it ended, once it has.
  ///
  /// The handle stays with the multi handle: that is where its connection is kept.
  private func step(_ multi: UnsafeMutableRawPointer) -> CURLcode? {
    curl_shim_enter()
    defer { curl_shim_leave() }
    var running: Int32 = 0
    guard curl_multi_perform(multi, &running) == CURLM_OK else { return CURLE_FAILED_INIT }
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      if message.pointee.msg == CURLMSG_DONE { return message.pointee.data.result }
    }
    return nil
  }

  /// No answer is waited for yet: a connection that was not made in time is no slow answer.
  private func end(_ code: CURLcode, _ handle: UnsafeMutableRawPointer) -> HTTPFailure {
    TransferEnd(
      code: code, text: String(cString: errorText), handle: handle, seconds: .max, rules: rules
    ).failure
  }

  // MARK: Lines

  /// Sends the request and reads lines until one ends the exchange.
  func exchange(_ order: LineOrder) throws(HTTPFailure) {
    guard let handle else { throw .cutOff }
    var deadline = ContinuousClock.now + .seconds(order.seconds)
    var unsent = (owed + order.request)[...]
    owed = []
    var nudging = Nudging(order.nudge)
    var received = rest.count
    while true {
      // Both at once: a server that is told much before anything is read of it stops listening.
      if !unsent.isEmpty { unsent = unsent.dropFirst(try send(unsent, handle)) }
      while let part = try receive(handle) {
        received += part.count
        guard received <= order.limit else { throw .tooLarge }
        if deliver(part, order.take) {
          // All answers may be there before the last nudge is out: the server reads no more for now.
          owed = Array(unsent)
          return
        }
      }
      // Many answers may take long over Tor; how many may come is bounded by whoever takes them.
      if isHeard {
        deadline = ContinuousClock.now + .seconds(order.seconds)
        nudging.rest()
      }
      isHeard = false
      if unsent.isEmpty { unsent = nudging.due() }
      try wait(handle, forRoom: !unsent.isEmpty, until: deadline)
    }
  }

  /// Hands whole lines over; true once one of them ended the exchange.
  private func deliver(_ part: [UInt8], _ take: ([UInt8]) -> Bool) -> Bool {
    var isOver = false
    var start = part.startIndex
    while !isOver, let end = part[start...].firstIndex(of: 0x0a) {
      var line = rest + part[start..<end]
      rest = []
      if line.last == 0x0d { line.removeLast() }
      start = end + 1
      isOver = take(line)
      isHeard = true
    }
    rest += part[start...]
    if isOver, let end = rest.lastIndex(of: 0x0a) {
      // Whole lines after the last answer answer nothing; the next exchange must not take them for its own.
      rest.removeSubrange(...end)
    }
    return isOver
  }

  private func send(
    _ bytes: ArraySlice<UInt8>, _ handle: UnsafeMutableRawPointer
  ) throws(HTTPFailure) -> Int {
    curl_shim_enter()
    defer { curl_shim_leave() }
    var sent = 0
    let code = bytes.withUnsafeBytes { curl_easy_send(handle, $0.baseAddress, $0.count, &sent) }
    guard code == CURLE_OK || code == CURLE_AGAIN else { throw .cutOff }
    return sent
  }

  /// What has come; nil when nothing has.
  private func receive(_ handle: UnsafeMutableRawPointer) throws(HTTPFailure) -> [UInt8]? {
    curl_shim_enter()
    defer { curl_shim_leave() }
    var count = 0
    var code = CURLE_OK
    let part = [UInt8](unsafeUninitializedCapacity: 65_536) { room, filled in
      code = curl_easy_recv(handle, room.baseAddress, room.count, &count)
      filled = code == CURLE_OK ? count : 0
    }
    if code == CURLE_AGAIN { return nil }
    // No bytes and no error: the other side hung up.
    guard code == CURLE_OK, count > 0 else { throw .cutOff }
    return part
  }

  /// Waits until something can be read, or sent where there is something to send, or for a glance.
  private func wait(
    _ handle: UnsafeMutableRawPointer, forRoom: Bool, until deadline: ContinuousClock.Instant
  ) throws(HTTPFailure) {
    curl_shim_enter()
    let socket = curl_shim_socket(handle)
    curl_shim_leave()
    guard socket >= 0 else { throw .cutOff }
    guard !cancellation.isSet, ContinuousClock.now < deadline else { throw .timedOut }
    var wanted = pollfd(fd: socket, events: Int16(POLLIN | (forRoom ? POLLOUT : 0)), revents: 0)
    poll(&wanted, 1, Self.glance)
  }
}
