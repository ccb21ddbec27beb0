internal import QRTransport

/// How QR codes are shown on a screen, as a person set it by keys.
struct ShowSettings: Equatable, Sendable {
  /// The version of each QR code; nil for what suits the size of the screen.
  var version: QRVersion?
  /// How many QR codes are shown at once, at most; nil for what suits the size of the screen.
  var codes: Int?
  /// Pictures a second.
  var speed = 4
  /// Whether the light modules are dark and the dark ones light.
  var isInverse = false
  /// How bright white is, 1 to ``whitest``: a screen that outshines everything blinds a camera.
  var white = whitest

  /// The speeds that can be chosen, in pictures a second.
  static let speeds = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15]
  /// The most QR codes at once.
  static let mostCodes = 36
  /// The brightest white.
  static let whitest = 4

  /// The colours of light and dark modules, of the table of 256.
  var colours: (light: UInt8, dark: UInt8) {
    let light: UInt8 = [244, 248, 252, 231][max(0, min(3, white - 1))]
    return isInverse ? (16, light) : (light, 16)
  }

  /// What a peer reads at first; what suits the screen where nobody said who looks.
  init(for profile: PeerProfile? = nil) {
    guard let profile else { return }
    if !profile.readsMosaics { codes = 1 }
    speed = Self.speeds.last { $0 * profile.milliseconds <= 1_000 } ?? 1
  }

  mutating func faster(_ step: Int) {
    let index = (Self.speeds.lastIndex { $0 <= speed } ?? 0) + step
    speed = Self.speeds[max(0, min(Self.speeds.count - 1, index))]
  }

  mutating func nextWhite() { white = white <= 1 ? Self.whitest : white - 1 }
}

extension ShowSettings {
  /// As a line of the file they are kept in: `version=12 codes=4 speed=4 inverse=no white=4`; `auto` for what suits the
  /// screen.
  var text: String {
    "version=\(version.map { "\($0.number)" } ?? "auto") codes=\(codes.map { "\($0)" } ?? "auto") "
      + "speed=\(speed) inverse=\(isInverse ? "yes" : "no") white=\(white)"
  }

  /// Reads such a line; nil for anything else, and for numbers beyond their bounds.
  init?(_ text: Substring) {
    var values: [Substring: Substring] = [:]
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2, values.updateValue(parts[1], forKey: parts[0]) == nil else {
        return nil
      }
    }
    guard values.count == 5, let version = values["version"], let codes = values["codes"],
      let speed = values["speed"].flatMap({ Int($0) }), Self.speeds.contains(speed),
      let inverse = values["inverse"], ["yes", "no"].contains(inverse),
      let white = values["white"].flatMap({ Int($0) }), (1...Self.whitest).contains(white)
    else { return nil }
    if version != "auto" {
      guard let known = Int(version).flatMap({ QRVersion($0) }), known <= .webcam else {
        return nil
      }
      self.version = known
    }
    if codes != "auto" {
      guard let count = Int(codes), (1...Self.mostCodes).contains(count) else { return nil }
      self.codes = count
    }
    (self.speed, self.white, isInverse) = (speed, white, inverse == "yes")
  }
}
