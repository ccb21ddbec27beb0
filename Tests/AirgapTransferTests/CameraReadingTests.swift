import CSystemCalls
import Foundation
import Glibc
import QRTransport
import RecordingScreens
import TerminalUI
import Testing

@testable import AirgapTransfer

/// What a person who aims a camera is shown and told, from films in place of a camera.
@Suite struct CameraReadingTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "aiming-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let url = folder.appending(path: name)
    try Data(bytes).write(to: url)
    return url.path
  }

  private func frames(_ film: AimedFilm, count: Int = 4) throws -> [ReaderFrame] {
    let path = try file("film-\(UUID())", film.y4m(frames: count))
    let source = try #require(FilmSource(path: path))
    let watch = try FrameWatch(
      ReaderProcess(), source.descriptor, source.source, seconds: ReaderProcess.filmSeconds)
    var frames: [ReaderFrame] = []
    while let frame = try watch.next() { frames.append(frame) }
    return frames
  }

  private func advice(_ film: AimedFilm) throws -> AimAdvice? {
    var aiming = Aiming()
    for frame in try frames(film, count: 4) { aiming.take(frame) }
    return aiming.advice
  }

  @Test func `each frame comes with its look, its QR codes and a small copy`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let film = AimedFilm()
    let frames = try frames(film, count: 3)
    #expect(frames.count == 3)
    for frame in frames {
      #expect(frame.symbols == [Array(film.text.utf8)])
      let look = try #require(frame.look)
      #expect((look.width, look.height) == (640, 360))
      #expect(look.contrast > 150 && look.movement == 0 && look.squares == 0)
      #expect(look.places.count == 1 && look.places[0].isRead && look.places[0].corners.count == 4)
      let preview = try #require(frame.preview)
      #expect((preview.width, preview.height) == (192, 108))
      #expect(preview.pixels[0] == film.around)
    }
  }

  @Test func `each fault of a picture has its sentence`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try advice(AimedFilm()) == nil)
    #expect(try advice(AimedFilm(dark: 4, light: 16, around: 7, noise: 9)) == .tooDark)
    #expect(try advice(AimedFilm(dark: 250, light: 255, around: 255)) == .tooBright)
    let long = String(repeating: "A LONG TEXT ", count: 40)
    #expect(try advice(AimedFilm(text: long, module: 1.7, blur: 1, noise: 8)) == .tooSmall)
    #expect(try advice(AimedFilm(blur: 5)) == .tooBlurred)
    #expect(try advice(AimedFilm(blur: 8)) == .tooBlurred)
    #expect(try advice(AimedFilm(left: 40, blur: 5, speed: 20)) == .moving)
    // Two of the three squares are in the picture.
    #expect(try advice(AimedFilm(top: 200)) == .cutOff)
    #expect(try advice(AimedFilm(left: 700)) == .dim)
  }

  @Test func `nothing is said while QR codes are read, nor for a single bad frame`() {
    var aiming = Aiming()
    var look = FrameLook(
      width: 640, height: 360, brightness: 10, contrast: 10, glare: 0, softness: 1, movement: 0,
      squares: 0, module: 0)
    let dark = ReaderFrame(look: look)
    look.brightness = 120
    look.contrast = 200
    let empty = ReaderFrame(look: look)
    aiming.take(dark)
    aiming.take(dark)
    aiming.take(empty)
    aiming.take(dark)
    aiming.take(dark)
    #expect(aiming.advice == nil)
    aiming.take(dark)
    #expect(aiming.advice == .tooDark)
    aiming.take(empty)
    // The sentence stays until another one is asked for as often.
    #expect(aiming.advice == .tooDark)
    aiming.take(ReaderFrame(symbols: [[1]], look: look))
    #expect(aiming.advice == nil)
    for _ in 0..<Aiming.pause + Aiming.patience - 1 { aiming.take(empty) }
    #expect(aiming.advice == nil)
    aiming.take(empty)
    #expect(aiming.advice == .nothingSeen)
    // A frame that a camera did not give says nothing.
    aiming.take(ReaderFrame())
    #expect(aiming.advice == .nothingSeen)
  }

  @Test func `a helper that lies about a look or a copy is not believed`() {
    let look = [UInt8](repeating: 1, count: 15)
    let place = [UInt8](repeating: 1, count: 17)
    #expect(FrameLook(look)?.places.isEmpty == true)
    #expect(FrameLook(look + place)?.places.count == 1)
    #expect(FrameLook(look + (0..<64).flatMap { _ in place })?.places.count == 64)
    for bad in [
      [], look.dropLast(), look + [1], look + (0..<65).flatMap { _ in place },
      [0, 0] + look.dropFirst(2), look + [2] + place.dropFirst(),
    ] as [[UInt8]] { #expect(FrameLook(bad) == nil) }
    #expect(FramePreview([2, 1, 7, 8])?.pixels == [7, 8])
    for bad in [
      [], [1], [0, 0], [2, 2, 1], [1, 1, 1, 1], [193, 1] + [UInt8](repeating: 0, count: 193),
    ] {
      #expect(FramePreview(bad) == nil)
    }
    let record = { (kind: String, content: [UInt8]) -> [UInt8] in
      Array(kind.utf8) + [0, 0, 0, UInt8(content.count)] + content
    }
    var answer = ReaderAnswer(isView: true)
    #expect(throws: ReaderError.malformedOutput) {
      try answer.receive(record("L", look) + record("L", look))
    }
    answer = ReaderAnswer(isView: true)
    #expect(throws: ReaderError.malformedOutput) {
      try answer.receive(record("P", [1, 1, 1]) + record("D", []))
    }
    answer = ReaderAnswer()
    #expect(throws: ReaderError.malformedOutput) {
      try answer.receive(record("N", [0, 0]) + record("N", [0, 0]))
    }
    // Nobody asked for them.
    for more in [record("L", look), record("P", [1, 1, 1])] {
      answer = ReaderAnswer()
      #expect(throws: ReaderError.malformedOutput) { try answer.receive(more) }
    }
  }

  @Test func `a camera has no end, and each of its frames a bound; a film has both`() throws {
    let symbol = [UInt8(ascii: "S"), 0, 1, 0, 0] + [UInt8](repeating: 7, count: 65_536)
    let end = [UInt8(ascii: "F"), 0, 0, 0, 0]
    // More than all QR codes of a picture may hold.
    var live = ReaderAnswer(isView: true, isLive: true)
    for _ in 0..<4 {
      for _ in 0..<250 { try live.receive(symbol) }
      try live.receive(end)
      #expect(live.takeViews().count == 1)
    }
    let ends = Array([[UInt8]](repeating: end, count: 100_000).joined())
    try live.receive(ends)
    try live.receive(end)
    #expect(throws: ReaderError.tooMuchOutput(limit: ReaderProcess.outputLimit)) {
      for _ in 0..<1_000 { try live.receive(symbol) }
    }
    var film = ReaderAnswer(isView: true)
    try film.receive(ends)
    #expect(throws: ReaderError.refused(.tooManyFrames)) { try film.receive(end) }
    film = ReaderAnswer(isView: true)
    #expect(throws: ReaderError.tooMuchOutput(limit: ReaderProcess.outputLimit)) {
      for _ in 0..<1_000 {
        try film.receive(symbol)
        try film.receive(end)
      }
    }
  }

  // MARK: The terminal

  /// What of a text is not allowed by the gate of key-keeper: see TerminalGateTests.
  private func unusual(_ text: String) -> String {
    var rest = text[...]
    var left = ""
    while let next = rest.first {
      let allowed = [
        #/\x1b\[H/#, #/\x1b\[K/#, #/\x1b\[0m/#, #/\x1b\[2J/#, #/\x1b\[\?1049[hl]/#,
        #/\x1b\[38;5;\d+;48;5;\d+m/#,
      ].lazy.compactMap { rest.prefixMatch(of: $0) }.first
      if let allowed {
        rest = rest[allowed.range.upperBound...]
      } else {
        if next == "\u{1b}" || (next < " " && next != "\n") { left.append(next) }
        rest.removeFirst()
      }
    }
    return left
  }

  /// The lines that a picture takes, without colours.
  private func lines(_ text: String) -> [String] {
    text.replacing(#/\x1b\[[0-9;?]*[A-Za-z]/#, with: "").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
  }

  @Test(arguments: [true, false])
  func `a picture fits every terminal and has the proportions of its frame`(hasGreys: Bool) throws {
    let view = CameraView(hasGreys: hasGreys)
    for (width, height) in [(192, 108), (144, 144), (192, 3), (3, 144), (1, 1)] {
      let preview = try #require(
        FramePreview(
          width: width, height: height, pixels: [UInt8](repeating: 77, count: width * height)))
      for (columns, rows) in [(32, 12), (80, 24), (132, 43), (300, 100), (40, 90)] {
        let text = view.text(
          preview, nil, below: ["a", String(repeating: "b", count: 400), "c"], columns: columns,
          rows: rows)
        let lines = lines(text)
        #expect(lines.count <= rows && lines.allSatisfy { $0.count <= columns })
        #expect(unusual(text) == "")
        let size = CameraView.size(of: preview, columns: columns, rows: rows)
        #expect(size.columns <= CameraView.most.columns && size.rows <= CameraView.most.rows)
        if width == 192, height == 108 {
          #expect(abs(Double(size.columns) / Double(2 * size.rows) - 192.0 / 108) < 0.12)
        }
      }
    }
  }

  @Test func `where a font has no half blocks, whole ones are enough`() throws {
    let preview = try #require(
      FramePreview(
        width: 64, height: 36, pixels: (0..<64 * 36).map { UInt8($0 % 64 * 4) }))
    var look = FrameLook(
      width: 640, height: 360, brightness: 0, contrast: 0, glare: 0, softness: 0, movement: 0,
      squares: 0, module: 0)
    look.places = [
      .init(
        isRead: true,
        corners: [(100, 100), (300, 100), (300, 300), (100, 300)].map { .init(x: $0.0, y: $0.1) })
    ]
    for hasGreys in [true, false] {
      let text = CameraView(hasGreys: hasGreys, hasHalfBlocks: false, isMirrored: false).text(
        preview, look, below: [], columns: 64, rows: 24)
      #expect(!text.contains("▀") && !text.contains("▄") && text.contains("█"))
      let lines = lines(text)
      #expect(lines.allSatisfy { $0.count <= 64 })
      // Darker on the left, lighter on the right, and a whole line where the QR code is.
      #expect(lines[0] == "Camera: answer nothing in it.")
      #expect(lines[1].prefix(4).allSatisfy { $0 == " " } && lines[1].hasSuffix("████"))
      #expect(lines[6].dropFirst(10).prefix(20).allSatisfy { $0 == "█" })
    }
  }

  @Test func `left and right are those of a mirror, until it is turned off`() throws {
    let preview = try #require(
      FramePreview(
        width: 64, height: 36, pixels: (0..<64 * 36).map { $0 % 64 < 32 ? 0 : 255 }))
    var view = CameraView(hasGreys: false)
    let mirrored = lines(view.text(preview, nil, below: [], columns: 64, rows: 24))
    #expect(mirrored[1].hasPrefix("████") && mirrored[1].hasSuffix("    "))
    view.isMirrored = false
    let plain = lines(view.text(preview, nil, below: [], columns: 64, rows: 24))
    #expect(plain[1].hasPrefix("    ") && plain[1].hasSuffix("████"))
  }

  @Test func `a QR code that was read has another outline than one that was only seen`() throws {
    let preview = try #require(
      FramePreview(width: 64, height: 36, pixels: [UInt8](repeating: 0, count: 64 * 36)))
    var look = FrameLook(
      width: 640, height: 360, brightness: 0, contrast: 0, glare: 0, softness: 0, movement: 0,
      squares: 0, module: 0)
    let corners = [(100, 100), (300, 100), (300, 300), (100, 300)].map {
      FrameLook.Place.Corner(x: $0.0, y: $0.1)
    }
    var texts: [String] = []
    for hasGreys in [true, false] {
      for isRead in [true, false] {
        look.places = [.init(isRead: isRead, corners: corners)]
        texts.append(
          CameraView(hasGreys: hasGreys).text(preview, look, below: [], columns: 64, rows: 24))
      }
    }
    #expect(texts[0].contains("5;46") && !texts[0].contains("5;226"))
    #expect(texts[1].contains("5;226") && !texts[1].contains("5;46"))
    let inked = texts[2...].map { text in text.count { "█▀▄".contains($0) } }
    #expect(inked[0] > 30 && inked[1] > 10 && inked[0] > inked[1] + 10)
    // Wherever a place is said to be, nothing is drawn outside.
    look.places = [
      .init(isRead: true, corners: [0, 65_535, 0, 65_535].map { .init(x: $0, y: 65_535 - $0) })
    ]
    #expect(
      lines(CameraView(hasGreys: true).text(preview, look, below: [], columns: 64, rows: 24))
        .allSatisfy { $0.count <= 64 })
  }

  /// A film of the parts of a message, several frames each.
  private func message() throws -> (film: [UInt8], parts: Int) {
    // Nothing that can be compressed.
    var state: UInt64 = 3
    let bytes = (0..<300).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return UInt8(truncatingIfNeeded: state >> 40)
    }
    let encoder = try FrameEncoder(
      bbqr: BBQrFile(kind: .binary, bytes: bytes), limit: try #require(QRVersion(4)))
    let frames = try (0..<encoder.frameCount).flatMap { index in
      let pixels = try AimedFilm(text: encoder.frame(index), module: 5).pixels()
      return [pixels, pixels]
    }
    return (AimedFilm.y4m(frames), encoder.frameCount)
  }

  private func read(
    _ path: String, _ screen: RecordingScreen
  ) throws -> (frames: PictureReading, terminal: String) {
    let console = Console(screen: screen)
    let source = try #require(FilmSource(path: path))
    // Each look waits for its frame.
    var reading = CameraReading("the camera", on: console, slice: .infinity)
    let pictures = try reading.read(
      FrameWatch(
        ReaderProcess(), source.descriptor, source.source, seconds: ReaderProcess.filmSeconds),
      isShown: true)
    return (pictures, screen.terminal)
  }

  @Test func `the terminal shows what the camera sees and how many parts have come`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let film = try message()
    #expect(film.parts >= 4)
    let screen = RecordingScreen(talkIsOnTerminal: true, millisecondsPerLook: 150)
    let (pictures, terminal) = try read(file("film", film.film), screen)
    #expect(pictures.parts?.received ?? 0 >= film.parts - 1)
    #expect(terminal.contains("▀"))
    #expect(terminal.contains("] 1 of \(film.parts) parts"))
    #expect(terminal.contains("] \(film.parts - 1) of \(film.parts) parts"))
    #expect(
      terminal.hasPrefix("\u{1b}[?1049h") && terminal.hasSuffix("\u{1b}[2J\u{1b}[3J\u{1b}[?1049l"))
    #expect(unusual(terminal.replacing("\u{1b}[3J", with: "")) == "")
    let heading = "What the camera sees. This program asks nothing in this picture."
    #expect(terminal.contains("\(heading)\u{1b}[K\n"))
  }

  @Test func `b shows the other side what is missing, and shows the picture again`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let film = try message()
    let run = { (name: String, keys: [String]) throws -> String in
      let screen = RecordingScreen(
        answers: keys.map { RecordingScreen.keys + $0 }, talkIsOnTerminal: true,
        millisecondsPerLook: 150)
      return try self.read(self.file(name, film.film), screen).terminal
    }
    // A row of a report is black and white; the picture has greys.
    let report = "\u{1b}[38;5;16;48;5;231m"
    let shown = try run("shown", ["b"])
    #expect(shown.contains(report) && shown.contains("] \(film.parts - 1) of \(film.parts) parts"))
    #expect(unusual(shown.replacing("\u{1b}[3J", with: "")) == "")
    let heading = "This program asks nothing in this picture."
    // Only before the first part is there nothing to report.
    #expect(shown.ranges(of: heading).count < shown.ranges(of: "q stops").count)
    // Pressed twice, the picture is back.
    let twice = try run("twice", ["b", "", "b"])
    let last = try #require(twice.ranges(of: report).last)
    #expect(twice[last.upperBound...].contains(heading))
  }

  @Test func `a film in a file or a pipe chooses nothing that stands on the terminal`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try file("payment.psbt", AimedFilm().y4m(frames: 3))
    for argument in [path, "camera:\(path)"] {
      let screen = RecordingScreen(talkIsOnTerminal: true, millisecondsPerLook: 150)
      _ = try? MessageInput(argument).message(on: Console(screen: screen))
      #expect(screen.terminal == "", "\(argument)")
    }
  }

  @Test func `q stops while no frame comes`() throws {
    var ends: [Int32] = [-1, -1]
    #expect(syscalls_pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let head = Array("YUV4MPEG2 W640 H360 Cmono\n".utf8)
    #expect(Glibc.write(ends[1], head, head.count) == head.count)
    let screen = RecordingScreen(
      answers: ["", "", "q"].map { RecordingScreen.keys + $0 }, talkIsOnTerminal: true)
    var reading = CameraReading("the camera", on: Console(screen: screen), slice: 0.01)
    // Without a look at the keys it would end with an error, after these seconds.
    let pictures = try reading.read(
      FrameWatch(ReaderProcess(), ends[0], .pipe, seconds: 20), isShown: true)
    #expect(pictures.parts == nil && screen.answersLeft == 0)
  }

  @Test func `where nobody may watch, a camera is looked through for so long and no longer`() throws
  {
    var ends: [Int32] = [-1, -1]
    #expect(syscalls_pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let watch = try FrameWatch(ReaderProcess(), ends[0], .pipe, seconds: 20, inAll: 0)
    #expect(throws: ReaderError.tookTooLong(seconds: 0)) { try watch.next() }
  }

  @Test func `where nobody may watch, a picture and a film in a file are as bounded`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let picture = try file("picture", Array("GIF89a".utf8))
    let film = try file("film", AimedFilm().y4m(frames: 1))
    for (path, error) in [
      (picture, ReaderError.timedOut(seconds: 30)), (film, .tookTooLong(seconds: 0)),
    ] {
      let expected = ProgramError(error, during: path).message
      do throws(ProgramError) {
        _ = try MessageInput(path, limit: 0).message(on: Console(screen: RecordingScreen()))
        Issue.record("read")
      } catch {
        #expect(error.message == expected)
      }
    }
  }

  @Test func `a film in a file has a bound in bytes and in time, one in a pipe has not`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try file("film", AimedFilm().y4m(frames: 1))
    #expect(try #require(FilmSource(path: path)).source == .file)
    #expect(truncate(path, 100_000_001) == 0)
    do throws(ProgramError) {
      _ = try MessageInput(path).message(on: Console(screen: RecordingScreen()))
      Issue.record("read")
    } catch {
      #expect(
        error.message.hasSuffix("100000001 bytes, at most 100000000 are read of a file (R18)"))
      #expect(error.hint == "cut the film shorter, or name it as a camera: camera:FILE")
    }
    var deadline = PageDeadline(seconds: 60, inAll: 30) { 100 }
    #expect(deadline.time == 130 && deadline.isLast)
    deadline = PageDeadline(seconds: 60, inAll: .infinity) { 100 }
    #expect(deadline.time == 160 && !deadline.isLast)
  }

  @Test func `a film whose first line comes in pieces is one, and a piece alone is none`() throws {
    for rest in ["MPEG2 W1 H1\nFRAME\n", "xxxxxxxxxxxxxxxxxx", ""] {
      var ends: [Int32] = [-1, -1]
      #expect(syscalls_pipe(&ends) == 0)
      defer { for end in ends { close(end) } }
      #expect(Glibc.write(ends[1], "YUV4", 4) == 4)
      var waits = 0
      let source = FilmSource(standardInput: ends[0]) { _ in
        waits += 1
        return waits == 3 || waits == 2 && !rest.isEmpty && write(rest, to: ends[1])
      }
      #expect((source != nil) == rest.hasPrefix("MPEG2"))
      #expect(source.map { $0.source == .pipe } ?? true)
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = Glibc.read(ends[0], &bytes, bytes.count)
      #expect(Array(bytes.prefix(count)) == Array("YUV4\(rest)".utf8))
    }
  }

  /// Writes, and says that more will come.
  private func write(_ text: String, to file: Int32) -> Bool {
    #expect(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
    return false
  }

  @Test func `q stops it, and what was missing is said`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let film = try message()
    let screen = RecordingScreen(
      answers: ["\(RecordingScreen.keys)m", "\(RecordingScreen.keys)", "\(RecordingScreen.keys)q"],
      talkIsOnTerminal: true, millisecondsPerLook: 150)
    var (pictures, _) = try read(file("film", film.film), screen)
    #expect(pictures.parts?.received == 2)
    #expect(screen.answersLeft == 0)
    #expect { try pictures.finished("the camera") } throws: {
      "\($0)".contains("2 of \(film.parts) parts")
    }
  }

  @Test func `without a terminal a film is read all the same, and the reason is said`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try file("film", AimedFilm(dark: 4, light: 16, around: 7, noise: 9).y4m(frames: 5))
    for screen in [
      RecordingScreen(hasTerminal: false), RecordingScreen(isPlain: true),
      RecordingScreen(size: (20, 10)), RecordingScreen(talkIsWhereQuestionsAre: false),
      RecordingScreen(millisecondsPerLook: 150),
    ] {
      do throws(ProgramError) {
        _ = try MessageInput(path).message(on: Console(screen: screen))
        Issue.record("read in the dark")
      } catch {
        #expect(error.message.contains("no QR code was found in 5 pictures"))
        #expect(error.hint == "too dark: make the other screen brighter, or turn on a light")
      }
    }
  }

  @Test func `a film comes from a file or a pipe, of which nothing is lost`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let film = try AimedFilm(text: "UR:BYTES/HDEYMEJTSW").y4m(frames: 2)
    var ends: [Int32] = [-1, -1]
    #expect(syscalls_pipe(&ends) == 0)
    let writer = ends[1]
    Thread.detachNewThread {
      film.withUnsafeBytes { bytes in
        var written = 0
        while written < bytes.count {
          let count = Glibc.write(writer, bytes.baseAddress! + written, bytes.count - written)
          guard count > 0 else { break }
          written += count
        }
      }
      close(writer)
    }
    let reader = ends[0]
    defer { close(reader) }
    let source = try #require(FilmSource(standardInput: reader))
    let watch = try FrameWatch(
      ReaderProcess(), source.descriptor, source.source, seconds: ReaderProcess.filmSeconds)
    var frames: [[[UInt8]]] = []
    while let frame = try watch.next() { frames.append(frame.symbols) }
    #expect(frames == [[Array("UR:BYTES/HDEYMEJTSW".utf8)], [Array("UR:BYTES/HDEYMEJTSW".utf8)]])

    let text = try file("text", Array("wpkh(...)".utf8))
    #expect(FilmSource(path: text) == nil)
    #expect(FilmSource(path: folder.path) == nil)
    let other = open(text, O_RDONLY)
    defer { close(other) }
    #expect(FilmSource(standardInput: other) == nil)
    #expect(lseek(other, 0, SEEK_CUR) == 0)
  }

  @Test func `a film that lies about its size is refused, one of 4K is read`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for (head, words) in [
      ("W60000 H60000", "too many pixels"), ("W8 H8", "damaged or cut off"),
      ("W8 H8 Cnone", "a film in a form that is not read"),
    ] {
      let path = try file("film", Array("YUV4MPEG2 \(head)\nFRAME\n".utf8))
      do throws(ProgramError) {
        _ = try MessageInput(path).message(on: Console(screen: RecordingScreen(hasTerminal: false)))
        Issue.record("\(head) was read")
      } catch {
        #expect(error.message.contains(words), "\(error.message)")
      }
    }
    let small = try AimedFilm().pixels()
    var large: [UInt8] = []
    for row in 0..<2_160 {
      for column in 0..<3_840 { large.append(small[row / 6 * 640 + column / 6]) }
    }
    let film = Array("YUV4MPEG2 W3840 H2160 Cmono\nFRAME\n".utf8) + large
    let source = try #require(FilmSource(path: file("4K", film)))
    let watch = try FrameWatch(
      ReaderProcess(), source.descriptor, source.source, seconds: ReaderProcess.filmSeconds)
    let frame = try #require(try watch.next())
    #expect(frame.symbols == [Array(AimedFilm().text.utf8)])
    #expect(frame.look?.width == 3_840 && frame.preview?.width == 192)
  }
}
