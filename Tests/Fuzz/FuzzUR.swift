import Bytes
import QRTransport

/// Frames of any kind are collected without a trap, and a message sent comes back whole.
func fuzzUR(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  if let ur = try? UR(parsing: text) {
    precondition((try? UR(parsing: ur.text)) == ur, "text is not read again")
    precondition((try? UR(parsing: ur.text.lowercased())) == ur, "lower case is not read")
  }
  if let value = try? CBORReader.parse(bytes) {
    precondition(CBORWriter.encode(value) == bytes, "CBOR written otherwise than read")
  }
  var collector = FrameCollector()
  for frame in bytes.split(separator: UInt8(ascii: "\n")).prefix(64) {
    if case .complete = try? collector.receive(Array(frame)) { break }
  }
  sendAndReceive(bytes)
}

/// Sends the bytes through QR codes of which about half are lost, which ones is up to the input.
private func sendAndReceive(_ bytes: [UInt8]) {
  guard !bytes.isEmpty, let ur = try? UR(type: "bytes", cbor: bytes) else { return }
  guard let encoder = try? FrameEncoder(ur, limit: QRVersion(5) ?? .careful) else { return }
  var collector = FrameCollector()
  // A generator, not the bytes themselves: losses in step with the frames would lose the same one
  // for ever.
  var state = bytes.reduce(0x9e37_79b9_7f4a_7c15) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  for index in 0..<(encoder.frameCount * 8 + 256) {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    if state >> 63 == 1 { continue }
    guard let progress = try? collector.receive(encoder.frame(index)) else {
      preconditionFailure("own frame refused")
    }
    if case .complete(let message) = progress {
      precondition(message == .ur(ur), "another message came back")
      return
    }
  }
  preconditionFailure("the message never came back")
}
