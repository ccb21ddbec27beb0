internal import Glibc
internal import HelperProcesses
internal import SecureMemory
internal import SheetPrinting
internal import TerminalUI

/// The passphrase of the vault, for one sitting: in locked memory, wiped when nothing refers to it any more.
final class HeldPassphrase {
  let secret: SecretBytes

  init(_ secret: consuming SecretBytes) { self.secret = secret }
}

/// A command of this program, started by the desk: on the terminal, or with its result read here.
struct StagedRun: ~Copyable {
  /// Seconds from the request to end to the end by force.
  private static let grace: Double = 3
  /// The most bytes of a result that is read here.
  private static let outputLimit = 16 << 20
  /// The descriptor on which it is handed the passphrase.
  private static let passphraseDescriptor: Int32 = 3

  private let process: pid_t
  private var hasEnded = false

  /// The program that a person would start: beside key-keeper, which this is.
  private static func program() throws(HelperError) -> String {
    let own = try OwnProgram.path()
    return own.hasSuffix("/key-keeper") ? try HelperProcess.path(of: "offline-signer") : own
  }

  /// Starts it on this terminal, with the standard streams of this process.
  ///
  /// - Throws: `HelperError`.
  init(
    _ arguments: [String], title: String, passphrase: HeldPassphrase?, printer: PrinterHelper?
  ) throws(HelperError) {
    let handing = printer?.handing(from: Self.passphraseDescriptor + 1)
    process = try Self.start(
      arguments, passphrase,
      environment: Self.environment(stage: title) + (handing.map { [$0.environment] } ?? []),
      streams: handing?.descriptors ?? [], standing: .beside)
  }

  private static func environment(stage title: String?) -> [String] {
    var lines: [String] = []
    var next = environ
    while let entry = next.pointee {
      let line = String(cString: entry)
      if !["OFFLINE_SIGNER_STAGE=", "OFFLINE_SIGNER_PRINTER="].contains(where: line.hasPrefix) {
        lines.append(line)
      }
      next += 1
    }
    return lines + (title.map { ["OFFLINE_SIGNER_STAGE=\($0)"] } ?? [])
  }

  private static func start(
    _ arguments: [String], _ passphrase: HeldPassphrase?, environment: [String],
    streams: [(from: Int32, to: Int32)], standing: ProgramStart.Standing
  ) throws(HelperError) -> pid_t {
    let path = try program()
    guard let passphrase else {
      return try ProgramStart.start(
        path, arguments, environment: environment, descriptors: streams, standing: standing)
    }
    let pipe = try DescriptorPair.pipe()
    defer {
      close(pipe.reader)
      close(pipe.writer)
    }
    try write(passphrase, to: pipe.writer)
    return try ProgramStart.start(
      path, arguments + ["--passphrase-fd", "\(passphraseDescriptor)"], environment: environment,
      descriptors: streams + [(from: pipe.reader, to: passphraseDescriptor)],
      standing: standing)
  }

  /// A pipe takes a passphrase whole; nobody waits for it to be read.
  private static func write(
    _ passphrase: HeldPassphrase, to file: Int32
  ) throws(HelperError) {
    let isWritten = passphrase.secret.withUnsafeBytes { bytes in
      Glibc.write(file, bytes.baseAddress, bytes.count) == bytes.count
    }
    guard isWritten else { throw .cannotStart(code: errno) }
  }

  // MARK: On the terminal

  /// The exit code, once it has ended; 128 and the number of a signal that ended it.
  mutating func exitCode() -> Int32? {
    var status: Int32 = 0
    let ended = waitpid(process, &status, WNOHANG | WUNTRACED)
    guard ended == process || (ended < 0 && errno != EINTR) else { return nil }
    // At the desk nothing is suspended: it would be left open behind a shell.
    if ended == process, status & 0xFF == 0x7F {
      kill(process, SIGCONT)
      return nil
    }
    hasEnded = true
    return ended < 0 ? 1 : status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }

  /// Ends it: it is asked to, after a while made to, and in the end left alone.
  mutating func end() {
    guard !hasEnded else { return }
    kill(process, SIGTERM)
    let start = HelperProcess.now
    while exitCode() == nil, HelperProcess.now < start + 2 * Self.grace {
      if HelperProcess.now > start + Self.grace { kill(process, SIGKILL) }
      var pause = timespec(tv_sec: 0, tv_nsec: 20_000_000)
      nanosleep(&pause, nil)
    }
  }

  // MARK: With its result

  /// Runs it without a terminal and gives what it wrote.
  ///
  /// - Throws: `HelperError`; `timedOut` after so many seconds: then it is made to end, and left alone if it does not.
  static func read(
    _ arguments: [String], passphrase: HeldPassphrase?, seconds: Int
  ) throws(HelperError) -> (code: Int32, output: [UInt8], talk: String) {
    let output = try DescriptorPair.pipe()
    let talk = try DescriptorPair.pipe()
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { for file in [output.reader, talk.reader, nothing] { close(file) } }
    let process: pid_t
    do throws(HelperError) {
      process = try start(
        arguments, passphrase,
        environment: environment(stage: nil),
        streams: [
          (from: nothing, to: STDIN_FILENO), (from: output.writer, to: STDOUT_FILENO),
          (from: talk.writer, to: STDERR_FILENO),
        ], standing: .ownSession)
    } catch {
      close(output.writer)
      close(talk.writer)
      throw error
    }
    close(output.writer)
    close(talk.writer)
    var (result, words): ([UInt8], [UInt8]) = ([], [])
    let isWhole = drain(output.reader, talk.reader, into: &result, &words, seconds: seconds)
    if !isWhole { kill(-process, SIGKILL) }
    // What waits for a broken device may not end even by force.
    guard let status = collect(process, within: grace), isWhole else {
      throw .timedOut(seconds: seconds)
    }
    return (
      status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F), result,
      String(decoding: words, as: UTF8.self)
    )
  }

  /// Waits so many seconds for the end of a run; nil where it goes on.
  private static func collect(_ process: pid_t, within seconds: Double) -> Int32? {
    let deadline = HelperProcess.now + seconds
    var status: Int32 = 0
    while true {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process { return status }
      // Nobody knows any more how it ended: not well.
      if ended < 0, errno != EINTR { return 1 << 8 }
      guard HelperProcess.now < deadline else { return nil }
      var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      nanosleep(&pause, nil)
    }
  }

  private static func drain(
    _ output: Int32, _ talk: Int32, into result: inout [UInt8], _ words: inout [UInt8],
    seconds: Int
  ) -> Bool {
    let deadline = HelperProcess.now + Double(seconds)
    var files = [output, talk]
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while files.contains(where: { $0 >= 0 }) {
      let left = deadline - HelperProcess.now
      guard left > 0, result.count + words.count <= outputLimit else { return false }
      var waiting = files.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let ready = poll(&waiting, 2, Int32(min(left, 1) * 1_000) + 1)
      if ready < 0, errno != EINTR { return false }
      guard ready > 0 else { continue }
      for index in files.indices where waiting[index].revents != 0 {
        let count = Glibc.read(files[index], &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          files[index] = -1
          continue
        }
        if index == 0 { result += buffer.prefix(count) } else { words += buffer.prefix(count) }
      }
    }
    return true
  }
}
