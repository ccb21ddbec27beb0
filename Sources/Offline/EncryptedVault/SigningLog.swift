public import Bytes

/// What was signed, oldest first: a chain of entries that only grows.
///
/// Each entry's hash covers the one before, so the last one, the head, stands for the whole log. A copy
/// of the head that lies elsewhere, as four words on paper, shows that an older vault was put back.
public struct SigningLog: Sendable, Equatable, RandomAccessCollection {
  /// The entries with their hashes, oldest first.
  public private(set) var entries: [LogEntry] = []
  /// The hash of the last entry; 32 zero bytes while there is none.
  public private(set) var head = Bytes32.zero

  /// A log without entries.
  public init() {}

  /// Takes a log as it was kept; nothing of it is checked.
  init(unchecked entries: [LogEntry], head: Bytes32) {
    self.entries = entries
    self.head = head
  }

  /// Links records that a version without a chain wrote.
  init(linking records: [SigningRecord]) {
    for record in records { append(record, isOlder: true) }
  }

  public var startIndex: Int { entries.startIndex }
  public var endIndex: Int { entries.endIndex }
  public subscript(position: Int) -> SigningRecord { entries[position].record }

  /// How many entries a version without a chain wrote: they come first.
  public var olderCount: Int { entries.prefix(while: \.isOlder).count }

  /// The head that the log had with its first `count` entries; nil when it never had so many.
  public func head(after count: Int) -> Bytes32? {
    if count == entries.count { return head }
    guard (0..<entries.count).contains(count) else { return nil }
    return count == 0 ? .zero : entries[count - 1].hash
  }

  /// Adds an entry behind the head.
  mutating func append(_ record: SigningRecord, isOlder: Bool = false) {
    let entry = LogEntry(record, after: head, isOlder: isOlder)
    entries.append(entry)
    head = entry.hash
  }

  /// Lets the oldest entries lose recipients and coins of others beyond `details` of them in the log, and
  /// their own coins beyond `own`.
  ///
  /// No entry keeps more than a newer one, and the newest keeps all. What is lost lies outside of the
  /// chain, which has its hashes.
  mutating func forgetDetails(beyond mostDetails: Int, ownBeyond mostOwn: Int) {
    var (details, own) = (0, 0)
    for index in entries.indices.reversed() {
      details += entries[index].record.detailCount
      own += entries[index].record.ownCount
      guard index < entries.count - 1 else { continue }
      if own > mostOwn {
        entries[index].record = entries[index].record.withoutDetails
      } else if details > mostDetails {
        entries[index].record = entries[index].record.withOwnCoinsAlone
      }
    }
  }

  /// Whether this log is `earlier` with nothing or with new entries behind it.
  func continues(_ earlier: SigningLog) -> Bool {
    guard count > earlier.count else { return count == earlier.count && head == earlier.head }
    return earlier.isEmpty
      || entries[earlier.count - 1].hash == earlier.entries[earlier.count - 1].hash
  }
}

// MARK: - Checking

extension SigningLog {
  /// What about a log is not as it was written.
  public enum Fault: Sendable, Equatable {
    /// The entry of this number, counted from 1, does not fit what stands before it.
    case entry(Int)
    /// The coins or recipients kept with the entry of this number are others than were signed.
    case details(Int)
    /// The last entry is not the one that was written last.
    case end

    /// In words.
    public var text: String {
      switch self {
      case .entry(let number):
        "entry \(number) does not follow from the one before it: it was changed, or an entry was"
          + " removed or moved"
      case .details(let number):
        "the coins or recipients kept with entry \(number) are not those that were signed"
      case .end: "its newest entries are missing"
      }
    }
  }

  /// The first thing that is not as it was written; nil when all of it is.
  public var firstFault: Fault? {
    var previous = Bytes32.zero
    for (index, entry) in entries.enumerated() {
      guard entry.fits(after: previous) else { return .entry(index + 1) }
      guard entry.hasItsDetails else { return .details(index + 1) }
      previous = entry.hash
    }
    return previous == head ? nil : .end
  }
}
