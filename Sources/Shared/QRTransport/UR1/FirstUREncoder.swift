internal import Bytes
internal import Hashes

extension FrameEncoder {
  /// Frames that carry a resource in the first version of `ur:`, for a program that knows no other.
  ///
  /// One QR code has neither number nor digest. Of several each has both, and a slice of equal length
  /// but for the last, which takes what is left.
  ///
  /// Throws: `symbolTooSmall` when a part with its digest does not fit, `tooManyParts`.
  public init(first ur: UR, limit: QRVersion = .webcam) throws(QRTransportError) {
    let body = Array(BC32.encode(ur.cbor).utf8)
    let head = "UR:\(ur.type.uppercased())/"
    // A body without a digit would be taken for bytewords by those who know both versions.
    let isTold = body.contains { (0x30...0x39).contains($0) }
    if isTold, let smallest = QRVersion.smallest(alphanumeric: head.utf8.count + body.count),
      smallest <= limit
    {
      let text = String(decoding: body, as: UTF8.self).uppercased()
      self.init(fixed: [head + text], version: smallest)
      return
    }
    let digest = BC32.encode(SHA256.hash(ur.cbor).bytes).uppercased()
    // "99999OF99999/" at its longest, and a slash behind the digest.
    let overhead = head.utf8.count + 13 + digest.utf8.count + 1
    let room = limit.alphanumericCapacity - overhead
    guard room > 0 else { throw .symbolTooSmall(version: limit.number) }
    let count = (body.count + room - 1) / room
    guard count <= TransportLimits.standard.parts else {
      throw .tooManyParts(count: UInt64(count), limit: TransportLimits.standard.parts)
    }
    let length = (body.count + count - 1) / count
    let frames = (0..<count).map { index in
      let slice = body[min(body.count, index * length)..<min(body.count, (index + 1) * length)]
      let text = String(decoding: slice, as: UTF8.self).uppercased()
      return "\(head)\(index + 1)OF\(count)/\(digest)/\(text)"
    }
    self.init(
      fixed: frames, version: QRVersion.smallest(alphanumeric: overhead + length) ?? limit)
  }
}
