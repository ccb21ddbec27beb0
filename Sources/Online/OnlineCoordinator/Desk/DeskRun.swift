internal import Bytes
internal import Glibc
internal import HelperProcesses

/// One run of a command for the page: this program, started with four pipes of its own.
///
/// It is looked after by one thread, which asks ``wanted`` what to wait for.
final class DeskRun {
  /// The most bytes of a result.
  static let outputLimit = 64 << 20
  /// The most bytes of a question, and of a line of talk.
  static let lineLimit = 8 << 20
  /// Seconds from the request to end to the end by force.
  static let grace: Double = 3

  let number: Int64
  /// Whether other pages show something else after it.
  let changes: Bool
  private let process: pid_t
  private var input: Int32
  private var output: Int32
  private var errors: Int32
  private var questions: Int32
  private var pending: [UInt8]
  private var staysOpen: Bool
  private var kept: [UInt8] = []
  private var talk: [UInt8] = []
  private var asked: [UInt8] = []
  private var endBy: Double?
  private var wroteTooMuch = false

  /// Starts it.
  ///
  /// - Throws: `HelperError`.
  init(
    number: Int64, changes: Bool, executable: String, arguments: [String], environment: [String],
    input bytes: [UInt8], streams: Bool
  ) throws(HelperError) {
    (self.number, self.changes) = (number, changes)
    (pending, staysOpen) = (bytes, streams)
    let input = try DescriptorPair.pipe()
    let output = try DescriptorPair.pipe()
    let errors = try DescriptorPair.pipe()
    let questions = try DescriptorPair.socket()
    (self.input, self.output) = (input.writer, output.reader)
    (self.errors, self.questions) = (errors.reader, questions.writer)
    process = try ProgramStart.start(
      executable, arguments, environment: environment,
      descriptors: [
        (from: input.reader, to: STDIN_FILENO), (from: output.writer, to: STDOUT_FILENO),
        (from: errors.writer, to: STDERR_FILENO), (from: questions.reader, to: 3),
      ])
    for theirs in [input.reader, output.writer, errors.writer, questions.reader] { close(theirs) }
    for ours in [self.input, self.output, self.errors, self.questions] {
      _ = fcntl(ours, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    for file in [input, output, errors, questions] where file >= 0 { close(file) }
  }

  // MARK: What it is waited for

  /// The descriptors to wait for, and when to look again at the latest.
  var wanted: [pollfd] {
    var files = [output, errors, questions].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    files.append(
      pollfd(fd: pending.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0))
    return files
  }

  /// Seconds until it is ended by force; nil where nobody asked for its end.
  var secondsToEnd: Double? { endBy.map { max(0, $0 - HelperProcess.now) } }

  // MARK: What is done with it

  /// Takes more of standard input; false while the bytes before have not been read.
  func feed(_ bytes: [UInt8]) -> Bool {
    guard staysOpen, pending.isEmpty else { return false }
    pending = bytes
    return true
  }

  /// Standard input ends here.
  func finishInput() { staysOpen = false }

  /// Hands over an answer: a line of JSON.
  func answer(_ line: [UInt8]) {
    // An answer is short and the command waits for it: what does not fit is lost, and asked for again.
    _ = line.withUnsafeBytes {
      Glibc.send(questions, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// Asks it to end, as Ctrl-C does; after a while by force.
  func stop() {
    guard endBy == nil else { return }
    kill(-process, SIGTERM)
    endBy = HelperProcess.now + Self.grace
  }

  /// Reads and writes what can be; gives what there is to say, in order.
  ///
  /// The last has `end`.
  func step() -> [JSONObject] {
    if let endBy, HelperProcess.now > endBy { kill(-process, SIGKILL) }
    write()
    var said: [JSONObject] = []
    read(&errors, into: &talk)
    said += lines(of: &talk).map { ["talk": .string($0)] }
    read(&output, into: &kept)
    if kept.count > Self.outputLimit {
      wroteTooMuch = true
      kill(-process, SIGKILL)
    }
    read(&questions, into: &asked)
    while let end = asked.firstIndex(of: 10) {
      if let question = (try? JSONReader.parse(Array(asked[..<end])))?.objectValue {
        // What was said before it stands before it.
        read(&errors, into: &talk)
        said += lines(of: &talk).map { ["talk": .string($0)] }
        said.append(question)
      }
      asked.removeFirst(end + 1)
    }
    if talk.count > Self.lineLimit { talk.removeAll() }
    if asked.count > Self.lineLimit { kill(-process, SIGKILL) }
    guard output < 0, errors < 0, questions < 0 else { return said }
    if !talk.isEmpty { said.append(["talk": .string(String(decoding: talk, as: UTF8.self))]) }
    said.append(ended())
    return said
  }

  // MARK: Parts

  /// The last thing that is said of it: its exit code and its result.
  private func ended() -> JSONObject {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
    var object: JSONObject = ["end": .integer(code)]
    if wroteTooMuch {
      object["result"] = [
        "error": "the result has more than 64 MiB", "hint": "run the command in a terminal",
        "rule": nil,
      ]
      return object
    }
    let limits = JSONLimits(bytes: Self.outputLimit + 1, depth: 32)
    if let result = try? JSONReader.parse(kept, limits: limits) {
      object["result"] = result
    } else {
      object["text"] = .string(String(decoding: kept, as: UTF8.self))
    }
    return object
  }

  private func write() {
    while !pending.isEmpty, input >= 0 {
      let count = pending.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else {
        // It reads no more.
        pending = []
        staysOpen = false
        break
      }
      pending.removeFirst(count)
    }
    if pending.isEmpty, !staysOpen, input >= 0 {
      close(input)
      input = -1
    }
  }

  private func read(_ file: inout Int32, into bytes: inout [UInt8]) {
    var room = [UInt8](repeating: 0, count: 65_536)
    while file >= 0, bytes.count <= Self.outputLimit {
      let count = Glibc.read(file, &room, room.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else {
        close(file)
        file = -1
        return
      }
      bytes += room.prefix(count)
    }
  }

  private func lines(of bytes: inout [UInt8]) -> [String] {
    guard let end = bytes.lastIndex(of: 10) else { return [] }
    let text = String(decoding: bytes[..<end], as: UTF8.self)
    bytes.removeFirst(end + 1)
    return text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }
}

/// Two descriptors that belong together, above those that another program is started with.
struct DescriptorPair {
  let reader: Int32
  let writer: Int32

  static func pipe() throws(HelperError) -> DescriptorPair {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw .cannotStart(code: errno) }
    return try DescriptorPair(ends)
  }

  static func socket() throws(HelperError) -> DescriptorPair {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw .cannotStart(code: errno)
    }
    return try DescriptorPair(ends)
  }

  /// Moves them, and has them closed where another program starts.
  private init(_ ends: [Int32]) throws(HelperError) {
    reader = fcntl(ends[0], F_DUPFD_CLOEXEC, 10)
    writer = fcntl(ends[1], F_DUPFD_CLOEXEC, 10)
    for end in ends { close(end) }
    guard min(reader, writer) >= 0 else { throw .cannotStart(code: errno) }
  }
}
