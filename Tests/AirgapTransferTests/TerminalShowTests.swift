import DurableFiles
import Foundation
import QRDrawing
import QRTransport
import RecordingScreens
import TerminalUI
import Testing

@testable import AirgapTransfer

/// QR codes on the terminal, and the keys that change how they are shown.
@Suite struct TerminalShowTests {
  /// Nothing that can be compressed.
  private static let bytes: [UInt8] = {
    var state: UInt64 = 3
    return (0..<900).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return UInt8(truncatingIfNeeded: state >> 40)
    }
  }()

  private func encoder(_ limit: QRVersion) throws(QRTransportError) -> FrameEncoder {
    try FrameEncoder(UR(type: "bytes", cbor: [0x59, 0x03, 0x84] + Self.bytes), limit: limit)
  }

  /// What the screen shows, picture by picture, when keys are pressed: a picture's time passes between two.
  private func pictures(
    _ keys: [String], size: (columns: Int, rows: Int) = (80, 40),
    settings: ShowSettings = ShowSettings(), first: ShowSettings = ShowSettings(),
    fixed: Bool = false
  ) throws -> (pictures: [String], settings: ShowSettings) {
    let screen = RecordingScreen(
      answers: keys.map { RecordingScreen.keys + $0 }, millisecondsPerLook: 2_000, size: size)
    var show = TerminalShow(settings, first: first) { (limit) throws(ProgramError) in
      do throws(QRTransportError) {
        return fixed
          ? try FrameEncoder(bbqr: BBQrFile(kind: .binary, bytes: Self.bytes), limit: limit)
          : try self.encoder(limit)
      } catch {
        throw ProgramError(error)
      }
    }
    let after = try show.run(on: Console(screen: screen))
    let pictures = screen.terminal.split(separator: "h: keys").dropLast().map(String.init)
    return (pictures, after)
  }

  private func drawn(_ frames: [Int], _ version: Int, light: UInt8 = 231, dark: UInt8 = 16) throws
    -> String
  {
    let encoder = try encoder(#require(QRVersion(version)))
    let symbols = try frames.map {
      try QRSymbol(text: encoder.frame($0), version: encoder.version.number)
    }
    let picture =
      symbols.count == 1
      ? QRPicture(symbols[0]) : try QRPicture(mosaic: symbols, columns: symbols.count)
    return TerminalDrawing.text(picture, light: light, dark: dark).replacing(
      "\n", with: "\u{1b}[K\n")
  }

  @Test func `a peer that reads one small QR code at a time is shown such ones, at its speed`()
    throws
  {
    let settings = ShowSettings(for: Peer.seedSigner.profile)
    #expect(settings.codes == 1 && settings.version == nil)
    #expect(Peer.seedSigner.profile.milliseconds <= 1_000 / settings.speed)
    let most = Peer.seedSigner.profile.series
    let plan = try #require(TerminalShow.plan(settings, most: most, columns: 200, rows: 100))
    #expect(plan == TerminalShow.Plan(version: most, across: 1, down: 1))
  }

  @Test func `frames follow each other without end, mixtures after the first round`() throws {
    let version = try #require(TerminalShow.plan(ShowSettings(), columns: 80, rows: 38)).version
    let encoder = try encoder(version)
    let count = encoder.frameCount
    #expect(count > 3)
    let shown = try pictures([String](repeating: "", count: 2 * count + 2)).pictures
    for (index, picture) in shown.enumerated() {
      #expect(picture.contains(try drawn([index], version.number)), "\(index)")
      #expect(
        picture.hasSuffix(
          index < count
            ? "part \(index + 1) of \(count), Enter to stop, "
            : "part \(index + 1) (any \(count) will do), Enter to stop, "))
    }
    #expect(shown.count > 2 * count)
    // Behind the first round comes what was not there before.
    #expect(encoder.frame(count) != encoder.frame(0))
  }

  @Test func `where frames only repeat, none is always in the same corner`() throws {
    let settings = try #require(ShowSettings("version=4 codes=2 speed=4 inverse=no white=4"))
    let count = try FrameEncoder(
      bbqr: BBQrFile(kind: .binary, bytes: Self.bytes), limit: #require(QRVersion(4))
    ).frameCount
    let shown = try pictures(
      [String](repeating: "", count: 2 * count + 1), size: (160, 40), settings: settings,
      fixed: true
    ).pictures
    let pairs = shown.compactMap { $0.firstMatch(of: #/parts? (\d+)(?: to |, )(\d+)/#) }.compactMap
    {
      Int($0.1)
    }
    #expect(pairs.count > count)
    // Each part stands on the left once in two rounds, and so on the right as well.
    #expect(Set(pairs).count == count)
  }

  @Test func `space pauses, n and p go on by one`() throws {
    let shown = try pictures(["", " ", "", "", "n", "n", "p", "", " ", "", "", ""]).pictures
    let parts = shown.compactMap { $0.firstMatch(of: #/part (\d+)/#).flatMap { Int($0.1) } }
    #expect(parts == [1, 2, 3, 3, 3, 4, 5, 4, 4, 4, 4, 5, 6])
    #expect(shown[2].contains("Enter to stop, paused"))
    #expect(!shown[0].contains("paused"))
  }

  @Test func `density, speed, white and inverse change at a key and are given back`() throws {
    let start = try #require(TerminalShow.plan(ShowSettings(), columns: 80, rows: 38)).version
    let (shown, after) = try pictures(["", "---", "i", "b", "bb", ">>", "<", ""])
    let version = start.number - 3
    #expect(after.version?.number == version)
    #expect(after.isInverse && after.white == 1 && after.speed == 5)
    #expect(shown[0].contains("38;5;16;48;5;231m"))
    // Fewer modules, so a new row of frames, from its beginning.
    let first = try #require(shown.first { $0.contains("38;5;231;48;5;16m") })
    #expect(first.contains("part "))
    #expect(shown.last?.contains("38;5;244;48;5;16m") == true)
    // Denser than the window has room for, coarser than a part fits: nothing changes.
    let largest = try pictures([String](repeating: "+", count: 40)).settings.version ?? start
    #expect(largest == start)
    let least = try #require(
      try pictures([String](repeating: "-", count: 40)).settings.version)
    #expect((2...5).contains(least.number))
    _ = try encoder(least)
    #expect(try pictures(["---", "i", "0", ""]).settings == ShowSettings())
  }

  @Test func `more QR codes at once are smaller where they must be, and fewer are one less`() throws
  {
    let (shown, after) = try pictures(["", "]", ""])
    #expect(after.codes ?? 0 > 1)
    #expect(shown.last?.contains("parts ") == true)
    #expect(try pictures(["]", "[[[[[[[[", ""]).settings.codes == 1)
    let plan = try #require(TerminalShow.plan(after, columns: 80, rows: 38))
    #expect(plan.count == after.codes)
  }

  @Test func `whatever is set fits every window, or it says that it is too small`() throws {
    for columns in stride(from: 10, through: 400, by: 17) {
      for rows in stride(from: 5, through: 150, by: 13) {
        for text in [
          "version=auto codes=auto", "version=27 codes=36", "version=2 codes=36",
          "version=9 codes=5",
          "version=auto codes=1", "version=1 codes=auto",
        ] {
          let settings = try #require(ShowSettings("\(text) speed=4 inverse=no white=4"))
          guard let plan = TerminalShow.plan(settings, columns: columns, rows: rows) else {
            #expect(columns < 29 || rows < 15)
            continue
          }
          let step = plan.version.modules + QRPicture.quietZone
          #expect(plan.across * step + QRPicture.quietZone <= columns)
          #expect(plan.down * step + QRPicture.quietZone <= 2 * rows)
          #expect(plan.count <= settings.codes ?? 36)
        }
      }
    }
    let screen = RecordingScreen(
      answers: ["\(RecordingScreen.keys)", "\(RecordingScreen.keys)q"], size: (20, 8))
    var show = TerminalShow(ShowSettings()) { (limit) throws(ProgramError) in
      do throws(QRTransportError) { return try self.encoder(limit) } catch {
        throw ProgramError(error)
      }
    }
    _ = try show.run(on: Console(screen: screen))
    #expect(
      said(screen).contains(
        "The window is too small for these QR codes: there is room for 20 columns and 8 rows"))
  }

  private func said(_ screen: RecordingScreen) -> String {
    screen.terminal.replacing("\u{1b}[K", with: "").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// One QR code of version 3 fits into so many rows, and the message takes version 4.
  @Test(arguments: [(true, 22, 41, 23), (false, 42, 82, 44)])
  func `where the message cannot be cut small enough, the window is said to be too small`(
    hasHalfBlocks: Bool, rows: Int, columns: Int, needed: Int
  ) throws {
    let screen = RecordingScreen(
      answers: ["\(RecordingScreen.keys)n", "\(RecordingScreen.keys)q"], size: (90, rows))
    var show = TerminalShow(ShowSettings(), hasHalfBlocks: hasHalfBlocks) {
      (limit) throws(ProgramError) in
      guard limit.number >= 4 else { throw ProgramError("too small", hint: "") }
      do throws(QRTransportError) { return try self.encoder(limit) } catch {
        throw ProgramError(error)
      }
    }
    _ = try show.run(on: Console(screen: screen))
    #expect(
      said(screen).contains(
        "there is room for 90 columns and \(rows) rows, and they take \(columns) and \(needed)."),
      "\(said(screen))")
    #expect(!screen.terminal.contains("\u{2580}") && !screen.terminal.contains("part 1"))
  }

  @Test func `the keys are listed with what they are set to`() throws {
    let screen = RecordingScreen(
      answers: [
        "\(RecordingScreen.keys)h", "\(RecordingScreen.keys)h", "\(RecordingScreen.keys)\n",
      ], millisecondsPerLook: 300,
      size: (80, 40))
    var show = TerminalShow(ShowSettings()) { (limit) throws(ProgramError) in
      do throws(QRTransportError) { return try self.encoder(limit) } catch {
        throw ProgramError(error)
      }
    }
    _ = try show.run(on: Console(screen: screen))
    for line in [
      "+ -    denser, coarser: now version", "< >    slower, faster: now 4 a second",
      "b      white: now 4 of 4", "Enter  stop",
    ] { #expect(screen.terminal.contains(line)) }
  }

  @Test func `where a font has no half blocks, a module is two whole ones, until f is pressed`()
    throws
  {
    let screen = RecordingScreen(
      answers: ["", "", "f", ""].map { RecordingScreen.keys + $0 }, millisecondsPerLook: 2_000,
      size: (160, 90))
    var show = TerminalShow(ShowSettings(), hasHalfBlocks: false) { (limit) throws(ProgramError) in
      do throws(QRTransportError) { return try self.encoder(limit) } catch {
        throw ProgramError(error)
      }
    }
    _ = try show.run(on: Console(screen: screen))
    let pictures = screen.terminal.split(separator: "h: keys").map(String.init)
    #expect(!pictures[0].contains("▀") && !pictures[0].contains("▄"))
    // A symbol of 80 columns and 44 rows at most, in modules of two columns.
    let version = try #require(TerminalShow.plan(ShowSettings(), columns: 80, rows: 44)).version
    let encoder = try encoder(version)
    let symbol = try QRSymbol(text: encoder.frame(0), version: encoder.version.number)
    let drawn = TerminalDrawing.wholeBlocks(QRPicture(symbol))
    #expect(pictures[0].contains(drawn.replacing("\n", with: "\u{1b}[K\n")))
    let first = drawn.split(separator: "\n").map {
      $0.replacing(#/\x1b\[[0-9;]*m/#, with: "").count
    }
    #expect(first.allSatisfy { $0 == 2 * (symbol.size + 8) && $0 <= 160 })
    #expect(first.count == symbol.size + 8 && first.count <= 88)
    #expect(pictures[3].contains("▀"))
  }

  // MARK: What is remembered

  @Test func `settings are written as they are read, and bad ones are none`() throws {
    for text in [
      "version=auto codes=auto speed=4 inverse=no white=4",
      "version=12 codes=4 speed=15 inverse=yes white=1",
    ] { #expect(ShowSettings(text[...])?.text == text) }
    for bad in [
      "", "version=12", "version=28 codes=4 speed=4 inverse=no white=4",
      "version=0 codes=4 speed=4 inverse=no white=4",
      "version=12 codes=37 speed=4 inverse=no white=4",
      "version=12 codes=4 speed=7 inverse=no white=4",
      "version=12 codes=4 speed=4 inverse=no white=5",
      "version=12 codes=4 speed=4 inverse=maybe white=4",
      "version=12 version=12 codes=4 speed=4 inverse=no white=4",
      "version=12 codes=4 speed=4 inverse=no white=4 more=1",
      "version=12 codes=4 speed=99999999999999999999 inverse=no white=4",
    ] { #expect(ShowSettings(bad[...]) == nil, "\(bad)") }
  }

  @Test func `0 goes back to what the other side reads, and then nothing is remembered of it`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "showing-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for peer in Peer.allCases {
      let first = ShowSettings(for: peer.profile)
      #expect(try pictures(["b", "i", ">", "0", "q"], first: first).settings == first)
    }
    #expect(ShowSettings(for: Peer.seedSigner.profile) != ShowSettings())
    let memory = ShowMemory()
    memory.use(home: folder.path)
    let slow = try #require(ShowSettings("version=8 codes=1 speed=2 inverse=no white=2"))
    memory.keep(slow, for: "krux")
    memory.keep(slow, for: nil)
    memory.keep(nil, for: "krux")
    #expect(memory.settings(for: "krux") == nil && memory.settings(for: nil) == slow)
  }

  @Test func `each other side is remembered by itself, and a damaged file is as none`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "showing-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let memory = ShowMemory()
    let slow = try #require(ShowSettings("version=8 codes=1 speed=2 inverse=no white=2"))
    memory.keep(slow, for: nil)
    #expect(memory.settings(for: nil) == nil)
    memory.use(home: folder.path)
    #expect(memory.settings(for: nil) == nil)
    memory.keep(slow, for: "krux")
    #expect(memory.settings(for: "krux") == slow)
    #expect(memory.settings(for: nil) == nil)
    for number in 0..<80 { memory.keep(slow, for: "peer-\(number)") }
    #expect(memory.settings(for: "krux") == nil)
    #expect(memory.settings(for: "peer-79") == slow && memory.settings(for: "peer-20") == slow)
    let file = folder.appending(path: ShowMemory.name)
    #expect(try Data(contentsOf: file).count < ShowMemory.limits.bytes)
    for bad in [
      Data([0xff, 0xfe]), Data("drawbridge-showing 2\nany \(slow.text)\n".utf8),
      Data("drawbridge-showing 1\nany version=12\nany\n\n".utf8), Data(count: 100_000), Data(),
    ] {
      try bad.write(to: file)
      #expect(memory.settings(for: nil) == nil)
    }
    memory.keep(slow, for: nil)
    #expect(memory.settings(for: nil) == slow)
  }
}
