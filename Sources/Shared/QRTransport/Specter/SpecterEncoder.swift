extension FrameEncoder {
  /// Frames that carry a text as Specter does, in QR codes of at most `limit` in byte mode; a text
  /// that fits one QR code stands alone.
  ///
  /// The slices are of equal length but for the last, which takes what is left.
  ///
  /// Throws: `symbolTooSmall`, `tooManyParts` (99 at most).
  public init(specter text: String, limit: QRVersion = .webcam) throws(QRTransportError) {
    let bytes = Array(text.utf8)
    if let smallest = QRVersion.smallest(bytes: bytes.count), smallest <= limit {
      self.init(fixed: [text], version: smallest)
      return
    }
    // "p99of99 " at its longest.
    let overhead = 8
    let room = limit.byteCapacity - overhead
    guard room > 0 else { throw .symbolTooSmall(version: limit.number) }
    let count = (bytes.count + room - 1) / room
    guard count <= SpecterPart.limit else {
      throw .tooManyParts(count: UInt64(count), limit: SpecterPart.limit)
    }
    let length = (bytes.count + count - 1) / count
    let frames = (0..<count).map { index in
      let slice = bytes[min(bytes.count, index * length)..<min(bytes.count, (index + 1) * length)]
      return "p\(index + 1)of\(count) " + String(decoding: slice, as: UTF8.self)
    }
    self.init(fixed: frames, version: QRVersion.smallest(bytes: length + overhead) ?? limit)
  }
}
