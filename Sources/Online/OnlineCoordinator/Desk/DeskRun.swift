internal import Bytes
internal import Glibc
internal import HelperProcesses
internal import TerminalUI

/// One run of a command for the page, by its four ends: the starter has the process.
///
/// It is looked after by one thread, which asks ``wanted`` what to wait for.
final class DeskRun {
  /// The most bytes of a result.
  static let outputLimit = 64 << 20
  /// The most bytes of a result that is no JSON: each control character takes six on the way.
  static let textLimit = 12 << 20
  /// The most bytes of a question, and of a line of talk.
  static let lineLimit = 8 << 20
  /// Seconds from the request to end to the end by force: a scan that a run began at the node is ended first.
  static let grace: Double = 8

  let number: Int64
  /// Whether other pages show something else after it.
  let changes: Bool
  /// Whether what it prints is told line by line as it comes, and is no result.
  let isFollowed: Bool
  private let starter: DeskStarter
  private var input: Int32
  private var output: Int32
  private var errors: Int32
  private var questions: Int32
  private var pending: [UInt8]
  /// How much of it was written.
  private var written = 0
  /// What is to be written on the socket of its questions.
  private var answers: [UInt8] = []
  /// The question that waits for its answer.
  private(set) var question: (number: Int, text: String)?
  private var staysOpen: Bool
  private var kept: [UInt8] = []
  private var talk: [UInt8] = []
  private var asked: [UInt8] = []
  private var endBy: Double?
  private var wroteTooMuch = false

  /// Has it started.
  ///
  /// - Throws: `ProgramError`.
  init(
    _ order: DeskOrder, number: Int64, changes: Bool, by starter: DeskStarter, input bytes: [UInt8],
    streams: Bool, isFollowed: Bool = false
  ) throws(ProgramError) {
    (self.number, self.changes, self.starter) = (number, changes, starter)
    self.isFollowed = isFollowed
    (pending, staysOpen) = (bytes, streams)
    let ends = try starter.start(order)
    (input, output, errors, questions) = (ends[0], ends[1], ends[2], ends[3])
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
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
    if !answers.isEmpty { files[2].events |= Int16(POLLOUT) }
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

  /// Hands over the answer to the question that waits; false for any other, and for a second one.
  func answer(_ number: Int, _ text: String?, isPasted: Bool) -> Bool {
    guard question?.number == number, questions >= 0 else { return false }
    question = nil
    let line: JSONObject = [
      "ask": .integer(number), "text": text.map { .string($0) } ?? .null, "pasted": .bool(isPasted),
    ]
    answers += Array((JSONWriter.encode(.object(line)) + "\n").utf8)
    return true
  }

  /// Asks it to end, as Ctrl-C does; after a while by force.
  func stop() {
    guard endBy == nil else { return }
    starter.tell(.end(run: number))
    endBy = HelperProcess.now + Self.grace
  }

  /// Reads and writes what can be; gives what there is to say, in order.
  ///
  /// The last has `end`.
  func step() -> [JSONObject] {
    if let endBy, HelperProcess.now > endBy { starter.tell(.kill(run: number)) }
    write()
    var said: [JSONObject] = []
    read(&errors, into: &talk)
    said += lines(of: &talk).map { ["talk": .string($0)] }
    read(&output, into: &kept)
    if isFollowed { said += lines(of: &kept).map { ["line": .string($0)] } }
    if kept.count > Self.outputLimit {
      wroteTooMuch = true
      starter.tell(.kill(run: number))
      Self.end(&output)
    }
    read(&questions, into: &asked)
    while let end = asked.firstIndex(of: 10) {
      if let question = (try? JSONReader.parse(Array(asked[..<end])))?.objectValue {
        // What was said before it stands before it.
        read(&errors, into: &talk)
        said += lines(of: &talk).map { ["talk": .string($0)] }
        if let asks = Self.asks(question) {
          self.question = (asks["ask"]?.intValue ?? 0, asks["text"]?.stringValue ?? "")
          said.append(asks)
        }
      }
      asked.removeFirst(end + 1)
    }
    if talk.count > Self.lineLimit { talk.removeAll() }
    if asked.count > Self.lineLimit {
      starter.tell(.kill(run: number))
      Self.end(&questions)
      asked = []
    }
    guard output < 0, errors < 0, questions < 0 else { return said }
    if !talk.isEmpty { said.append(["talk": .string(String(decoding: talk, as: UTF8.self))]) }
    said.append(ended())
    return said
  }

  // MARK: Parts

  /// A question as it is passed on: these members alone, whatever stands beside them.
  private static func asks(_ question: JSONObject) -> JSONObject? {
    guard let number = question["ask"]?.intValue, let text = question["text"]?.stringValue else {
      return nil
    }
    return [
      "ask": .integer(number), "text": .string(text),
      "mayBePasted": .bool(question["mayBePasted"]?.boolValue ?? false),
      "lines": .bool(question["lines"]?.boolValue ?? false),
    ]
  }

  /// The last thing that is said of it: its exit code and its result.
  private func ended() -> JSONObject {
    let status = starter.collect(number)
    let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
    var object: JSONObject = ["end": .integer(code)]
    let limits = JSONLimits(bytes: Self.outputLimit + 1, depth: 32)
    if wroteTooMuch {
      object["result"] = Self.tooMuch
    } else if let result = try? JSONReader.parse(kept, limits: limits) {
      object["result"] = result
    } else if kept.count > Self.textLimit {
      object["result"] = Self.tooMuch
    } else {
      object["text"] = .string(String(decoding: kept, as: UTF8.self))
    }
    return object
  }

  private static let tooMuch: JSONValue = [
    "error": "the result is too large for the page", "hint": "run the command in a terminal",
    "rule": nil,
  ]

  private func write() {
    while !answers.isEmpty, questions >= 0 {
      let count = answers.withUnsafeBytes {
        Glibc.send(questions, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      answers.removeFirst(count)
    }
    while written < pending.count, input >= 0 {
      let count = pending[written...].withUnsafeBytes {
        Glibc.write(input, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else {
        // It reads no more.
        staysOpen = false
        break
      }
      written += count
    }
    (pending, written) = ([], 0)
    if !staysOpen { Self.end(&input) }
  }

  private static func end(_ file: inout Int32) {
    if file >= 0 { close(file) }
    file = -1
  }

  private func read(_ file: inout Int32, into bytes: inout [UInt8]) {
    var room = [UInt8](repeating: 0, count: 65_536)
    while file >= 0, bytes.count <= Self.outputLimit {
      let count = Glibc.read(file, &room, room.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else { return Self.end(&file) }
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
