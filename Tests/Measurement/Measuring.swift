import CSystemCalls
import Glibc
import ParallelWork

/// A span of time on one of the system's clocks, in seconds.
package struct Spent: Sendable {
  /// By the clock on the wall.
  package var wall: Double
  /// Of all threads of this process together; hardly disturbed by what else the machine does.
  package var cpu: Double
  /// Of the calling thread alone: where work is spread evenly, what the clock on the wall would say if
  /// every thread had a core to itself.
  package var caller: Double

  /// Runs `body` once.
  package static func by<R>(_ body: () throws -> R) rethrows -> (result: R, spent: Spent) {
    let start = now()
    let result = try body()
    return (result, since(start))
  }

  package static func since(_ start: Spent) -> Spent {
    let end = now()
    return Spent(
      wall: end.wall - start.wall, cpu: end.cpu - start.cpu, caller: end.caller - start.caller)
  }

  /// The lesser of both, each clock for itself: noise only ever adds.
  package func least(_ other: Spent?) -> Spent {
    guard let other else { return self }
    return Spent(
      wall: min(wall, other.wall), cpu: min(cpu, other.cpu), caller: min(caller, other.caller))
  }

  package static func now() -> Spent {
    Spent(
      wall: seconds(CLOCK_MONOTONIC), cpu: seconds(CLOCK_PROCESS_CPUTIME_ID),
      caller: seconds(CLOCK_THREAD_CPUTIME_ID))
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The cores that this process may use.
package enum Cores {
  /// How many the program itself would use.
  package static var count: Int { ParallelMap.cores }

  /// Runs `body` on a thread that is kept to one core, with all the threads it starts.
  package static func onOne<R>(_ body: () throws -> R) throws -> R {
    var result: Result<R, any Error> = .failure(BenchmarkError("no thread can be had"))
    try withoutActuallyEscaping(body) { body in
      let work = Work {
        guard syscalls_use_one_core() == 0, ParallelMap.cores == 1 else {
          result = .failure(BenchmarkError("a thread cannot be kept to one core"))
          return
        }
        result = Result(catching: body)
      }
      var thread = pthread_t()
      let started = pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          Unmanaged<Work>.fromOpaque(argument).takeUnretainedValue().run()
          return nil
        }, Unmanaged.passUnretained(work).toOpaque())
      guard started == 0 else { throw BenchmarkError("no thread can be had") }
      pthread_join(thread, nil)
    }
    return try result.get()
  }

  private final class Work {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }
}

/// Numbers that look random and are the same in every run (SplitMix64).
package struct SteadyNumbers: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}

/// Why a measurement could not be made, or is not valid.
package struct BenchmarkError: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
