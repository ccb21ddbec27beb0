import CSeccomp
import Glibc

/// The seccomp filter: no network, and no way around it.
///
/// What is not listed is allowed, so that a new libc does not break the signer in ten years; what is
/// listed answers EACCES, so that a library that tries to talk is told no and the program goes on.
/// System calls of another instruction set kill the process (libseccomp's default).
enum SystemCallFilter {
  /// The system calls that answer EACCES, by what they would be good for.
  static let denied: [String] =
    [
      // Talking.
      "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "getsockname",
      "getpeername", "sendto", "sendmsg", "sendmmsg", "recvfrom", "recvmsg", "recvmmsg", "shutdown",
      "setsockopt", "getsockopt",
      // Talking by other means: io_uring opens sockets, pidfd_getfd takes another process's.
      "io_uring_setup", "io_uring_enter", "io_uring_register", "pidfd_getfd",
      // Looking into other processes, and letting them look in.
      "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp",
      // Changing what this process is part of, or the kernel.
      "bpf", "perf_event_open", "userfaultfd", "unshare", "setns", "mount", "umount2", "pivot_root",
      "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "swapon",
      "swapoff", "add_key", "request_key", "keyctl", "open_by_handle_at", "fanotify_init",
    ]

  /// Newer calls than this machine's libseccomp may know; skipped where it does not.
  static let deniedWhereKnown = ["process_madvise", "pidfd_getfd"]

  static func install() throws(IsolationError) {
    guard let filter = seccomp_init(UInt32(SCMP_ACT_ALLOW)) else {
      throw .refusedByKernel(step: "filter", code: ENOMEM)
    }
    defer { seccomp_release(filter) }
    // SCMP_ACT_ERRNO is a macro with an argument: 0x00050000 and the errno.
    let refuse = UInt32(0x0005_0000) | UInt32(EACCES)
    for name in denied {
      let number = seccomp_syscall_resolve_name(name)
      guard number != __NR_SCMP_ERROR else {
        if deniedWhereKnown.contains(name) { continue }
        throw .unknownSystemCall(name)
      }
      let result = seccomp_rule_add_array(filter, refuse, number, 0, nil)
      guard result == 0 else { throw .refusedByKernel(step: "rule \(name)", code: -result) }
    }
    let loaded = seccomp_load(filter)
    guard loaded == 0 else { throw .refusedByKernel(step: "filter", code: -loaded) }
  }
}
