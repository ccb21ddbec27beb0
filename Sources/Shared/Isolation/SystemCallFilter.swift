internal import CSeccomp
internal import Glibc

/// The seccomp filter: no network, and no way around it.
///
/// What is not listed is allowed, so that a new libc does not break the signer in ten years; what
/// is listed answers EACCES, so that a library that tries to talk fails and the program goes on
/// (docs/decisions/0004 says why this is not a list of allowances, as the picture reader has).
/// System calls of another instruction set kill the process (libseccomp's default).
enum SystemCallFilter {
  /// Talking.
  static let talking: [String] = [
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "getsockname",
    "getpeername", "sendto", "sendmsg", "sendmmsg", "recvfrom", "recvmsg", "recvmmsg", "shutdown",
    "setsockopt", "getsockopt",
  ]

  /// The system calls beside talking that answer EACCES, by what they would be good for.
  static let denied: [String] =
    [
      // Talking by other means: io_uring opens sockets, a pidfd takes another process's, queues and
      // shared memory reach any process of this user.
      "io_uring_setup", "io_uring_enter", "io_uring_register", "pidfd_open", "pidfd_getfd",
      "mq_open", "msgget", "msgsnd", "msgrcv", "shmget", "shmat", "semget", "semop", "semtimedop",
      // Looking into other processes, and letting them look in.
      "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp",
      // READ_IMPLIES_EXEC: what is mapped to be read could be run as well.
      "personality",
      // Changing what this process is part of, or the kernel.
      "bpf", "perf_event_open", "userfaultfd", "unshare", "setns", "mount", "umount2", "pivot_root",
      "chroot", "move_mount", "open_tree", "fsopen", "fsmount", "fsconfig", "fspick",
      "mount_setattr", "init_module", "finit_module",
      "delete_module", "kexec_load", "kexec_file_load", "swapon", "swapoff", "reboot", "acct",
      "add_key", "request_key", "keyctl", "name_to_handle_at", "open_by_handle_at", "fanotify_init",
      "iopl", "ioperm", "sethostname", "setdomainname", "settimeofday", "clock_settime",
      "clock_adjtime", "adjtimex",
      "syslog", "lookup_dcookie", "quotactl", "vhangup",
    ]

  /// Calls that this machine's libseccomp or instruction set may not have; skipped where so.
  static let deniedWhereKnown: Set<String> = [
    "process_madvise", "pidfd_open", "pidfd_getfd", "move_mount", "open_tree", "fsopen", "fsmount",
    "fsconfig", "fspick", "mount_setattr", "iopl", "ioperm", "kexec_file_load", "lookup_dcookie",
    "semtimedop", "pkey_mprotect", "fork", "vfork", "open", "pidfd_send_signal", "utime", "utimes",
    "futimesat",
  ]

  /// A new user or network namespace would bring interfaces of its own: the flags of clone(2).
  private static let namespaceFlags: [UInt64] = [
    0x1000_0000, 0x4000_0000, 0x2000_0000, 0x0800_0000, 0x0400_0000, 0x0200_0000, 0x0002_0000,
  ]

  /// TIOCSTI and TIOCLINUX type into the terminal, where a shell would run it later.
  ///
  /// FIOSETOWN and SIOCSPGRP make another process the owner of a socket, which is sent a signal when something comes.
  private static let deniedRequests: [UInt64] = [0x5412, 0x541c, 0x8901, 0x8902]

  /// F_SETOWN, F_SETSIG and F_SETOWN_EX of fcntl(2): a pipe that tells its owner of bytes sends any signal to any process of
  /// this user.
  private static let signallingCommands: [UInt64] = [8, 10, 15]

  /// Opening this process to others again: PR_SET_PTRACER, and PR_SET_DUMPABLE with anything but 0.
  private static let ptracer: UInt64 = 0x5961_6d61
  private static let dumpable: UInt64 = 4

  /// What changes a file system, or starts a program.
  static let writing = [
    "creat", "rename", "renameat", "renameat2", "unlink", "unlinkat", "link", "linkat", "symlink",
    "symlinkat", "mkdir", "mkdirat", "rmdir", "mknod", "mknodat", "truncate", "chmod", "fchmod",
    "fchmodat", "chown", "fchown", "lchown", "fchownat", "setxattr", "lsetxattr", "fsetxattr",
    "removexattr", "lremovexattr", "fremovexattr",
    "utime", "utimes", "utimensat", "execve", "execveat",
  ]

