public import QRDrawing
public import QRReading

/// What lies between a screen and the frames of a camera that looks at it: where the camera stands,
/// its lens, the light of the room, and what the camera does to a frame.
///
/// A frame has 1280 by 720 pixels. The same view and seed give the same frame on every machine.
public struct SimulatedCamera: Sendable {
  /// Pixels of a frame.
  public static let width = 1_280
  public static let height = 720

  /// Degrees by which the camera is turned.
  public var turn = 0.0
  /// How much shorter the upper edge is than the lower one, as a share: the camera looks up.
  public var slant = 0.0
  /// How much of the frame the picture fills, of its height or its width, whichever is less: 0 to 1.
  public var fill = 0.74
  /// Out of focus: the deviation of a Gauss curve, in pixels.
  public var blur = 0.0
  /// Noise: its deviation, in shades.
  public var noise = 0.0
  /// The shades of dark and light modules.
  public var shades = (dark: 30.0, light: 215.0)
  /// How much darker the left edge is than the right one, as a share.
  public var unevenness = 0.15
  /// A lamp that is mirrored in the screen: how many shades lighter its middle is.
  public var glare = 0.0
  /// The pixels of the screen against those of the camera: how deep the bands are, as a share.
  public var moire = 0.0
  /// The quality of a JPEG that each frame is sent as; nil where it is sent as it is.
  public var quality: Int32?
  /// Pixels by which a hand moves the camera from frame to frame.
  public var shake = 2.0

  /// A camera in front of the screen, sharp and without noise.
  public init() {}

  /// The frame in which `picture` is seen.
  ///
  /// With `next`, the screen changes while the rows are read one after the other (a rolling
  /// shutter): from the share `change` of the height on, the rows show that one, and some in between
  /// show both.
  public func frame(
    of picture: QRPicture, next: QRPicture? = nil, change: Double = 0.5, seed: UInt64 = 1
  ) -> GrayPicture? {
    var numbers = Numbers(seed)
    var screen = CameraScreen(self, picture, &numbers)
    screen.show(picture)
    if let next { screen.change(to: next, at: change) }
    screen.blur(blur)
    if glare > 0 { screen.shine(glare, &numbers) }
    let frame = screen.picture(noise: noise, &numbers)
    guard let quality, let frame else { return frame }
    return try? GrayPicture(jpeg: Scenes.jpeg(frame, quality: quality))
  }
}

extension SimulatedCamera {
  /// The five views that figures are made of: how far a laptop's camera goes before it reads nothing.
  public enum Trial: String, CaseIterable, Sendable {
    case clean = "upright, clean"
    case usual = "2.5 degrees, blur 1.2, noise 8"
    case crooked = "7 degrees, slanted, blur 1.5"
    case blurred = "blur 2, noise 12"
    case far = "half the height"

    /// The view.
    public var view: SimulatedCamera {
      var view = SimulatedCamera()
      switch self {
      case .clean: break
      case .usual: (view.turn, view.blur, view.noise) = (2.5, 1.2, 8)
      case .crooked: (view.turn, view.slant, view.blur) = (7, 0.1, 1.5)
      case .blurred: (view.blur, view.noise) = (2, 12)
      case .far: view.fill /= 2
      }
      return view
    }
  }

  /// What else is in a frame of a camera, each with the blur and the noise of a usual one.
  public enum Trouble: String, CaseIterable, Sendable {
    case faint = "low contrast"
    case glare
    case moire
    case compressed = "JPEG q30"

    /// The view.
    public var view: SimulatedCamera {
      var view = SimulatedCamera()
      (view.turn, view.blur, view.noise) = (2.5, 1, 4)
      switch self {
      case .faint: view.shades = (dark: 95, light: 135)
      case .glare: view.glare = 110
      case .moire: view.moire = 0.25
      case .compressed: view.quality = 30
      }
      return view
    }
  }
}
