/// Counts what a receiver reads, for its reports.
public struct ReceptionCount: Sendable {
  private var read: UInt16 = 0
  private var frames: UInt16 = 0
  private var before: Set<[UInt8]> = []
  private var module = 0.0

  /// Nothing yet.
  public init() {}

  /// Takes the parts that a frame showed; `module` is how wide a module of theirs is in pixels, nil where nobody knows.
  ///
  /// One that the frame before showed, too, is counted once.
  public mutating func take(_ symbols: [[UInt8]], module: Double? = nil) {
    frames &+= 1
    let parts = Set(symbols.filter(FrameCollector.isFrame))
    guard !parts.isEmpty else { return }
    read &+= UInt16(truncatingIfNeeded: parts.subtracting(before).count)
    before = parts
    if let module { self.module = module }
  }

  /// The report of a series as it is now.
  public func report(_ state: SeriesState) -> ReceptionReport? {
    ReceptionReport(
      series: state.series, received: state.received, read: read, frames: frames,
      module: UInt8(clamping: Int((4 * max(0, min(63, module))).rounded())),
      missing: state.missing)
  }
}
