import Bytes
import QRTransport

/// QR codes of several messages, mixed, are collected without a trap, and a file that is sent comes back whole.
///
/// The input's lines are QR codes; the whole of it is the file.
func fuzzFrames(_ bytes: [UInt8]) {
  var collector = MessageCollector()
  for (number, frame) in bytes.split(separator: UInt8(ascii: "\n")).prefix(128).enumerated() {
    guard FrameCollector.isFrame(Array(frame)) else { continue }
    collector.receive(Array(frame), source: number)
  }
  for frame in bytes.split(separator: UInt8(ascii: "\n")).prefix(128) {
    guard let report = ReceptionReport(Array(frame)) else { continue }
    precondition(Array(report.text.utf8) == Array(frame), "a report is written otherwise")
    var adaptation = ShowAdaptation(.init(speed: 4, codes: 1), mostCodes: 36)
    adaptation.take(report, at: 0)
    for part in adaptation.next(isFirstRound: false, at: 0) {
      precondition((0..<report.series.count).contains(part ?? 0), "a part that there is not")
    }
  }
  if let state = collector.state, let report = ReceptionCount().report(state) {
    precondition(ReceptionReport(Array(report.text.utf8)) == report, "another report came back")
  }
  precondition(collector.messages.count <= MessageCollector.messagesLimit, "too many messages")
  // Any bytes as one deflated part: base32 costs a fuzzer too much.
  if let part = try? FrameCollector.Message.deflated(bytes), case .bbqr(let file) = part {
    precondition(file.bytes.count <= TransportLimits.standard.messageBytes, "beyond the limit")
  }
  guard !bytes.isEmpty else { return }
  let small = QRVersion(5) ?? .careful
  let file = BBQrFile(kind: .binary, bytes: bytes)
  if let frames = try? FrameEncoder(bbqr: file, limit: small) {
    precondition(received(frames) == .bbqr(file), "another file came back")
  }
}

/// All frames of a message, the last one first.
private func received(_ encoder: FrameEncoder) -> FrameCollector.Message? {
  var collector = FrameCollector()
  for index in (0..<encoder.frameCount).reversed() {
    guard (try? collector.receive(Array(encoder.frame(index).utf8))) != nil else { return nil }
  }
  return collector.message
}

extension FrameCollector.Message {
  /// The message that one QR code of BBQr makes, whose text is the base32 of `bytes` behind the mark of a
  /// deflated file.
  fileprivate static func deflated(_ bytes: [UInt8]) throws(QRTransportError) -> Self? {
    var collector = FrameCollector()
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    var (text, waiting, bits) = (Array("B$ZB0100".utf8), 0, 0)
    for byte in bytes {
      (waiting, bits) = (waiting << 8 | Int(byte), bits + 8)
      while bits >= 5 {
        bits -= 5
        text.append(letters[waiting >> bits & 31])
      }
      waiting &= (1 << bits) - 1
    }
    if bits > 0 { text.append(letters[waiting << (5 - bits) & 31]) }
    guard case .complete(let message) = try collector.receive(text) else { return nil }
    return message
  }
}
