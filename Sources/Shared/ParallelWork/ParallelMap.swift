internal import CSystemCalls
internal import Glibc
internal import Synchronization

/// Spreads independent work over the processor's cores.
///
/// Threads come straight from the system: no run loop, no queue library and none of its descriptors
/// in the program that holds keys.
public enum ParallelMap {
  /// How many threads may run at once: the cores this process may use, at most 64.
  ///
  /// `taskset` and the like are respected; where the system does not say, the cores of the machine.
  public static var cores: Int {
    let usable = Int(syscalls_cores())
    let count = usable > 0 ? usable : Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    return max(1, min(64, count))
  }

  /// Returns `body(0)...body(count - 1)` in order.
  ///
  /// Each thread takes a few neighbouring indices at a time, and more when it is done with them, so
  /// that all end together also when something else keeps one core busy. Each result stands at its
  /// own place: the order does not depend on the threads. Where a thread cannot be had, the others
  /// do its work.
  ///
  /// The caller only waits. In a process that was split off by fork(2), as a reviewer is, the Swift runtime takes the
  /// first thread for that of the parent, and two threads that initialise the same global at once, one of them the
  /// first, never end.
  ///
  /// `threads` is the most that work at once; fewer results than `minimumRun` a thread are not worth one. `body` is gone when this returns; it is `@escaping` because the
  /// check of `withoutActuallyEscaping` has the length of this file's path in it, which differs
  /// from folder to folder (docs/decisions/0006).
  public static func results<Result: Sendable>(
    count: Int, threads: Int = cores, minimumRun: Int = 16,
    _ body: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    guard count > 0 else { return [] }
    let workers = max(1, min(threads, count / max(1, minimumRun)))
    guard workers > 1 else { return (0..<count).map(body) }
    // Each result is written straight into the array, once, and all threads are joined before
    // anybody reads.
    return [Result](unsafeUninitializedCapacity: count) { buffer, initialized in
      let target = UnsafeSlots(slots: buffer)
      let shares = Shares(count: count, size: max(1, count / (workers * sharesEach)))
      let job = Job {
        while let range = shares.next() {
          for index in range { target.slots.initializeElement(at: index, to: body(index)) }
        }
      }
      var waiting: [pthread_t] = []
      for _ in 0..<workers {
        var thread = pthread_t()
        let handle = Unmanaged.passRetained(job)
        let started = pthread_create(
          &thread, nil,
          { argument in
            guard let argument else { return nil }
            Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().work()
            // The next thread may get this stack as it is, and the work may have been on keys.
            syscalls_wipe_stack()
            return nil
          }, handle.toOpaque())
        if started == 0 { waiting.append(thread) } else { handle.release() }
      }
      // Where there is no thread at all, nobody else is there to wait for either.
      if waiting.isEmpty { job.work() }
      for thread in waiting { pthread_join(thread, nil) }
      initialized = count
    }
  }

  /// In how many shares the work of a thread is cut: the last one to end is late by one at most.
  private static let sharesEach = 16
}

/// The indices that nobody has taken yet.
private final class Shares: Sendable {
  private let count: Int
  private let size: Int
  private let taken = Atomic(0)

  init(count: Int, size: Int) {
    self.count = count
    self.size = size
  }

  /// The next neighbours, for one thread alone; nil when all are taken.
  func next() -> Range<Int>? {
    let (start, _) = taken.add(size, ordering: .relaxed)
    guard start < count else { return nil }
    return start..<min(start + size, count)
  }
}

/// What every thread does.
private final class Job: @unchecked Sendable {
  let work: () -> Void
  init(_ work: @escaping () -> Void) { self.work = work }
}

/// The shared result slots; safe because no index is taken twice.
private struct UnsafeSlots<Result>: @unchecked Sendable {
  let slots: UnsafeMutableBufferPointer<Result>
}
