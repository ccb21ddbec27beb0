/// Who has signed and who is missing, in words a person can forward.
public struct MultisigStatus: Hashable, Sendable {
  /// How many signatures each input needs.
  public let threshold: Int
  /// How many keys there are.
  public let keyCount: Int
  /// Who has signed every input; keys are counted from 0.
  private let status: SigningStatus

  /// Takes the threshold, how many keys there are, and which have signed every input.
  public init(threshold: Int, keyCount: Int, signed: [Int]) {
    self.threshold = threshold
    self.keyCount = keyCount
    status = SigningStatus(
      ways: [.init(threshold: threshold, keys: Array(0..<keyCount), signed: Set(signed))])
  }

  /// The keys whose signatures of every input verify, ascending.
  public var signed: [Int] { status.signed }

  /// The keys that have not signed.
  public var missing: [Int] { (0..<keyCount).filter { !signed.contains($0) } }

  /// How many signatures are still needed.
  public var needed: Int { status.missing ?? 0 }

  /// Whether there are enough signatures.
  public var isComplete: Bool { status.isComplete }
}

extension MultisigStatus: CustomStringConvertible {
  /// `2 of 3, missing key 1`; the second number is the threshold, not the number of keys.
  public var description: String {
    let count = "\(signed.count) of \(threshold)"
    guard !isComplete else { return "\(count), complete" }
    let missing = missing
    let keys = missing.map(String.init).joined(separator: ", ")
    if missing.count == needed {
      return "\(count), missing key\(missing.count == 1 ? "" : "s") \(keys)"
    }
    return "\(count), missing \(needed == 1 ? "one" : "\(needed)") of the keys \(keys)"
  }
}
