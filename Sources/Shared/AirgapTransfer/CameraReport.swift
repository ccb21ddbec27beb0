internal import Glibc
internal import Refusals

/// What a camera of this machine offers, for `doctor`.
public struct CameraReport: Equatable, Sendable {
  /// One format, as the driver names it.
  struct Format: Equatable, Sendable {
    /// Four letters, such as `YUYV`.
    let code: String
    /// The largest frame in pixels; nil where the driver does not say.
    let size: String?

    /// Whether frames in it are read.
    var isRead: Bool { ["GREY", "YUYV", "MJPG"].contains(code) }

    var text: String { "\(code)\(size.map { " up to \($0)" } ?? "")" }
  }

  /// The device.
  public let device: CameraDevices.Device
  private let outcome: Result<[Format], ReaderError>

  /// Asks a device what it offers; it is not started, and may be in use.
  public init(_ device: CameraDevices.Device, _ reader: ReaderProcess) {
    self.device = device
    outcome = Result { () throws(ReaderError) in try reader.formats(of: device.path) }
  }

  init(_ device: CameraDevices.Device, _ outcome: Result<[Format], ReaderError>) {
    (self.device, self.outcome) = (device, outcome)
  }

  /// Asks all cameras of this machine.
  ///
  /// Throws: `helperMissing`, `helperReplaceable`.
  public static func all() throws(ReaderError) -> [CameraReport] {
    let reader = try ReaderProcess()
    return CameraDevices().devices.map { CameraReport($0, reader) }
  }

  /// Whether QR codes can be read with it, as far as can be seen.
  public var isGood: Bool { problem == nil }

  /// What is found, in words: `/dev/video0 (Integrated Camera): MJPG up to 1280x720`.
  public var text: String {
    let name = device.name.isEmpty ? device.path : "\(device.path) (\(device.name))"
    switch outcome {
    case .success(let formats):
      let list = formats.isEmpty ? "no format" : formats.map(\.text).joined(separator: ", ")
      return "\(name): \(list)\(isGood ? "" : "; none of them is read (GREY, YUYV and MJPG are)")"
    case .failure(let error): return "\(name): \(Self.words(error))"
    }
  }

  /// What to do where it is not good; nil where it is.
  public var problem: String? {
    switch outcome {
    case .success(let formats):
      formats.contains(where: \.isRead)
        ? nil : "use another camera, or carry messages as files and photographs"
    case .failure(let error): error.hint
    }
  }

  private static func words(_ error: ReaderError) -> String {
    switch error {
    case .noCamera(_, EACCES, _): "this user has no permission to use it"
    case .noCamera(_, EBUSY, _): "another program uses it"
    case .noCamera(_, let code, _): "cannot be opened (error \(code))"
    case .refused(.camera): "it gives no pictures"
    default: error.description
    }
  }
}

extension ReaderProcess {
  /// The most formats of one camera.
  private static let formatLimit = 32

  /// What a video device offers; it is not started.
  ///
  /// Throws: any `ReaderError`.
  func formats(of device: String) throws(ReaderError) -> [CameraReport.Format] {
    let camera = try openedCamera(device)
    defer { close(camera.descriptor) }
    return try formats(of: camera.descriptor)
  }

  /// The same of a device that is open.
  func formats(of file: Int32) throws(ReaderError) -> [CameraReport.Format] {
    var lines: [[UInt8]] = []
    try frames(file, mode: "camera-offers", seconds: 10) { frame in
      lines += frame
      return lines.count <= Self.formatLimit
    }
    var formats: [CameraReport.Format] = []
    for line in lines {
      // Drivers of devices that somebody else built say this, through the helper: a code, and two numbers.
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count == 3, lines.count <= Self.formatLimit, let width = UInt32(words[1]),
        let height = UInt32(words[2]), words[0].utf8.count <= 4
      else { throw .malformedOutput }
      formats.append(
        .init(
          code: ForeignText.shown(String(words[0])),
          size: width > 0 && height > 0 ? "\(width)x\(height)" : nil))
    }
    return formats
  }
}
