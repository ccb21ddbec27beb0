internal import CSystemCalls
import Glibc

/// Spreads independent work over the processor's cores.
///
/// Threads come straight from the system: no run loop, no queue library and none of its descriptors in
/// the program that holds keys.
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
  /// The indices are cut into one run of neighbours a thread, so that the order of the results, and
  /// whatever each depends on, is the same however many threads there are. Where a thread cannot be
  /// had, its run is done by the caller.
  ///
  /// `threads` is the most that run at once, the caller's included; fewer results than `minimumRun`
  /// a thread are not worth one.
  public static func results<Result: Sendable>(
    count: Int, threads: Int = cores, minimumRun: Int = 16,
    _ body: @Sendable (Int) -> Result
  ) -> [Result] {
    guard count > 0 else { return [] }
    let runs = max(1, min(threads, count / max(1, minimumRun)))
    guard runs > 1 else { return (0..<count).map(body) }
    // Each thread writes a run of its own straight into the array, and all are joined before anybody
    // reads.
    return [Result](unsafeUninitializedCapacity: count) { buffer, initialized in
      let target = UnsafeSlots(slots: buffer)
      withoutActuallyEscaping(body) { body in
        var waiting: [(thread: pthread_t, job: Job)] = []
        for run in 0..<runs {
          let range = (count * run / runs)..<(count * (run + 1) / runs)
          let job = Job {
            for index in range { target.slots.initializeElement(at: index, to: body(index)) }
          }
          if run == runs - 1 {
            job.work()
            continue
          }
          var thread = pthread_t()
          let handle = Unmanaged.passRetained(job)
          let started = pthread_create(
            &thread, nil,
            { argument in
              guard let argument else { return nil }
              Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().work()
              return nil
            }, handle.toOpaque())
          if started == 0 {
            waiting.append((thread, job))
          } else {
            handle.release()
            job.work()
          }
        }
        for (thread, _) in waiting { pthread_join(thread, nil) }
      }
      initialized = count
    }
  }
}

/// One thread's share.
private final class Job: @unchecked Sendable {
  let work: () -> Void
  init(_ work: @escaping () -> Void) { self.work = work }
}

/// The shared result slots; safe because the runs do not overlap.
private struct UnsafeSlots<Result>: @unchecked Sendable {
  let slots: UnsafeMutableBufferPointer<Result>
}
