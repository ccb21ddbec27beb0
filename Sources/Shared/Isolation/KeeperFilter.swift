internal import CSeccomp
internal import Glibc

/// The list of system calls that `key-keeper` has while it answers a reviewer: the vault, the terminal, its pipes,
/// memory, threads, and nothing else.
///
/// What is not listed answers ENOSYS, as on a kernel from before that call: a C library of another day then takes
/// the older one, as it does there (docs/decisions/0004). What nobody who keeps keys ever asks for ends the process.
enum KeeperFilter {
  /// Allowed whatever the arguments are.
  static let allowed = [
    // Files: which ones is the fence's matter.
    "read", "readv", "pread64", "write", "writev", "pwrite64", "lseek", "open", "openat", "close",
    "fstat", "stat", "lstat", "newfstatat", "statx", "statfs", "fstatfs", "access", "faccessat",
    "faccessat2", "readlink", "readlinkat", "getdents64", "getcwd", "fcntl", "dup", "flock",
    "fsync", "fdatasync", "ftruncate", "fchmod", "umask", "rename", "renameat", "renameat2",
    "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir", "poll", "ppoll", "pselect6", "select",
    // Memory.
    "brk", "munmap", "mremap", "madvise", "mlock", "mlock2", "munlock",
    // Threads and the end of them.
    "futex", "set_robust_list", "rseq", "set_tid_address", "sched_yield", "sched_getaffinity",
    "sched_getparam", "sched_getscheduler", "membarrier", "exit", "exit_group",
    // Signals, time, chance.
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "sigaltstack", "pause",
    "wait4", "waitid",
    "restart_syscall", "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep",
    "gettimeofday", "time", "getrandom",
    // What it is itself.
    "getpid", "getppid", "gettid", "getuid", "geteuid", "getgid", "getegid", "getpgrp", "uname",
    "sysinfo", "getrlimit", "getrusage",
  ]

  /// Ends the process: nothing here has a use for them, by any C library.
  static let deadly = [
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg",
    "sendmmsg", "recvfrom", "recvmsg", "recvmmsg", "execve", "execveat", "fork", "vfork", "ptrace",
    "process_vm_readv", "process_vm_writev", "pidfd_getfd", "bpf", "io_uring_setup", "unshare",
    "setns", "mount", "open_by_handle_at", "userfaultfd", "perf_event_open", "keyctl",
  ]

  /// What may be asked of a terminal: how it is set, its size and that of the reviewer's, what waits, which one it is.
  ///
  /// Never typing into it.
  private static let terminalRequests: [UInt64] = [
    0x5401, 0x5402, 0x5403, 0x5404,  // TCGETS, TCSETS, TCSETSW, TCSETSF
    0x802C_542A, 0x402C_542B, 0x402C_542C, 0x402C_542D,  // the same with a speed
    0x540B, 0x540F, 0x5413, 0x5414,  // TCFLSH, TIOCGPGRP, TIOCGWINSZ, TIOCSWINSZ
    0x541B,  // FIONREAD
    0x8004_5432,  // TIOCGDEV
  ]

  /// PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_GET_SECCOMP, PR_GET_NO_NEW_PRIVS, and PR_SET_VMA, by which
  /// memory is given a name.
  private static let processRequests: [UInt64] = [3, 15, 16, 21, 39, 0x5356_4d41]

  private static let kill: UInt32 = 0x8000_0000
  private static let allow: UInt32 = 0x7FFF_0000
  /// The low 32 bits: what the kernel takes of an `int`.
  private static let int: UInt64 = 0xffff_ffff
  /// CLONE_THREAD of clone(2); a new process has it not.
  private static let thread: UInt64 = 0x0001_0000

  /// Puts the list in force, after ``SystemCallFilter/install()`` and beside it: what either refuses is refused.
  ///
  /// `reviewer` is its child, the one other process that signals may go to.
  static func install(reviewer: Int32?) throws(IsolationError) {
    let unknown = SystemCallFilter.fails(with: ENOSYS)
    try SystemCallFilter.install(otherwise: unknown) { (filter) throws(IsolationError) in
      for name in allowed { _ = try SystemCallFilter.add(filter, action: allow, name, []) }
      for name in deadly { _ = try SystemCallFilter.add(filter, action: kill, name, []) }
      func letThrough(_ name: String, _ argument: scmp_arg_cmp...) throws(IsolationError) {
        _ = try SystemCallFilter.add(filter, action: Self.allow, name, argument)
      }
      // Its libraries are loaded; no memory becomes code any more.
      let run = UInt64(PROT_EXEC)
      for name in ["mmap", "mprotect"] {
        try letThrough(name, SystemCallFilter.argument(2, mask: run, value: 0))
      }
      try letThrough("clone", SystemCallFilter.argument(0, mask: thread, value: thread))
      for request in terminalRequests {
        try letThrough("ioctl", SystemCallFilter.argument(1, mask: int, value: request))
      }
      for request in processRequests {
        try letThrough("prctl", SystemCallFilter.argument(0, mask: int, value: request))
      }
      // Asking which version of Landlock there is: the look at the machine does.
      try letThrough(
        "landlock_create_ruleset", SystemCallFilter.argument(2, mask: int, value: 1))
      // Limits are looked at, not set; signals go to itself and to its child, which keeps its number until waited for.
      try letThrough("prlimit64", SystemCallFilter.argument(2, mask: .max, value: 0))
      try letThrough("tgkill", SystemCallFilter.argument(0, mask: int, value: UInt64(getpid())))
      if let reviewer {
        try letThrough("kill", SystemCallFilter.argument(0, mask: int, value: UInt64(reviewer)))
      }
    }
  }
}
