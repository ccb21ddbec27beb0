internal import KeeperProcess

/// How much may cross the pipe.
enum KeeperLimits {
  /// The most bytes of a message, which its frame has too.
  static let message = KeeperFrames.limit
}
