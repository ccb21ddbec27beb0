public import Refusals

/// Why a sheet was not drawn.
public enum SheetDrawingError: HintedError, Equatable, Sendable {
  /// The helper program is not in the folder of the program that needs it.
  case helperMissing(path: String)
  /// Another user could put another program in the place of the helper: this file or folder is theirs, or open to them.
  case helperReplaceable(path: String)
  /// The helper could not be started; `code` is the system's error number.
  case cannotStart(code: Int32)
  /// The helper gave nothing more for that long and was ended.
  case timedOut(seconds: Int)
  /// The helper ended in a way it should not.
  case crashed(status: Int32)
  /// The helper said something that is not its protocol.
  case malformedOutput
  /// The pages are larger than is accepted.
  case tooMuchOutput(limit: Int)
  /// The helper refused, in its own words.
  case refused(SheetRefusal)

  public var description: String {
    switch self {
    case .helperMissing(let path): "sheet-drawer: not found at \(path)"
    case .helperReplaceable(let path):
      "sheet-drawer is not started: another user could replace \(path)"
    case .cannotStart(let code): "sheet-drawer: cannot be started (error \(code))"
    case .timedOut(let seconds): "sheet-drawer: no page for \(seconds) seconds, ended"
    case .crashed(let status): "sheet-drawer: ended unexpectedly (status \(status))"
    case .malformedOutput: "sheet-drawer: malformed answer"
    case .tooMuchOutput(let limit): "sheet-drawer: more than \(limit) bytes of pages"
    case .refused(let refusal): "sheet: \(Self.text(refusal))"
    }
  }

  /// Nil: no rule is about paper and printers.
  public var rule: Rule? { nil }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .helperReplaceable:
      "install the programs as root; or own that file or folder, and run chmod go-w on it"
    case .helperMissing: "install all programs of this version in one folder"
    case .refused(.fontMissing(let package)):
      "install the package \(package.rawValue) (apt-get install \(package.rawValue)), and print again"
    case .refused(.letterMissing): "leave that letter out of the name or label, and print again"
    case .refused(.tooManyPages): "print fewer things on one sheet"
    case .refused(.tooManyDots): "choose a lower resolution, or write a .pdf"
    case .refused(.malformed), .refused(.usage), .malformedOutput:
      "install the signer and sheet-drawer of the same version"
    default:
      "run `doctor`; without a printer, copy the words by hand and check them with `seed "
        + "verify`"
    }
  }

  private static func text(_ refusal: SheetRefusal) -> String {
    switch refusal {
    case .fontMissing(let package): "there are no fonts for its letters: \(package.rawValue)"
    case .letterMissing(let letter?):
      "no font has the letter U+\(String(letter, radix: 16, uppercase: true))"
    case .letterMissing(nil): "no font has a letter of the secret"
    case .malformed(let offset): "the document is malformed at byte \(offset)"
    case .tooManyPages: "it takes too many pages"
    case .tooManyDots: "its pages are too large at this resolution"
    case .memory: "memory is short"
    case .sandbox: "the kernel refused to isolate sheet-drawer"
    case .usage: "sheet-drawer does not know the request"
    }
  }
}
