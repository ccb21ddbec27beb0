internal import Glibc

/// A value that several threads share and wait for changes of.
final class Monitor<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Reads or changes the value, and wakes whoever waits.
  func change<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Waits until `body` gives something, for `seconds` at most; nil then.
  func wait<Result>(seconds: Double, for body: (inout Value) -> Result?) -> Result? {
    let end = Clock.now + seconds
    var until = timespec(
      tv_sec: Int(end), tv_nsec: Int(end.truncatingRemainder(dividingBy: 1) * 1e9))
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      if pthread_cond_timedwait(condition, mutex, &until) != 0 { return body(&value) }
    }
  }
}

enum Clock {
  /// Seconds on a clock that nobody sets.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// A thread of the system.
enum Thread {
  private final class Job {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  /// Starts one; false where none can be had, and nothing was done.
  static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    var thread = pthread_t()
    let handle = Unmanaged.passRetained(Job(work))
    let started = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().work()
        return nil
      }, handle.toOpaque())
    guard started == 0 else {
      handle.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
