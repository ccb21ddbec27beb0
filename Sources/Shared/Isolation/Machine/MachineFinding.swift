internal import Refusals

/// One thing found, and how to fix it.
public struct MachineFinding: Hashable, Sendable {
  /// In words, for a person.
  public let message: String
  /// What to do about it.
  public let mend: String

  init(_ message: String, mend: String) {
    self.message = message
    self.mend = mend
  }
}

extension MachineFinding {
  /// What could not be looked at, and why.
  static func unknown(_ what: String, _ error: KernelFileError) -> Self {
    Self(
      "\(what) cannot be determined: \(error)",
      mend: "start it where /proc and /sys are the kernel's own, on a kernel as Debian builds it")
  }

  /// A name of the kernel's, which a plugged-in device may have chosen (R24).
  static func shown(_ name: some StringProtocol) -> String { ForeignText.ascii(name, limit: 64) }

  /// A path that root wrote down: no device chooses it, and the kernel's own escapes stay readable.
  static func path(_ path: some StringProtocol) -> String { ForeignText.shown(path, limit: 64) }
}
