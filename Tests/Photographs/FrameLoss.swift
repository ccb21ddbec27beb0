/// Which frames of a screen a camera gets: some fall out, some come twice, in the order in which
/// they were shown.
public struct FrameLoss: Sendable {
  private let lost: Double
  private let doubled: Double
  private var numbers: Numbers

  /// Shares from 0 to below 1 of the frames that are lost, and of those seen that are seen twice.
  public init(lost: Double, doubled: Double = 0, seed: UInt64) {
    (self.lost, self.doubled, numbers) = (lost, doubled, Numbers(seed))
  }

  /// How often the next frame that is shown is seen: 0, 1 or 2 times.
  public mutating func timesSeen() -> Int {
    guard numbers.next() >= lost else { return 0 }
    return numbers.next() < doubled ? 2 : 1
  }
}
