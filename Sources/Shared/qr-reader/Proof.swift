internal import Glibc

/// Tries from inside the sandbox what a decoder taken over would try, and says what came of it.
///
/// `doctor` and the tests ask for it: a sandbox nobody ever leaned against is a hope.
enum Proof {
  /// A word for each attempt: `NAME refused` or `NAME allowed`.
  static func attempts() -> [String] {
    [
      word("open", attempt { Glibc.open("/etc/passwd", O_RDONLY) }),
      word("list", opendir("/").map { closedir($0) } ?? -1),
      word("write", creatable()),
      word("unlink", unlink("/tmp/qr-reader-proof-none")),
      word("duplicate", attempt { dup(0) }),
      word("fork", forked()),
      word("kill", Glibc.kill(getppid(), 0)),
      word("code", mappable()),
      word("signal-limits", raised()),
    ]
  }

  private static func word(_ name: String, _ result: Int32) -> String {
    name + (result < 0 ? " refused" : " allowed")
  }

  private static func attempt(_ call: () -> Int32) -> Int32 {
    let file = call()
    if file >= 0 { close(file) }
    return file
  }

  private static func creatable() -> Int32 {
    attempt { Glibc.creat("/tmp/qr-reader-proof", 0o600) }
  }

  private static func forked() -> Int32 {
    var process: pid_t = 0
    let arguments: [UnsafeMutablePointer<CChar>?] = [nil]
    return posix_spawn(&process, "/bin/true", nil, nil, arguments, arguments) == 0 ? 0 : -1
  }

  private static func mappable() -> Int32 {
    let memory = mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    return memory == MAP_FAILED ? -1 : 0
  }

  private static func raised() -> Int32 {
    var limit = rlimit(rlim_cur: 64, rlim_max: 64)
    return setrlimit(Int32(bitPattern: RLIMIT_NOFILE.rawValue), &limit)
  }
}
