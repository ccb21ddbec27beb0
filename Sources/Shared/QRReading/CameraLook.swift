/// A QR code as a frame of a camera shows it.
public struct SeenSymbol: Equatable, Sendable {
  /// What it says; nil for one that was seen and could not be read.
  public let content: [UInt8]?
  /// Where it lies, in pixels of the frame.
  public let place: SymbolPlace

  public init(content: [UInt8]?, place: SymbolPlace) {
    self.content = content
    self.place = place
  }
}

/// What was made of one frame of a camera.
public struct CameraSight: Equatable, Sendable {
  /// The QR codes, those that could not be read too.
  public let symbols: [SeenSymbol]
  /// What the frame looks like.
  public let measures: FrameMeasures
  /// The size of the frame, in pixels.
  public let width: Int
  public let height: Int

  /// What the QR codes say that were read.
  public var contents: [[UInt8]] { symbols.compactMap(\.content) }
}

/// Looks through a camera, a frame after the other.
public final class CameraLook {
  /// A frame of more pixels is halved first: one of 4K takes nine times as long as the usual one, and a
  /// person who aims wants to see what the camera sees now.
  static let comfort = 4_000_000

  private var ladder: CameraLadder
  private var last: FrameOutline?

  /// Reads with `scanner` what is not read module by module.
  public init(_ scanner: SymbolScanner) { ladder = CameraLadder(scanner) }

  /// Looks at the next frame.
  public func look(at picture: GrayPicture) -> CameraSight {
    var (frame, scale) = (picture, 1.0)
    while frame.width * frame.height > Self.comfort { (frame, scale) = (frame.halved(), 2 * scale) }
    let half = frame.halved()
    var measures = FrameMeasures(half: half)
    let outline = FrameOutline(of: half)
    if let last { measures.movement = outline.movement(since: last) }
    last = outline
    let found = ladder.symbols(in: frame, half: half, &measures)
    measures.softness *= scale
    measures.module *= scale
    return CameraSight(
      symbols: found.map { SeenSymbol(content: $0.content, place: $0.place.scaled(scale)) },
      measures: measures, width: picture.width, height: picture.height)
  }
}
