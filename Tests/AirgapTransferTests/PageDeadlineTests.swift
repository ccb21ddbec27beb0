import Testing

@testable import AirgapTransfer

@Suite struct PageDeadlineTests {
  private final class Clock {
    var time = 100.0
  }

  @Test func `each page has its own time, and all together have a bound`() {
    let clock = Clock()
    var deadline = PageDeadline(seconds: 60) { clock.time }
    #expect(deadline.time == 160)
    for page in 1...30 {
      clock.time = 100 + Double(page) * 50
      deadline.renew()
      #expect(deadline.time == min(clock.time + 60, 700))
    }
  }
}
