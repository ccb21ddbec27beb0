internal import CSystemCalls
internal import Glibc

/// One run of a program of CUPS, with an environment of three words.
enum ToolRun {
  /// Runs it to its end; its exit code and what it wrote, nil when it could not be started or wrote more than 64 kB.
  ///
  /// `input` is its standard input, empty when negative.
  static func run(
    _ path: String, _ arguments: [String], input: Int32 = -1
  ) -> (status: Int32, text: String)? {
    guard access(path, X_OK) == 0 else { return nil }
    var ends: [Int32] = [-1, -1]
    guard syscalls_pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    var process: pid_t = 0
    let started = spawn(path, arguments, input: input, output: ends[1], &process)
    close(ends[1])
    guard started == 0 else { return nil }
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while text.count <= 65_536 {
      let count = read(ends[0], &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      text += chunk.prefix(count)
    }
    if text.count > 65_536 { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard text.count <= 65_536, status & 0x7F == 0 else { return nil }
    return (status >> 8 & 0xFF, String(decoding: text, as: UTF8.self))
  }

  private static func spawn(
    _ path: String, _ arguments: [String], input: Int32, output: Int32, _ process: inout pid_t
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return ENOMEM }
    defer { posix_spawn_file_actions_destroy(&actions) }
    var code: Int32 =
      input >= 0
      ? posix_spawn_file_actions_adddup2(&actions, input, 0)
      : posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    if code == 0 { code = posix_spawn_file_actions_adddup2(&actions, output, 1) }
    if code == 0 {
      code = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    guard code == 0 else { return code }
    // No home: a user's settings of a printer do not count. CUPS is this machine's, whatever server
    // its settings name: the variable comes before /etc/cups/client.conf.
    let environment = [
      "LC_ALL=C", "LANGUAGE=C", "PATH=/usr/bin:/bin", "CUPS_SERVER=/run/cups/cups.sock",
    ]
    return withPointers([path] + arguments) { arguments in
      withPointers(environment) { environment in
        posix_spawn(&process, path, &actions, nil, arguments, environment)
      }
    }
  }

  /// Lends strings as a C array, with NULL at the end.
  private static func withPointers(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    return pointers.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map(body) ?? EINVAL
    }
  }
}
