/// Chooses what is shown next, and how fast and how many at once, by what the other side reports.
///
/// Reports are trusted for nothing but that. Whatever they say, speed and number stay within bounds that
/// keys allow too, they change a few times a second at most, and every ``plainEvery``th part is one that
/// would come without any report.
public struct ShowAdaptation: Sendable {
  /// How QR codes are shown.
  public struct Level: Equatable, Sendable {
    /// Pictures a second.
    public var speed: Int
    /// QR codes in a picture.
    public var codes: Int

    /// A level.
    public init(speed: Int, codes: Int) { (self.speed, self.codes) = (speed, codes) }
  }

  /// How much of what was shown between two reports was read.
  public struct Judgement: Equatable, Sendable {
    /// The share that was read, about 0 to 1.
    public let share: Double
    /// Whether nothing less could be shown: one QR code, at the lowest speed.
    public let isLeast: Bool

    /// Nearly everything was read.
    public var isGood: Bool { share >= 0.8 }
    /// Less than half was read.
    public var isPoor: Bool { share < 0.5 }
  }

  /// The slowest and the fastest, in pictures a second.
  public static let speeds = 2...12
  /// The least milliseconds between two changes.
  public static let pause: UInt64 = 400
  /// Milliseconds after which nothing is left of what was reported.
  public static let memory: UInt64 = 2_500
  /// One of so many parts is that of the endless row, whatever is reported as missing.
  public static let plainEvery = 4
  /// Parts between two changes, at least.
  static let leastShown = 3
  /// Milliseconds from a picture to the report that counts it, or so.
  static let lag: UInt64 = 300

  /// As it is shown where nothing is reported.
  private let first: Level
  /// What the screen has room for.
  private var mostCodes: Int
  /// How it is shown now.
  public private(set) var level: Level
  private var last: (report: ReceptionReport, time: UInt64)?
  /// When the message began again; nil where it did not, or a report has come since.
  private var begun: UInt64?
  private var judged: (report: ReceptionReport, time: UInt64)?
  /// How many parts had been shown when; the newest ones.
  private var shown: [(time: UInt64, count: Int)] = []
  private var total = 0
  private var good = 0
  private var poor = 0
  /// Whether everything was read so far, so that steps are large.
  private var isOpening = true
  private var queue: [Int] = []
  private var turn = 0

  /// Begins at a level; a screen has room for `mostCodes` at once.
  public init(_ first: Level, mostCodes: Int) {
    self.first = first
    self.mostCodes = max(1, mostCodes)
    level = first
  }

  /// Whether reports come.
  public func hears(at now: UInt64) -> Bool {
    last.map { now < $0.time + Self.memory } ?? false
  }

  /// What was reported last, for a person.
  public var received: Int? { last?.report.received }

  /// Takes a report about the series that is shown; `milliseconds` are of a clock that nobody sets.
  ///
  /// One that says what the one before said is nothing new. Gives how well it is read, where the report is far enough
  /// from the one before to tell.
  @discardableResult
  public mutating func take(
    _ report: ReceptionReport, at milliseconds: UInt64
  ) -> Judgement? {
    if let last, last.report == report {
      self.last = (report, milliseconds)
      return nil
    }
    let isSame = last?.report.series == report.series
    (last, begun) = ((report, milliseconds), nil)
    queue = report.missing
    guard isSame, let before = judged else {
      judged = (report, milliseconds)
      // Something was read at once: larger steps are tried while that goes on.
      if isOpening, !isSame, report.read >= 2 { rise() }
      return nil
    }
    let count = shown(by: milliseconds) - shown(by: before.time)
    guard milliseconds >= before.time + Self.pause, count >= Self.leastShown * level.codes
    else { return nil }
    let read = Int(report.read &- before.report.read)
    let judgement = Judgement(
      share: Double(read) / Double(max(1, count)),
      isLeast: level == .init(speed: Self.speeds.lowerBound, codes: 1))
    judge(judgement)
    judged = (report, milliseconds)
    return judgement
  }

  /// The message begins again in other QR codes, of which the screen has room for `mostCodes`.
  ///
  /// Speed stays, and as many are shown as fill the same share of the screen; where reports have ceased, all is as at
  /// first.
  public mutating func beginAgain(mostCodes most: Int, at milliseconds: UInt64) {
    let hasCeased = (last?.time ?? begun).map { milliseconds >= $0 + Self.memory } ?? false
    let share = Double(level.codes) / Double(mostCodes)
    mostCodes = max(1, most)
    level.codes = max(1, min(mostCodes, Int(share * Double(mostCodes))))
    (last, judged, queue, shown, total) = (nil, nil, [], [], 0)
    begun = milliseconds
    (good, poor, turn) = (0, 0, 0)
    if hasCeased { forget() }
  }

  /// How many parts had been shown that a report of this time can count.
  private func shown(by time: UInt64) -> Int {
    shown.last { $0.time + Self.lag <= time }?.count ?? 0
  }

  /// The parts of the next picture: a part that is missing, by its number from 0, or nil for the next one of the
  /// endless row.
  ///
  /// `isFirstRound`: parts were not all shown once, so that those behind are missing anyway.
  public mutating func next(isFirstRound: Bool, at now: UInt64) -> [Int?] {
    if let since = last?.time ?? begun, now >= since + Self.memory { forget() }
    total += level.codes
    shown.append((now, total))
    if shown.count > 64 { shown.removeFirst() }
    return (0..<level.codes).map { _ in
      turn = (turn + 1) % Self.plainEvery
      guard !isFirstRound, turn != 0, !queue.isEmpty else { return nil }
      return queue.removeFirst()
    }
  }

  /// Another size of the screen.
  public mutating func fit(_ mostCodes: Int) {
    self.mostCodes = max(1, mostCodes)
    level.codes = min(level.codes, self.mostCodes)
  }

  private mutating func forget() {
    (last, judged, begun, queue) = (nil, nil, nil, [])
    (level, good, poor, isOpening) = (first, 0, 0, true)
    level.codes = min(level.codes, mostCodes)
  }

  /// More in a second: large steps while everything was read, then one thing at a time.
  private mutating func rise() {
    if isOpening {
      level.speed = min(Self.speeds.upperBound, 3 * level.speed)
      level.codes = min(mostCodes, 2 * level.codes)
    } else if level.speed < Self.speeds.upperBound {
      level.speed = min(Self.speeds.upperBound, level.speed + 2)
    } else {
      level.codes = min(mostCodes, level.codes + 1)
    }
  }

  /// Two reports in a row must say the same before anything changes; while everything is read, one is enough.
  private mutating func judge(_ judgement: Judgement) {
    if judgement.isGood {
      (good, poor) = (good + 1, 0)
      guard isOpening || good >= 2 else { return }
      good = 0
      rise()
    } else if judgement.isPoor {
      (good, poor) = (0, poor + 1)
      isOpening = false
      guard poor >= 2 else { return }
      poor = 0
      if level.codes > 1 {
        level.codes -= max(1, level.codes / 4)
      } else {
        level.speed = max(Self.speeds.lowerBound, level.speed * 3 / 4)
      }
    } else {
      (good, poor, isOpening) = (0, 0, false)
    }
  }
}
