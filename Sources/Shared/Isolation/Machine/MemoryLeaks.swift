/// Where memory could leave the machine's memory: swap, and core dumps that go to a program.
struct MemoryLeaks {
  let findings: [MachineFinding]

  init(_ files: KernelFiles) {
    findings = Self.swap(files) + Self.corePattern(files)
  }

  private static func swap(_ files: KernelFiles) -> [MachineFinding] {
    do throws(KernelFileError) {
      let lines = try files.lines("/proc/swaps")
      guard let first = lines.first, first.hasPrefix("Filename") else {
        throw .odd(path: "/proc/swaps", what: "it does not begin with its headings")
      }
      return lines.dropFirst().map { row in
        MachineFinding(
          "swap is on: \(MachineFinding.path(row.prefix { $0 != " " && $0 != "\t" }))",
          mend: "turn it off: swapoff -a, and remove it from /etc/fstab")
      }
    } catch {
      return [.unknown("whether swap is on", error)]
    }
  }

  static func corePattern(_ files: KernelFiles) -> [MachineFinding] {
    let path = "/proc/sys/kernel/core_pattern"
    do throws(KernelFileError) {
      guard let pattern = try files.word(path) else { throw .unreadable(path: path, code: 2) }
      // "|" starts a program for each dump; "@" (Linux 6.16) sends it to a socket.
      guard pattern.hasPrefix("|") || pattern.hasPrefix("@") else { return [] }
      return [
        MachineFinding(
          "core dumps are piped to a program",
          mend: "keep them off: sysctl kernel.core_pattern=core")
      ]
    } catch {
      return [.unknown("where core dumps go", error)]
    }
  }
}
