internal import Glibc
public import Refusals

/// Why a sheet did not come to paper.
public enum PrintingError: HintedError, Equatable, Sendable {
  /// There is no such device.
  case noDevice(path: String)
  /// The device cannot be opened; `code` is the system's error number.
  case cannotOpen(path: String, code: Int32)
  /// It is not a device that a printer could be: a file, a terminal, a piece of memory.
  case notAPrinter(path: String)
  /// Nobody said what the printer understands.
  case languageUnknown(path: String)
  /// The printer took nothing more for so long.
  case stalled(path: String, written: Int, of: Int, seconds: Int)
  /// The printer broke off; `code` is the system's error number.
  case brokeOff(path: String, written: Int, of: Int, code: Int32)
  /// The helper program is not in the folder of the program that needs it.
  case helperMissing(path: String)
  /// The helper could not be started, or ended without an answer.
  case helperFailed
  /// That is not a name of a printer.
  case badName
  /// CUPS is not installed, or does not run.
  case noCUPS
  /// CUPS knows no printer of that name.
  case noPrinter(name: String)
  /// CUPS did not take the job.
  case notTaken(name: String)
  /// The job was not printed in time; it was removed, unless that failed too.
  case stuck(job: String, isRemoved: Bool)

  public var description: String {
    switch self {
    case .noDevice(let path): "printer \(path): there is no such device"
    case .cannotOpen(let path, EACCES): "printer \(path): this user has no permission to use it"
    case .cannotOpen(let path, EBUSY): "printer \(path): another program uses it"
    case .cannotOpen(let path, let code): "printer \(path): cannot be opened (error \(code))"
    case .notAPrinter(let path): "\(path) is not a printer"
    case .languageUnknown(let path):
      "printer \(path): it is not known whether it takes PDF or PostScript; many printers take neither"
    case .stalled(let path, let written, let count, let seconds):
      "printer \(path): took \(written) of \(count) bytes, then nothing for \(seconds) seconds"
    case .brokeOff(let path, let written, let count, let code):
      "printer \(path): broke off after \(written) of \(count) bytes (error \(code))"
    case .helperMissing(let path): "sheet-printer: not found at \(path)"
    case .helperFailed: "sheet-printer: ended without an answer"
    case .badName: "the name of a printer may have only letters, digits, . _ and -"
    case .noCUPS: "CUPS does not run on this machine"
    case .noPrinter(let name): "printer \(name): CUPS knows no printer of that name"
    case .notTaken(let name): "printer \(name): CUPS did not accept the sheet"
    case .stuck(let job, let isRemoved):
      "print job \(job): not printed in ten minutes, "
        + (isRemoved ? "removed with its files" : "and its files could not be removed")
    }
  }

  /// Nil: no rule is about paper and printers.
  public var rule: Rule? { nil }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .noDevice:
      "switch the printer on and plug it in (ls /dev/usb); or write a .pdf, or copy by hand"
    case .cannotOpen(_, EACCES): "add the user to the group lp (adduser USER lp) and log in again"
    case .cannotOpen(_, EBUSY): "stop CUPS, or print through it: --printer NAME"
    case .cannotOpen: "switch the printer off and on, and look for its device again"
    case .notAPrinter:
      "name its device (/dev/usb/lp0), or a name ending with .pdf, .ps, .png or .svg"
    case .languageUnknown: PrintingWays.text
    case .stalled, .brokeOff:
      "look at the printer: paper, lid, cable; tear up what came out of it, and print again"
    case .helperMissing: "install all programs of this version in one folder"
    case .helperFailed, .notTaken:
      "try `lp -d NAME` with a page that holds no secret; or write a .pdf"
    case .badName, .noPrinter: "run `lpstat -e` to list the names of the printers"
    case .noCUPS: "install and start it (cups), or name the printer's device, or write a .pdf"
    case .stuck(let job, let isRemoved):
      isRemoved
        ? "look at the printer: paper, lid, cable; then print again"
        : "remove it: cancel -x \(job), then look below /var/spool/cups as root"
    }
  }
}

/// The ways to paper, named where one is refused.
public enum PrintingWays {
  /// One line for a hint.
  public static let text =
    "add --printer-takes pdf (or postscript) if you know that it does; or print through CUPS: "
    + "--printer NAME; or write a .pdf on a memory file system and print that"
}
