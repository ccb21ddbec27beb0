import CFakeCamera
import CReaderShims
import Glibc
import Photographs
import QRDrawing
import Testing

@testable import QRReading

/// The camera against a driver made for the test: no machine that builds this project has one.
@Suite(.serialized) struct CameraTests {
  /// A QR code as a camera of 320 by 240 sees it, in one of its formats.
  private struct Scene {
    let format: CameraFrame.Format
    let width = 320
    let height = 240
    let stride: Int
    let bytes: [UInt8]

    init(_ format: CameraFrame.Format, padding: Int = 0) throws {
      self.format = format
      let drawing = QRPicture(try QRSymbol(text: "THROUGH THE LENS"))
      let (scale, step) = (6, format == .yuyv ? 2 : 1)
      stride = width * step + padding
      var pixels = [UInt8](repeating: 200, count: width * height)
      for row in 0..<drawing.height * scale {
        for column in 0..<drawing.width * scale
        where drawing.isDark(row: row / scale, column: column / scale) {
          pixels[(row + 20) * width + column + 40] = 25
        }
      }
      guard format != .mjpeg else {
        bytes = Scenes.jpeg(
          try #require(GrayPicture(width: width, height: height, pixels: pixels)))
        return
      }
      var bytes = [UInt8](repeating: 0x80, count: stride * height)
      for (index, pixel) in pixels.enumerated() {
        bytes[index / width * stride + index % width * step] = pixel
      }
      self.bytes = bytes
    }
  }

  private func device(_ formats: [UInt32], stride: Int = 640) -> fake_camera {
    var device = fake_camera()
    withUnsafeMutableBytes(of: &device.formats) { target in
      for (index, format) in formats.enumerated() {
        target.storeBytes(of: format, toByteOffset: 4 * index, as: UInt32.self)
      }
    }
    (device.width, device.height, device.stride) = (320, 240, UInt32(stride))
    device.claimed_index = -1
    device.control_successes = -1
    device.map_successes = -1
    device.error = EIO
    return device
  }

  /// Runs with the device plugged in; its frame lives as long as the body.
  private func plugged(
    _ device: fake_camera, giving bytes: [UInt8] = [], _ body: () throws -> Void
  ) throws {
    try bytes.withUnsafeBufferPointer { bytes in
      var device = device
      device.frame = bytes.baseAddress
      device.frame_length = bytes.count
      fake_camera_plug(device)
      try body()
    }
  }

  private func codes(_ format: CameraFrame.Format) -> UInt32 {
    switch format {
    case .grey: fake_camera_grey()
    case .yuyv: fake_camera_yuyv()
    case .mjpeg: fake_camera_mjpeg()
    }
  }

  private func camera() throws -> Camera { try Camera(file: 3, calls: fake_camera_calls()) }

  @Test(arguments: CameraFrame.Format.allCases, [0, 64])
  func `a symbol is read through a camera of each format`(
    format: CameraFrame.Format, padding: Int
  ) throws {
    let scene = try Scene(format, padding: padding)
    let scanner = try #require(SymbolScanner())
    try plugged(device([codes(format)], stride: scene.stride), giving: scene.bytes) {
      do {
        let camera = try camera()
        // More frames than buffers: each must be given back before the next is taken.
        for _ in 0..<20 {
          let frame = try #require(try camera.next())
          #expect(frame.format == format)
          #expect((frame.width, frame.height) == (320, 240))
          if format != .mjpeg {
            #expect(scanner.symbols(in: try frame.picture()) == [Array("THROUGH THE LENS".utf8)])
          }
        }
      }
      let seen = fake_camera_seen()
      #expect(seen.violation == nil, "\(seen.violation.map { String(cString: $0) } ?? "")")
      #expect(seen.frames == 20)
      #expect(seen.maps == 4 && seen.unmaps == 4)
      #expect(seen.is_streaming == 0)
    }
  }

  @Test func `the first format known here is taken, whichever the driver prefers`() throws {
    let scene = try Scene(.yuyv)
    let formats = [fake_camera_rgb(), fake_camera_mjpeg(), fake_camera_yuyv()]
    try plugged(device(formats), giving: scene.bytes) {
      let camera = try camera()
      #expect(try camera.next()?.format == .yuyv)
    }
    try plugged(device([fake_camera_rgb()])) {
      #expect(throws: ReadingError.cameraForm) { try camera() }
    }
  }

  @Test func `a camera without streaming is read from`() throws {
    let scene = try Scene(.grey)
    var device = device([fake_camera_grey()], stride: scene.stride)
    device.capabilities = fake_camera_can_read()
    try plugged(device, giving: scene.bytes) {
      let frame = try #require(try camera().next())
      #expect(frame.bytes == scene.bytes)
      #expect(fake_camera_seen().reads == 1)
      #expect(fake_camera_seen().violation == nil)
    }
  }

