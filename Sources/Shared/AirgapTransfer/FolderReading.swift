internal import ParallelWork
internal import Refusals
internal import TerminalUI

/// Looks through the pictures of a folder, in the order of their names, a helper of its own for
/// each.
///
/// As many helpers run at once as there are cores. The time is bounded, whatever lies in the
/// folder: what could not be looked at in time is reported.
struct FolderReading {
  /// The most files of a folder.
  static let filesLimit = 10_000
  /// The most seconds that a folder may take.
  static let secondsLimit = 55.0
  /// The most helpers at once: each may take 1 GB.
  private static let helpersLimit = 4

  let folder: String
  let names: [String]
  let reader: ReaderProcess
  /// Whether it is to be said what each picture shows.
  var keepsPages = false
  /// The clock, in seconds.
  var now: () -> Double = { HelperRun.now }

  /// Everything that the pictures hold.
  ///
  /// - Throws: `ProgramError` when the time was over before a message was whole (R18).
  mutating func pictures(on console: Console) throws(ProgramError) -> PictureReading {
    let names = names
    var pictures = PictureReading(keepsPages: keepsPages) {
      names.indices.contains($0) ? names[$0] : nil
    }
    let progress = console.progress("reading", unit: "pictures")
    defer { progress.end() }
    let end = now() + Self.secondsLimit
    let size = 4 * min(ParallelMap.cores, Self.helpersLimit)
    for start in stride(from: 0, to: names.count, by: size) where pictures.secret == nil {
      guard now() < end else {
        return try overdue(pictures, start)
      }
      progress.update(start, of: names.count)
      let chunk = Array(names[start..<min(start + size, names.count)])
      let (folder, reader) = (folder, reader)
      let results = ParallelMap.results(
        count: chunk.count, threads: Self.helpersLimit, minimumRun: 1
      ) { index -> Result<[[[UInt8]]], ReaderError> in
        Result { () throws(ReaderError) in try reader.read(path: "\(folder)/\(chunk[index])") }
      }
      for (index, result) in results.enumerated() where pictures.secret == nil {
        switch result {
        case .success(let frames):
          for frame in frames { pictures.receive(frame, source: start + index) }
        case .failure(let error):
          // One that cannot be read must not end the search in the others.
          pictures.note(error, in: chunk[index], source: start + index)
        }
      }
    }
    return pictures
  }

  private func overdue(
    _ pictures: PictureReading, _ count: Int
  ) throws(ProgramError) -> PictureReading {
    let text = "\(count) of \(names.count) pictures were looked at in \(Int(Self.secondsLimit)) s"
    guard !pictures.isOver else {
      var pictures = pictures
      pictures.say("\(text); the rest was not (R18)")
      return pictures
    }
    throw ProgramError(
      "\(ForeignText.shown(folder)): \(text), and no message is whole yet", rule: .r18,
      hint: "leave fewer pictures in the folder, or carry the message as a file")
  }
}
