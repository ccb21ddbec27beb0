internal import CSystemCalls
internal import Glibc
internal import HelperProcesses
public import SecureMemory

/// The program `sheet-printer`, started before the filter of the signer is in force: printing through CUPS needs a socket, and
/// whatever the signer starts later has none.
///
/// It holds no key and is given nothing until the person consented: first the name of a printer, then finished pages.
///
/// It ends when nothing refers to it any more: what it reads from is closed, and it is waited for.
public final class PrinterHelper: Sendable {
  /// The most bytes of pages.
  static let pagesLimit = 64_000_000

  /// The variable of the environment that says which descriptors a helper is behind that somebody else started.
  private static let variable = "OFFLINE_SIGNER_PRINTER"
  /// How many sheets can be printed through CUPS in one sitting at the desk: each takes a helper.
  private static let sheetsOfSitting = 6

  /// Nil for one that somebody else started.
  let process: pid_t?
  private let input: Int32
  private let output: Int32

  init(process: pid_t?, input: Int32, output: Int32) {
    self.process = process
    self.input = input
    self.output = output
  }

  deinit {
    close(input)
    close(output)
    guard let process else { return }
    // At most a second, and never by force: a job that is being printed is still to be removed.
    let deadline = HelperProcess.now + 1
    var status: Int32 = 0
    while HelperProcess.now < deadline {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process || (ended < 0 && errno != EINTR) { return }
      var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      nanosleep(&pause, nil)
    }
  }

  /// Starts the helper when a sheet is to be printed through CUPS, and only then; the first thing that `main` does.
  ///
  /// Nil when that was not asked for, or the helper is not there (which the command says).
  public static func start(for arguments: [String]) -> PrinterHelper? {
    guard isAsked(by: arguments) else { return nil }
    defer { unsetenv(variable) }
    return handedOver(as: getenv(variable).map { String(cString: $0) })
      ?? startOne(tools: systemTools)
  }

  /// Starts helpers for a sitting at the desk, whose runs can start none, where `desk --cups` asks for it.
  public static func startForSitting(_ arguments: [String]) -> [PrinterHelper] {
    startForSitting(arguments, tools: systemTools)
  }

  /// The same with CUPS's own programs in the folder `tools`: for tests.
  package static func startForSitting(_ arguments: [String], tools: String) -> [PrinterHelper] {
    guard arguments.first == "desk", arguments.contains("--cups") else { return [] }
    return (0..<sheetsOfSitting).compactMap { _ in startOne(tools: tools) }
  }

  /// Where CUPS's own programs lie.
  private static let systemTools = "/usr/bin"

  private static func startOne(tools: String) -> PrinterHelper? {
    guard let path = try? HelperProcess.path(of: "sheet-printer") else { return nil }
    return try? start(executable: path, tools: tools)
  }

  /// The helper that the desk started for this run, before its own filter; `value` is what the environment says of it.
  static func handedOver(as value: String?) -> PrinterHelper? {
    let numbers = (value ?? "").split(separator: ",").compactMap { Int32($0) }
    guard numbers.count == 2, numbers.allSatisfy({ $0 > 2 && isPipe($0) }) else { return nil }
    for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    return PrinterHelper(process: nil, input: numbers[0], output: numbers[1])
  }

