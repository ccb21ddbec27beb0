internal import CCurlShims
internal import CLibcurl
internal import Glibc
internal import Synchronization

/// Lines over TCP or TLS through the system's libcurl, by a SOCKS5 proxy where one is given.
///
/// libcurl makes the connection, under the same rules as for HTTP, and is then used as a socket.
struct SocketLines: LineTransport {
  /// `http://host:port` for TCP, `https://host:port` for TLS: nothing of HTTP is ever said.
  let url: String
  let rules: TransferRules

  func connect() async throws(HTTPFailure) -> any LineChannel { try await channel() }

  /// What the server shows as its certificate, whoever signed it; nothing is said to it.
  ///
  /// - Throws: `HTTPFailure.untrusted` when it shows none.
  func certificate() async throws(HTTPFailure) -> String {
    var open = rules
    open.trust = .nobody
    open.certificate = nil
    let channel = try await SocketLines(url: url, rules: open).channel()
    guard let pem = channel.certificate else {
      throw .untrusted("it shows no certificate")
    }
    return pem
  }

  private func channel() async throws(HTTPFailure) -> SocketChannel {
    let channel = SocketChannel()
    let (url, rules) = (url, rules)
    try await channel.work { socket throws(HTTPFailure) in try socket.connect(to: url, rules) }
    return channel
  }
}

/// A connection and the thread that uses it.
///
/// A thread of its own, as `TransferThread` is one: nothing here may wait on those that Swift's tasks share.
/// It ends when the channel is gone.
final class SocketChannel: LineChannel {
  private typealias Job = @Sendable (LineSocket) -> Void

  private struct State {
    var jobs: [Job] = []
    var isEnding = false
    var hasThread = false
    var certificate: String?
  }

  /// Shared with the thread, which outlives the channel by a moment.
  private final class Core: Sendable {
    let state = Mutex(State())
    let bell = Bell()
  }

  private let core = Core()

  /// What the server showed when the connection was made.
  var certificate: String? { core.state.withLock { $0.certificate } }

  deinit {
    core.state.withLock { $0.isEnding = true }
    core.bell.ring()
  }

  func exchange(_ order: LineOrder) async throws(HTTPFailure) {
    try await work { socket throws(HTTPFailure) in try socket.exchange(order) }
  }

  /// Does something with the socket on the thread, and waits until it is done.
  func work(
    _ body: @escaping @Sendable (LineSocket) throws(HTTPFailure) -> Void
  ) async throws(HTTPFailure) {
    let cancellation = Cancellation()
    let outcome: Result<Void, HTTPFailure> = await withTaskCancellationHandler {
      await withCheckedContinuation { waiting in
        let core = core
        let isTaken = core.state.withLock { state in
          guard state.hasThread || Self.start(core) else { return false }
          state.hasThread = true
          state.jobs.append { socket in
            socket.cancellation = cancellation
            let outcome: Result<Void, HTTPFailure>
            do throws(HTTPFailure) {
              try body(socket)
              outcome = .success(())
            } catch {
              outcome = .failure(error)
            }
            let shown = socket.certificate
            core.state.withLock { $0.certificate = shown }
            waiting.resume(returning: outcome)
          }
          return true
        }
        if !isTaken {
          waiting.resume(returning: .failure(.unreachable("libcurl could not be started")))
        }
        core.bell.ring()
      }
    } onCancel: {
      cancellation.set()
    }
    try outcome.get()
  }

  private static func start(_ core: Core) -> Bool {
    guard TransferThread.isReady else { return false }
    var thread = pthread_t()
    let own = Unmanaged.passRetained(core)
    let started = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        SocketChannel.run(Unmanaged<Core>.fromOpaque(argument).takeRetainedValue())
        return nil
      }, own.toOpaque())
    guard started == 0 else {
      own.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private static func run(_ core: Core) {
    // Signals are for the other threads; a line that breaks is told by its error, not by SIGPIPE.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    let socket = LineSocket()
    while true {
      let (jobs, isEnding) = core.state.withLock { state in
        defer { state.jobs = [] }
        return (state.jobs, state.isEnding)
      }
      for job in jobs { job(socket) }
      if isEnding { break }
      if jobs.isEmpty { core.bell.wait() }
    }
    socket.close()
  }
}

/// Wakes one thread that waits; a ring that comes before the wait is not lost.
private final class Bell: Sendable {
  private struct Parts: @unchecked Sendable {
    let bell: UnsafeMutablePointer<sem_t>
  }

  private let parts: Parts

  init() {
    parts = Parts(bell: .allocate(capacity: 1))
    sem_init(parts.bell, 0, 0)
  }

  deinit {
    sem_destroy(parts.bell)
    parts.bell.deallocate()
  }

  func ring() { sem_post(parts.bell) }

  func wait() { while sem_wait(parts.bell) != 0 && errno == EINTR {} }
}
