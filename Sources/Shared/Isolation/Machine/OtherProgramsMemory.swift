/// Whether one program can look into another: Yama's rule for it, and Landlock for this one.
///
/// The signer itself cannot be traced. What is typed goes through a terminal and a shell, which
/// can; and a program with sockets beside it is a way out for a compromised signer.
struct OtherProgramsMemory {
  let findings: [MachineFinding]

  init(_ files: KernelFiles, hasLandlock: Bool) {
    findings = [Self.tracing(files), hasLandlock ? nil : Self.noLandlock].compactMap(\.self)
  }

  static func tracing(_ files: KernelFiles) -> MachineFinding? {
    let path = "/proc/sys/kernel/yama/ptrace_scope"
    do throws(KernelFileError) {
      guard let scope = try files.word(path) else {
        return MachineFinding(
          "this kernel has no Yama: programs of one user can read each other's memory",
          mend: "start a kernel with Yama, as Debian's is (CONFIG_SECURITY_YAMA, and yama in lsm=)")
      }
      guard let number = Int(scope), (0...3).contains(number) else {
        throw .odd(path: path, what: "it is not a number from 0 to 3")
      }
      guard number == 0 else { return nil }
      return MachineFinding(
        "programs of one user can read each other's memory (kernel.yama.ptrace_scope is 0)",
        mend: "forbid it: sysctl kernel.yama.ptrace_scope=2, or offline-signer-lock-down")
    } catch {
      return .unknown("whether programs can read each other's memory", error)
    }
  }

  private static let noLandlock = MachineFinding(
    "this kernel has no Landlock: a signer that was taken over could reach other programs and files",
    mend:
      "start a kernel with Landlock, as Debian's is (CONFIG_SECURITY_LANDLOCK, and landlock in lsm=)"
  )
}
