internal import QRDrawing
internal import QRTransport
internal import TerminalUI

/// Looks through a camera or a film until a message is whole, and tells a person meanwhile what to do.
///
/// Only what a camera of this machine sees is shown. The pixels of a film are chosen by whoever made it: letters
/// drawn with them would stand on the terminal, where this program asks its questions.
struct CameraReading {
  /// Milliseconds between two pictures on the terminal.
  private static let pause: UInt64 = 100

  /// Seconds until keys are looked at while no frame comes.
  private let slice: Double
  private let console: Console
  private let what: String
  private var pictures: PictureReading
  private var aiming = Aiming()
  private var count = 0
  private var reception = ReceptionCount()

  /// `what` is named in what is said.
  init(_ what: String, on console: Console, slice: Double = 0.1) {
    self.what = what
    self.console = console
    self.slice = slice
    pictures = PictureReading { _ in nil }
  }

  /// What the frames hold; `isShown`: a person aims a camera and sees what it sees.
  ///
  /// Throws: any `ReaderError` before a message is whole; `noTerminal` and its like do not matter
  /// here. Where a message was whole already, the error is noted in what is given.
  mutating func read(
    _ watch: FrameWatch, isShown: Bool
  ) throws(ReaderError) -> PictureReading {
    do throws(ReaderError) {
      if isShown, Self.canShow(console) {
        try showing(watch)
      } else {
        try saying(watch)
      }
    } catch {
      guard pictures.isOver else { throw error }
      pictures.note(error, in: what)
    }
    pictures.advice = aiming.advice?.text
    return pictures
  }

  /// Whether a picture can be shown: on the terminal where what happens is said, and in UTF-8.
  private static func canShow(_ console: Console) -> Bool {
    let (screen, least) = (console.screen, CameraView.least)
    return screen.canAsk && screen.talkIsWhereQuestionsAre && !screen.isPlain
      && screen.size.columns >= least.columns && screen.size.rows >= least.rows
  }

  private mutating func take(_ frame: ReaderFrame) {
    pictures.receive(frame.symbols, source: count)
    aiming.take(frame)
    reception.take(frame.symbols, module: frame.module)
    count += 1
  }

  private mutating func saying(_ watch: FrameWatch) throws(ReaderError) {
    let title = "looking through \(what)"
    var progress = console.progress(title, unit: "parts")
    defer { progress.end() }
    var advice: Set<AimAdvice> = []
    while !pictures.isOver, let frame = try watch.next() {
      take(frame)
      var words = pictures.words(isEnd: pictures.isOver)
      // Behind a pipe may be a camera that somebody aims.
      if watch.source == .pipe, let new = aiming.advice, advice.insert(new).inserted {
        words.append(new.text)
      }
      if !words.isEmpty {
        progress.end()
        for line in words { console.warn(line) }
        progress = console.progress(title, unit: "parts")
      }
      if let (received, needed) = pictures.parts { progress.update(received, of: needed) }
    }
  }

  private mutating func showing(_ watch: FrameWatch) throws(ReaderError) {
    let style = TerminalStyle.ofProcess
    var view = CameraView(hasGreys: style.hasGreys, hasHalfBlocks: style.hasHalfBlocks)
    var failure: ReaderError?
    var words: [String] = []
    var last: UInt64?
    var newest: ReaderFrame?
    var (isBothWays, wasReport) = (false, false)
    let screen = console.screen
    do throws(ProgramError) {
      // A seed held before the camera by mistake is in its picture: cleared as a secret is.
      try console.showLive(isSecret: true) { keys, size in
        for key in keys ?? [] {
          switch key {
          // q and Enter.
          case 0x71, 0x0a, 0x0d: return nil
          // m.
          case 0x6d: view.isMirrored.toggle()
          // b.
          case 0x62: isBothWays.toggle()
          default: break
          }
        }
        do throws(ReaderError) {
          switch try watch.next(within: slice) {
          case .frame(let frame):
            take(frame)
            if frame.preview != nil { newest = frame }
          case .nothing: break
          case .end: return nil
          }
        } catch {
          failure = error
          return nil
        }
        words += pictures.words(isEnd: pictures.isOver)
        guard !pictures.isOver else { return nil }
        let now = screen.milliseconds
        guard last.map({ now >= $0 + Self.pause }) ?? true, let newest, let preview = newest.preview
        else { return LivePicture(text: "", milliseconds: 0) }
        last = now
        let below = [
          CameraView.bar(pictures.parts), aiming.advice?.text ?? words.last ?? "",
          "q stops, m mirrors the picture, b shows the other side what is missing.",
        ]
        let report = isBothWays ? pictures.state.flatMap { reception.report($0) } : nil
        let text =
          report.flatMap {
            view.reporting($0, below: below, columns: size.columns, rows: size.rows)
          }
          ?? view.text(
            preview, newest.look, below: below, columns: size.columns, rows: size.rows)
        // The rows of a report that a lower picture leaves below it.
        let rest = wasReport && report == nil ? CameraView.cleared(below: text, size.rows) : ""
        wasReport = report != nil
        return LivePicture(text: text + rest, milliseconds: 0)
      }
    } catch {
      // No terminal to show it on after all: it is read all the same.
      try saying(watch)
    }
    for line in words { console.warn(line) }
    if let failure { throw failure }
  }
}
