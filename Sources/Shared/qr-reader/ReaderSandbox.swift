internal import CSeccomp
internal import CSystemCalls
internal import Glibc

/// Locks this process in before it looks at a single byte of a picture.
///
/// Afterwards it can read its input, write its output and use up to 1 GB of memory and a bounded time. It cannot open a
/// file, make a socket, start a program or map code. Attackers choose the pixels: whoever takes over a decoder holds
/// nothing but the picture.
enum ReaderSandbox {
  /// Whether everything that matters is in force; false means: do not read.
  ///
  /// `camera`: the input is a video device; `isWatched`: a person waits for what is found.
  static func enter(camera: Bool, isWatched: Bool) -> Bool {
    guard syscalls_close_above(3) == 0,
      limit(RLIMIT_CORE, 0), limit(RLIMIT_FSIZE, 0), limit(RLIMIT_NOFILE, 3),
      limit(RLIMIT_AS, 1 << 30),
      // A camera, or a film from a pipe, is watched by a person; a picture by nobody. Each page of a PDF takes seconds, and the
      // program that waits ends this one after a minute without a page.
      limit(RLIMIT_CPU, isWatched ? 3600 : 600),
      syscalls_forbid_dumps() == 0, syscalls_set_no_new_privileges() == 0,
      syscalls_set_parent_death_signal(SIGKILL) == 0
    else { return false }
    return forbidFiles() && filterCalls(camera: camera)
  }

  private static func limit(_ resource: __rlimit_resource, _ value: UInt) -> Bool {
    var limit = rlimit(rlim_cur: value, rlim_max: value)
    return setrlimit(Int32(bitPattern: resource.rawValue), &limit) == 0
  }

  /// Landlock without a single allowance.
  ///
  /// Where the kernel has none, the filter of calls still refuses to open.
  private static func forbidFiles() -> Bool {
    let version = syscalls_landlock_version()
    guard version > 0 else { return true }
    let files = syscalls_landlock_rights(version)
    // The limit on descriptors is 3 by now, so the ruleset takes the number of the error output.
    close(2)
    let ruleset = syscalls_landlock_create(files, version >= 4 ? 3 : 0)
    guard ruleset >= 0 else { return false }
    defer { close(ruleset) }
    return syscalls_landlock_restrict(ruleset) == 0
  }

  private static let allowed = [
    "read", "write", "fstat", "newfstatat", "lseek", "close", "brk", "munmap", "mremap", "madvise",
    "futex", "exit", "exit_group", "rt_sigreturn", "rt_sigprocmask", "rt_sigaction",
    "sigaltstack", "clock_gettime", "clock_nanosleep", "gettimeofday", "getrandom", "getpid",
    "gettid", "sched_yield", "restart_syscall",
  ]

  /// Everything not allowed fails; what no decoder ever asks for ends the process.
  private static func filterCalls(camera: Bool) -> Bool {
    let fail: UInt32 = 0x0005_0000 | UInt32(EPERM)
    let allow: UInt32 = 0x7FFF_0000
    let kill: UInt32 = 0x8000_0000
    guard let filter = seccomp_init(fail) else { return false }
    defer { seccomp_release(filter) }
    for name in allowed + (camera ? ["ioctl", "poll", "ppoll"] : []) {
      let number = seccomp_syscall_resolve_name(name)
      // Names that this processor does not have are negative.
      guard number >= 0 else { continue }
      guard seccomp_rule_add_array(filter, allow, number, 0, nil) == 0 else { return false }
    }
    // Memory may be mapped and its protection changed as long as it does not become code.
    for name in ["mmap", "mprotect"] {
      var notCode = scmp_arg_cmp(
        arg: 2, op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(PROT_EXEC), datum_b: 0)
      let number = seccomp_syscall_resolve_name(name)
      guard seccomp_rule_add_array(filter, allow, number, 1, &notCode) == 0 else { return false }
    }
    for name in [
      "socket", "socketpair", "connect", "bind", "sendto", "sendmsg", "execve", "execveat",
      "fork", "vfork", "ptrace", "process_vm_readv", "process_vm_writev", "bpf", "io_uring_setup",
    ] {
      let number = seccomp_syscall_resolve_name(name)
      guard number >= 0 else { continue }
      guard seccomp_rule_add_array(filter, kill, number, 0, nil) == 0 else { return false }
    }
    return seccomp_load(filter) == 0
  }
}