  /// The same of calls that Debian's libseccomp has no name for yet, by the number that they have on every instruction set:
  /// fchmodat2, setxattrat, removexattrat.
  private static let writingNumbers: [Int32] = [452, 463, 466]

  static func installAgainstWriting() throws(IsolationError) {
    try install { (filter) throws(IsolationError) in
      for name in writing { try add(filter, EACCES, name, []) }
      for number in writingNumbers {
        try add(filter, action: fails(with: EACCES), number: number, "\(number)", [])
      }
      for flag in [O_WRONLY, O_RDWR, O_CREAT, O_TRUNC].map({ UInt64($0) }) {
        try add(filter, EACCES, "open", [argument(1, mask: flag, value: flag)])
        try add(filter, EACCES, "openat", [argument(2, mask: flag, value: flag)])
      }
      // Its flags lie in memory, where a filter cannot look.
      try add(filter, ENOSYS, "openat2", [])
    }
  }

  /// Times of files: that of the terminal tells the desk how long nobody was there.
  static let times = ["utime", "utimes", "futimesat", "utimensat"]

  static func install() throws(IsolationError) {
    try install { (filter) throws(IsolationError) in
      try deny(talking + denied + times, on: filter)
    }
  }

  /// What of talking answers those who came: taking their connection, and reading and writing it.
  static let answering: Set<String> = [
    "accept", "accept4", "recvfrom", "sendto", "shutdown", "setsockopt", "getsockname",
    "getpeername",
  ]

  /// What reaches other programs, starts one or opens a file.
  static let reaching = [
    "kill", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal", "prlimit64",
    "fork", "vfork", "open", "openat",
  ]

  /// CLONE_THREAD: what is made is a thread of this process.
  private static let threadFlag: UInt64 = 0x0001_0000

  static func installForAnswering() throws(IsolationError) {
    try install { (filter) throws(IsolationError) in
      try deny(talking.filter { !answering.contains($0) } + denied, on: filter)
      // No signal to any program, no file, no process: threads alone.
      for name in reaching { try add(filter, EACCES, name, []) }
      try keepToItself(filter)
    }
  }

  /// Threads alone, signals to this process alone (abort sends one), and no address that a message goes to.
  private static func keepToItself(_ filter: scmp_filter_ctx) throws(IsolationError) {
    try add(filter, EACCES, "clone", [argument(0, mask: threadFlag, value: 0)])
    try add(filter, EACCES, "tgkill", [isNot(0, UInt64(getpid()))])
    try add(filter, EACCES, "sendto", [isNot(4, 0)])
  }

