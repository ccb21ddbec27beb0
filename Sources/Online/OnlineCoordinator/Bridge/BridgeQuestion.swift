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
  let convention: Convention

  /// What a person does with files in the folder to answer.
  enum Convention {
    /// The answer may have any name. One that was there before counts where it has the question's name and a dash: four
    /// words stand for one payment.
    case named
    /// Renaming the file with this ending is the answer, and nothing that was there before is one. The renamed file is
    /// removed: it would say the same again.
    case renamed(String)
  }

  /// What came: a file of the folder, or what a camera sees.
  struct Arrival {
    let path: String
    /// Its name in the folder; nil for a camera.
    let file: String?
    /// Whether it is the renamed file that says yes.
    let isRenamed: Bool
    /// How many seconds of the wait are left.
    let seconds: Int

    /// What it is called in what is said: the folder is known to whoever named it.
    var source: String { file ?? "the camera" }
  }

  /// How an answer was judged.
  enum Verdict<Answer> {
    case answer(Answer)
    /// It is about something else, and why is said where no answer comes.
    case other(any HintedError)
  }

  /// How often a folder is looked at in a second.
  static let looksASecond = 2

  private var files: [String] { endings.map { name + $0 } }

  /// Writes the files, waits for an answer, and removes those that are still as they were written.
  ///
  /// `judge` reads what came and throws what ends the wait.
  /// - Throws: what `judge` throws, and ``BridgeError``.
  func answer<Answer>(
    from source: AnswerSource, in environment: CoordinatorEnvironment, on console: Console,
    judge: (Arrival) throws -> Verdict<Answer>
  ) throws -> Answer {
    guard let kind = try? Folder.kind(of: folder), kind == .folder else {
      throw BridgeError.noFolder(ForeignText.shown(folder))
    }
    var watch = FolderWatch(folder) { _, _ in [] }
    watch.pause = environment.pause
    var own: [WatchedFile] = []
    defer { remove(own, watch) }
    var arrivals = FolderArrivals()
    for file in try look(watch) where !isAnswer(file.name) { arrivals.note(file) }
    // Its own files are not answers as they are; one that was saved over may be.
    let written = try write(on: console)
    own = try look(watch).filter { written.contains($0.name) }
    for file in own { arrivals.note(file) }
    environment.stop.arm()
    defer { environment.stop.disarm() }
    switch source {
    case .folder: return try wait(watch, own, &arrivals, environment, judge)
    case .camera(let device): return try look(through: device, environment, judge)
    }
  }

  /// Whether a file that was there before is an answer by its name.
  private func isAnswer(_ file: String) -> Bool {
    guard case .named = convention else { return false }
    return file.hasPrefix(name + "-")
  }

  /// Whether a file is the one that was to be renamed, and was.
  private func isRenamed(
    _ file: WatchedFile, _ own: [WatchedFile], among found: [WatchedFile]
  ) -> Bool {
    guard case .renamed(let ending) = convention,
      let asked = own.first(where: { $0.name == name + ending })
    else { return false }
    return file.isSame(as: asked) && !found.contains { $0.name == asked.name }
  }

  /// Removes what was written and is still the same: an answer may have been saved over it.
  private func remove(_ own: [WatchedFile], _ watch: FolderWatch) {
    guard let found = try? watch.look() else { return }
    for file in found
    where own.contains(file) || isRenamed(file, own, among: found) {
      try? AtomicFile.remove(path(of: file.name))
    }
  }

  private func path(of file: String) -> String { FolderWatch.path(of: file, in: folder) }

  private func look(_ watch: FolderWatch) throws -> [WatchedFile] {
    guard let files = try watch.look() else {
      throw BridgeError.folderGone(ForeignText.shown(folder))
    }
    return files
  }

  /// Writes the files and gives the names of those that could be written.
  private func write(on console: Console) throws -> [String] {
    var written: [String] = []
    for (number, file) in files.enumerated() {
      do throws(ProgramError) {
        try MessageOutput(path(of: file), overwriting: true).write(message, on: console)
        written.append(file)
      } catch {
        // A payment may be too large for pictures: the file carries it alone.
        if number == 0 { throw error }
      }
    }
    return written
  }

  private func wait<Answer>(
    _ watch: FolderWatch, _ own: [WatchedFile], _ arrivals: inout FolderArrivals,
    _ environment: CoordinatorEnvironment, _ judge: (Arrival) throws -> Verdict<Answer>
  ) throws -> Answer {
    var last: String?
    let end = environment.now() + Int64(limit)
    for _ in 0..<(limit * Self.looksASecond) {
      let found = try look(watch)
      for file in arrivals.next(found) {
        arrivals.note(file)
        let arrival = Arrival(
          path: path(of: file.name), file: file.name,
          isRenamed: isRenamed(file, own, among: found), seconds: Int(end - environment.now()))
        switch try judge(arrival) {
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
    _ judge: (Arrival) throws -> Verdict<Answer>
  ) throws -> Answer {
    let end = environment.now() + Int64(limit)
    do {
      switch try judge(Arrival(path: camera, file: nil, isRenamed: false, seconds: limit)) {
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
    // Its window stands still during the wait, and may have been closed by force.
    if environment.isUnheard() { throw BridgeError.cancelled("Bitcoin Core has ended") }
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
