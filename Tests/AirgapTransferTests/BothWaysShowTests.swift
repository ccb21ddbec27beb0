import DurableFiles
import Foundation
import QRDrawing
import RecordingScreens
import TerminalUI
import Testing

@testable import AirgapTransfer
@testable import QRTransport

/// A message that is shown while the other side reports what it lacks.
@Suite struct BothWaysShowTests {
  /// Another side that says what a test lets it say, look by look.
  private final class Side: ReportWatching {
    var say: (Int) throws(ReaderError) -> [ReceptionReport]
    private(set) var looks = 0
    private(set) var hasEnded = false

    init(_ say: @escaping (Int) throws(ReaderError) -> [ReceptionReport]) { self.say = say }

    func reports() throws(ReaderError) -> [ReceptionReport] {
      looks += 1
      return try say(looks - 1)
    }

    func end() { hasEnded = true }
  }

  private static let ur: Result<UR, any Error> = Result { try resource(6_000) }

  private static func resource(_ count: UInt16) throws -> UR {
    var state: UInt64 = 3
    let bytes = (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return UInt8(truncatingIfNeeded: state >> 40)
    }
    return try UR(type: "bytes", cbor: [0x59, UInt8(count >> 8), UInt8(count & 0xff)] + bytes)
  }

  private func encoder() throws -> FrameEncoder {
    try FrameEncoder(Self.ur.get(), limit: #require(TerminalLayout(columns: 200, rows: 100)).usual)
  }

  /// The parts in each picture, from 0, and the last line of each.
  private func shown(
    _ side: Side?, keys: [String], looks: Int = 0, of ur: UR? = nil, version: Int = 17
  ) throws -> (parts: [Int], lines: [String], settings: ShowSettings) {
    let ur = try ur ?? Self.ur.get()
    let screen = RecordingScreen(
      answers: (keys + [String](repeating: "", count: looks)).map { RecordingScreen.keys + $0 },
      millisecondsPerLook: 300, size: (200, 100))
    let settings = try #require(
      ShowSettings("version=\(version) codes=1 speed=4 inverse=no white=4"))
    var show = TerminalShow(settings) { (limit) throws(ProgramError) in
      do throws(QRTransportError) {
        return try FrameEncoder(ur, limit: limit)
      } catch {
        throw ProgramError(error)
      }
    }
    let after = try show.run(on: Console(screen: screen), side)
    let lines = screen.terminal.matches(of: #/part(?:s)? \d[^\u{1b}\n]*/#).map { String($0.output) }
    let parts = lines.compactMap { $0.firstMatch(of: #/(\d+)/#).flatMap { Int($0.1) } }
    return (parts.map { $0 - 1 }, lines, after)
  }

  private func report(
    _ missing: [Int], of encoder: FrameEncoder, read: Int = 0, wrong: Bool = false
  ) throws -> ReceptionReport {
    let identity = try #require(encoder.identity)
    let series =
      wrong
      ? SeriesIdentity(identifier: identity.identifier ^ 1, count: identity.count) : identity
    return try #require(
      ReceptionReport(
        series: series, received: 3, read: UInt16(truncatingIfNeeded: read), frames: 9, module: 16,
        missing: missing))
  }

  @Test func `without a report everything is shown as without a camera`() throws {
    let count = try encoder().frameCount
    let alone = try shown(nil, keys: [], looks: count + 9)
    let silent = try shown(Side { _ in [] }, keys: [], looks: count + 9)
    #expect(alone.parts == silent.parts && alone.parts.count > count)
    #expect(silent.lines.allSatisfy { $0.contains("no report") })
  }

  @Test func `a report about another message changes nothing`() throws {
    let encoder = try encoder()
    let wrong = try report([1, 2], of: encoder, wrong: true)
    let alone = try shown(nil, keys: [], looks: 2 * encoder.frameCount)
    let other = try shown(Side { _ in [wrong] }, keys: [], looks: 2 * encoder.frameCount)
    #expect(alone.parts == other.parts && other.lines.allSatisfy { $0.contains("no report") })
  }

  @Test func `after the first round what is missing is shown, and Enter alone ends it`() throws {
    let encoder = try encoder()
    let count = encoder.frameCount
    let side = Side { look in
      (try? self.report([2, 5], of: encoder, read: look)).map { [$0] } ?? []
    }
    let shown = try shown(side, keys: [], looks: count + 12)
    #expect(Array(shown.parts.prefix(3)) == [0, 1, 2])
    let later = shown.parts.dropFirst(count)
    #expect(later.contains(2) || later.contains(5))
    // Whatever is reported, the endless row goes on among it.
    #expect(later.contains { $0 >= count })
    #expect(shown.lines.contains { $0.contains(", 3 parts read") })
    #expect(side.hasEnded == false && shown.settings.speed == 4 && shown.settings.codes == 1)
  }

  @Test func `who reads everything is shown several at once, and keys end that`() throws {
    let encoder = try encoder()
    let everything = { (look: Int) -> [ReceptionReport] in
      (try? self.report([], of: encoder, read: 40 * look)).map { [$0] } ?? []
    }
    let shown = try shown(Side(everything), keys: [], looks: 60)
    #expect(shown.lines.contains { $0.hasPrefix("parts ") })
    let byHand = try self.shown(Side(everything), keys: ["<"], looks: 60)
    #expect(!byHand.lines.contains { $0.hasPrefix("parts ") })
    #expect(byHand.settings.speed == 3)
  }

  // MARK: Larger ones

  /// A message that takes long in QR codes of version 8, and how it is cut for these and for version 18.
  private func long() throws -> (ur: UR, small: FrameEncoder, large: FrameEncoder) {
    let ur = try Self.resource(40_000)
    return (
      ur, try FrameEncoder(ur, limit: #require(QRVersion(8))),
      try FrameEncoder(ur, limit: #require(QRVersion(18)))
    )
  }

  /// Reads everything of `before` for eight looks, and then says that of `after`.
  private func reader(
    _ before: FrameEncoder, then after: FrameEncoder
  ) -> (Int) throws(ReaderError) -> [ReceptionReport] {
    { look in
      let report = try? self.report([0], of: look < 8 ? before : after, read: 40 * look)
      return report.map { [$0] } ?? []
    }
  }

  @Test func `a long message begins again in larger ones for who reads everything`() throws {
    let (ur, small, large) = try long()
    let shown = try shown(
      Side(reader(small, then: large)), keys: [], looks: 60, of: ur, version: 8)
    let counts = shown.lines.compactMap { $0.firstMatch(of: #/ of (\d+)/#).flatMap { Int($0.1) } }
    let first = try #require(counts.firstIndex(of: large.frameCount), "\(shown.lines)")
    #expect(counts.prefix(first).allSatisfy { $0 == small.frameCount } && first > 2)
    #expect(counts.dropFirst(first).allSatisfy { $0 == large.frameCount })
    #expect(shown.parts[first] == 0)
    // What is remembered is what a person chose.
    #expect(shown.settings.version?.number == 8 && shown.settings.speed == 4)
  }

  @Test func `larger ones that no report knows are left, and the row before goes on`() throws {
    let (ur, small, large) = try long()
    let shown = try shown(
      Side(reader(small, then: small)), keys: [], looks: 60, of: ur, version: 8)
    let isLarge = shown.lines.map { $0.contains(" of \(large.frameCount)") }
    let first = try #require(isLarge.firstIndex(of: true), "\(shown.lines)")
    let back = try #require(isLarge[first...].firstIndex(of: false), "\(shown.lines)")
    #expect(!isLarge[back...].contains(true))
    #expect(shown.parts[back] > shown.parts[first - 1], "\(shown.lines)")
    #expect(shown.lines[back].contains(" of \(small.frameCount)"))
  }

  @Test func `larger ones about which reports cease are left, and the row before goes on`() throws {
    let (ur, small, large) = try long()
    let read = reader(small, then: large)
    let shown = try shown(
      Side { (look) throws(ReaderError) in look < 20 ? try read(look) : [] }, keys: [], looks: 60,
      of: ur, version: 8)
    let isLarge = shown.lines.map { $0.contains(" of \(large.frameCount)") }
    let first = try #require(isLarge.firstIndex(of: true), "\(shown.lines)")
    let back = try #require(isLarge[first...].firstIndex(of: false), "\(shown.lines)")
    #expect(!isLarge[back...].contains(true))
    #expect(shown.parts[back] > shown.parts[first - 1], "\(shown.lines)")
    #expect(shown.lines[back].contains(" of \(small.frameCount), no report"), "\(shown.lines)")
  }

  @Test func `sizes in which a message has too many parts are left out, and tried once`() throws {
    let ur = try Self.ur.get()
    var (tried, versions): ([Int], [[Int]]) = ([], [])
    var show = TerminalShow(ShowSettings()) { (limit) throws(ProgramError) in
      do throws(QRTransportError) {
        tried.append(limit.number)
        if limit.number < 11 { throw .tooManyParts(count: 70_000, limit: 65_535) }
        return try FrameEncoder(ur, limit: limit)
      } catch {
        throw ProgramError(error)
      }
    }
    show.size = (200, 100)
    for _ in 0..<2 { versions.append(show.sizes().map(\.version.number)) }
    #expect(versions[0] == versions[1] && versions[0].first == 11 && versions[0].count > 5)
    #expect(tried.count == Set(tried).count && tried.contains(DensityAdaptation.least))
  }

  @Test func `a pause ends no larger ones`() throws {
    let (ur, small, large) = try long()
    let read = reader(small, then: large)
    // Looks in which the showing stands say nothing, as nothing is there to be read.
    let keys = [String](repeating: "", count: 20) + [" "] + [String](repeating: "", count: 20)
    let shown = try shown(
      Side { (look) throws(ReaderError) in (20..<44).contains(look) ? [] : try read(look) },
      keys: keys + [" "], looks: 20, of: ur, version: 8)
    let first = try #require(
      shown.lines.firstIndex { $0.contains(" of \(large.frameCount)") }, "\(shown.lines)")
    #expect(
      !shown.lines[first...].contains { $0.contains(" of \(small.frameCount)") },
      "\(shown.lines)")
  }

  @Test func `no report changes the size that a person sets by keys`()
    throws
  {
    let (ur, small, large) = try long()
    let byHand = try shown(
      Side(reader(small, then: large)), keys: [">"], looks: 40, of: ur, version: 8)
    #expect(byHand.lines.allSatisfy { !$0.contains(" of \(large.frameCount)") })
    // The key comes after the change: one version below the larger one.
    let later = try shown(
      Side(reader(small, then: large)), keys: [String](repeating: "", count: 16) + ["-"], looks: 20,
      of: ur, version: 8)
    #expect(later.lines.contains { $0.contains(" of \(large.frameCount)") })
    #expect(later.settings.version?.number == 17)
    let last = try FrameEncoder(ur, limit: #require(QRVersion(17))).frameCount
    #expect(later.lines.last?.contains(" of \(last)") == true, "\(later.lines.last ?? "")")
  }

  @Test func `a camera that gives up leaves the showing as it is`() throws {
    let side = Side { (look) throws(ReaderError) in
      guard look < 3 else { throw .timedOut(seconds: 10) }
      return []
    }
    let shown = try shown(side, keys: [], looks: 10)
    #expect(side.hasEnded && shown.parts.count > 8)
    #expect(shown.lines.last?.contains("the camera gave up") == true)
  }

  @Test func `reports are read from a film in place of a camera, and nothing else in it`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "both-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let report = try report([4], of: encoder())
    let films = [AimedFilm(text: report.text), AimedFilm(), AimedFilm(text: "0000" + report.text)]
    let path = folder.appending(path: "film.y4m").path
    try Data(AimedFilm.y4m(films.map { try $0.pixels() })).write(to: URL(filePath: path))
    let watch = try ReportSource(argument: path).opened()
    var (found, looks): ([ReceptionReport], Int) = ([], 0)
    while found.isEmpty, looks < 20_000 {
      found += try watch.reports()
      looks += 1
    }
    #expect(found == [report] && looks > 0)
    #expect(throws: ProgramError.self) { try ReportSource(argument: path + "x").opened() }
  }

  @Test func `a report in a mirror is no message, and ends no reading`() throws {
    var pictures = PictureReading()
    pictures.receive([Array(try report([1], of: encoder()).text.utf8)])
    #expect(!pictures.isOver && pictures.words(isEnd: false).isEmpty)
    let error = #expect(throws: ProgramError.self) { try pictures.finished("it") }
    #expect(error?.message.contains("no QR code was found") == true)
  }

  @Test func `a report that cannot be read goes the way of every other QR code`() throws {
    let text = try report([1], of: encoder()).text
    for other in [
      "DRAWBRIDGE:2:X", "DRAWBRIDGE", text.dropLast() + (text.hasSuffix("A") ? "B" : "A"),
    ] {
      var pictures = PictureReading()
      pictures.receive([Array(other.utf8)])
      let error = #expect(throws: ProgramError.self, "\(other)") { try pictures.finished("it") }
      #expect(error?.message.contains("no QR code was found") == false, "\(other)")
    }
  }

  /// A film of one report, in a folder that is removed afterwards.
  private func withFilm(_ use: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "both-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "film.y4m").path
    let film = AimedFilm(text: try report([4], of: encoder()).text)
    try Data(AimedFilm.y4m([film.pixels()])).write(to: URL(filePath: path))
    try use(path)
  }

  @Test func `one QR code asks nothing back, and says so`() throws {
    try withFilm { film in
      for source in [film, nil] {
        let screen = RecordingScreen(size: (200, 100))
        let target = try MessageOutput("terminal").listening(to: source)
        try target.write(.plain("one line"), on: Console(screen: screen))
        #expect(screen.talk.contains("one QR code: nothing is asked back") == (source != nil))
        #expect(!screen.terminal.isEmpty)
      }
    }
  }

  @Test func `a camera that is not there is named before any work is done`() throws {
    for (source, words) in [
      ("camera:/dev/video-none", "no such device"), ("no-film.y4m", "cannot be opened"),
    ] {
      let error = #expect(throws: ProgramError.self) {
        try MessageOutput("terminal").listening(to: source)
      }
      #expect(error?.message.hasPrefix("--both-ways: ") == true, "\(source)")
      #expect(error?.message.contains(words) == true, "\(source): \(error?.message ?? "")")
    }
  }

  @Test func `only the terminal watches the other screen`() throws {
    for out in ["-", "payment.psbt", "payment.gif", "frames/"] {
      let error = #expect(throws: ProgramError.self) {
        try MessageOutput(out).listening(to: "camera")
      }
      #expect(error?.exitCode == .wrongUsage, "\(out)")
    }
  }

  @Test func `parts that do not follow each other are named one by one, as many as fit`() {
    for (frames, width, words) in [
      ([4], 80, "part 5"), ([2, 3, 4], 80, "parts 3 to 5"), ([2, 16, 59], 80, "parts 3, 17, 60"),
      ([2, 16, 59], 15, "parts 3, 17, 60"), ([2, 16, 59], 14, "parts 3, ..."),
      ([2, 16, 59, 70], 17, "parts 3, 17, ..."), ([9, 0], 80, "parts 10, 1"),
      ([9, 10, 0], 80, "parts 10, 11, 1"), ([5, 2, 7], 0, "parts 6, ..."),
    ] {
      #expect(TerminalShow.named(frames, width: width) == words)
    }
  }

  @Test func `the receiver's report fits a small terminal, and is read back from it`() throws {
    let report = try report([1, 2], of: encoder())
    let view = CameraView(hasGreys: true)
    let text = try #require(view.reporting(report, below: ["a", "b", "c"], columns: 80, rows: 24))
    let picture = QRPicture(try QRSymbol(text: report.text))
    #expect(picture.width == 37 && text.split(separator: "\n").count == 23)
    #expect(
      text.hasPrefix(
        TerminalDrawing.text(picture).split(separator: "\n").joined(separator: "\u{1b}[K\n")))
    #expect(view.reporting(report, below: ["a", "b", "c"], columns: 80, rows: 22) == nil)
    #expect(view.reporting(report, below: ["a", "b", "c"], columns: 36, rows: 40) == nil)
  }
}
