/// Joins the parts of one BBQr file, in any order, with repeats.
struct BBQrDecoder: Sendable {
  private let first: BBQrPart
  private let limits: TransportLimits
  private var contents: [Int: [UInt8]] = [:]
  private var partLength: Int?
  private(set) var file: BBQrFile?

  init(first part: BBQrPart, limits: TransportLimits) {
    first = part
    self.limits = limits
  }

  var needed: Int { first.total }
  var received: Int { contents.count }

  mutating func receive(_ part: BBQrPart) throws(QRTransportError) {
    guard part.encoding == first.encoding else { throw .differentMessage(field: "encoding") }
    guard part.kind == first.kind else { throw .differentMessage(field: "file type") }
    guard part.total == first.total else { throw .differentMessage(field: "part count") }
    if let known = contents[part.index] {
      guard known == part.content else {
        throw .contradictoryPart(sequenceNumber: UInt32(part.index))
      }
      return
    }
    if part.index < part.total - 1 {
      guard partLength == nil || partLength == part.content.count else {
        throw .differentMessage(field: "part length")
      }
      partLength = part.content.count
    }
    // The last part is never longer than the others (by more than the block that they are cut to).
    if let partLength, let last = contents[part.total - 1] ?? lastContent(part) {
      guard last.count <= partLength + 8 else { throw .inconsistentLengths }
    }
    contents[part.index] = part.content
    guard contents.count == first.total else { return }
    let joined = (0..<first.total).flatMap { contents[$0] ?? [] }
    guard joined.count <= limits.messageBytes else {
      throw .messageTooLong(bytes: UInt64(joined.count), limit: limits.messageBytes)
    }
    guard first.encoding == .deflatedBase32 else {
      file = BBQrFile(kind: first.kind, bytes: joined)
      return
    }
    guard let inflated = Deflate.inflated(joined, limit: limits.messageBytes) else {
      throw .cannotInflate(limit: limits.messageBytes)
    }
    file = BBQrFile(kind: first.kind, bytes: inflated)
  }

  private func lastContent(_ part: BBQrPart) -> [UInt8]? {
    part.index == part.total - 1 ? part.content : nil
  }
}
