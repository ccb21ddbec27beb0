/// What about this machine does not fit a laptop that never touches a network.
///
/// Read from `/sys` and `/proc` below a root that tests replace. Nothing here opens a socket. What
/// cannot be read, or says what it never should, is a finding too: a home with real coins fails
/// closed.
public struct MachineFindings: Sendable, Equatable {
  /// The findings, in a fixed order; empty on an isolated machine.
  public let findings: [MachineFinding]

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
  public func since(_ earlier: MachineFindings) -> [MachineFinding] {
    findings.filter { !earlier.findings.contains($0) }
  }
}
