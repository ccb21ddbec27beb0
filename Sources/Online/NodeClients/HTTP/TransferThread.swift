internal import CCurlShims
internal import CLibcurl
internal import Glibc
internal import Synchronization

/// Whether the caller has stopped waiting.
final class Cancellation: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .acquiring) }

  func set() { flag.store(true, ordering: .releasing) }
}

/// A request, and who waits for its end.
struct Order: Sendable {
  let request: HTTPRequest
  let cancellation: Cancellation
  let waiting: CheckedContinuation<Result<HTTPReply, HTTPFailure>, Never>
}

/// The one thread that carries all transfers of one transport, and keeps its connections.
///
/// It is a thread of its own because nothing here may wait on those that Swift's tasks share, and because a
/// machine whose tasks are all busy must not make a node look slow. It ends when its transport is
/// gone and the last transfer is done: connections are closed by the thread that uses them, when
/// nothing can come back to them any more.
final class TransferThread: Sendable {
  /// libcurl's own, used by its thread alone; others may only wake it.
  private struct Multi: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer
  }

  private struct State: Sendable {
    var orders: [Order] = []
    /// Nil before the first order, and after the end.
    var multi: Multi?
    var isEnding = false
  }

  private let rules: TransferRules
  private let state = Mutex(State())

  /// Once for the program; whether libcurl can be used at all.
  static let isReady = curl_shim_start() == CURLE_OK

  init(_ rules: TransferRules) { self.rules = rules }

  /// Takes a request over; the caller is always told how it ended.
  func carry(_ order: Order) {
    let isTaken = state.withLock { state in
      guard !state.isEnding, state.multi != nil || start(&state) else { return false }
      state.orders.append(order)
      Self.wake(state)
      return true
    }
    if !isTaken {
      order.waiting.resume(returning: .failure(.unreachable("libcurl could not be started")))
    }
  }

  /// Makes the thread look at its orders and at who has stopped waiting.
  func wake() { state.withLock { Self.wake($0) } }

  /// No more orders will come; what is on its way is carried to its end.
  func end() {
    state.withLock {
      $0.isEnding = true
      Self.wake($0)
    }
  }

  private static func wake(_ state: State) {
    if let multi = state.multi { curl_multi_wakeup(multi.handle) }
  }

  // MARK: The thread

  private func start(_ state: inout State) -> Bool {
    guard Self.isReady, let handle = curl_multi_init() else { return false }
    var thread = pthread_t()
    let own = Unmanaged.passRetained(Start(self, handle))
    let started = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        start.thread.run(start.handle)
        return nil
      }, own.toOpaque())
    guard started == 0 else {
      own.release()
      curl_multi_cleanup(handle)
      return false
    }
    pthread_detach(thread)
    state.multi = Multi(handle: handle)
    return true
  }

  private final class Start {
    let thread: TransferThread
    let handle: UnsafeMutableRawPointer

    init(_ thread: TransferThread, _ handle: UnsafeMutableRawPointer) {
      self.thread = thread
      self.handle = handle
    }
  }

  private func run(_ multi: UnsafeMutableRawPointer) {
    // Signals are for the other threads; a line that breaks is told by its error, not by SIGPIPE.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    var carried: [UnsafeMutableRawPointer: Transfer] = [:]
    while true {
      let (orders, isEnding) = state.withLock { state in
        defer { state.orders = [] }
        return (state.orders, state.isEnding)
      }
      if isEnding, orders.isEmpty, carried.isEmpty { break }
      curl_shim_enter()
      for order in orders { begin(order, on: multi, &carried) }
      let wait = step(multi, &carried)
      curl_shim_leave()
      if isEnding, carried.isEmpty { continue }
      if curl_multi_poll(multi, nil, 0, wait, nil) != CURLM_OK {
        curl_shim_enter()
        giveUp(on: multi, &carried)
        curl_shim_leave()
      }
    }
    // From here on nobody wakes it.
    state.withLock { $0.multi = nil }
    curl_shim_enter()
    curl_multi_cleanup(multi)
    curl_shim_leave()
  }

  private func begin(
    _ order: Order, on multi: UnsafeMutableRawPointer,
    _ carried: inout [UnsafeMutableRawPointer: Transfer]
  ) {
    do throws(HTTPFailure) {
      let transfer = try Transfer(order, rules)
      guard curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else {
        throw .unreachable("libcurl does not accept the request")
      }
      carried[transfer.handle] = transfer
    } catch {
      order.waiting.resume(returning: .failure(error))
    }
  }

  /// Does what can be done now, and says for how many milliseconds there will be nothing to do unless
  /// something comes.
  private func step(
    _ multi: UnsafeMutableRawPointer, _ carried: inout [UnsafeMutableRawPointer: Transfer]
  ) -> Int32 {
    var running: Int32 = 0
    guard curl_multi_perform(multi, &running) == CURLM_OK else {
      giveUp(on: multi, &carried)
      return 0
    }
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle,
        let transfer = carried.removeValue(forKey: handle)
      else { continue }
      // The message is gone with the handle.
      let code = message.pointee.data.result
      curl_multi_remove_handle(multi, handle)
      transfer.finish(code)
    }
    let now = ContinuousClock.now
    var wait = Duration.seconds(60)
    for (handle, transfer) in carried {
      if transfer.isCancelled || transfer.stallTime.map({ $0 <= now }) == true {
        carried[handle] = nil
        curl_multi_remove_handle(multi, handle)
        transfer.finish(failing: .timedOut)
      } else if let stall = transfer.stallTime {
        wait = min(wait, stall - now)
      }
    }
    return Int32(wait / .milliseconds(1)) + 1
  }

  /// For when libcurl itself cannot go on.
  private func giveUp(
    on multi: UnsafeMutableRawPointer, _ carried: inout [UnsafeMutableRawPointer: Transfer]
  ) {
    for (handle, transfer) in carried {
      curl_multi_remove_handle(multi, handle)
      transfer.finish(failing: .unreachable("libcurl could not continue"))
    }
    carried = [:]
  }
}
