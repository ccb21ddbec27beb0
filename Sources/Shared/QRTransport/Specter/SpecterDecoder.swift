/// Joins the parts of one text of Specter's, in any order, with repeats.
struct SpecterDecoder: Sendable {
  let needed: Int
  private var contents: [Int: [UInt8]] = [:]

  init(first part: SpecterPart) { needed = part.total }

  var received: Int { contents.count }

  /// The whole text; nil while parts are missing.
  var text: [UInt8]? {
    guard received == needed else { return nil }
    return (1...needed).flatMap { contents[$0] ?? [] }
  }

  mutating func receive(_ part: SpecterPart) throws(QRTransportError) {
    guard part.total == needed else { throw .differentMessage(field: "part count") }
    if let known = contents[part.number] {
      guard known == part.content else {
        throw .contradictoryPart(sequenceNumber: UInt32(part.number))
      }
      return
    }
    contents[part.number] = part.content
  }
}
