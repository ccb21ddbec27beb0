import Photographs
import QRDrawing
import Testing

@testable import QRReading

/// The simulator itself: what it is told to do is in its frames.
@Suite struct SimulatedCameraTests {
  private let picture: QRPicture

  init() throws { picture = QRPicture(try QRSymbol(text: "WHAT A CAMERA SEES")) }

  private func frame(_ change: (inout SimulatedCamera) -> Void = { _ in }, seed: UInt64 = 1) throws
    -> GrayPicture
  {
    var view = SimulatedCamera()
    change(&view)
    return try #require(view.frame(of: picture, seed: seed))
  }

  @Test func `the same view and seed give the same frame, another seed another one`() throws {
    let noisy: (inout SimulatedCamera) -> Void = { ($0.noise, $0.blur, $0.quality) = (6, 1, 60) }
    #expect(try frame(noisy) == frame(noisy))
    #expect(try frame(noisy) != frame(noisy, seed: 2))
    #expect(try frame().width == 1_280)
    #expect(try frame().height == 720)
  }

  @Test func `each trouble shows in the frame`() throws {
    let plain = FrameMeasures(of: try frame())
    #expect(FrameMeasures(of: try frame { $0.shades = (95, 135) }).contrast * 3 < plain.contrast)
    #expect(FrameMeasures(of: try frame { $0.blur = 3 }).softness > 2 * plain.softness)
    let bright = try frame { ($0.glare, $0.unevenness) = (300, 0) }
    #expect(FrameMeasures(of: bright).glare > plain.glare + 0.02)
    for change: (inout SimulatedCamera) -> Void in [
      { $0.noise = 5 }, { $0.moire = 0.3 }, { $0.turn = 5 }, { $0.slant = 0.1 },
      { $0.quality = 20 }, { $0.fill = 0.5 }, { $0.unevenness = 0.4 }, { $0.shake = 20 },
    ] {
      #expect(try frame(change) != frame())
    }
  }

  @Test func `of frames that are lost and doubled as many arrive as is said`() {
    for (lost, doubled) in [(0.0, 0.0), (0.3, 0.3), (0.6, 0.6)] {
      var loss = FrameLoss(lost: lost, doubled: doubled, seed: 5)
      let times = (0..<4_000).map { _ in loss.timesSeen() }
      let missing = Double(times.count { $0 == 0 }) / 4_000
      let twice = Double(times.count { $0 == 2 }) / 4_000
      #expect(abs(missing - lost) < 0.03)
      #expect(abs(twice - (1 - lost) * doubled) < 0.03)
    }
  }
}
