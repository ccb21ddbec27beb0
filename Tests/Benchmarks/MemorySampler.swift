import Glibc
import Measurement
import Synchronization

/// Watches how much memory of its own this process has: anonymous pages, which nobody else shares and
/// which the system cannot drop and read again as it can the program's code.
///
/// The kernel remembers a peak of everything resident, not of this part; it is sampled, every 50 us.
final class MemorySampler: Sendable {
  private let peak = Atomic<Int>(0)
  private let isDone = Atomic<Bool>(false)
  private let file: Int32

  /// The most that was seen while `body` ran, in bytes, and what there was before.
  static func peak(during body: () throws -> Void) throws -> (before: Int, peak: Int) {
    let sampler = try MemorySampler()
    let before = sampler.sample()
    var thread = pthread_t()
    let started = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<MemorySampler>.fromOpaque(argument).takeUnretainedValue().run()
        return nil
      }, Unmanaged.passUnretained(sampler).toOpaque())
    guard started == 0 else { throw BenchmarkError("no thread can be had") }
    defer {
      sampler.isDone.store(true, ordering: .sequentiallyConsistent)
      pthread_join(thread, nil)
    }
    try body()
    return (before, max(sampler.peak.load(ordering: .sequentiallyConsistent), sampler.sample()))
  }

  private init() throws {
    file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw BenchmarkError("/proc/self/statm cannot be read") }
  }

  deinit { close(file) }

  private func run() {
    while !isDone.load(ordering: .sequentiallyConsistent) {
      let seen = sample()
      if seen > peak.load(ordering: .relaxed) {
        peak.store(seen, ordering: .sequentiallyConsistent)
      }
      usleep(50)
    }
  }

  /// Resident pages less those that belong to files, in bytes; allocates nothing.
  private func sample() -> Int {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { buffer in
      let count = pread(file, buffer.baseAddress, buffer.count, 0)
      var numbers = (0, 0, 0)
      var field = 0
      for byte in buffer.prefix(max(0, count)) {
        guard byte != UInt8(ascii: " ") else {
          field += 1
          continue
        }
        guard field < 3 else { break }
        let digit = Int(byte) - 48
        switch field {
        case 1: numbers.1 = numbers.1 * 10 + digit
        case 2: numbers.2 = numbers.2 * 10 + digit
        default: break
        }
      }
      return (numbers.1 - numbers.2) * Int(getpagesize())
    }
  }
}
