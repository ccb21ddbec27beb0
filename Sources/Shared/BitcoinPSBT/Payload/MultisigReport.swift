public import Bytes

/// What a payload by itself says of its signatures, for callers that know no wallet of it: who has
/// signed, who is missing, and which signatures are wrong.
///
/// Keys and inputs are counted from 0, as the payload counts them.
public struct MultisigReport: Hashable, Sendable {
  /// Who has signed, and who is missing.
  public let status: MultisigStatus
  /// By key and then input.
  public let faults: [MultisigSignatureFault]

  /// More faults than this are counted, not listed: a payload may have 150,000.
  public static let mostNamed = 20

  /// Verifies every signature of a payload, once.
  public init(_ payload: MultisigPayload) {
    faults = payload.faults()
    status = payload.status(without: faults)
  }

  /// What is said before the lines when no wallet was found for it.
  public static let unknownWallet = "a multisig payload of no wallet known here"

  /// `{status, signed, missing, wrong}`: keys counted from 0, `wrong` a sentence each.
  public var json: JSONValue {
    [
      "status": .string("\(status)"), "signed": .array(status.signed.map { .integer($0) }),
      "missing": .array(status.missing.map { .integer($0) }),
      "wrong": .array(faults.map { .string("\($0)") }),
    ]
  }

  /// `Signatures: 2 of 3, missing key 1`, and a line for each of those that are wrong.
  public var lines: [String] {
    var lines = ["Signatures: \(status)"]
    lines += faults.prefix(Self.mostNamed).map { "Wrong: \($0)" }
    if faults.count > Self.mostNamed {
      lines.append("Wrong: \(faults.count - Self.mostNamed) more like these")
    }
    return lines
  }
}
