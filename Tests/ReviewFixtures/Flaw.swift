import ExtendedKeys
public import TransactionReview

/// Exactly one thing wrong with an honest payment, and what the law says about it.
public struct Flaw: Sendable, CustomStringConvertible {
  /// Names the golden text: rule and flaw.
  public let name: String
  /// The rule that must speak.
  public let rule: String
  /// How loud it must be.
  public let severity: Finding.Severity
  private let script: StandardAccount
  private let spoil: @Sendable (inout Scene) throws -> Void

  init(
    _ name: String, _ severity: Finding.Severity, _ script: StandardAccount = .wpkh,
    spoil: @escaping @Sendable (inout Scene) throws -> Void
  ) {
    self.name = name
    rule = String(name.prefix { $0 != "-" }).uppercased()
    self.severity = severity
    self.script = script
    self.spoil = spoil
  }

  public var description: String { name }

  /// The honest payment with this flaw.
  public func scene() throws -> Scene {
    var scene = try HonestPayment.scene(script)
    try spoil(&scene)
    return scene
  }

  /// All of them.
  public static let all: [Flaw] = money + change + signing + data
}