  private static func isPipe(_ number: Int32) -> Bool {
    var status = stat()
    return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// What hands it over to a program that is started: which of its descriptors become which, and a line of the environment.
  public func handing(from first: Int32) -> (
    descriptors: [(from: Int32, to: Int32)], environment: String
  ) {
    (
      [(from: input, to: first), (from: output, to: first + 1)],
      "\(Self.variable)=\(first),\(first + 1)"
    )
  }

  /// Leaves it to another process, which has the same descriptors: nothing is written to it or read of it here any more.
  public func giveUp() {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nothing >= 0 else { return }
    // Under the same numbers, which are closed once more at its end.
    for file in [input, output] {
      dup2(nothing, file)
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    }
    close(nothing)
  }

  /// Whether the arguments say `sheet print` with `--printer`.
  static func isAsked(by arguments: [String]) -> Bool {
    guard let sheet = arguments.firstIndex(of: "sheet"), sheet + 1 < arguments.count,
      arguments[sheet + 1] == "print"
    else { return false }
    return arguments.contains { $0 == "--printer" || $0.hasPrefix("--printer=") }
  }

  /// Starts a helper that finds CUPS's own programs in the folder `tools`: for tests.
  ///
  /// - Throws: `helperFailed`.
  static func start(executable: String, tools: String) throws(PrintingError) -> PrinterHelper {
    var toHelper: [Int32] = [-1, -1]
    var fromHelper: [Int32] = [-1, -1]
    guard syscalls_pipe(&toHelper) == 0, syscalls_pipe(&fromHelper) == 0 else {
      throw .helperFailed
    }
    let reader = syscalls_duplicate_above(toHelper[0], 3)
    let writer = syscalls_duplicate_above(fromHelper[1], 3)
    close(toHelper[0])
    close(fromHelper[1])
    var process: pid_t = 0
    let code =
      reader < 0 || writer < 0
      ? -1 : syscalls_spawn(executable, "sheet-printer", tools, reader, writer, &process)
    if reader >= 0 { close(reader) }
    if writer >= 0 { close(writer) }
    guard code >= 0 else {
      close(toHelper[1])
      close(fromHelper[0])
      throw .helperFailed
    }
    // Away from the numbers under which they may be handed on.
    let ends = [toHelper[1], fromHelper[0]].map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    close(toHelper[1])
    close(fromHelper[0])
    guard ends.allSatisfy({ $0 >= 0 }) else { throw .helperFailed }
    return PrinterHelper(process: process, input: ends[0], output: ends[1])
  }

  /// Asks for a printer, and what would become of a sheet on the way to it.
  ///
  /// - Throws: `badName`, `noCUPS`, `noPrinter`, `helperFailed`.
  public func report(on name: String) throws(PrintingError) -> PrinterReport {
    guard PrinterName.isName(name) else { throw .badName }
    try send(Array((name + "\n").utf8))
    switch try receive(within: 60) {
    case .report(let report): return report
    case .refusal(let refusal): throw Self.error(refusal, name: name, job: "")
    default: throw .helperFailed
    }
  }

  /// Prints finished pages (PDF) on the printer that was asked for, and waits until they are printed and their job removed.
  ///
  /// True when CUPS removed the files of the job; false when it did not, which the person must be told.
  ///
  /// - Throws: `notTaken`, `stuck`, `helperFailed`.
  public func print(_ pages: borrowing SecretBytes, on name: String) throws(PrintingError) -> Bool {
    guard pages.count <= Self.pagesLimit else { throw .notTaken(name: name) }
    let length = UInt32(pages.count)
    let head = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> UInt32($0)) }
    try send(head)
    try send(pages)
    var job = ""
    while true {
      // The helper itself gives up after ten minutes.
      switch try receive(within: PrintSubmission.patience + 60) {
      case .job(let name): job = name
      case .done(let isRemoved): return isRemoved
      case .refusal(let refusal): throw Self.error(refusal, name: name, job: job)
      case .report: throw .helperFailed
      }
    }
  }

  private static func error(
    _ refusal: PrinterMessage.Refusal, name: String, job: String
  ) -> PrintingError {
    switch refusal {
    case .usage: .helperFailed
    case .badName: .badName
    case .noCUPS: .noCUPS
    case .noPrinter: .noPrinter(name: name)
    case .notTaken: .notTaken(name: name)
    case .stuckRemoved: .stuck(job: job, isRemoved: true)
    case .stuckKept: .stuck(job: job, isRemoved: false)
    }
  }

  private func send(_ bytes: [UInt8]) throws(PrintingError) {
    var bytes = bytes
    try send(SecretBytes(moving: &bytes))
  }

  private func send(_ secret: borrowing SecretBytes) throws(PrintingError) {
    // A helper that ended must not end this program by a signal.
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    var sent = 0
    while sent < secret.count {
      let start = sent
      let count = secret.withUnsafeBytes {
        write(input, $0.baseAddress.map { $0 + start }, $0.count - start)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .helperFailed }
      sent += count
    }
  }

  private func receive(within seconds: Int) throws(PrintingError) -> PrinterMessage {
    let deadline = HelperProcess.now + Double(seconds)
    let head = try read(3, until: deadline)
    let length = Int(head[1]) << 8 | Int(head[2])
    guard length <= PrinterMessage.limit else { throw .helperFailed }
    let content = try read(length, until: deadline)
    guard let text = String(validating: content, as: UTF8.self),
      let message = PrinterMessage(letter: head[0], text: text)
    else { throw .helperFailed }
    return message
  }

  private func read(_ count: Int, until deadline: Double) throws(PrintingError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let left = deadline - HelperProcess.now
      guard left > 0 else { throw .helperFailed }
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, Int32(min(left, 1_000) * 1_000) + 1)
      if ready < 0, errno != EINTR { throw .helperFailed }
      guard ready > 0 else { continue }
      var chunk = [UInt8](repeating: 0, count: count - bytes.count)
      let got = Glibc.read(output, &chunk, chunk.count)
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { throw .helperFailed }
      bytes += chunk.prefix(got)
    }
    return bytes
  }
}
