internal import Glibc

/// This program, started once more.
public enum OwnProgram {
  /// Runs this program with other arguments, on the same terminal and standard streams, and waits for its end.
  ///
  /// It inherits whatever filter this process is under, the environment, and no descriptor but those that were
  /// handed to this program. A signal of the terminal reaches both.
  ///
  /// - Throws: `missing` and `replaceable` where the file of this program is not what it was, `cannotStart`.
  /// - Returns: the exit code; 128 and the number of a signal that ended it.
  public static func run(_ arguments: [String]) throws(HelperError) -> Int32 {
    let path = try path()
    var line: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for argument in line { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, nil, nil, &line, environ)
    guard code == 0 else { throw .cannotStart(code: code) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw .cannotStart(code: errno) }
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }

  /// The file of this program.
  ///
  /// - Throws: `missing` and `replaceable` where it is not what it was.
  public static func path() throws(HelperError) -> String { try HelperProcess.path(of: name()) }

  /// The last part of the path of what runs here.
  private static func name() throws(HelperError) -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    guard length > 0, length < buffer.count,
      let own = String(
        validating: buffer.prefix(length).lazy.map(UInt8.init(bitPattern:)), as: UTF8.self),
      let slash = own.lastIndex(of: "/")
    else { throw .missing(path: "/proc/self/exe") }
    return String(own[own.index(after: slash)...])
  }
}
