/// Until when an answer of the helper is waited for: each page of a file has its own time, all of
/// them together have a bound.
struct PageDeadline {
  /// The most seconds for all pages of a file.
  ///
  /// The helper may use as much of the processor.
  static let mostSeconds = 600.0

  /// For one page.
  let seconds: Int
  private let last: Double
  /// Whether there is no more time for any page.
  var isLast: Bool { time == last }
  /// The clock, in seconds.
  private let now: () -> Double
  /// On the clock of ``HelperRun``.
  private(set) var time: Double

  /// `inAll` is how many seconds all pages may take.
  init(
    seconds: Int, inAll: Double = mostSeconds, now: @escaping () -> Double = { HelperRun.now }
  ) {
    self.seconds = seconds
    self.now = now
    time = now() + min(Double(seconds), inAll)
    last = now() + inAll
  }

  /// A page came: the next one has as long again.
  mutating func renew() { time = min(now() + Double(seconds), last) }
}
