/// Joins the parts of one BBQr file, in any order, with repeats, and with wrong ones among them.
struct BBQrDecoder: Sendable {
  private let first: BBQrPart
  private let limits: TransportLimits
  private(set) var series: PartSeries
  private(set) var file: BBQrFile?
  /// What the parts make, although the caller's `isWhole` refuses it.
  private(set) var doubtful: BBQrFile?
  /// The parts that the file was not made of.
  private(set) var leftOut: [PartSeries.Candidate] = []

  init(first part: BBQrPart, limits: TransportLimits) {
    first = part
    self.limits = limits
    // The last part is never longer than the others (by more than the block that they are cut to).
    series = PartSeries(total: part.total, equalLengths: 8)
  }

  /// Takes one part.
  ///
  /// Throws: `differentMessage` and changes nothing; `contradictoryPart` and `partLength` for a
  /// part that does not go with the others, `cannotInflate`, `damagedContent` and `notWhole` when
  /// all are there and do not make a file. The part is kept then too: which one is wrong may turn
  /// out later.
  mutating func receive(
    _ part: BBQrPart, source: Int, isWhole: (FrameCollector.Message) -> Bool
  ) throws(QRTransportError) {
    guard part.encoding == first.encoding else { throw .differentMessage(field: "encoding") }
    guard part.kind == first.kind else { throw .differentMessage(field: "file type") }
    guard part.total == first.total else { throw .differentMessage(field: "part count") }
    let candidate = PartSeries.Candidate(index: part.index, content: part.content, source: source)
    guard try series.take(candidate) else { return }
    var trouble = series.objection(to: candidate)
    var found: BBQrFile?
    var made = doubtful
    let (first, limits) = (first, limits)
    let parts = series.chosen(with: candidate) { joined in
      do throws(QRTransportError) {
        let file = try Self.file(first, of: joined, limits)
        made = made ?? file
        // One part is not a series: whoever reads it says what is wrong with it.
        guard first.total == 1 || isWhole(.bbqr(file)) else { throw .notWhole }
        found = file
        return true
      } catch {
        trouble = trouble ?? error
        return false
      }
    }
    doubtful = made
    if let found, let parts {
      leftOut = series.others(than: parts)
      file = found
    } else if let trouble {
      throw trouble
    }
  }

  private static func file(
    _ first: BBQrPart, of joined: [UInt8], _ limits: TransportLimits
  ) throws(QRTransportError) -> BBQrFile {
    guard joined.count <= limits.messageBytes else {
      throw .messageTooLong(bytes: UInt64(joined.count), limit: limits.messageBytes)
    }
    guard first.encoding == .deflatedBase32 else {
      return BBQrFile(kind: first.kind, bytes: joined)
    }
    return BBQrFile(
      kind: first.kind, bytes: try Deflate.inflated(joined, limit: limits.messageBytes))
  }
}
