/// Decides whether a message that is being shown begins again in QR codes of another size.
///
/// Parts of two sizes do not go together, so what was read has to be read again: it is worth it only while much is
/// left. Whoever reads keeps the parts of both, so that going back loses nothing. It happens ``mostChanges`` times in a
/// showing at most, whatever is reported.
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
  /// Milliseconds in which a report about the new parts has to come; else the old ones are shown again.
  public static let patience: UInt64 = 3_000
  /// The lowest version that is chosen.
  public static let least = 6
  /// Pictures that a change costs beside what is shown again.
  private static let cost = 6.0

  private enum Stage {
    case open
    /// The size before, since when, and whether a report came that knows the new one.
    case trying(before: Size, since: UInt64, isHeard: Bool)
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
    case .trying(let before, let since, _):
      if received > 0 { stage = .trying(before: before, since: since, isHeard: true) }
      guard let judgement else { return nil }
      poor = judgement.isPoor ? poor + 1 : 0
      if !judgement.isPoor { stage = .settled }
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
        stage = .trying(before: size, since: now, isHeard: false)
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

  /// The size to go back to where no report knows the new one, nil while that is not clear.
  public mutating func overdue(at now: UInt64) -> Size? {
    guard case .trying(let before, let since, false) = stage, now >= since + Self.patience else {
      return nil
    }
    stage = .settled
    return before
  }

  /// The size to go back to where no further report can come, nil where the one that is shown is known to be read.
  public mutating func abandoned() -> Size? {
    defer { stage = .settled }
    guard case .trying(let before, _, false) = stage else { return nil }
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
