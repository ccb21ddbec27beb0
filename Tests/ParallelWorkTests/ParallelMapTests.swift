import Glibc
import ParallelWork
import Testing

@Suite struct ParallelMapTests {
  @Test(arguments: [0, 1, 15, 16, 17, 31, 32, 33, 1000, 1001], [1, 2, 3, 7, 64])
  func `results come in order, whatever the number of threads`(count: Int, threads: Int) {
    let squares = ParallelMap.results(count: count, threads: threads) { $0 * $0 }
    #expect(squares == (0..<count).map { $0 * $0 })
  }

  @Test func `an optional result keeps its place`() {
    let odd = ParallelMap.results(count: 100, threads: 4) { $0 % 2 == 0 ? nil : $0 }
    #expect(odd == (0..<100).map { $0 % 2 == 0 ? nil : $0 })
  }

  @Test func `more than one thread works when there is work for more than one`() {
    // Every run waits for the others: with fewer threads than runs this would never end.
    let runs = 2
    let meeting = Meeting(of: runs)
    let results = ParallelMap.results(count: runs, threads: runs, minimumRun: 1) { _ in
      meeting.arrive()
      return true
    }
    #expect(results == [true, true])
  }
}

/// Lets nobody go on before all have come.
private final class Meeting: @unchecked Sendable {
  private var missing: Int
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let all = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(of count: Int) {
    missing = count
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(all, nil)
  }

  func arrive() {
    pthread_mutex_lock(mutex)
    missing -= 1
    if missing == 0 { pthread_cond_broadcast(all) }
    while missing > 0 { pthread_cond_wait(all, mutex) }
    pthread_mutex_unlock(mutex)
  }
}
