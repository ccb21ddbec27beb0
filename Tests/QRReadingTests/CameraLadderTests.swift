import Photographs
import QRDrawing
import QRTransport
import Testing

@testable import QRReading

/// Frames of a simulated camera: each rung of the ladder reads what the ones before it do not.
@Suite struct CameraLadderTests {
  private func scanner() throws -> SymbolScanner { try #require(SymbolScanner()) }
  private func look() throws -> CameraLook { CameraLook(try scanner()) }

  @Test(arguments: SimulatedCamera.Trial.allCases)
  func `a frame by itself is read, however the camera stands`(trial: SimulatedCamera.Trial) throws {
    for (frame, text) in try CameraFrames.frames(trial.view, 2) {
      #expect(try look().look(at: frame).contents == [text])
    }
  }

  @Test(arguments: SimulatedCamera.Trouble.allCases)
  func `faint screens, lamps, bands and compression are read through`(
    trouble: SimulatedCamera.Trouble
  ) throws {
    for (frame, text) in try CameraFrames.frames(trouble.view, 1) {
      #expect(try look().look(at: frame).contents == [text])
    }
  }

  /// What the libraries do not read, copies of another size and all: without the reading module by
  /// module nothing of this comes across.
  @Test func `blur and noise that hide a symbol from the libraries do not hide it here`() throws {
    let (frame, text) = try #require(
      CameraFrames.frames(SimulatedCamera.Trial.blurred.view, 1).first)
    #expect(try scanner().librarySymbols(in: frame).isEmpty)
    #expect(try look().look(at: frame).contents == [text])
    var small = SimulatedCamera.Trial.far.view
    small.fill *= 0.75
    let (far, farText) = try #require(CameraFrames.frames(small, 1).first)
    #expect(try scanner().scan(far).isEmpty)
    #expect(try look().look(at: far).contents == [farText])
  }

  @Test func `where a symbol was in the last frame it is read although its squares are not seen`()
    throws
  {
    let (sharp, first) = try #require(
      CameraFrames.frames(SimulatedCamera.Trial.clean.view, 1).first)
    // In the next frame something lies over a square's edge, as a cursor would.
    var pixels = try #require(
      SimulatedCamera.Trial.clean.view.frame(of: CameraFrames.picture(1), seed: 2)
    ).pixels
    let place = try #require(look().look(at: sharp).symbols.first?.place)
    let corner = try #require(place.corners.first)
    for row in Int(corner.y) + 2..<Int(corner.y) + 26 {
      for column in Int(corner.x) - 3..<Int(corner.x) + 6 { pixels[row * 1_280 + column] = 200 }
    }
    let covered = try #require(GrayPicture(width: 1_280, height: 720, pixels: pixels))
    let row = try look()
    #expect(row.look(at: sharp).contents == [first])
    #expect(row.look(at: covered).contents == [Array(CameraFrames.text(1).utf8)])
    #expect(QuickReadingTests.reads(covered).isEmpty)
  }

  @Test func `a symbol that moves, goes and comes back is followed`() throws {
    let row = try look()
    for (number, degrees) in [0.0, 1.5, 4, 9, 9, 0].enumerated() {
      var view = SimulatedCamera.Trial.clean.view
      (view.turn, view.shake) = (degrees, Double(number) * 8)
      let frame = try #require(
        view.frame(of: CameraFrames.picture(number), seed: UInt64(number + 1)))
      #expect(row.look(at: frame).contents == [Array(CameraFrames.text(number).utf8)])
      let empty = GrayPicture(unchecked: 1_280, 720, [UInt8](repeating: 90, count: 1_280 * 720))
      #expect(row.look(at: empty).symbols.isEmpty)
    }
  }

  @Test func `a second symbol beside one that is known is found within a few frames`() throws {
    let symbols = try (0..<2).map { try QRSymbol(text: "SYMBOL NUMBER \($0) OF TWO", version: 3) }
    let light = try QRSymbol(bytes: [0], version: 3)
    let alone = try QRPicture(mosaic: [symbols[0]], columns: 2, rows: 1)
    let both = try QRPicture(mosaic: symbols, columns: 2, rows: 1)
    #expect(alone.width < both.width || light.size == 29)
    let view = SimulatedCamera.Trial.usual.view
    let row = try look()
    let first = try #require(view.frame(of: both, seed: 1))
    // The right half is covered at first.
    var pixels = first.pixels
    for at in pixels.indices where at % 1_280 >= 640 { pixels[at] = 200 }
    let half = try #require(GrayPicture(width: 1_280, height: 720, pixels: pixels))
    for _ in 0..<5 { #expect(row.look(at: half).contents.count == 1) }
    let counts = (0..<CameraLadder.searchEvery).map { _ in row.look(at: first).contents.count }
    #expect(counts.last == 2, "\(counts)")
    #expect(row.look(at: first).contents.count == 2)
  }

  /// White on black is read by a way of preparing that is tried in its turn, and first from then on.
  @Test func `an inverted screen is read, and in each frame once that is known`() throws {
    let frame = try #require(
      SimulatedCamera.Trial.clean.view.frame(of: QRPicture(QRSymbol(text: "INVERTED ON A SCREEN")))
    ).inverted()
    let row = try look()
    let read = (0..<7).map { _ in row.look(at: frame).contents.count }
    let first = try #require(read.firstIndex(of: 1), "\(read)")
    #expect(read[first...].allSatisfy { $0 == 1 }, "\(read)")
  }

  @Test func `a frame torn between two pictures says neither of them, nor anything else`() throws {
    let (one, two) = (try CameraFrames.picture(0), try CameraFrames.picture(1))
    let row = try look()
    for share in [0.3, 0.5, 0.7] {
      let torn = try #require(SimulatedCamera().frame(of: one, next: two, change: share))
      #expect(row.look(at: torn).contents.isEmpty)
    }
    // Below the symbol it is whole.
    let whole = try #require(SimulatedCamera().frame(of: one, next: two, change: 0.97))
    #expect(row.look(at: whole).contents == [Array(CameraFrames.text(0).utf8)])
  }

  @Test func `a mosaic of eight large symbols is read whole through blur and noise`() throws {
    let texts = (0..<8).map { String(CameraFrames.text($0).prefix(1_240)) }
    let symbols = try texts.map { try QRSymbol(text: $0, version: 20) }
    var view = SimulatedCamera.Trial.usual.view
    view.fill = 0.95
    let frame = try #require(view.frame(of: QRPicture(mosaic: symbols, columns: 4)))
    let contents = try look().look(at: frame).contents
    #expect(Set(contents) == Set(texts.map { Array($0.utf8) }))
    #expect(contents.count == 8)
  }
}
