internal import Refusals

/// What about this machine does not fit a laptop that never touches a network.
///
/// Read from `/sys` and `/proc` below a root that tests replace. Nothing here opens a socket. What
/// cannot be read, or says what it never should, is a finding too: a home with real coins fails
/// closed.
public struct MachineFindings: Sendable, Equatable {
  /// One thing found, and how to fix it.
  public struct Finding: Hashable, Sendable {
    /// In words, for a person.
    public let message: String
    /// What to do about it.
    public let mend: String

    init(_ message: String, mend: String) {
      self.message = message
      self.mend = mend
    }
  }

  /// The findings, in a fixed order; empty on an isolated machine.
  public let findings: [Finding]

  /// Looks at the machine below `root`, which is empty for the real one.
  ///
  /// `hasLandlock` says whether the kernel can fence this program in; nil asks it, for the real machine.
  public init(root: String = "", hasLandlock: Bool? = nil) {
    let files = KernelFiles(root: root)
    findings =
      NetworkInterfaces(files).findings + RadioSwitches(files).findings
      + MemoryLeaks(files).findings
      + OtherProgramsMemory(
        files, hasLandlock: hasLandlock ?? (root.isEmpty ? FileFence.isAvailable : true)
      ).findings + USBGadgets(files).findings
  }

  /// Whether nothing was found: the machine is isolated.
  public var isEmpty: Bool { findings.isEmpty }

  /// The findings that were not there before.
  public func since(_ earlier: MachineFindings) -> [Finding] {
    findings.filter { !earlier.findings.contains($0) }
  }
}

extension MachineFindings.Finding {
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
