internal import CSystemCalls
internal import Glibc

/// This process, split in two: for one whose child goes on with the same code, before a fence that only one of them gets.
public enum ProcessSplit {
  /// Splits this process; gives 0 in the child, which has everything that is open, and the child's process here.
  ///
  /// Only while there is one thread: the child has no other.
  ///
  /// - Throws: `cannotStart`.
  public static func split() throws(HelperError) -> Int32 {
    let process = syscalls_fork()
    guard process >= 0 else { throw .cannotStart(code: -process) }
    return process
  }

  /// Closes what whoever started this program left open, but for the standard streams: before it opens anything itself.
  public static func closeWhatWasLeftOpen() { _ = syscalls_close_above(STDERR_FILENO + 1) }
}
