internal import CReaderShims
internal import Glibc

/// A video device (V4L2) that is running; its descriptor is handed in and stays the caller's.
public final class Camera {
  private var camera = reader_camera()

  /// Sets up and starts the device open at `file`.
  ///
  /// Throws: `camera` when it is not a camera, `cameraForm` when it offers no format that is read
  /// here (GREY, YUYV, MJPEG), `cameraBusy` when another program uses it.
  public convenience init(file: Int32) throws(ReadingError) {
    try self.init(file: file, calls: reader_system_calls())
  }

  /// Drives a device with other calls than the system's: for tests.
  init(file: Int32, calls: UnsafePointer<reader_calls>?) throws(ReadingError) {
    switch reader_camera_start(file, calls, &camera) {
    case 0: break
    case -EBUSY: throw .cameraBusy
    case -EMEDIUMTYPE: throw .cameraForm
    default: throw .camera
    }
  }

  deinit { reader_camera_stop(&camera) }

  /// The next frame; nil when none came for a second.
  ///
  /// Throws: `cameraGone` when the device fails or is unplugged.
  public func next() throws(ReadingError) -> CameraFrame? {
    var frame: UnsafePointer<UInt8>?
    var length = 0
    let code = reader_camera_next(&camera, 1000, &frame, &length)
    if code == -EAGAIN { return nil }
    guard code == 0, let frame else { throw .cameraGone }
    let format: CameraFrame.Format =
      switch camera.format {
      case READER_GREY: .grey
      case READER_YUYV: .yuyv
      default: .mjpeg
      }
    return CameraFrame(
      format: format, width: Int(camera.width), height: Int(camera.height),
      stride: Int(camera.stride),
      bytes: Array(UnsafeBufferPointer(start: frame, count: length)))
  }
}
