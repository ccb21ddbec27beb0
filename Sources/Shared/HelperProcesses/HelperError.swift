/// Why a helper program gave no answer.
public enum HelperError: Error, Equatable, Sendable {
  /// The helper is not in the folder of the program that needs it.
  case missing(path: String)
  /// Another user could replace the helper: this file or folder is theirs, or open to them.
  case replaceable(path: String)
  /// The helper could not be started; `code` is the system's error number.
  case cannotStart(code: Int32)
  /// The helper gave nothing more for that long.
  case timedOut(seconds: Int)
}