  @Test func `a device that captures nothing is no camera`() throws {
    var device = device([fake_camera_grey()])
    device.capabilities = fake_camera_can_output()
    try plugged(device) { #expect(throws: ReadingError.camera) { try camera() } }
  }

  @Test func `interrupted calls are made again, and a late frame is waited for`() throws {
    let scene = try Scene(.grey)
    var device = device([fake_camera_grey()], stride: scene.stride)
    device.is_interrupted = 1
    device.is_slow = 1
    try plugged(device, giving: scene.bytes) {
      let camera = try camera()
      for _ in 0..<5 {
        #expect(try camera.next() == nil)
        #expect(try camera.next() != nil)
      }
      #expect(fake_camera_seen().violation == nil)
    }
  }

  @Test func `whichever call fails, the camera is refused and every buffer given back`() throws {
    let scene = try Scene(.grey)
    let good = device([fake_camera_grey()], stride: scene.stride)
    try plugged(good, giving: scene.bytes) { _ = try camera() }
    let calls = Int(fake_camera_seen().controls)
    #expect(calls > 10)
    // All but the last, which is the end of streaming.
    for successes in 0..<(calls - 1) {
      var device = good
      device.control_successes = Int32(successes)
      try plugged(device, giving: scene.bytes) {
        #expect(throws: ReadingError.camera, "after \(successes) calls") { try camera() }
        #expect(fake_camera_seen().maps == fake_camera_seen().unmaps)
        #expect(fake_camera_seen().violation == nil)
      }
    }
    for successes in 0..<4 {
      var device = good
      device.map_successes = Int32(successes)
      try plugged(device, giving: scene.bytes) {
        #expect(throws: ReadingError.camera) { try camera() }
        #expect(fake_camera_seen().unmaps == Int32(successes))
      }
    }
  }

  @Test func `a camera that is unplugged ends the reading`() throws {
    let scene = try Scene(.grey)
    var device = device([fake_camera_grey()], stride: scene.stride)
    try plugged(device, giving: scene.bytes) { _ = try camera() }
    device.control_successes = fake_camera_seen().controls + 2
    device.error = ENODEV
    try plugged(device, giving: scene.bytes) {
      let camera = try camera()
      _ = try camera.next()
      #expect(throws: ReadingError.cameraGone) { for _ in 0..<4 { _ = try camera.next() } }
    }
  }

  @Test func `a camera that another program uses is said to be in use`() throws {
    var device = device([fake_camera_grey(), fake_camera_mjpeg()])
    device.error = EBUSY
    // When its format is set, and when it gives buffers.
    for successes in [1, 2] as [Int32] {
      device.control_successes = successes
      try plugged(device) { #expect(throws: ReadingError.cameraBusy) { try camera() } }
    }
  }

  @Test func `what a camera offers is listed without starting it`() throws {
    let formats = [fake_camera_rgb(), fake_camera_mjpeg(), fake_camera_yuyv()]
    try plugged(device(formats)) {
      let offers = try CameraOffer.all(of: 3, calls: fake_camera_calls())
      #expect(offers.map(\.code) == ["RGB3", "MJPG", "YUYV"])
      // The largest of several sizes, none of which is 320 by 240.
      #expect(offers.allSatisfy { $0.width == 1_920 && $0.height == 1_080 })
      #expect(offers.map(\.text).last == "YUYV 1920 1080")
      #expect(fake_camera_seen().violation == nil && fake_camera_seen().maps == 0)
    }
    var device = device([0x1b1b_1b1b])
    device.has_no_sizes = 1
    try plugged(device) {
      let offers = try CameraOffer.all(of: 3, calls: fake_camera_calls())
      #expect(offers == [CameraOffer(code: "????", width: 0, height: 0)])
    }
    // A driver that never ends its list.
    device.is_endless = 1
    try plugged(device) {
      let offers = try CameraOffer.all(of: 3, calls: fake_camera_calls())
      #expect(offers.count == CameraOffer.limit)
    }
    device.capabilities = fake_camera_can_output()
    try plugged(device) {
      #expect(throws: ReadingError.camera) {
        try CameraOffer.all(of: 3, calls: fake_camera_calls())
      }
    }
  }

  @Test func `a driver that lies about buffers and lengths is not believed`() throws {
    let scene = try Scene(.grey)
    var wrong = device([fake_camera_grey()], stride: scene.stride)
    wrong.claimed_index = 7
    try plugged(wrong, giving: scene.bytes) {
      let camera = try camera()
      #expect(throws: ReadingError.cameraGone) { try camera.next() }
    }
    var long = device([fake_camera_grey()], stride: scene.stride)
    long.claimed_bytes = .max
    try plugged(long, giving: scene.bytes) {
      let camera = try camera()
      #expect(try camera.next()?.bytes.count == scene.stride * 240)
    }
    // More buffers than asked for: the first four are used.
    var many = device([fake_camera_grey()], stride: scene.stride)
    many.granted = 8
    try plugged(many, giving: scene.bytes) {
      _ = try camera().next()
      #expect(fake_camera_seen().maps == 4)
    }
    var huge = device([fake_camera_grey()], stride: scene.stride)
    huge.width = 10_000
    try plugged(huge) { #expect(throws: ReadingError.camera) { try camera() } }
    // A row shorter than its pixels is taken as long as they are; the frame is then too short.
    let narrow = device([fake_camera_grey()], stride: 100)
    try plugged(narrow, giving: scene.bytes) {
      let frame = try #require(try camera().next())
      #expect(frame.stride == 320)
      #expect(throws: ReadingError.damaged) { try frame.picture() }
    }
  }
}
