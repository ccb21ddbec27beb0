internal import DurableFiles
internal import Glibc
internal import QRTransport
internal import Refusals
internal import TerminalUI

/// What the other side reports while a message is shown, as it comes.
protocol ReportWatching: AnyObject {
  /// The reports that came since the last call; waits a few milliseconds at most.
  ///
  /// Throws: any `ReaderError` where no more will come.
  func reports() throws(ReaderError) -> [ReceptionReport]
  /// Lets go of the camera.
  func end()
}

/// Where reports are watched for: a camera, or a film in a file in its place.
struct ReportSource: Sendable {
  let argument: String

  /// Names a camera or a film that is there now.
  ///
  /// It is let go again until the message is shown: what is done before may take long, and cannot be undone.
  ///
  /// - Throws: `ProgramError` where there is no such camera or film, or this user may not open it.
  init(known argument: String) throws(ProgramError) {
    self.init(argument: argument)
    do throws(ReaderError) {
      if let device = CameraDevices.named(by: argument, among: CameraDevices()) {
        close(try ReaderProcess().openedCamera(device).descriptor)
      } else if FilmSource(path: argument) == nil {
        throw ReaderError.cannotOpen(path: argument, code: ENOENT)
      }
    } catch {
      throw ProgramError(error, during: "--both-ways")
    }
  }

  init(argument: String) { self.argument = argument }

  /// Begins to watch.
  ///
  /// - Throws: `ProgramError` where there is no such camera or film.
  func opened() throws(ProgramError) -> ReportWatch {
    do throws(ReaderError) {
      let reader = try ReaderProcess()
      if let device = CameraDevices.named(by: argument, among: CameraDevices()) {
        let camera = try reader.openedCamera(device)
        defer { close(camera.descriptor) }
        return ReportWatch(
          try FrameWatch(
            reader, camera.descriptor, camera.isDevice ? .device : .file,
            seconds: ReaderProcess.cameraSeconds))
      }
      guard let film = FilmSource(path: argument) else {
        throw ReaderError.cannotOpen(path: argument, code: ENOENT)
      }
      return ReportWatch(
        try FrameWatch(
          reader, film.descriptor, film.source, seconds: ReaderProcess.filmSeconds))
    } catch {
      throw ProgramError(error, during: "--both-ways")
    }
  }
}

/// Reports out of the frames of a camera.
///
/// Whatever else a frame shows is dropped unread: a message, a poster, a seed.
final class ReportWatch: ReportWatching {
  /// The most frames that are taken at once, so that a fast film does not hold the picture up.
  private static let framesLimit = 16
  /// The most QR codes of a frame that are looked at.
  private static let symbolsLimit = 8
  /// Seconds that are waited for a frame: the picture on the screen must not wait.
  private static let slice = 0.001
  private var watch: FrameWatch?

  init(_ watch: FrameWatch) { self.watch = watch }

  func reports() throws(ReaderError) -> [ReceptionReport] {
    var reports: [ReceptionReport] = []
    for _ in 0..<Self.framesLimit {
      guard let watch else { break }
      switch try watch.next(within: Self.slice) {
      case .frame(let frame):
        reports += frame.symbols.prefix(Self.symbolsLimit).compactMap { ReceptionReport($0) }
      case .nothing: return reports
      case .end:
        self.watch = nil
        return reports
      }
    }
    return reports
  }

  func end() { watch = nil }
}
