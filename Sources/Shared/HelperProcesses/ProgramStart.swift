internal import Glibc

/// Starts another program with the descriptors that it is given, and no other, and with the signals of any program.
public enum ProgramStart {
  /// How it stands to this program and its terminal.
  public enum Standing: Sendable {
    /// Keys of the terminal that end a program do not reach it.
    case ownGroup
    /// It has no terminal, and can ask nobody.
    case ownSession
    /// It has the terminal as this program has it.
    case beside
  }

  /// POSIX_SPAWN_SETSID of glibc's `spawn.h`, which is there for `_GNU_SOURCE` alone.
  private static let newSession: Int32 = 0x80

  /// Starts `executable`; gives its process.
  ///
  /// `environment` are lines as in `NAME=value`; nil gives that of this program. Each descriptor `from` of this process
  /// becomes `to` there, in this order; all others of this program are to be closed at the start of another (O_CLOEXEC).
  ///
  /// - Throws: `cannotStart`.
  public static func start(
    _ executable: String, _ arguments: [String], environment: [String]? = nil,
    descriptors: [(from: Int32, to: Int32)], standing: Standing = .ownGroup
  ) throws(HelperError) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (from, to) in descriptors { posix_spawn_file_actions_adddup2(&actions, from, to) }
    // Signals as at the start of any program.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    switch standing {
    case .ownGroup:
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= POSIX_SPAWN_SETPGROUP
    case .ownSession: flags |= newSession
    case .beside: break
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var line: [UnsafeMutablePointer<CChar>?] =
      ([executable] + arguments).map { strdup($0) } + [nil]
    defer { for argument in line { free(argument) } }
    var process: pid_t = 0
    var code: Int32
    if let environment {
      var lines: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
      defer { for entry in lines { free(entry) } }
      code = posix_spawn(&process, executable, &actions, &attributes, &line, &lines)
    } else {
      code = posix_spawn(&process, executable, &actions, &attributes, &line, environ)
    }
    guard code == 0 else { throw .cannotStart(code: code) }
    return process
  }
}
