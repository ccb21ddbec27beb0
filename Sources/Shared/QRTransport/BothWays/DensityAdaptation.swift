/// Decides whether a message that is being shown begins again in QR codes of another size.
///
/// Parts of two sizes do not go together, so what was read has to be read again: it is worth it only while much is
/// left. Whoever reads keeps the parts of both, so that going back loses nothing. Larger ones stay only while reports
/// about them come. It happens ``mostChanges`` times in a showing at most, whatever is reported.
public struct DensityAdaptation: Sendable {
  /// QR codes of one version, and how many of them a screen has room for.
  public struct Size: Equatable, Sendable {
    /// Their version.
    public let version: QRVersion
    /// How many at once.
    public let codes: Int

    /// A size.
    public init(version: QRVersion, codes: Int) { (self.version, self.codes) = (version, codes) }

    /// Characters of a message in one of them: about 80 name the part.
    fileprivate var room: Double { Double(max(1, version.alphanumericCapacity - 80)) }
    /// Characters of a message in a picture.
    fileprivate var roomAtOnce: Double { Double(max(1, codes)) * room }
  }

  /// The most times that a showing begins again.
  public static let mostChanges = 2
  /// Milliseconds in which the first report about larger ones has to come, each further one within
  /// ``ShowAdaptation/memory``; else the old ones are shown again.
  public static let patience: UInt64 = 3_000
  /// The lowest version that is chosen.
  public static let least = 6
  /// Pictures that a change costs beside what is shown again.
  private static let cost = 6.0

  private enum Stage {
    case open
    /// Larger ones are shown: the size before, when a report about them has to have come, and whether they are known to
    /// be read well.
    case larger(before: Size, deadline: UInt64, isGood: Bool)
    case settled
  }

  private var stage = Stage.open
  private var poor = 0

  /// Nothing was reported yet.
  public init() {}

  /// The size in which the message begins again after a report, nil for the one that is shown.
  ///
  /// The report counts `received` of `parts` in `size`; `sizes` are all that fit the screen and whoever looks.
  public mutating func next(
    after judgement: ShowAdaptation.Judgement?, received: Int, of parts: Int, in size: Size,
    among sizes: [Size], at now: UInt64
  ) -> Size? {
    switch stage {
    case .settled: return nil
    case .larger(let before, var deadline, var isGood):
      if received > 0 { deadline = now + ShowAdaptation.memory }
      if let judgement, !isGood {
        poor = judgement.isPoor ? poor + 1 : 0
        isGood = !judgement.isPoor
      }
      stage = .larger(before: before, deadline: deadline, isGood: isGood)
      guard poor >= 2 else { return nil }
      stage = .settled
      return before
    case .open:
      guard let judgement else { return nil }
      let left = Double(max(0, parts - received))
      if judgement.isGood, let larger = Self.roomier(than: size, among: sizes) {
        let stay = left / Double(max(1, size.codes))
        let again = Double(parts) * size.room / larger.roomAtOnce
        guard again * 1.25 + Self.cost < stay else { return nil }
        stage = .larger(before: size, deadline: now + Self.patience, isGood: false)
        return larger
      }
      guard judgement.isPoor, judgement.isLeast,
        let smaller = Self.smaller(than: size, among: sizes)
      else { return nil }
      let stay = left / max(0.02, judgement.share)
      let again = Double(parts) * size.room / smaller.room
      guard again * 1.5 + Self.cost < stay else { return nil }
      // If these are not read either, larger ones are not.
      stage = .settled
      return smaller
    }
  }

  /// The size to go back to where no report knows the larger one, or none does any more; nil while one may come.
  public mutating func overdue(at now: UInt64) -> Size? {
    guard case .larger(let before, let deadline, _) = stage, now >= deadline else { return nil }
    stage = .settled
    return before
  }

  /// Nothing is shown that could be reported: no report is overdue because of that.
  public mutating func hold(at now: UInt64) {
    guard case .larger(let before, let deadline, let isGood) = stage else { return }
    stage = .larger(
      before: before, deadline: max(deadline, now + ShowAdaptation.memory), isGood: isGood)
  }

  /// The size to go back to where no further report can come; nil where no larger one is shown.
  public mutating func abandoned() -> Size? {
    defer { stage = .settled }
    guard case .larger(let before, _, _) = stage else { return nil }
    return before
  }

  /// The smallest version whose QR codes carry nearly the most in a picture, if they carry more than these.
  private static func roomier(than size: Size, among sizes: [Size]) -> Size? {
    guard let most = sizes.map(\.roomAtOnce).max() else { return nil }
    return sizes.filter { $0.roomAtOnce >= 0.9 * most && $0.roomAtOnce > size.roomAtOnce }
      .min { $0.version < $1.version }
  }

  private static func smaller(than size: Size, among sizes: [Size]) -> Size? {
    let number = max(least, size.version.number * 2 / 3)
    return sizes.first { $0.version.number == number && $0.version < size.version }
  }
}
