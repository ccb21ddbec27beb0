internal import DurableFiles
internal import Glibc
public import SecureMemory
public import TerminalUI

/// Where a command takes frames for their noise from: a camera, a folder of pictures, a picture, a
/// GIF.
///
/// Pictures go to `qr-reader`; what comes back are pixels in locked memory, good for hashing alone.
public struct NoiseInput: Sendable {
  /// The pixels of a frame that are taken.
  public static let pixelsPerFrame = ReaderProcess.noiseSide * ReaderProcess.noiseSide
  /// The frames that are taken at most.
  public static let frameCount = 5
  /// A camera is still getting used to the light in its first frames.
  static let skippedFrames = 5

  /// As it was given on the command line.
  public let argument: String

  /// Names a source.
  public init(_ argument: String) {
    self.argument = argument
  }

  /// The pixels of the frames, frame after frame, one byte each; empty when no picture was large
  /// enough.
  ///
  /// - Throws: `ProgramError` with what is wrong and what to do.
  public func frames() throws(ProgramError) -> SecretBytes {
    var path = argument
    do throws(ReaderError) {
      let reader = try ReaderProcess()
      if let device = CameraDevices.named(by: argument, among: CameraDevices()) {
        let camera = try reader.openedCamera(device)
        defer { close(camera.descriptor) }
        return try reader.noise(
          camera.descriptor, isDevice: camera.isDevice, count: Self.frameCount,
          skipping: Self.skippedFrames)
      }
      var frames = SecretBytes(count: 0)
      for next in paths() {
        path = next
        let count = Self.frameCount - frames.count / Self.pixelsPerFrame
        guard count > 0 else { break }
        let file = try reader.opened(path)
        defer { close(file.descriptor) }
        frames = SecretBytes(
          joining: frames,
          try reader.noise(file.descriptor, isDevice: false, count: count, skipping: 0))
      }
      return frames
    } catch {
      throw PrivateInput.named(error, of: path)
    }
  }

  /// The pictures: of a folder all files, by name.
  private func paths() -> [String] {
    guard (try? Folder.kind(of: argument)) == .folder else { return [argument] }
    let names = (try? Folder.names(in: argument, limit: 10_000)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { "\(argument)/\($0)" }
  }
}
