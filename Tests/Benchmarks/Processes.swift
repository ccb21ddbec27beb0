import DurableFiles
import Glibc
import Measurement

/// Another process, run to its end.
enum Processes {
  /// Runs a program with its output thrown away; its exit status, -1 for a signal.
  static func run(_ program: String, _ arguments: [String], keepingErrors: Bool = false) throws
    -> Int32
  {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in keepingErrors ? [STDOUT_FILENO] : [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let failure = posix_spawn(&child, program, &actions, nil, words, environ)
    guard failure == 0 else { throw BenchmarkError("\(program) does not start: \(failure)") }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw BenchmarkError("\(program) is lost") }
    }
    return status & 0x7f == 0 ? (status >> 8) & 0xff : -1
  }

  /// The path of another program: what a variable of the environment says, else beside this one; nil where there is none.
  static func beside(_ name: String, variable: String) throws -> String? {
    let folder = try ownPath().split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
    let program = getenv(variable).map { String(cString: $0) } ?? "\(folder)/\(name)"
    return access(program, X_OK) == 0 ? program : nil
  }

  /// The path of this program.
  static func ownPath() throws -> String {
    guard let path = realpath("/proc/self/exe", nil) else {
      throw BenchmarkError("this program does not know where it is")
    }
    defer { free(path) }
    return String(cString: path)
  }

  /// The most memory that this process had resident so far, in bytes.
  static func peakMemory() throws -> Int {
    let text = String(decoding: try contents("/proc/self/status"), as: UTF8.self)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kilobytes = line.split(separator: " ").dropFirst().first
        ?? line.split(separator: "\t").dropFirst().first,
      let number = Int(kilobytes.filter(\.isNumber))
    else { throw BenchmarkError("the system does not say how much memory was used") }
    return number * 1_024
  }

  private static func contents(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw BenchmarkError("\(path) cannot be read") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = bytes.withUnsafeMutableBytes { fread($0.baseAddress, 1, $0.count, file) }
    return Array(bytes[..<count])
  }
}

/// A folder for the files of one measurement.
struct ScratchFolder {
  private let name: String

  init() throws {
    var template = Array("/tmp/drawbridge-benchmarks-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw BenchmarkError("no folder can be made in /tmp") }
    name = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func path(_ file: String) -> String { "\(name)/\(file)" }

  func write(_ bytes: [UInt8], to path: String) throws {
    try AtomicFile.write(bytes, to: path, replacing: .yes)
  }

  func remove() {
    Self.remove(name)
  }

  /// Removes a folder with what lies in it.
  private static func remove(_ folder: String) {
    for name in (try? Folder.names(in: folder)) ?? [] {
      let path = "\(folder)/\(name)"
      if unlink(path) != 0 { remove(path) }
    }
    rmdir(folder)
  }
}
