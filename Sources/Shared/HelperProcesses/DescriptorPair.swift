internal import Glibc

/// The two ends of a pipe between this program and one that it starts.
public struct DescriptorPair: Sendable {
  /// What is read from.
  public let reader: Int32
  /// What is written to.
  public let writer: Int32

  /// Makes a pipe.
  ///
  /// - Throws: `cannotStart`.
  public static func pipe() throws(HelperError) -> DescriptorPair {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw .cannotStart(code: errno) }
    return try DescriptorPair(moving: ends)
  }

  /// Takes two ends, moves them above the standard streams, and has them closed where another program starts.
  ///
  /// - Throws: `cannotStart`.
  public init(moving ends: [Int32]) throws(HelperError) {
    reader = fcntl(ends[0], F_DUPFD_CLOEXEC, 10)
    writer = fcntl(ends[1], F_DUPFD_CLOEXEC, 10)
    for end in ends { close(end) }
    guard min(reader, writer) >= 0 else { throw .cannotStart(code: errno) }
  }
}
