internal import AirgapTransfer
internal import CommandLineInterface
internal import DurableFiles
internal import Refusals
internal import TerminalUI

/// A question to the signer: files in a folder that a person carries or shows, and the wait for what comes back.
///
/// It looks at the folder, or through a camera, for a bounded time. Deleting the main file cancels it.
struct BridgeQuestion {
  /// The folder that the person named.
  let folder: String
  /// What the files are called, without their endings.
  let name: String
  /// What is asked.
  let message: OutgoingMessage
  /// The endings of the files, the main one first: where it cannot be written, nothing is asked.
  let endings: [String]
  /// How many seconds are waited.
  let limit: Int

  /// How an answer was judged.
  enum Verdict<Answer> {
    case answer(Answer)
    /// It is about something else, and why is said where no answer comes.
    case other(any HintedError)
  }

  /// How often a folder is looked at in a second.
  static let looksASecond = 2

  private var files: [String] { endings.map { name + $0 } }

  /// Writes the files, waits for an answer, and removes the files.
  ///
  /// `judge` reads what is at a path and throws what ends the wait.
  /// - Throws: what `judge` throws, and ``BridgeError``.
  func answer<Answer>(
    from source: AnswerSource, in environment: CoordinatorEnvironment, on console: Console,
    judge: (String) throws -> Verdict<Answer>
  ) throws -> Answer {
    guard let kind = try? Folder.kind(of: folder), kind == .folder else {
      throw BridgeError.noFolder(ForeignText.shown(folder))
    }
    defer { for file in files { try? AtomicFile.remove(path(of: file)) } }
    var watch = FolderWatch(folder) { _, _ in [] }
    watch.pause = environment.pause
    var arrivals = FolderArrivals()
    // What lay there before is no answer, unless its name says so.
    for file in try look(watch) where !file.name.hasPrefix(name + "-") { arrivals.note(file) }
    try write(on: console)
    environment.stop.arm()
    defer { environment.stop.disarm() }
    switch source {
    case .folder: return try wait(watch, &arrivals, environment, judge)
    case .camera(let device): return try look(through: device, environment, judge)
    }
  }

  private func path(of file: String) -> String { FolderWatch.path(of: file, in: folder) }

  private func look(_ watch: FolderWatch) throws -> [WatchedFile] {
    guard let files = try watch.look() else {
      throw BridgeError.folderGone(ForeignText.shown(folder))
    }
    return files
  }

  private func write(on console: Console) throws {
    for (number, file) in files.enumerated() {
      do throws(ProgramError) {
        try MessageOutput(path(of: file), overwriting: true).write(message, on: console)
      } catch {
        // A payment may be too large for pictures: the file carries it alone.
        if number == 0 { throw error }
      }
    }
  }

  private func wait<Answer>(
    _ watch: FolderWatch, _ arrivals: inout FolderArrivals, _ environment: CoordinatorEnvironment,
    _ judge: (String) throws -> Verdict<Answer>
  ) throws -> Answer {
    var last: String?
    let end = environment.now() + Int64(limit)
    for _ in 0..<(limit * Self.looksASecond) {
      let found = try look(watch)
      for file in arrivals.next(found) where !files.contains(file.name) {
        arrivals.note(file)
        switch try judge(path(of: file.name)) {
        case .answer(let answer): return answer
        case .other(let why): last = "\(ForeignText.shown(file.name)): \(why.ruled)"
        }
        // Pictures without number take longer to read than anybody waits.
        guard environment.now() < end, !environment.stop.isRaised() else { break }
      }
      try requireWanted(found.contains { $0.name == files.first }, environment)
      guard environment.now() < end else { break }
      watch.pause()
    }
    throw BridgeError.noAnswer(seconds: limit, last: last)
  }

  private func look<Answer>(
    through camera: String, _ environment: CoordinatorEnvironment,
    _ judge: (String) throws -> Verdict<Answer>
  ) throws -> Answer {
    let end = environment.now() + Int64(limit)
    do {
      switch try judge(camera) {
      case .answer(let answer): return answer
      case .other(let why): throw ProgramError(why)
      }
    } catch {
      try requireWanted(true, environment)
      guard environment.now() >= end else { throw error }
      throw BridgeError.noAnswer(seconds: limit, last: nil)
    }
  }

  private func requireWanted(_ isThere: Bool, _ environment: CoordinatorEnvironment) throws {
    if environment.stop.isRaised() { throw BridgeError.cancelled("this run was told to end") }
    if !isThere { throw BridgeError.cancelled("\(files.first ?? name) was deleted") }
  }
}

/// Where an answer of the signer comes from.
enum AnswerSource {
  /// The folder that the question is in.
  case folder
  /// A camera of this machine, as it was given: `camera`, or `camera:2`.
  case camera(String)
}
