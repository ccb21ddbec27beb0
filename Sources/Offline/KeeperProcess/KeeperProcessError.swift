public import Refusals

/// Why nothing came of talking to `key-keeper`.
public enum KeeperProcessError: HintedError, Equatable, Sendable {
  /// The program is not in the folder of the program that needs it, or may not be run.
  case missing(path: String)
  /// Another user could replace it: this file or folder is theirs, or open to them.
  case replaceable(path: String)
  /// It could not be started; `code` is the system's error number.
  case cannotStart(code: Int32)
  /// It ended before it answered.
  case ended
  /// The reviewer cannot get a terminal of its own; `code` is the system's error number.
  case noTerminal(code: Int32)
  /// A message is longer than ``KeeperFrames/limit``, in bytes; none of it was sent or read.
  case tooLong(bytes: Int)
  /// A pipe was closed in the middle of a message, or cannot be read or written.
  case brokenOff
}

extension KeeperProcessError {
  public var description: String {
    switch self {
    case .missing(let path): "key-keeper: not found at \(path)"
    case .replaceable(let path):
      "key-keeper is not started: another user could replace \(path)"
    case .cannotStart(let code): "key-keeper cannot be started (error \(code))"
    case .ended: "key-keeper ended before it answered; it handed out no signature"
    case .noTerminal(let code):
      "this command cannot get a terminal of its own beside key-keeper's (error \(code))"
    case .tooLong(let bytes):
      "a message to or from key-keeper has \(bytes) bytes; the limit is \(KeeperFrames.limit) bytes"
    case .brokenOff: "the pipe to key-keeper broke off in the middle of a message"
    }
  }

  /// Nil: no rule is about this.
  public var rule: Rule? { nil }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .missing: "install all programs of this version in one folder"
    case .replaceable:
      "install the programs as root; or own that file or folder, and run chmod go-w on it"
    case .cannotStart: "close other programs to free memory, then run the command again"
    case .noTerminal:
      "run `mount -t devpts devpts /dev/pts` as root if nothing is mounted there, then run the command again"
    case .ended, .brokenOff:
      "run the command again; if it ends the same way, run `doctor` and install the programs again"
    case .tooLong: "have the payment built with fewer inputs"
    }
  }
}
