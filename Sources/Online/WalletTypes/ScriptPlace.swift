/// Where a wallet derives a script.
public struct ScriptPlace: Hashable, Sendable {
  public let branch: Int
  public let index: UInt32

  public init(branch: Int, index: UInt32) {
    self.branch = branch
    self.index = index
  }
}
