internal import CSystemCalls
internal import Glibc

/// Confines this process further than the signer's filter does, before it reads a byte: no file but
/// the fonts, nothing written but to its output, bounded memory and time.
enum DrawerSandbox {
  /// Whether everything that matters is in force; false means: do not read.
  static func enter(reading folders: [String]) -> Bool {
    // No page may reach the swap; where the limit is too low, the signer's doctor says so.
    _ = mlockall(MCL_CURRENT)
    // Files of at most 256 MB, which exist in memory alone: the filter lets no other be opened for writing.
    return syscalls_close_above(3) == 0 && limit(RLIMIT_FSIZE, 1 << 28)
      && limit(RLIMIT_NOFILE, 64) && limit(RLIMIT_AS, 1 << 30) && limit(RLIMIT_CPU, 60)
      && syscalls_set_parent_death_signal(SIGKILL) == 0 && allowOnly(folders)
  }

  private static func limit(_ resource: __rlimit_resource, _ value: UInt) -> Bool {
    var limit = rlimit(rlim_cur: value, rlim_max: value)
    return setrlimit(Int32(bitPattern: resource.rawValue), &limit) == 0
  }

  /// Landlock: reading beneath these folders, nothing else of the file system and no TCP.
  ///
  /// A kernel without it leaves the filter of calls, which forbids to write any.
  private static func allowOnly(_ folders: [String]) -> Bool {
    let version = syscalls_landlock_version()
    guard version > 0 else { return true }
    let files = syscalls_landlock_rights(version)
    let ruleset = syscalls_landlock_create(files, version >= 4 ? 3 : 0)
    guard ruleset >= 0 else { return false }
    defer { close(ruleset) }
    // Reading files and listing folders.
    let reading: UInt64 = 1 << 2 | 1 << 3
    for folder in folders {
      let parent = syscalls_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
      // What is not there needs no permission; its absence is said when a font is looked for.
      guard parent >= 0 else { continue }
      defer { close(parent) }
      guard syscalls_landlock_allow(ruleset, parent, reading) == 0 else { return false }
    }
    return syscalls_landlock_restrict(ruleset) == 0
  }
}
