/// Cuts a file into BBQr parts: deflated if that is shorter, else base32.
enum BBQrEncoder {
  /// How many parts `length` characters make in QR codes of `version`, and how long each but the
  /// last is.
  ///
  /// All but the last are cut to whole blocks, so that each decodes by itself.
  static func split(length: Int, block: Int, version: QRVersion) -> (parts: Int, length: Int)? {
    let room = version.alphanumericCapacity - 8
    guard length > room else { return (1, length) }
    let each = room - room % block
    guard each > 0 else { return nil }
    let parts = 1 + (length - room + each - 1) / each
    return (parts, each)
  }

  /// The texts of all parts, and the version that fits them: fewest parts, then the smallest QR
  /// code from version 5.
  static func frames(
    _ file: BBQrFile, limit: QRVersion
  ) throws(QRTransportError) -> (texts: [String], version: QRVersion) {
    var encoding = BBQrPart.Encoding.base32
    var content = file.bytes
    if let deflated = Deflate.compressed(file.bytes), deflated.count < file.bytes.count {
      encoding = .deflatedBase32
      content = deflated
    }
    let text = Base32.encoded(content)
    guard let most = split(length: text.count, block: encoding.block, version: limit) else {
      throw .symbolTooSmall(version: limit.number)
    }
    guard most.parts <= BBQrPart.limit else {
      throw .tooManyParts(count: UInt64(most.parts), limit: BBQrPart.limit)
    }
    var version = limit
    var length = most.length
    for number in min(5, limit.number)...limit.number {
      guard let smaller = QRVersion(number),
        let cut = split(length: text.count, block: encoding.block, version: smaller),
        cut.parts == most.parts
      else { continue }
      version = smaller
      length = cut.length
      break
    }
    // Equal lengths look alike on the screen; the last part takes what is left.
    let header =
      "B$\(Character(Unicode.Scalar(encoding.rawValue)))\(file.kind.rawValue)"
      + BBQrPart.base36(most.parts)
    let texts = (0..<most.parts).map { index in
      let start = index * length
      let end = index == most.parts - 1 ? text.count : start + length
      return header + BBQrPart.base36(index) + String(decoding: text[start..<end], as: UTF8.self)
    }
    return (texts, version)
  }
}

extension FrameEncoder {
  /// Frames that carry a file as BBQr in QR codes of at most `limit`.
  ///
  /// Throws: `symbolTooSmall`, `tooManyParts` (1,295 at most).
  public init(bbqr file: BBQrFile, limit: QRVersion = .webcam) throws(QRTransportError) {
    let (texts, version) = try BBQrEncoder.frames(file, limit: limit)
    self.init(fixed: texts, version: version)
  }
}
