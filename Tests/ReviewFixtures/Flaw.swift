import ExtendedKeys
public import Refusals
public import TransactionReview

/// Exactly one thing wrong with an honest payment, and what the rules say about it.
public struct Flaw: Sendable, CustomStringConvertible {
  /// Names the golden text: rule and flaw.
  public let name: String
  /// The rule that must report it.
  public let rule: Rule
  /// Its severity.
  public let severity: Finding.Severity
  private let base: @Sendable () throws -> Scene
  private let spoil: @Sendable (inout Scene) throws -> Void

  init(
    _ name: String, _ severity: Finding.Severity, _ script: StandardAccount = .wpkh,
    spoil: @escaping @Sendable (inout Scene) throws -> Void
  ) {
    self.init(name, severity, base: { try HonestPayment.scene(script) }, spoil: spoil)
  }

  init(
    _ name: String, _ severity: Finding.Severity,
    base: @escaping @Sendable () throws -> Scene,
    spoil: @escaping @Sendable (inout Scene) throws -> Void
  ) {
    self.name = name
    let number = name.prefix { $0 != "-" }.uppercased()
    guard let rule = Rule(rawValue: number) else { preconditionFailure("\(name) is of no rule") }
    self.rule = rule
    self.severity = severity
    self.base = base
    self.spoil = spoil
  }

  public var description: String { name }

  /// The honest payment with this flaw.
  public func scene() throws -> Scene {
    var scene = try base()
    try spoil(&scene)
    return scene
  }

  /// All of them.
  public static let all: [Flaw] =
    money + change + signing + data + nonces + quorum + payloads + trust + rehearsals
    + history + confirmations
}
