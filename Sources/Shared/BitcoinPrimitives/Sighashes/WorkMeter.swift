internal import Synchronization

/// What checking one transaction may cost, counted in bytes hashed (docs/rules.md, R18).
///
/// Signature hashes from before segwit cost the square of the inputs, and a script may ask for many
/// of them: whoever writes a PSBT chooses how long it takes to check. Everything that costs much
/// counts on one meter for each transaction; what is not hashing counts as the bytes that could be
/// hashed in the time it takes. It counts work, not seconds: the same PSBT is refused on every
/// machine. Safe to use from several threads: whether the limit is passed does not depend on their
/// order.
public final class WorkMeter: Sendable {
  /// Six billion bytes: ten seconds of one core that hashes 600 MB a second.
  public static let standardLimit = 6_000_000_000
  /// What verifying a signature or tweaking a key counts, in bytes.
  public static let verification = 20_000
  /// What deriving a key, signing with it and verifying the signature counts, in bytes.
  public static let signing = 60_000
  /// What one opcode counts, in bytes, besides what it hashes.
  static let opcode = 50

  /// The most that may be spent, in bytes.
  public let limit: Int
  private let counter = Atomic(0)

  /// A meter at zero; `limit` is in bytes hashed.
  public init(limit: Int = WorkMeter.standardLimit) {
    self.limit = limit
  }

  /// What was asked for so far, in bytes, the first refused request included.
  public var spent: Int { counter.load(ordering: .relaxed) }

  /// Whether more was asked for than ``limit``: what was checked since does not count.
  public var isExceeded: Bool { spent > limit }

  /// Counts work that is about to be done, in bytes; false when it must not be done.
  public func spend(_ bytes: Int) -> Bool {
    // Once it is passed nothing more is added: the sum cannot overflow.
    guard !isExceeded else { return false }
    return counter.wrappingAdd(max(0, bytes), ordering: .relaxed).newValue <= limit
  }

  /// Counts the opcodes of a script.
  public func spend(opcodes count: Int) -> Bool { spend(count * Self.opcode) }
}
