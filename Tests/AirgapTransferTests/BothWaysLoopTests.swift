import AirgapMessages
import Foundation
import Glibc
import QRDrawing
import RecordingScreens
import SecureMemory
import Synchronization
import TerminalUI
import Testing

@testable import AirgapTransfer
@testable import QRTransport

/// Both sides at once, each before the other's camera: what one draws on its terminal is what the other one's
/// `qr-reader` is given, frame after frame, until the message is whole.
///
/// Drawing, looking, reporting and adapting are those of the programs. In place of two video devices there are pipes,
/// and the two sides go in step, one frame at a time, so that every run is the same.
@Suite struct BothWaysLoopTests {
  /// A terminal that somebody photographs: what is on it is told at each look, and answered with keys.
  private final class Terminal: Screen {
    private let inner: RecordingScreen
    private let clock = Mutex(UInt64(0))
    private let step: UInt64
    private let look: @Sendable (String) -> [UInt8]
    let size: (columns: Int, rows: Int)

    init(
      _ size: (columns: Int, rows: Int), step: UInt64,
      _ look: @escaping @Sendable (String) -> [UInt8]
    ) {
      inner = RecordingScreen(size: size)
      (self.size, self.step, self.look) = (size, step, look)
    }

    func showLive(
      isSecret: Bool,
      _ next: (_ keys: [UInt8]?, _ size: (columns: Int, rows: Int)) -> LivePicture?
    ) throws(ScreenError) {
      var (keys, shown) = ([UInt8](), "")
      while let picture = next(keys, size) {
        if !picture.text.isEmpty { shown = picture.text }
        keys = look(shown)
        clock.withLock { $0 += step }
      }
    }

    var milliseconds: UInt64 { clock.withLock { $0 } }
    var talk: String { inner.talk }
    var lostResult: Int32? { nil }
    var canAsk: Bool { true }
    var talkIsOnTerminal: Bool { false }
    var talkIsWhereQuestionsAre: Bool { true }
    var resultIsOnTerminal: Bool { false }
    var isPlain: Bool { false }
    func writeResult(_ bytes: [UInt8]) { inner.writeResult(bytes) }
    func writeTalk(_ text: String) { inner.writeTalk(text) }
    func writeToTerminal(_ bytes: UnsafeRawBufferPointer) { inner.writeToTerminal(bytes) }
    func readLine(prompt: String, limit: Int, mayBePasted: Bool) -> String? { nil }
    func readSecretLine(prompt: String, limit: Int) -> SecretBytes? { nil }
    func showSecret(title: String, _ secret: UnsafeRawBufferPointer, prompt: String) {}
    func showPages(_ text: String) {}
    func readKeys(prompt: String, onSecondScreen: Bool, _ take: (KeyPress) -> Bool) {}
    func drawSecondScreen(_ mark: String, _ text: UnsafeRawBufferPointer) {}
    func readPaste(prompt: String, limit: Int) -> [UInt8] { [] }
  }

  /// A pipe in place of a camera's device.
  private final class Camera: Sendable {
    let view: PhotographedTerminal
    let ends: (read: Int32, write: Int32)

    init(_ view: PhotographedTerminal) throws {
      var pair: [Int32] = [-1, -1]
      try #require(pipe(&pair) == 0)
      for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      self.view = view
      ends = (pair[0], pair[1])
      write(view.head)
    }

    /// Shows it what stands on the terminal; returns when all of it was taken.
    func see(_ text: String) { write(view.frame(text)) }

    private func write(_ bytes: [UInt8]) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(ends.write, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }

    func unplug() { close(ends.write) }
    deinit { close(ends.read) }
  }

  /// The side that reads: told of each frame, it says what is on its terminal then.
  private final class Receiver: Sendable {
    private let state = Mutex(
      (shown: "", isOver: false, isPressed: false, messages: [AirgapMessage](), trouble: ""))
    private let changed = DispatchSemaphore(value: 0)
    private let camera: Camera
    let size = (columns: 80, rows: 30)

    init(_ camera: Camera) { self.camera = camera }

    /// Looks until the message is whole, with `b` pressed from the beginning.
    func read() {
      let terminal = Terminal(size, step: 200) { text in
        let isNew = self.state.withLock { state in
          defer { state.shown = text }
          return state.shown != text && !text.isEmpty
        }
        if isNew { self.changed.signal() }
        return self.state.withLock { state in
          defer { state.isPressed = true }
          return state.isPressed ? [] : [0x62]
        }
      }
      do {
        let watch = try FrameWatch(
          ReaderProcess(), camera.ends.read, .pipe, seconds: ReaderProcess.filmSeconds)
        var reading = CameraReading("the camera", on: Console(screen: terminal))
        var pictures = try reading.read(watch, isShown: true)
        let found = try pictures.finished("the camera")
        let messages = found.map(\.message)
        state.withLock { $0.messages = messages }
      } catch {
        let trouble = "\(error)"
        state.withLock { $0.trouble = trouble }
      }
      state.withLock { $0.isOver = true }
      changed.signal()
    }

