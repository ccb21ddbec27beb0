/// An address that was just handed out, to nobody else.
public struct IssuedAddress: Hashable, Sendable {
  /// The branch that it is on.
  public let branch: Int
  /// Its index on the branch.
  public let index: UInt32
  /// Whether a wallet restored elsewhere, looking the usual gap ahead, might miss it.
  public let isBeyondGap: Bool
  /// How far the branch was handed out before.
  package let handedOutBefore: UInt32
  /// Whether the other homes of this user know.
  package let isShared: Bool

  /// An address that was handed out before, not now.
  public init(branch: Int, index: UInt32) {
    self.init(
      branch: branch, index: index, isBeyondGap: false, handedOutBefore: index, isShared: false)
  }

  package init(
    branch: Int, index: UInt32, isBeyondGap: Bool, handedOutBefore: UInt32, isShared: Bool
  ) {
    self.branch = branch
    self.index = index
    self.isBeyondGap = isBeyondGap
    self.handedOutBefore = handedOutBefore
    self.isShared = isShared
  }
}
