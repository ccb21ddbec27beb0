import QRTransport

/// Sends a message as the frames of an animated QR code; every third frame is lost on the way.
func sendAsQRCodes() throws -> [String] {
  let message = (0..<6000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  // CBOR (RFC 8949): a byte string with a length of two bytes.
  let resource = try UR(
    type: "bytes", cbor: [0x59, UInt8(message.count >> 8), UInt8(message.count & 0xff)] + message)
  let sender = try FrameEncoder(resource, limit: .webcam)
  var lines = ["frames needed: \(sender.frameCount), version \(sender.version.number)"]

  // Frames follow one another without end: those after the first round mix several parts, so that
  // whatever was lost is made up for by what comes later.
  var receiver = FrameCollector()
  var frame = 0
  while receiver.message == nil {
    if frame % 3 != 2 { _ = try receiver.receive(sender.frame(frame)) }
    frame += 1
  }
  lines.append("the message was whole after frame \(frame)")
  if case .ur(let received) = receiver.message {
    lines.append("received what was sent: \(received == resource)")
  }
  return lines
}
