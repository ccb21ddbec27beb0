/// Where a wallet derives a script.
public struct ScriptPlace: Hashable, Sendable {
  /// The number of the branch, counted from 0.
  public let branch: Int
  /// The index on the branch, counted from 0.
  public let index: UInt32

  /// Takes the branch and the index.
  public init(branch: Int, index: UInt32) {
    self.branch = branch
    self.index = index
  }
}
