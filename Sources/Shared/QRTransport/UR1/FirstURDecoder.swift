/// Joins the parts of one uniform resource of the first version, in any order, with repeats and with wrong ones among
/// them: its digest says which are right.
struct FirstURDecoder: Sendable {
  private let first: FirstURPart
  private let limits: TransportLimits
  private(set) var series: PartSeries
  /// The whole resource.
  private(set) var resource: UR?
  /// The parts that it was not made of.
  private(set) var leftOut: [PartSeries.Candidate] = []

  init(first part: FirstURPart, limits: TransportLimits) {
    first = part
    self.limits = limits
    series = PartSeries(total: part.total)
  }

  /// Takes one part.
  ///
  /// Throws: `differentMessage` and changes nothing; `contradictoryPart` for a part that came with another content
  /// before, and `messageChecksumMismatch` when all are there and are not what the digest is of. The part is kept then
  /// too: which one is wrong may turn out later.
  mutating func receive(_ part: FirstURPart, source: Int) throws(QRTransportError) {
    guard part.type == first.type else { throw .differentMessage(field: "type") }
    guard part.total == first.total else { throw .differentMessage(field: "part count") }
    guard part.digest == first.digest else { throw .differentMessage(field: "checksum") }
    let candidate = PartSeries.Candidate(
      index: part.number - 1, content: part.content, source: source)
    guard try series.take(candidate) else { return }
    var trouble = series.objection(to: candidate)
    var found: UR?
    let (type, digest, limits) = (first.type, first.digest, limits)
    let parts = series.chosen(with: candidate) { body in
      found = FirstURPart.resource(type: type, digest: digest, body: body, limits: limits)
      if found == nil { trouble = trouble ?? .messageChecksumMismatch }
      return found != nil
    }
    if let parts {
      leftOut = series.others(than: parts)
      let body = parts.flatMap(\.content)
      resource = FirstURPart.resource(type: type, digest: digest, body: body, limits: limits)
    } else if let trouble {
      throw trouble
    }
  }
}
