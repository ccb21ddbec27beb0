internal import CSystemCalls
internal import Glibc
public import Refusals

/// Isolates this process before `main` reads anything, and for good.
///
/// After ``raise()`` nothing in this process or in what it starts can make a socket, be traced, leave
/// a core dump, gain privileges or make memory both writable and runnable. A child inherits all of it.
public enum Isolation {
  /// Takes away dumps, privileges and the network, in that order.
  ///
  /// - Throws: ``IsolationError``; a signer that cannot be isolated must not go on.
  public static func raise() throws(IsolationError) {
    try takeAwayDumpsAndPrivileges()
    try SystemCallFilter.install()
  }

  /// The same for a program that talks to a node: everything but the network.
  ///
  /// - Throws: ``IsolationError``.
  public static func raiseBesideNetwork() throws(IsolationError) {
    try takeAwayDumpsAndPrivileges()
    try SystemCallFilter.installBesideNetwork()
  }

  private static func takeAwayDumpsAndPrivileges() throws(IsolationError) {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    guard setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) == 0 else {
      throw .refusedByKernel(step: "core dumps off", code: errno)
    }
    try check("no dump and no tracing", syscalls_forbid_dumps())
    try check("no new privileges", syscalls_set_no_new_privileges())
  }

  /// Takes away writing from a helper that only reads and answers, after ``raise()`` and for good.
  ///
  /// No file can be opened for writing, made, renamed or removed, and no program started. What is open already stays.
  ///
  /// - Throws: ``IsolationError``; a helper that is given secrets must not go on.
  public static func forbidWriting() throws(IsolationError) {
    try SystemCallFilter.installAgainstWriting()
  }

  /// Leaves `key-keeper`, while it answers a reviewer or is the desk, the system calls that this takes, after ``raise()``
  /// and the fence around files, and for good: no program, process, socket or code, no signal to another process but to `reviewer`,
  /// its child.
  ///
  /// - Throws: ``IsolationError``; a keeper that is not isolated must not go on.
  public static func allowOnlyKeeping(reviewer: Int32? = nil) throws(IsolationError) {
    try KeeperFilter.install(reviewer: reviewer)
  }

  /// Leaves a program that listens already what answering takes, for good: no dump, no privileges, no other socket, no
  /// connection to anywhere, no file opened, no program started, and no signal to one.
  ///
  /// - Throws: ``IsolationError``; a server that is not isolated must not go on.
  public static func allowOnlyAnswering() throws(IsolationError) {
    try takeAwayDumpsAndPrivileges()
    try SystemCallFilter.installForAnswering()
    try forbidWriting()
  }

  /// Leaves a program that stands between others what reading and writing what is open takes, and being handed descriptors,
  /// after ``raiseBesideNetwork()`` and for good: no socket of its own, no file to write, no process, no signal to one.
  ///
  /// - Throws: ``IsolationError``; a program that is not isolated must not go on.
  public static func allowOnlyRelaying() throws(IsolationError) {
    try SystemCallFilter.installForRelaying()
    try forbidWriting()
  }

  /// Whether the kernel says that a filter is in force here.
  public static var isFiltered: Bool { syscalls_get_seccomp() == 2 }

  private static func check(_ step: String, _ result: Int32) throws(IsolationError) {
    guard result == 0 else { throw .refusedByKernel(step: step, code: -result) }
  }
}

/// Why this process could not be isolated.
public enum IsolationError: HintedError, Equatable, Sendable {
  /// The kernel refused a step, with its error number.
  case refusedByKernel(step: String, code: Int32)
  /// The library does not know a system call by its name.
  case unknownSystemCall(String)
}

extension IsolationError {
  public var description: String {
    switch self {
    case .refusedByKernel(let step, let code):
      "the kernel refused to isolate this program (\(step), errno \(code))"
    case .unknownSystemCall(let name): "libseccomp does not know the system call \(name)"
    }
  }

  /// A machine on which this program cannot be isolated holds no keys and no records.
  public var rule: Rule? { .r27 }

  /// What the person can do about it.
  public var hint: String {
    "run it on a Linux kernel with seccomp (CONFIG_SECCOMP_FILTER), as Debian's is"
  }
}