    var isOver: Bool { state.withLock { $0.isOver } }
    var messages: [AirgapMessage] { state.withLock { $0.messages } }
    var trouble: String { state.withLock { $0.trouble } }
    var shown: String { state.withLock { $0.shown } }

    /// Shows a frame, and waits until the terminal says something else or the message is whole.
    func see(_ text: String) {
      guard !isOver else { return }
      camera.see(text)
      // Half a minute is for a test that fails: a frame is looked at in a twentieth of a second.
      _ = changed.wait(timeout: .now() + 30)
    }
  }

  /// What is known of the sender's terminal.
  private final class Shown: Sendable {
    private let state = Mutex((text: "", counts: Set<String>(), looks: 0))

    /// Takes what stands there at a look; the number of looks.
    func take(_ text: String) -> Int {
      state.withLock { state in
        state.text = text
        for match in text.matches(of: #/ of \d+/#) { state.counts.insert(String(match.output)) }
        state.looks += 1
        return state.looks
      }
    }

    var text: String { state.withLock { $0.text } }
    var counts: Set<String> { state.withLock { $0.counts } }
    var looks: Int { state.withLock { $0.looks } }
  }

  /// The sender's camera, which sees the receiver's terminal.
  private final class Watching: ReportWatching {
    let receiver: Receiver
    let camera: Camera
    let watch: ReportWatch
    let shown = Shown()
    private(set) var seen: [ReceptionReport] = []

    init(_ receiver: Receiver) throws {
      self.receiver = receiver
      camera = try Camera(PhotographedTerminal(scale: 6, size: receiver.size))
      watch = ReportWatch(
        try FrameWatch(
          ReaderProcess(), camera.ends.read, .pipe, seconds: ReaderProcess.filmSeconds))
    }

    func reports() throws(ReaderError) -> [ReceptionReport] {
      let text = shown.text
      guard !text.isEmpty, !receiver.isOver else { return [] }
      receiver.see(text)
      let shown = receiver.shown
      guard !receiver.isOver, shown.contains("38;5;16;48;5;231m") else { return [] }
      camera.see(shown)
      for _ in 0..<20_000 {
        let reports = try watch.reports()
        seen += reports
        if !reports.isEmpty { return reports }
      }
      return []
    }

    func end() { camera.unplug() }
  }

  @Test func `a long message crosses, and the size is the one that the receiver reads`() throws {
    var state: UInt64 = 3
    let bytes =
      Array("psbt\u{ff}".unicodeScalars.map { UInt8($0.value) })
      + (5..<24_000).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1
        return UInt8(truncatingIfNeeded: state >> 40)
      }
    let ur = try UR(type: "crypto-psbt", cbor: [0x59, 0x5d, 0xc0] + bytes)
    let size = (columns: 200, rows: 100)
    let receiver = Receiver(try Camera(PhotographedTerminal(scale: 3, size: size)))
    let watching = try Watching(receiver)
    defer { watching.end() }
    let thread = Thread { receiver.read() }
    thread.stackSize = 8 << 20
    thread.start()
    let terminal = watching.shown
    // The camera takes twelve frames a second.
    let screen = Terminal(size, step: 83) { text in
      terminal.take(text) > 600 || receiver.isOver ? [0x0a] : []
    }
    let settings = try #require(ShowSettings("version=8 codes=1 speed=4 inverse=no white=4"))
    var show = TerminalShow(settings) { (limit) throws(ProgramError) in
      do throws(QRTransportError) {
        return try FrameEncoder(ur, limit: limit)
      } catch {
        throw ProgramError(error)
      }
    }
    _ = try show.run(on: Console(screen: screen), watching)
    #expect(receiver.isOver, "\(receiver.shown)")
    #expect(receiver.messages == [.psbt(bytes)], "\(receiver.trouble)")
    let small = try FrameEncoder(ur, limit: #require(QRVersion(8))).frameCount
    let large = try FrameEncoder(ur, limit: #require(QRVersion(18))).frameCount
    #expect(terminal.counts == [" of \(small)", " of \(large)"])
    // One way it would take a picture for each part at least, four a second: 3 looks of the camera each.
    #expect(terminal.looks < small, "\(terminal.looks)")
    #expect(watching.seen.count > 5)
    #expect(watching.seen.last.map { $0.series.count } == large)
  }
}