  private static func isNot(_ index: UInt32, _ value: UInt64) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: index, op: SCMP_CMP_NE, datum_a: value, datum_b: 0)
  }

  /// What of talking passes on what others say, over sockets that are open already.
  static let relaying: Set<String> = ["recvfrom", "recvmsg", "sendto", "shutdown"]

  static func installForRelaying() throws(IsolationError) {
    try install { (filter) throws(IsolationError) in
      try deny(talking.filter { !relaying.contains($0) } + times, on: filter)
      for name in [
        "kill", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal", "fork",
        "vfork",
      ] {
        try add(filter, EACCES, name, [])
      }
      // A limit of processor time ends another process.
      try add(filter, EACCES, "prlimit64", [isNot(0, 0)])
      try keepToItself(filter)
    }
  }

  static func installBesideNetwork() throws(IsolationError) {
    try install { (filter) throws(IsolationError) in try deny(denied, on: filter) }
  }

  /// Puts one more filter on this process; `otherwise` is done with a call that no rule is about.
  static func install(
    otherwise action: UInt32 = UInt32(SCMP_ACT_ALLOW),
    _ rules: (scmp_filter_ctx) throws(IsolationError) -> Void
  ) throws(IsolationError) {
    guard let filter = seccomp_init(action) else {
      throw .refusedByKernel(step: "filter", code: ENOMEM)
    }
    defer { seccomp_release(filter) }
    // Threads that exist already come under it too; another instruction set ends the process.
    try set(filter, SCMP_FLTATR_CTL_TSYNC, 1)
    try set(filter, SCMP_FLTATR_ACT_BADARCH, UInt32(SCMP_ACT_KILL_PROCESS))
    try rules(filter)
    let loaded = seccomp_load(filter)
    guard loaded == 0 else { throw .refusedByKernel(step: "filter", code: -loaded) }
  }

  private static func deny(
    _ names: [String], on filter: scmp_filter_ctx
  ) throws(IsolationError) {
    for name in names { try add(filter, EACCES, name, []) }
    for flag in namespaceFlags {
      try add(filter, EACCES, "clone", [Self.argument(0, mask: flag, value: flag)])
    }
    // Its flags lie in memory, where a filter cannot look: libc falls back to clone(2).
    try add(filter, ENOSYS, "clone3", [])
    // Helpers forbid dumps once more, so 0 stays allowed. The option is an int: its low 32 bits count.
    try add(filter, EACCES, "prctl", [Self.argument(0, mask: 0xffff_ffff, value: ptracer)])
    try add(
      filter, EACCES, "prctl",
      [
        Self.argument(0, mask: 0xffff_ffff, value: dumpable),
        scmp_arg_cmp(arg: 1, op: SCMP_CMP_NE, datum_a: 0, datum_b: 0),
      ])
    // No memory to write and to run at once, and none that is made to run afterwards. The loader of a helper
    // maps its libraries to be run and not to be written.
    let (write, run) = (UInt64(PROT_WRITE), UInt64(PROT_EXEC))
    try add(filter, EACCES, "mmap", [Self.argument(2, mask: write | run, value: write | run)])
    for name in ["mprotect", "pkey_mprotect"] {
      try add(filter, EACCES, name, [Self.argument(2, mask: run, value: run)])
    }
    for command in signallingCommands {
      try add(filter, EACCES, "fcntl", [Self.argument(1, mask: 0xffff_ffff, value: command)])
    }
    for request in deniedRequests {
      // The kernel looks at the low 32 bits alone, and so must the filter.
      try add(filter, EACCES, "ioctl", [Self.argument(1, mask: 0xffff_ffff, value: request)])
    }
  }

  /// An argument whose bits in `mask` are those of `value`.
  static func argument(_ index: UInt32, mask: UInt64, value: UInt64) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: index, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
  }

  private static func set(
    _ filter: scmp_filter_ctx, _ attribute: scmp_filter_attr, _ value: UInt32
  ) throws(IsolationError) {
    let result = seccomp_attr_set(filter, attribute, value)
    guard result == 0 else { throw .refusedByKernel(step: "filter attribute", code: -result) }
  }

  private static func add(
    _ filter: scmp_filter_ctx, _ code: Int32, _ name: String, _ arguments: [scmp_arg_cmp]
  ) throws(IsolationError) {
    let isKnown = try add(filter, action: fails(with: code), name, arguments)
    guard isKnown || deniedWhereKnown.contains(name) else { throw .unknownSystemCall(name) }
  }

  /// The action that answers an error number: SCMP_ACT_ERRNO is a macro with an argument.
  static func fails(with code: Int32) -> UInt32 { UInt32(0x0005_0000) | UInt32(code) }

  /// Adds a rule; false when this machine has no call of that name.
  static func add(
    _ filter: scmp_filter_ctx, action: UInt32, _ name: String, _ arguments: [scmp_arg_cmp]
  ) throws(IsolationError) -> Bool {
    let number = seccomp_syscall_resolve_name(name)
    // Negative numbers stand for calls that this instruction set does not have.
    guard number >= 0 else { return false }
    try add(filter, action: action, number: number, name, arguments)
    return true
  }

  private static func add(
    _ filter: scmp_filter_ctx, action: UInt32, number: Int32, _ name: String,
    _ arguments: [scmp_arg_cmp]
  ) throws(IsolationError) {
    let result = seccomp_rule_add_array(
      filter, action, number, UInt32(arguments.count), arguments)
    guard result == 0 else { throw .refusedByKernel(step: "rule \(name)", code: -result) }
  }
}
