/// The content of one QR code that belongs to a message in QR codes, parsed and held against the
/// limits.
enum SymbolFrame: Sendable {
  case resource(UR)
  case part(URPart)
  case first(FirstURPart)
  case bbqr(BBQrPart)
  case specter(SpecterPart)
  /// A QR code that is a message by itself.
  case plain([UInt8])

  /// What tells the messages apart that parts belong to; nil for what is whole.
  enum Series: Hashable, Sendable {
    case first(type: String, total: Int, digest: [UInt8]?)
    case ur(type: String, count: Int, length: Int, checksum: UInt32, fragment: Int)
    case bbqr(encoding: BBQrPart.Encoding, kind: BBQrFile.Kind, total: Int)
    case specter(total: Int)
  }

  init(parsing frame: [UInt8], limits: TransportLimits) throws(QRTransportError) {
    if URFrame.recognizes(frame) {
      switch try URFrame(parsing: frame, limits: limits) {
      case .whole(let resource): self = .resource(resource)
      case .part(let part): self = .part(part)
      case .first(let part): self = .first(part)
      }
    } else if BBQrPart.recognizes(frame) {
      self = .bbqr(try BBQrPart(parsing: frame, limits: limits))
    } else if SpecterPart.recognizes(frame) {
      self = .specter(try SpecterPart(parsing: frame, limits: limits))
    } else {
      guard frame.count <= limits.messageBytes else {
        throw .messageTooLong(bytes: UInt64(frame.count), limit: limits.messageBytes)
      }
      self = .plain(frame)
    }
  }

  var series: Series? {
    switch self {
    case .resource, .plain: nil
    case .part(let part):
      .ur(
        type: part.type, count: part.sequenceLength, length: part.messageLength,
        checksum: part.checksum, fragment: part.fragment.count)
    case .first(let part): .first(type: part.type, total: part.total, digest: part.digest)
    case .bbqr(let part): .bbqr(encoding: part.encoding, kind: part.kind, total: part.total)
    case .specter(let part): .specter(total: part.total)
    }
  }
}
